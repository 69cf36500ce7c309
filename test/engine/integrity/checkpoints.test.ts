// Checkpoints as the service creates them: in the form that other tools read, when they are due, published in order, and never over a log
// that contradicts the last one. Alarms stay until an operator resolves them.
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { acknowledgeAlarm } from "../../../src/engine/integrity/alarms.ts";
import { readPublished } from "../../../src/engine/integrity/published-checkpoints.ts";
import { rollOn } from "../../../src/engine/integrity/rolling-verification.ts";
import {
  newSignerKey,
  openNote,
  readSignerKey,
  readVerifierKey,
  splitNotes,
} from "../../../src/engine/integrity/signed-note.ts";
import { findDue } from "../../../src/engine/integrity/store.ts";
import { openTargets } from "../../../src/engine/integrity/targets.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { setPayoutRecipient } from "../../../src/product/payouts/recipients.ts";
import { listAlarms } from "../../../src/product/proof/alarms-list.ts";
import { checkpointOf, give, testSigner } from "../../support/checkpoints.ts";
import { createTestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { testSecrets } from "../../support/replaying.ts";
import { asOwner } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { beginTrade, record } from "../../support/traders.ts";

const db = await createTestDatabase();
const { database } = db;
const folder = mkdtempSync(join(temporaryFolder(), "svc-given-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await db.drop();
});

const everything = { limit: 100, cursor: null };
const openAlarms = async (programId: number) =>
  (await listAlarms(database.kysely, programId, everything, { status: "open" })).data;
const dueFor = async (programId: number): Promise<string | undefined> => {
  const wanted = { everySeconds: 300, now: new Date(), atMost: 100 };
  const due = await database.withSession((session) => findDue(session, wanted));
  return due.find(({ program_id }) => program_id === programId)?.occasion;
};

test("notes and keys are those of the published form", () => {
  const note =
    "This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
  const verifier = readVerifierKey("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k");
  expect(openNote(note, [verifier])).toMatchObject({ kind: "signed", text: "This is an example message.\n" });
  expect(openNote(note.replace("an example", "no example"), [verifier])).toMatchObject({ kind: "forged" });
  expect(openNote(note, [testSigner.verifier])).toMatchObject({ kind: "unknown" });
  const signer = readSignerKey(newSignerKey("svc.example"), "");
  const own = signer.sign("one\ntwo\n");
  expect(openNote(own, [readVerifierKey(signer.verifier.text)])).toMatchObject({ kind: "signed", text: "one\ntwo\n" });
  expect(splitNotes(`${own}\n${own.slice(0, 20)}\n\n${own}\n`)).toEqual({ notes: [own, own], incomplete: 2 });
});

test("a program is due when it has moved for five minutes, at once for a payout and a recipient, and once a day", async () => {
  const { programId, annaId } = await beginTrade(db);
  const made = (sql: string) =>
    asOwner(db.url, `update checkpoint_place set ${sql} where program_id = $1`, [programId]);
  expect(await dueFor(programId)).toBe("daily");
  await checkpointOf(database, programId);
  await record(db, programId, sale({ transaction_id: "due-1" }));
  expect(await dueFor(programId)).toBeUndefined();
  await made("made_at = now() - interval '6 minutes'");
  expect(await dueFor(programId)).toBe("moved");
  await checkpointOf(database, programId, "moved");
  await approveCommissions(database);
  await makePayouts(database, programId, { partnerId: null, currency: null, minimumCents: 1 });
  expect(await dueFor(programId)).toBe("payout");
  await checkpointOf(database, programId, "payout");
  const recipient = { kind: "person", email: "anna@example.com", name: "Anna" } as const;
  await setPayoutRecipient(database, testSecrets, { programId, partnerId: annaId, recipient }, operator);
  expect(await dueFor(programId)).toBe("moved");
  expect(await checkpointOf(database, programId, "moved")).toEqual([]);
  expect(await dueFor(programId)).toBeUndefined();
  await made("books_at = now() - interval '25 hours'");
  expect(await dueFor(programId)).toBe("daily");
});

test("each place gets every checkpoint once and in order, through faults and crashes", async () => {
  const { programId } = await beginTrade(db);
  await checkpointOf(database, programId);
  await checkpointOf(database, programId);
  const received: string[] = [];
  let isDown = true;
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += String(part);
    });
    request.on("end", () => {
      if (!isDown) received.push(body);
      response.writeHead(isDown ? 500 : 200).end();
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, "127.0.0.1", resolve);
  });
  const { port } = receiver.address() as AddressInfo;
  const places = { folder, bucket: null, url: `http://127.0.0.1:${port}/checkpoints` };
  const targets = openTargets(places, Date.now);
  const ofOurs = (failed: Awaited<ReturnType<typeof give>>) => failed.filter((each) => each.programId === programId);
  expect(ofOurs(await give(database, targets))).toEqual([
    { programId, target: "url", fault: "the address answered 500" },
  ]);
  const file = join(folder, `program-${programId}.checkpoints`);
  // Cut off in the middle, as a crash would leave it.
  appendFileSync(file, "svc.example/programs/1\n12");
  isDown = false;
  await checkpointOf(database, programId);
  await asOwner(db.url, "update checkpoint_delivery set next_attempt_at = 'epoch'");
  expect(ofOurs(await give(database, targets))).toEqual([]);
  await new Promise((resolve) => receiver.close(resolve));
  const given = await readPublished(file, [testSigner.verifier]);
  expect(given.programs.get(programId)?.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(given).toMatchObject({ faults: [], incomplete: 1 });
  const ours = received.filter((note) => note.startsWith(`svc.example/programs/${programId}\n`));
  expect(ours).toEqual(given.programs.get(programId)?.map(({ note }) => note));
  expect(readdirSync(folder)).toContain(`program-${programId}.checkpoints`);
  expect(readFileSync(file, "utf8").startsWith(ours[0] ?? "")).toBe(true);
});

test("a log that contradicts its last checkpoint is not signed until the alarm is acknowledged", async () => {
  const { programId } = await beginTrade(db);
  await checkpointOf(database, programId);
  await asOwner(
    db.url,
    `set session_replication_role = replica; update event set hash = sha256('x') where program_id = ${programId} and seq = (select seq from program_head where program_id = ${programId}); update program_head set hash = sha256('x') where program_id = ${programId}`,
  );
  expect(await checkpointOf(database, programId)).toEqual(["log_contradicts_checkpoint"]);
  await asOwner(db.url, "update checkpoint_place set books_at = 'epoch' where program_id = $1", [programId]);
  expect(await dueFor(programId)).toBeUndefined();
  const [alarm] = await openAlarms(programId);
  expect(alarm).toMatchObject({
    detail: expect.stringMatching(/^Checkpoint 1 was signed at seq \d+, and the log has another event/),
  });
  const acknowledgement = { programId, alarmId: alarm?.alarm_id ?? 0, reason: "a test" };
  expect(await acknowledgeAlarm(database, acknowledgement, operator)).toBe(true);
  expect(await acknowledgeAlarm(database, acknowledgement, operator)).toBe(false);
  expect(await dueFor(programId)).toBe("daily");
  expect(await checkpointOf(database, programId)).toEqual([]);
});

test("a finding of the verification is an alarm that stays, and a new one when it is found again", async () => {
  const { programId } = await beginTrade(db);
  await record(db, programId, sale({ transaction_id: "alarm-1" }));
  const breakBooks = () =>
    asOwner(db.url, "update platform_fee set amount_cents = 0 where program_id = $1", [programId]);
  const roll = async () => {
    await asOwner(
      db.url,
      "update verification set books_checked_at = case when program_id = $1 then null else now() end",
      [programId],
    );
    await rollOn(database);
  };
  const [fee] = await asOwner<{ amount_cents: number }>(
    db.url,
    "select amount_cents from platform_fee where program_id = $1",
    [programId],
  );
  await roll();
  await breakBooks();
  await roll();
  await roll();
  const found = await openAlarms(programId);
  expect(found).toMatchObject([
    { kind: "books_differ", detail: expect.stringContaining("Its books differ from its log: platform_fee.") },
  ]);
  await asOwner(db.url, "update platform_fee set amount_cents = $2 where program_id = $1", [
    programId,
    fee?.amount_cents,
  ]);
  await roll();
  expect(await openAlarms(programId)).toHaveLength(1);
  await acknowledgeAlarm(database, { programId, alarmId: found[0]?.alarm_id ?? 0, reason: "mended" }, operator);
  await roll();
  expect(await openAlarms(programId)).toEqual([]);
  await breakBooks();
  await roll();
  expect(await openAlarms(programId)).toHaveLength(1);
});

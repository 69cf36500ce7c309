// Two processes of the service as deploy/compose.yaml starts them, each with a data folder of its own, on one database: whichever runs the
// jobs signs with the same key. A process with another key, or with none, says so and signs nothing over what was signed.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { composeSettings } from "../../../deploy/compose-settings.ts";
import { readVerifierKey } from "../../../src/engine/integrity/signed-note.ts";
import { killChildren } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service-process.ts";
import { runSvc } from "../../support/svc.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { beginTrade } from "../../support/traders.ts";

const key = "5a".repeat(32);
const otherKey = "7b".repeat(32);
/** A job of another process begins within 15 s, and checkpoints are looked for every 15 s. */
const takenOver = { timeout: 90_000, interval: 250 };

let db: TestDatabase;
let folder: string;
let programId: number;
beforeAll(async () => {
  folder = mkdtempSync(join(temporaryFolder(), "svc-failover-"));
  db = await createTestDatabase();
  ({ programId } = await beginTrade(db));
});
afterEach(killChildren);
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true });
});

const composed = composeSettings({ DATABASE_PASSWORD: "x", SVC_SECRET_KEYS: secretKey, CHECKPOINT_KEYS: key });

function start(name: string, settings: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
  const { HOST: _host, PORT: _port, DATABASE_URL: _database, ...ofCompose } = composed.get(name) ?? {};
  const ownFolder = { SVC_DATA_DIR: join(folder, name), CHECKPOINT_FOLDER: join(folder, "given") };
  return startServiceProcess(db.url, { ...ofCompose, ...ownFolder, ...settings });
}

async function newestNumber(): Promise<number> {
  const [row] = await asOwner<{ number: number }>(
    db.url,
    "select coalesce(max(number), 0)::integer as number from checkpoint where program_id = $1",
    [programId],
  );
  return row?.number ?? 0;
}

const alarms = () =>
  asOwner<{ detail: string }>(db.url, "select detail from alarm where program_id = $1 and acknowledged_at is null", [
    programId,
  ]);

const becomeDue = () =>
  asOwner(db.url, "update checkpoint_place set books_at = 'epoch' where program_id = $1", [programId]);

/** As the composed processes are called where nothing else is set. */
const SVC_BASE_URL = composed.get("svc-1")?.SVC_BASE_URL;

const commandEnv = (settings: NodeJS.ProcessEnv) => ({
  env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey, SVC_DATA_DIR: join(folder, "command"), ...settings },
});

test("the process that takes over the jobs signs with the same key, and what both signed is verified", async () => {
  const first = await start("svc-1");
  await vi.waitFor(async () => expect(await newestNumber()).toBe(1), takenOver);
  const second = await start("svc-2");
  first.child.process.kill("SIGKILL");
  await becomeDue();
  await vi.waitFor(async () => expect(await newestNumber()).toBe(2), takenOver);
  expect(await alarms()).toEqual([]);
  expect(second.child.said()).not.toContain("CHECKPOINT_KEYS");
  // Its host is named later, which changes the key's name and not the key.
  const verified = await runSvc(
    ["verify", "--against", join(folder, "given"), "--json"],
    commandEnv({ CHECKPOINT_KEYS: key, SVC_BASE_URL: "https://track.example" }),
  );
  expect(verified).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(verified.stdout)).toMatchObject({
    verified: true,
    against: { programs: [{ checkpoints: 2, newest_number: 2 }], faults: [], notes: [] },
  });
}, 240_000);

test("a start with another key names the key that signed before and what to do, and so does the alarm", async () => {
  const answer = await runSvc(
    ["checkpoints", "key", "--program", String(programId), "--json"],
    commandEnv({ CHECKPOINT_KEYS: key, SVC_BASE_URL }),
  );
  const [text = ""] = JSON.parse(answer.stdout).verifier_keys;
  const { name, keyId } = readVerifierKey(text);
  const words = new RegExp(`signed by ${name}\\+${keyId.toString("hex")}, and this process does not have that key`);
  const other = await start("svc-1", { CHECKPOINT_KEYS: otherKey });
  await other.child.says(words);
  expect(other.child.said()).toMatch(/the keys that signed before behind the new one/);
  await becomeDue();
  await vi.waitFor(async () => expect(await alarms()).toHaveLength(1), takenOver);
  expect((await alarms())[0]?.detail).toMatch(words);
  expect(await newestNumber()).toBe(2);
  await killChildren();
  await asOwner(db.url, "update alarm set acknowledged_at = now(), acknowledged_by = 'test', reason = 'key is back'");
  await start("svc-2", { CHECKPOINT_KEYS: `${otherKey},${key}` });
  await becomeDue();
  await vi.waitFor(async () => expect(await newestNumber()).toBe(3), takenOver);
  expect(await alarms()).toEqual([]);
}, 120_000);

test("without a key nothing is signed, no key is made, and the start and the status say so", async () => {
  const none = await start("svc-3", { CHECKPOINT_KEYS: "" });
  await none.child.says(/No checkpoints are signed.*set CHECKPOINT_KEYS/);
  const status = async (settings: NodeJS.ProcessEnv) => {
    const { stdout } = await runSvc(["status", "--program", String(programId)], commandEnv(settings));
    return stdout;
  };
  expect(await status({})).toMatch(/No checkpoints are signed.*The last ones were signed by/);
  expect(await status({ CHECKPOINT_KEYS: key })).toMatch(/does not have that key/);
  expect(await status({ CHECKPOINT_KEYS: otherKey })).not.toMatch(/[Cc]heckpoint/);
}, 60_000);

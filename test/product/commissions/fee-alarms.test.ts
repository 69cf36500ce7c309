// What only a brand's word took off platform fees is named to the operator by program and month, and no more once a provider reported it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, operator } from "../../../src/access/permission.ts";
import { acknowledgeAlarm } from "../../../src/engine/integrity/alarms.ts";
import { watchFees } from "../../../src/product/commissions/fee-alarms.ts";
import { changeProgram } from "../../../src/product/programs/change.ts";
import { type AlarmLine, countOpenAlarms, listAlarms } from "../../../src/product/proof/alarms-list.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, payment, paymentRefunded, refund } from "../../support/event-builders.ts";
import { asOwner } from "../../support/service.ts";
import { createTestProgram } from "../../support/submissions.ts";
import { record } from "../../support/traders.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

let made = 0;

/** Each payment is of 2,500.00: a fee of 87.50. */
async function open(feeRefunds: "any" | "verified", ...payments: readonly string[]): Promise<number> {
  made += 1;
  const { programId, partnerIds } = await createTestProgram(db, { fee_refunds: feeRefunds }, [`fees-${made}`]);
  const paid = payments.map((transaction_id) =>
    payment({ transaction_id, amount_cents: 250_000, payer: { click_id: "click-1" } }),
  );
  await record(db, programId, click(partnerIds[0] ?? 0), ...paid);
  return programId;
}

const month = new Date().toISOString().slice(0, 7);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const called = (transaction_id: string, refund_amount_cents: number | null = null) =>
  refund({ transaction_id, refund_amount_cents });

async function alarmsOf(programId: number): Promise<AlarmLine[]> {
  const { data } = await listAlarms(db.database.kysely, programId, { limit: 100, cursor: null });
  return [...data];
}
const details = async (programId: number) => (await alarmsOf(programId)).map(({ status, detail }) => [status, detail]);
const taken = (programId: number, amounts: string) =>
  `${month}: The brand's word alone took ${amounts} off the platform fees of verified payments; no provider reported that it went back. See them with: svc fees list --program ${programId} --by word`;

test("an alarm appears a quarter of an hour after the word, follows its sum, and goes with the provider's report", async () => {
  const programId = await open("any", "in_1", "in_2");
  await record(db, programId, called("in_1"));
  expect(await watchFees(db.database, inMinutes(14))).toEqual([]);
  expect(await alarmsOf(programId)).toEqual([]);

  const first = taken(programId, "87.50 USD");
  expect(await watchFees(db.database, inMinutes(16))).toEqual([{ programId, month, detail: first }]);
  expect(await watchFees(db.database, inMinutes(17))).toEqual([]);
  expect(await alarmsOf(programId)).toMatchObject([{ kind: "fees_by_word", status: "open", detail: first }]);
  expect(await countOpenAlarms(db.database.kysely)).toBe(1);

  await record(db, programId, called("in_2", 100_000));
  expect(await watchFees(db.database, inMinutes(18))).toHaveLength(1);
  expect(await details(programId)).toEqual([["open", taken(programId, "122.50 USD")]]);

  await record(db, programId, paymentRefunded({ alias: "in_1", amount_cents: 250_000 }));
  await watchFees(db.database, inMinutes(19));
  expect(await details(programId)).toEqual([["open", taken(programId, "35.00 USD")]]);

  await record(db, programId, paymentRefunded({ alias: "in_2", amount_cents: 100_000 }));
  expect(await watchFees(db.database, inMinutes(20))).toEqual([]);
  expect(await alarmsOf(programId)).toMatchObject([
    { status: "acknowledged", acknowledged_by_kind: null, reason: "Providers have reported all of it since." },
  ]);
  expect(await countOpenAlarms(db.database.kysely)).toBe(0);
});

test("what was kept against the brand's word is named as that", async () => {
  const programId = await open("verified", "in_1");
  await record(db, programId, called("in_1"));
  await watchFees(db.database, inMinutes(16));
  expect(await details(programId)).toEqual([
    [
      "open",
      expect.stringContaining("Against the brand's word 87.50 USD of the platform fees of verified payments were kept"),
    ],
  ]);
});

test("only the operator acknowledges it; in the same words it is not raised again, and in others it is", async () => {
  const programId = await open("any", "in_1", "in_2");
  await record(db, programId, called("in_1"));
  await watchFees(db.database, inMinutes(16));
  const [alarm] = await alarmsOf(programId);
  const which = { programId, alarmId: alarm?.alarm_id ?? 0, reason: "The brand showed the bank's receipt" };
  await expect(acknowledgeAlarm(db.database, which, await ownerOf(programId))).rejects.toThrow(/operator/);
  expect(await acknowledgeAlarm(db.database, which, operator)).toBe(true);
  expect(await watchFees(db.database, inMinutes(17))).toEqual([]);
  expect(await alarmsOf(programId)).toHaveLength(1);
  await record(db, programId, called("in_2"));
  await watchFees(db.database, inMinutes(18));
  expect(await details(programId)).toEqual([
    ["open", taken(programId, "175.00 USD")],
    ["acknowledged", taken(programId, "87.50 USD")],
  ]);
});

test("each program and month has its own, and a program without such words has none", async () => {
  const [one, other, quiet] = [await open("any", "in_1"), await open("any", "in_1"), await open("any", "in_1")];
  await changeProgram(db.database, quiet, { name: "Quiet", status: null, settings: {} }, operator);
  for (const programId of [one, other]) await record(db, programId, called("in_1", 50_000));
  await watchFees(db.database, inMinutes(16));
  for (const programId of [one, other]) {
    expect(await details(programId)).toEqual([["open", taken(programId, "17.50 USD")]]);
  }
  expect(await alarmsOf(quiet)).toEqual([]);
});

/** An owner of the program's workspace. */
async function ownerOf(programId: number): Promise<Actor> {
  const id = `owner-of-${programId}`;
  await asOwner(
    db.url,
    `insert into account_user (id, name, email, email_verified) values ($1, $1, $1 || '@example.com', true)`,
    [id],
  );
  await asOwner(
    db.url,
    `insert into workspace_member (id, workspace, user_id, role)
     select $1, workspace_id, $1, 'owner' from program where program_id = $2`,
    [id, programId],
  );
  return { kind: "account", accountId: id };
}

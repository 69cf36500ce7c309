// After an erasure by the e-mail or by the brand's key alone no table names the person, not even by what a provider calls the payer: of
// payments that were attributed, of those that wait, and in what replays and verifications keep. The books are what they were.
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { type Erased, erasePerson } from "../../../src/product/people/erase-person.ts";
import { findPerson } from "../../../src/product/people/person-export-read.ts";
import type { Ask } from "../../../src/product/people/person-read.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment, sale } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";

const address = "anna@example.com";
const secrets = openSecrets([secretKey]);
const email_hash = secrets.hashEmail(address);
let db: TestDatabase;
let codes = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const which = (programId: number, customerKey: string | null, email: string | null) => ({
  programId,
  customerKey,
  email,
  emailHashes: email === null ? [] : [email_hash],
});

const eraseByEmail = (programId: number): Promise<Erased> =>
  erasePerson(db.database, which(programId, null, address), "request 17", operator);

const ask: Ask = async <Row extends object>(_: string, text: string, values: readonly unknown[]) =>
  (await db.database.kysely.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

/** Each column of each table of the database, bytes as text. */
async function everything(): Promise<string> {
  return withClient(db.url, async (client) => {
    const { rows: tables } = await client.query<{ name: string; bytes: string | null }>(
      `select c.relname as name,
              string_agg(format('encode(t.%I, ''escape'')', a.attname), ', ') filter (where a.atttypid = 'bytea'::regtype) as bytes
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
    );
    const texts: string[] = [];
    for (const { name, bytes } of tables) {
      const read = `select concat_ws(' ', t::text${bytes === null ? "" : `, ${bytes}`}) as row from ${name} t`;
      const { rows } = await client.query<{ row: string }>(read);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join("\n");
  });
}

const moneyOf = (programId: number) =>
  asOwner(
    db.url,
    `select s.sale_id, s.amount_cents, s.refunded_cents, s.status, s.partner_id, c.amount_cents as commission, f.amount_cents as fee
       from sale s left join commission c using (program_id, sale_id) left join platform_fee f using (program_id, sale_id)
      where s.program_id = $1 order by 1`,
    [programId],
  );

const parkedOf = (programId: number) =>
  asOwner(db.url, "select event_id from parked where program_id = $1 group by 1 order by 1", [programId]);

type Payer = { customer_key?: string; email_hash?: string; provider_customer_id?: string; click_id?: string };
const paid = (transaction_id: string, payer: Payer): TestEvent =>
  payment({ transaction_id, aliases: [transaction_id], payer });

async function programWith(reported: (partnerId: number) => readonly TestEvent[]): Promise<number> {
  codes += 1;
  const { programId, partnerIds } = await createTestProgram(db, {}, [`payer-${codes}`]);
  for (const one of reported(partnerIds[0] ?? 0)) {
    const [result] = await commitBatch(db.database, [submission(programId, one)]);
    expect(result?.kind).toBe("concluded");
  }
  return programId;
}

/** What is attributed names the e-mail and no customer, and then the provider's customer alone. */
const attributed = (partnerId: number): TestEvent[] => [
  click(partnerId, { click_id: "click-1", user_agent: "the browser of Anna" }),
  paid("pi_1", { click_id: "click-1", email_hash, provider_customer_id: "stripe:cus_anna_1" }),
  paid("pi_2", { provider_customer_id: "stripe:cus_anna_1" }),
];

/** Nothing is known of whom they name: by the e-mail, by the provider's customer of that, and by a customer whom that one pays for. */
const waiting = (): TestEvent[] => [
  paid("pi_3", { email_hash, provider_customer_id: "stripe:cus_anna_2" }),
  paid("pi_4", { provider_customer_id: "stripe:cus_anna_2" }),
  paid("pi_5", { customer_key: "anna-0815", provider_customer_id: "stripe:cus_anna_2" }),
];

const names = ["cus_anna", "anna-0815", email_hash, address, "browser of Anna"];

/** Which of the person's names the database holds. */
async function namesLeft(): Promise<string[]> {
  const dump = await everything();
  return names.filter((name) => dump.includes(name));
}

async function expectWhole(programId: number): Promise<void> {
  const [program] = await verifyPrograms(replayParts(db), [programId]);
  expect(program !== undefined && isVerified(program)).toBe(true);
}

test.each([
  ["attributed", attributed, 2, 0],
  ["that wait", waiting, 0, 3],
])(
  "by the e-mail alone payments %s lose the payer's names in every table, and replays make the same books",
  async (_, reported, sales, waits) => {
    const programId = await programWith(reported);
    const money = await moneyOf(programId);
    const parked = await parkedOf(programId);
    expect(money).toHaveLength(sales);
    expect(parked).toHaveLength(waits);
    expect(await namesLeft()).not.toEqual([]);
    expect(await eraseByEmail(programId)).toMatchObject({ deliveries: sales + waits, shared_names: [] });
    expect(await namesLeft()).toEqual([]);
    expect(await moneyOf(programId)).toEqual(money);
    expect(await parkedOf(programId)).toEqual(parked);
    await expectWhole(programId);
    const { run } = await planReplay(replayParts(db), wish({ program_ids: [programId] }));
    await applyReplay(replayParts(db), run.run_id);
    expect(await moneyOf(programId)).toEqual(money);
    expect(await parkedOf(programId)).toEqual(parked);
    expect(await eraseByEmail(programId)).toMatchObject({ customers: [], events: 0, deliveries: 0 });
  },
);

test("by the customer key alone a payment that waits loses what else names the payer", async () => {
  const programId = await programWith(waiting);
  await erasePerson(db.database, which(programId, "anna-0815", null), "request 18", operator);
  expect(await namesLeft()).toEqual([]);
  await expectWhole(programId);
});

test("what replays and verifications keep names the payer no more, of one program and of all, and an export shows it before", async () => {
  const programId = await programWith(attributed);
  // A row that no event makes is a difference that each of them keeps.
  await asOwner(db.url, "update identity set partner_id = partner_id + 1000000 where program_id = $1", [programId]);
  await verifyPrograms(replayParts(db), null);
  await verifyPrograms(replayParts(db), [programId]);
  await planReplay(replayParts(db), wish({ program_ids: [programId] }));
  const { rows } = await findPerson(ask, which(programId, null, address));
  const shown = (table: string) => JSON.stringify(rows.filter((row) => row.table === table));
  for (const table of ["replay_program", "replay_difference", "replay_run"])
    expect(shown(table)).toContain("cus_anna_1");
  expect(rows.filter(({ table }) => table === "replay_run")).toHaveLength(2);
  await asOwner(db.url, "update identity set partner_id = partner_id - 1000000 where program_id = $1", [programId]);
  await eraseByEmail(programId);
  expect(await namesLeft()).toEqual([]);
});

test("a provider's customer who pays for another customer too stays, is named in the answer, and pays on for them", async () => {
  const shared = { provider_customer_id: "stripe:cus_firm" };
  const programId = await programWith((partnerId) => [
    click(partnerId, { click_id: "click-1" }),
    click(partnerId, { click_id: "click-2" }),
    lead({ click_ids: ["click-1"], customer_key: "anna-0815" }),
    lead({ click_ids: ["click-2"], customer_key: "ben-0815" }),
    paid("pi_1", { customer_key: "anna-0815", email_hash, ...shared }),
    paid("pi_2", { customer_key: "ben-0815", ...shared }),
    sale({ transaction_id: "tx-3", customer_key: "ben-0815", line_items: [{ name: "Ben's" }] }),
  ]);
  const erased = await eraseByEmail(programId);
  expect(erased.shared_names).toEqual(["stripe:cus_firm"]);
  const log = JSON.stringify(await asOwner(db.url, "select data from event where program_id = $1", [programId]));
  expect(log).not.toContain("anna-0815");
  expect(log).not.toContain(email_hash);
  for (const name of ["stripe:cus_firm", "ben-0815", "Ben's"]) expect(log).toContain(name);
  await expectWhole(programId);
});

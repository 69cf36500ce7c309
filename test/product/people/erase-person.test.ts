// A person who asks to be forgotten is forgotten, and no money changes: the log is intact, the books match it, and a replay makes the same
// ones. A later change of an erased row is found like any other.
import fc from "fast-check";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { personalFields } from "../../../src/engine/log/personal-fields.ts";
import { type Database, withClient } from "../../../src/engine/postgres/database.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { type Erased, erasePerson } from "../../../src/product/people/erase-person.ts";
import { findPerson } from "../../../src/product/people/person-export-read.ts";
import { type Ask, findDeliveriesOf } from "../../../src/product/people/person-read.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment, sale } from "../../support/event-builders.ts";
import { history } from "../../support/histories.ts";
import { howMany, propertySeed } from "../../support/property-runs.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { createTestProgram, submission, type TestProgram } from "../../support/submissions.ts";

const address = "Anna@example.com";
const secrets = openSecrets([secretKey]);
let db: TestDatabase;
let codes = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

function erase(programId: number, customerKey: string | null, email: string | null = null): Promise<Erased> {
  const emailHashes = email === null ? [] : [secrets.hashEmail(email)];
  return erasePerson(db.database, { programId, customerKey, email, emailHashes }, "request 17", operator);
}

const ask: Ask = async <Row extends object>(_: string, text: string, values: readonly unknown[]) =>
  (await db.database.kysely.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

/** A click, a lead, a payment with an e-mail (a delivery) and a sale of `anna`; another customer's next to them. */
async function annasProgram(): Promise<TestProgram> {
  codes += 1;
  const program = await createTestProgram(db, {}, [`erased-${codes}`]);
  const [partnerId = 0] = program.partnerIds;
  const email_hash = secrets.hashEmail(address);
  const events = [
    click(partnerId, { click_id: "click-1", user_agent: "anna's browser" }),
    click(partnerId, { click_id: "click-2" }),
    lead({ click_ids: ["click-1"], customer_key: "anna-0815", page_url: "https://shop.example/anna" }),
    lead({ click_ids: ["click-2"], customer_key: "somebody-else" }),
    payment({ transaction_id: "tx-1", aliases: ["tx-1"], payer: { customer_key: "anna-0815", email_hash } }),
    payment({ transaction_id: "tx-2", payer: { email_hash }, aliases: ["tx-2"] }),
    sale({ transaction_id: "tx-3", customer_key: "anna-0815", additional_data: { name: "Anna" } }),
    sale({ transaction_id: "tx-4", customer_key: "somebody-else" }),
    payment({
      transaction_id: "tx-5",
      aliases: ["tx-5"],
      payer: { customer_key: "waits-0815" },
    }),
  ];
  for (const one of events) {
    const [result] = await commitBatch(db.database, [submission(program.programId, one)]);
    expect(result?.kind).toBe("concluded");
  }
  return program;
}

async function isWhole(programId: number): Promise<boolean> {
  const [program] = await verifyPrograms(replayParts(db), [programId]);
  expect(program?.log_faults).toEqual([]);
  expect(program?.books_difference).toBeNull();
  return program !== undefined && isVerified(program);
}

/** Each table of the program, as text. */
async function everythingOf(programId: number): Promise<string> {
  return withClient(db.url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'program_id'
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const body = name === "delivery" ? "|| encode(t.body, 'escape')" : "";
      const found = await client.query<{ row: string }>(
        `select t::text ${body} as row from ${name} t where program_id = $1`,
        [programId],
      );
      texts.push(...found.rows.map(({ row }) => row));
    }
    return texts.join("\n");
  });
}

const moneyOf = (programId: number) =>
  asOwner(
    db.url,
    `select s.sale_id, s.amount_cents, s.refunded_cents, s.status, s.partner_id, c.amount_cents as commission, c.status as commission_status,
            f.amount_cents as fee
       from sale s left join commission c using (program_id, sale_id) left join platform_fee f using (program_id, sale_id)
      where s.program_id = $1 order by 1`,
    [programId],
  );

test.each([
  ["once", 1, 3],
  ["each time", 3, 4],
])("who gets another name %s while the log is searched is looked for under it too", async (_, times, transactions) => {
  const { programId } = await annasProgram();
  const renamed = (id: number) =>
    payment({
      transaction_id: `tx-9${id}`,
      aliases: [`tx-9${id}`],
      payer: { customer_key: "anna-0815", provider_customer_id: `cus_anna_${id}` },
    });
  let ended = 0;
  let renames = 0;
  const disturbed: Database = {
    ...db.database,
    longTransaction: async (run) => {
      const answer = await db.database.longTransaction(run);
      ended += 1;
      if (renames < times) {
        renames += 1;
        await commitBatch(db.database, [submission(programId, renamed(renames))]);
      }
      return answer;
    },
  };
  const which = { programId, customerKey: "anna-0815", email: null, emailHashes: [] };
  const { customers } = await erasePerson(disturbed, which, "request 19", operator);
  expect(customers).toHaveLength(1);
  // Each search, and the transaction that erased at last; the one that found the person under another name was rolled back.
  expect(ended).toBe(transactions);
  const named = `select 1 from event where program_id = ${programId} and data::text ~ 'cus_anna_|anna-0815'`;
  expect(await asOwner(db.url, named)).toEqual([]);
});

test("erasures of one program take one connection without a time limit at a time, also while they look through its log", async () => {
  const { programId } = await annasProgram();
  let underWay = 0;
  const most: number[] = [];
  const counting: Database = {
    ...db.database,
    longTransaction: async (run) => {
      underWay += 1;
      most.push(underWay);
      return db.database.longTransaction(run).finally(() => {
        underWay -= 1;
      });
    },
  };
  const keys = ["anna-0815", "somebody-else", "waits-0815"];
  const which = { programId, email: null, emailHashes: [] };
  await Promise.all(
    keys.map((customerKey) => erasePerson(counting, { ...which, customerKey }, "request 18", operator)),
  );
  expect(most).toEqual(Array.from({ length: 2 * keys.length }, () => 1));
});

test("an erased person is named nowhere, and the money is what it was", async () => {
  const { programId } = await annasProgram();
  const before = await moneyOf(programId);
  const logBefore = await asOwner(
    db.url,
    "select seq, encode(hash, 'hex') from event where program_id = $1 order by 1",
    [programId],
  );
  const erased = await erase(programId, "anna-0815", address);
  expect(erased).toMatchObject({
    customers: [expect.stringMatching(/^erased:[0-9a-f]{32}$/)],
    events: 5,
    deliveries: 2,
  });
  const everything = await everythingOf(programId);
  for (const name of ["anna", "Anna", secrets.hashEmail(address)]) expect(everything).not.toContain(name);
  expect(everything).toContain("somebody-else");
  expect(everything).toContain("waits-0815");
  expect(await moneyOf(programId)).toEqual(before);
  const logAfter = await asOwner(
    db.url,
    "select seq, encode(hash, 'hex') from event where program_id = $1 order by 1",
    [programId],
  );
  expect(logAfter.slice(0, logBefore.length)).toEqual(logBefore);
  expect(await isWhole(programId)).toBe(true);
  expect(await erase(programId, "anna-0815", address)).toEqual({
    customers: [],
    events: 0,
    deliveries: 0,
    event_ids: [],
    shared_names: [],
  });
});

test("by the e-mail alone a person is found with all that their customer key names", async () => {
  const { programId } = await annasProgram();
  expect(await erase(programId, null, address)).toMatchObject({ events: 5, deliveries: 2 });
  expect(await everythingOf(programId)).not.toContain("anna-0815");
  expect(await isWhole(programId)).toBe(true);
});

test("a payment that waited under the person's key settles by what comes under their new name, and by nothing else", async () => {
  const { programId } = await annasProgram();
  const { customers } = await erase(programId, "waits-0815");
  expect(await isWhole(programId)).toBe(true);
  const events = customers.map((customer_key) => lead({ click_ids: ["click-2"], customer_key }));
  await commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );
  const sales = await asOwner(
    db.url,
    "select customer_key from sale where program_id = $1 and transaction_id = 'tx-5'",
    [programId],
  );
  expect(sales).toEqual([{ customer_key: customers[0] }]);
});

test("two concurrent erasures of a person erase once, and one answer reports it", async () => {
  const { programId } = await annasProgram();
  const both = await Promise.all([erase(programId, "anna-0815"), erase(programId, "anna-0815")]);
  expect(both.map(({ events }) => events).sort()).toEqual([0, 5]);
  expect(both.flatMap(({ event_ids }) => event_ids)).toHaveLength(1);
  expect(await isWhole(programId)).toBe(true);
});

test("people are erased while payments of theirs come in, and books and log agree", async () => {
  const { programId } = await annasProgram();
  const traffic = Array.from({ length: 40 }, (_, number) =>
    commitBatch(db.database, [
      submission(
        programId,
        sale({ transaction_id: `live-${number}`, customer_key: number % 2 ? "anna-0815" : "somebody-else" }),
      ),
    ]),
  );
  const erasures = [erase(programId, "anna-0815", address), erase(programId, "somebody-else")];
  const results = (await Promise.all(traffic)).flat();
  expect((await Promise.all(erasures)).every(({ events }) => events > 0)).toBe(true);
  // A forgotten person brings no sale: the call is refused, as for any unknown customer.
  expect(results.every(({ kind }) => kind === "concluded")).toBe(true);
  expect(await isWhole(programId)).toBe(true);
  await erase(programId, "anna-0815");
  expect(await everythingOf(programId)).not.toContain("anna-0815");
  expect(await isWhole(programId)).toBe(true);
});

test("another program's customer of the same key stays", async () => {
  const mine = await annasProgram();
  const theirs = await annasProgram();
  const before = await everythingOf(theirs.programId);
  await erase(mine.programId, "anna-0815", address);
  expect(await everythingOf(theirs.programId)).toBe(before);
});

test("a replay that was planned before is not applied any more", async () => {
  const { programId } = await annasProgram();
  await asOwner(db.url, "update sale set amount_cents = amount_cents + 1 where program_id = $1", [programId]);
  const { run } = await planReplay(replayParts(db), wish({ program_ids: [programId] }));
  await erase(programId, "anna-0815");
  await expect(applyReplay(replayParts(db), run.run_id)).rejects.toThrow("A person was erased");
  expect(await everythingOf(programId)).not.toContain("anna-0815");
});

test.each([
  [
    "the data of an erased row",
    "update event set data = data || '{\"amount_cents\": 1}' where program_id = $1 and seq = 9",
    "changed 9",
  ],
  [
    "bytes put in the place of erased ones",
    "update delivery set body = 'x' where program_id = $1 and body = ''",
    "delivery_changed 7",
  ],
  [
    "bytes taken without an erasure",
    "update delivery set body = '' where program_id = $1 and body <> ''",
    "delivery_changed 11",
  ],
  [
    "what an erasure said of a row",
    "update event set data = jsonb_set(data, '{rows,0,1}', '\"00\"') where program_id = $1 and type = 'personal_data_erased'",
    "changed 3",
  ],
])("verify finds %s changed", async (_, change, fault) => {
  const { programId } = await annasProgram();
  await erase(programId, "anna-0815");
  await withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(change, [programId]);
  });
  const [program] = await verifyPrograms(replayParts(db), [programId]);
  expect(program?.log_faults.map(({ kind, seq }) => `${kind} ${seq}`)).toContain(fault);
});

test("what the chain covers by a digest of its own is what the database's function erases", async () => {
  const sources = await withClient(db.url, async (client) => {
    const { rows } = await client.query<{ source: string }>(
      "select pg_get_functiondef(oid) as source from pg_proc where proname in ('erase_person', 'without_person')",
    );
    return rows.map(({ source }) => source).join("\n");
  });
  const lists = [/array\[('affiliate_url'[^\]]*)\]/, /f not in \(([^)]*)\)/].map(
    (list) => list.exec(sources)?.[1] ?? "",
  );
  const names = [...lists.join(" ").matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(names.sort()).toEqual([...personalFields].sort());
});

test("a program that does not exist has no one to erase", async () => {
  await expect(erase(999_999, "anna-0815")).rejects.toMatchObject({ kind: "not_found" });
});

test("the role of the service can erase and change nothing", async () => {
  const { programId } = await annasProgram();
  const asService = (text: string) => db.database.transaction((session) => session.query({ name: text, text }, []));
  await expect(asService(`update event set data = '{}' where program_id = ${programId}`)).rejects.toThrow(
    "permission denied",
  );
  await expect(
    asService(`select from erase_person(${programId}, '{}', '{}', '{customer_key}', '{anna-0815}', '{somebody-else}')`),
  ).rejects.toThrow("can only be erased");
  await expect(
    asService(`select true from erase_person(${programId}, '{}', '{}', '{amount_cents}', '{1}', '{2}')`),
  ).rejects.toThrow("can only be erased");
});

const programs = howMany(60, 6);

test(`after ${programs} random histories and erasures the books are what the log says`, {
  timeout: 120_000,
}, async () => {
  let events = 0;
  const programIds: number[] = [];
  for (let index = 0; index < programs; index++) {
    const { programId, partnerIds } = await createTestProgram(db, {}, [`h${index}`, `i${index}`]);
    programIds.push(programId);
    const reported = fc.sample(history(partnerIds, 30), { numRuns: 1, seed: propertySeed + index }).flat();
    const middle = Math.floor((reported.length * 2) / 3);
    for (const one of reported.slice(0, middle)) await commitBatch(db.database, [submission(programId, one)]);
    const money = await moneyOf(programId);
    events += (await erase(programId, "customer-1")).events;
    expect(await moneyOf(programId)).toEqual(money);
    for (const one of reported.slice(middle)) await commitBatch(db.database, [submission(programId, one)]);
    events += (await erase(programId, "customer-2")).events;
  }
  expect(events).toBeGreaterThan(programs);
  const verified = await verifyPrograms(replayParts(db), programIds);
  expect(verified.filter((program) => !isVerified(program))).toEqual([]);
});

test("an export has each row that names the person, and no row that names only another person", async () => {
  const { programId } = await annasProgram();
  const emailHashes = [secrets.hashEmail(address)];
  const { rows, names, isComplete } = await findPerson(ask, {
    programId,
    customerKey: null,
    email: address,
    emailHashes,
  });
  expect(names).toMatchObject({ customer_keys: ["anna-0815"], click_ids: ["click-1"] });
  expect(isComplete).toBe(true);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const counts = Object.fromEntries([...tables].map(([table, found]) => [table, found.length]));
  expect(counts).toEqual({
    event: 5,
    delivery: 2,
    customer: 1,
    identity: 1,
    click: 1,
    lead: 1,
    sale: 3,
    commission: 3,
  });
  expect(tables.get("delivery")?.[0]?.row.body).toContain("anna-0815");
  expect(JSON.stringify(rows)).not.toContain("somebody-else");
});

test("in the bytes of deliveries a name is found alone and among many, however it is written, and nothing like it", async () => {
  const { programId } = await annasProgram();
  const names = ["cus_12345", 'with "quotes"', "back\\slash", "zażółć-gęślą", "line\nbreak"];
  const deliver = async (body: Buffer): Promise<number> => {
    const ignored = submission(programId, {
      source: "stripe",
      data: { type: "delivery_ignored", reason: "credit", provider_event_type: null },
    });
    const delivery = ignored.delivery && { ...ignored.delivery, body };
    const [result] = await commitBatch(db.database, [{ ...ignored, delivery }]);
    return result?.kind === "concluded" ? (result.eventId ?? 0) : 0;
  };
  await deliver(Buffer.concat([Buffer.from([0xff, 0xfe, 0x22, 0x5c]), Buffer.from('"cus_123456":"cus_1234"')]));
  const strangers = Array.from({ length: 20 }, (_, index) => `cus_stranger_${index}`);
  for (const name of names) {
    const holding = await deliver(Buffer.from(JSON.stringify({ id: "evt_1", data: { customer: name, more: [name] } })));
    for (const beside of [[], strangers]) {
      const sought = { customer_keys: [name, ...beside], email_hashes: [], payers: [], click_ids: [], aliases: [] };
      const which = { programId, customerKey: name, email: null, emailHashes: [] };
      const range = { names: sought, eventIds: [], fromSeq: 0, toSeq: Number.MAX_SAFE_INTEGER };
      expect(await findDeliveriesOf(ask, which, range), name).toEqual([holding]);
    }
  }
});

// An erasure removes the personal data of a row, and no other change of the row can pass as one: not even by an attacker who owns the
// database, writes an erasure event and continues the chain from it.
import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { genesisHash, hashByFirstRule, hashEvent, personDigest } from "../../../src/engine/log/chain.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import type { EventRow } from "../../../src/engine/postgres/tables/tables.ts";
import { verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { erasePerson } from "../../../src/product/people/erase-person.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { replayParts } from "../../support/replaying.ts";
import { beginTrade, record, type Traders } from "../../support/traders.ts";

let db: TestDatabase;
let program: Traders;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

beforeEach(async () => {
  program = await beginTrade(db);
  await record(
    db,
    program.programId,
    sale({ transaction_id: "tx-1", amount_cents: 10_000 }),
    sale({ transaction_id: "tx-2", amount_cents: 20_000 }),
  );
});

const changed = { kind: "changed", detail: "Its columns are not what its hash was made of." };

async function faultsOfLog() {
  const [verified] = await verifyPrograms(replayParts(db), [program.programId]);
  return verified?.log_faults;
}

async function asOwnerOfTheDatabase(run: (client: Client) => Promise<void>): Promise<void> {
  await withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    await run(client);
  });
}

async function rowsOf(client: Client): Promise<EventRow[]> {
  const { rows } = await client.query<EventRow>("select * from event where program_id = $1 order by seq", [
    program.programId,
  ]);
  return rows;
}

async function moveHead(client: Client, { seq, hash }: EventRow): Promise<void> {
  await client.query("update program_head set seq = $2, projected_seq = $2, hash = $3 where program_id = $1", [
    ...[program.programId, seq, hash],
  ]);
}

const raised = `update event set data = data || '{"amount_cents": 99000}'
                 where program_id = $1 and data ->> 'transaction_id' = 'tx-1' returning *`;

/** The sale's amount is another, and an event at the end of the log calls that an erasure. */
async function forge(rest: (before: EventRow) => readonly string[]): Promise<void> {
  await asOwnerOfTheDatabase(async (client) => {
    const before = (await rowsOf(client)).find(({ data }) => data.transaction_id === "tx-1");
    const { rows } = await client.query<EventRow>(raised, [program.programId]);
    const [after] = rows;
    const last = (await rowsOf(client)).at(-1);
    if (before === undefined || after === undefined || last === undefined) throw new Error("there is no such sale");
    const left = hashEvent(after.prev_hash, after).toString("hex");
    const { rows: ids } = await client.query<{ id: number }>("select nextval('event_id_seq') as id");
    const row = {
      ...last,
      ...{ seq: last.seq + 1, id: Number(ids[0]?.id), type: "personal_data_erased", schema_version: 1 },
      ...{ source: "operator", dedup_key: null, occurred_at: null, delivery_sha256: null },
      data: { reason: "request 17", rows: [[after.seq, left, ...rest(before)]], deliveries: [] },
      prev_hash: last.hash,
    };
    const reported = { ...row, hash: hashEvent(row.prev_hash, row) };
    const names = Object.keys(reported);
    await client.query(
      `insert into event (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
      Object.values(reported),
    );
    await moveHead(client, reported);
  });
}

test("a changed amount is found, regardless of an erasure event about its row", async () => {
  await forge(() => []);
  expect(await faultsOfLog()).toMatchObject([changed]);
});

test("an amount that was changed is found with the true digest of the person too", async () => {
  await forge((before) => [personDigest(before).toString("hex")]);
  expect(await faultsOfLog()).toMatchObject([changed]);
});

const erase = (customerKey: string) =>
  erasePerson(db.database, { programId: program.programId, customerKey, email: null, emailHashes: [] }, "17", operator);

test("rows of a person who was erased twice still make their hashes", async () => {
  const [first] = await db.database.kysely
    .selectFrom("customer")
    .select("customer_key")
    .where("program_id", "=", program.programId)
    .execute();
  const erased = await erase(first?.customer_key ?? "");
  expect(erased.events).toBeGreaterThan(0);
  expect(await faultsOfLog()).toEqual([]);
  const [nobody = ""] = erased.customers;
  expect((await erase(nobody)).events).toBeGreaterThan(0);
  expect(await faultsOfLog()).toEqual([]);
  await asOwnerOfTheDatabase(async (client) => {
    await client.query(raised, [program.programId]);
  });
  expect(await faultsOfLog()).toMatchObject([changed]);
});

test("a log of the first rule is whole, goes on by the second, and a person of before it can be erased", async () => {
  await asOwnerOfTheDatabase(async (client) => {
    let hash: Buffer = genesisHash;
    const rows = await rowsOf(client);
    for (const row of rows) {
      row.prev_hash = hash;
      hash = hashByFirstRule(hash, row);
      row.hash = hash;
      await client.query("update event set prev_hash = $3, hash = $4 where program_id = $1 and seq = $2", [
        ...[program.programId, row.seq, row.prev_hash, hash],
      ]);
    }
    const last = rows.at(-1);
    if (last !== undefined) await moveHead(client, last);
  });
  expect(await faultsOfLog()).toEqual([]);
  await record(db, program.programId, sale({ transaction_id: "tx-3", amount_cents: 30_000 }));
  expect(await faultsOfLog()).toEqual([]);
  const customers = await db.database.kysely
    .selectFrom("customer")
    .select("customer_key")
    .where("program_id", "=", program.programId)
    .execute();
  for (const { customer_key } of customers) await erase(customer_key);
  expect(await faultsOfLog()).toEqual([]);
});

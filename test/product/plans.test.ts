// Every page of every list goes by an index, with every filter and at every position of the list: PostgreSQL is asked, with EXPLAIN
// ANALYZE, how many rows it looked at for ten, in a program large enough that reading all of it would be noticed.
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Read } from "../../bench/growth/read.ts";
import { readsOf, tablesThatGrow } from "../../bench/growth/reads.ts";
import { typeParsers } from "../../src/engine/postgres/driver/type-parsers.ts";
import { dueStatement } from "../../src/product/commissions/approvals.ts";
import { createGrownDatabase } from "../support/grown-database.ts";
import { recordingKysely, type Statement, type Work, workOf } from "../support/query-plans.ts";

const growth = { events: 30_000, programs: 4, largestShare: 0.7, trackingLines: 20_000, seed: 7 };
const rowsPerPage = 10;
/**
 * What a row of a page may take: itself, what is looked up for it, and those that are passed over on the way to it. A list that was
 * read as a whole would take a hundred times as much.
 */
const rowsReadPerRow = 50;
const rowsReadMax = rowsReadPerRow * (rowsPerPage + 1);
let db: Awaited<ReturnType<typeof createGrownDatabase>>;
let client: Client;
let reads: readonly Read[];
beforeAll(async () => {
  db = await createGrownDatabase(growth);
  client = new Client({ connectionString: db.url, types: typeParsers });
  await client.connect();
  reads = await readsOf(client, db.programId, rowsPerPage);
}, 180_000);
afterAll(async () => {
  await client.end();
  await db.drop();
});

async function workFor(read: Read): Promise<Work> {
  const ran: Statement[] = [];
  await read.run(recordingKysely(client, ran));
  return workOf(client, ran);
}

async function workForName(name: string): Promise<Work> {
  const read = reads.find((each) => each.name === name);
  if (read === undefined) throw new Error(`there is no read "${name}"`);
  return workFor(read);
}

describe(`in a program with most of ${growth.events} events`, { timeout: 120_000 }, () => {
  test("there is much to read", async () => {
    const { rows } = await client.query<{ book: string; rows: number }>(
      tablesThatGrow
        .map(
          (book) => `select '${book}' as book, count(*)::int as rows from ${book} where program_id = ${db.programId}`,
        )
        .join(" union all "),
    );
    const small = rows.filter((each) => each.rows < 2 * rowsReadMax).map(({ book }) => book);
    // Of these two a program has fewer than of what they come from.
    expect(small.filter((book) => book !== "identity" && book !== "subscription")).toEqual([]);
  });

  test("a page looks at little more than its own rows, and sorts no more", async () => {
    const pages = reads.filter(({ kind }) => kind === "page");
    expect(pages.length).toBeGreaterThan(90);
    const tooMuch: string[] = [];
    for (const page of pages) {
      const { rowsRead, rowsSorted, scanned } = await workFor(page);
      const isScan = scanned.some((table) => tablesThatGrow.includes(table));
      if (isScan || rowsRead > rowsReadMax || rowsSorted > rowsReadMax) {
        tooMuch.push(
          `${page.name}: ${rowsRead} rows read, ${rowsSorted} sorted, scanned ${scanned.join(", ") || "nothing"}`,
        );
      }
    }
    expect(tooMuch).toEqual([]);
  });

  test("those whose hold is over are found without looking at what is on hold", async () => {
    const counted = await client.query<{ due: number; held: number }>(
      `select count(*) filter (where hold_until <= now())::int as due, count(*)::int as held
         from commission
        where stage = 'pending' and status in ('pending', 'refunded')`,
    );
    const [{ due, held } = { due: 0, held: 0 }] = counted.rows;
    expect(held - due).toBeGreaterThan(200);
    const beginning = [new Date(0), 0, 0, held];
    const { rowsRead } = await workOf(client, [{ text: dueStatement.text, values: beginning }]);
    expect(rowsRead).toBeLessThan(due + 10);
  });

  test.each([
    ["events_by_kind", "events type=no_such_type"],
    ["events_by_kind", "deliveries provider=paddle"],
    ["sales_of_a_customer", "sales customer_key=no-such-customer"],
    ["refunds_by_event", "refunds, first page"],
  ])("without the index %s that would be seen: %s", async (index, name) => {
    await client.query("begin");
    try {
      await client.query(`drop index ${index}`);
      const { rowsRead, rowsSorted } = await workForName(name);
      expect(Math.max(rowsRead, rowsSorted)).toBeGreaterThan(100);
      expect((await workForName("events, first page")).rowsRead).toBeLessThan(rowsReadMax);
    } finally {
      await client.query("rollback");
    }
  });
});

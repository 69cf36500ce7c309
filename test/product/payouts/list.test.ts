// What is owed and what was paid, page by page: every line once, and never another program's.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InvalidCursor, type Page, type PageRequest } from "../../../src/core/vocabulary/page.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { listOwed, listPayoutItems, listPayouts } from "../../../src/product/payouts/list.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { beginTrade, record, type Traders } from "../../support/traders.ts";

let db: TestDatabase;
let mine: Traders;
let payoutIds: number[];
beforeAll(async () => {
  db = await createTestDatabase();
  const programs = [await beginTrade(db), await beginTrade(db)];
  for (const { programId } of programs) {
    for (const customer_key of ["customer-1", "customer-2"]) {
      for (const currency of ["USD", "EUR", "VND"]) {
        for (const round of [1, 2]) {
          const transaction_id = `${customer_key}-${currency}-${round}`;
          await record(db, programId, sale({ transaction_id, customer_key, currency, amount_cents: 1_000 * round }));
        }
      }
    }
  }
  await approveCommissions(db.database);
  const [first = programs[0], second] = programs;
  if (first === undefined || second === undefined) throw new Error("no programs");
  mine = first;
  payoutIds = await makePayouts(db.database, mine.programId, {
    partnerId: mine.annaId,
    currency: null,
    minimumCents: 1,
  });
  await makePayouts(db.database, second.programId, { partnerId: null, currency: "USD", minimumCents: 1 });
});
afterAll(async () => db.drop());

async function walk(list: (request: PageRequest) => Promise<Page<object>>, limit: number): Promise<object[]> {
  const rows: object[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit, cursor: cursor ?? null });
    rows.push(...page.data);
    cursor = page.next;
  }
  return rows;
}

const lists = [
  ["what is owed", 3, (request: PageRequest) => listOwed(db.database.kysely, mine.programId, request)],
  ["payouts", 3, (request: PageRequest) => listPayouts(db.database.kysely, mine.programId, request)],
  [
    "a payout's items",
    2,
    (request: PageRequest) => listPayoutItems(db.database.kysely, mine.programId, payoutIds[0] ?? 0, request),
  ],
] as const;

describe.each(lists)("the list of %s", (_, count, list) => {
  test("has every line once, however it is cut into pages", async () => {
    const whole = await walk(list, 100);
    expect(whole).toHaveLength(count);
    for (const limit of [1, 2]) expect(await walk(list, limit)).toEqual(whole);
  });

  test("refuses a cursor of another list", async () => {
    await expect(list({ limit: 1, cursor: "WyJvdGhlciIsWzFdXQ" })).rejects.toThrow(InvalidCursor);
  });
});

test("what is owed is listed by partner and currency, with enough or without", async () => {
  const { programId, benId } = mine;
  const request = { limit: 10, cursor: null };
  const owed = (filter: Parameters<typeof listOwed>[3]) => listOwed(db.database.kysely, programId, request, filter);
  expect((await owed({})).data.map((line) => [line.partner_id, line.currency, line.owed_cents])).toEqual([
    [benId, "EUR", 600],
    [benId, "USD", 600],
    [benId, "VND", 600],
  ]);
  expect((await owed({ currency: "USD", minimum_cents: 600 })).data).toHaveLength(1);
  expect((await owed({ currency: "USD", minimum_cents: 601 })).data).toEqual([]);
  expect((await owed({ partner_id: mine.annaId })).data).toEqual([]);
});

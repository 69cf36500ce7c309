// Each filter finds its rows by an index of its own, and sometimes by another book than the one it lists. Over random histories it
// must still answer exactly the rows of the whole list that match, in the same order, however they are cut into pages.
import fc from "fast-check";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../src/access/permission.ts";
import type { Page, PageRequest } from "../../src/core/vocabulary/page.ts";
import type { Tables } from "../../src/engine/postgres/tables/tables.ts";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { listFees } from "../../src/product/commissions/fees-list.ts";
import { listCommissions } from "../../src/product/commissions/list.ts";
import { listClicks } from "../../src/product/customers/clicks-list.ts";
import { listLeads } from "../../src/product/customers/leads-list.ts";
import { listCustomers } from "../../src/product/customers/list.ts";
import { listDeliveries } from "../../src/product/deliveries/list.ts";
import { listParked } from "../../src/product/deliveries/parked-list.ts";
import { type EventLine, listEvents } from "../../src/product/events/list.ts";
import { markPayoutPaid } from "../../src/product/payouts/change.ts";
import { listPayouts } from "../../src/product/payouts/list.ts";
import { changeProgram } from "../../src/product/programs/change.ts";
import { listDisputes } from "../../src/product/sales/disputes-list.ts";
import { listSales } from "../../src/product/sales/list.ts";
import { listRefunds } from "../../src/product/sales/refunds-list.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { click, lead, payment, paymentRefunded, subscriptionStarted } from "../support/event-builders.ts";
import { history } from "../support/histories.ts";
import type { TestEvent } from "../support/memory-program.ts";
import { makePayouts } from "../support/payouts.ts";
import { howMany, propertySeed } from "../support/property-runs.ts";
import { asOwner } from "../support/service.ts";
import { createTestProgram, submission } from "../support/submissions.ts";

const programs = howMany(25, 20);
const batchesPerProgram = 4;
const seed = propertySeed + 1;
/** Of rows that filters must have found in all, or the test has tried nothing. */
const rowsMin = 15;
const everything: PageRequest = { limit: 1000, cursor: null };
/** So few that most answers take several pages. */
const rowsPerPage = 7;

let db: TestDatabase;
const programIds: number[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  for (let index = 0; index < programs; index++) programIds.push(await live(index));
}, 180_000);
afterAll(async () => db.drop());

/** Of people and payments that never appear again, under every kind of name. */
const unsettled: readonly TestEvent[] = [
  payment({ transaction_id: "in_w1", aliases: ["in_w1", "pi_w1"], payer: { customer_key: "w", email_hash: "w" } }),
  payment({ transaction_id: "in_w2", payer: { click_id: "click-w" }, subscription_id: "sub_w", is_recurring: true }),
  payment({ transaction_id: "in_w3", payer: { provider_customer_id: "stripe:w" }, reference_hashes: ["w1", "w2"] }),
  subscriptionStarted({ subscription_id: "sub_v", payer: { customer_key: "v" }, aliases: ["in_v"] }),
  paymentRefunded({ alias: "in_u" }),
];

/** Some of what is earned is approved, some of that paid, and then things go on happening. */
async function live(index: number): Promise<number> {
  const { programId, partnerIds } = await createTestProgram(db, { hold_period_days: 0 }, [`a${index}`, `b${index}`]);
  const prelude = partnerIds.flatMap((partnerId, number) => [
    click(partnerId, { click_id: `click-${number + 1}` }),
    lead({ click_ids: [`click-${number + 1}`], customer_key: `customer-${number + 1}` }),
    { ...click(partnerId, { click_id: `test-${number}` }), is_test: true },
  ]);
  await commitBatch(
    db.database,
    [...prelude, ...unsettled].map((event) => submission(programId, event)),
  );
  for (let batch = 0; batch < batchesPerProgram; batch++) {
    const [events = []] = fc.sample(history(partnerIds, 25), { numRuns: 1, seed: seed + index * 10 + batch });
    await commitBatch(
      db.database,
      events.map((one) => submission(programId, one)),
    );
    if (batch === 1) await approveCommissions(db.database);
    // So that what was sold first is not always due first.
    await setHold(programId, [30, 2, 0, 0][batch] ?? 0);
    if (batch !== 2) continue;
    const wish = { partnerId: null, currency: null, minimumCents: 1 };
    const [payoutId] = await makePayouts(db.database, programId, wish);
    if (payoutId !== undefined) {
      await markPayoutPaid(db.database, { programId, payoutId, method: null, reference: null }, operator);
    }
  }
  return programId;
}

async function setHold(programId: number, days: number): Promise<void> {
  await changeProgram(
    db.database,
    programId,
    { name: null, status: null, settings: { hold_period_days: days } },
    operator,
  );
}

type List<Row, Filter> = (
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter?: Filter,
) => Promise<Page<Row>>;

/** Field of a row, and the filter that asks for its values. */
type Fields<Row, Filter> = readonly (readonly [keyof Row, keyof Filter])[];

async function expectFiltered<Row extends object, Filter extends object>(
  list: List<Row, Filter>,
  fields: Fields<Row, Filter>,
  nowhere: unknown,
): Promise<void> {
  let found = 0;
  for (const programId of programIds) {
    const { data } = await list(db.database.kysely, programId, everything);
    for (const filter of filtersOf(data, fields, nowhere)) {
      const wanted = data.filter((row) =>
        fields.every(([field, name]) => !filter.has(name) || row[field] === filter.get(name)),
      );
      const given = Object.fromEntries(filter) as Filter;
      expect(
        await walk((request) => list(db.database.kysely, programId, request, given)),
        JSON.stringify(given),
      ).toEqual(wanted);
      found += wanted.length;
    }
  }
  expect(found).toBeGreaterThan(rowsMin);
}

/** Every value by itself, every two fields of every eighth row, and for each field a value that no row has. */
function* filtersOf<Row, Filter>(
  rows: readonly Row[],
  fields: Fields<Row, Filter>,
  nowhere: unknown,
): Generator<ReadonlyMap<keyof Filter, unknown>> {
  for (const [field, name] of fields) {
    const values = new Set(rows.map((row) => row[field]).filter((value) => value !== null));
    for (const value of values) yield new Map([[name, value]]);
    if (nowhere !== undefined) yield new Map([[name, nowhere]]);
  }
  for (const row of rows.filter((_, index) => index % 8 === 0)) {
    for (const [index, [field, name]] of fields.entries()) {
      const [otherField, otherName] = fields[(index + 1) % fields.length] ?? [field, name];
      if (otherName === name || row[field] === null || row[otherField] === null) continue;
      yield new Map<keyof Filter, unknown>([
        [name, row[field]],
        [otherName, row[otherField]],
      ]);
    }
  }
}

async function walk<Row>(list: (request: PageRequest) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit: rowsPerPage, cursor: cursor ?? null });
    rows.push(...page.data);
    cursor = page.next;
  }
  return rows;
}

describe(`in ${programs} random histories (seed ${seed}), filtered lists have exactly the rows that match:`, {
  timeout: 180_000,
}, () => {
  test("sales", () =>
    expectFiltered(
      listSales,
      [
        ["status", "status"],
        ["partner_id", "partner_id"],
        ["customer_key", "customer_key"],
        ["subscription_id", "subscription_id"],
        ["evidence", "evidence"],
      ],
      undefined,
    ));

  test("commissions", () =>
    expectFiltered(
      listCommissions,
      [
        ["status", "status"],
        ["partner_id", "partner_id"],
      ],
      undefined,
    ));

  test("leads", () =>
    expectFiltered(
      listLeads,
      [
        ["partner_id", "partner_id"],
        ["customer_key", "customer_key"],
      ],
      undefined,
    ));

  test("clicks", () => expectFiltered(listClicks, [["partner_id", "partner_id"]], 999_999));
  test("customers", () => expectFiltered(listCustomers, [["partner_id", "partner_id"]], 999_999));
  test("refunds", () => expectFiltered(listRefunds, [["sale_id", "sale_id"]], 999_999));
  test("fees", async () => {
    let found = 0;
    for (const programId of programIds) {
      const { data } = await listFees(db.database.kysely, programId, everything);
      for (const by_word of [true, false]) {
        const wanted = data.filter(({ by_month }) => by_month.length > 0 === by_word);
        const filtered = await walk((request) => listFees(db.database.kysely, programId, request, { by_word }));
        expect(filtered).toEqual(wanted);
        found += by_word ? wanted.length : 0;
      }
    }
    expect(found).toBeGreaterThan(0);
  });
  test("disputes", () => expectFiltered(listDisputes, [["status", "status"]], undefined));

  test("payouts", () =>
    expectFiltered(
      listPayouts,
      [
        ["status", "status"],
        ["partner_id", "partner_id"],
        ["currency", "currency"],
      ],
      undefined,
    ));

  test("events", () =>
    expectFiltered<EventLine, Parameters<typeof listEvents>[3] & object>(
      listEvents,
      [
        ["type", "type"],
        ["source", "source"],
        ["outcome", "outcome"],
        ["is_test", "is_test"],
      ],
      undefined,
    ));

  test("deliveries", () =>
    expectFiltered<{ outcome: unknown; provider: unknown }, Parameters<typeof listDeliveries>[3] & object>(
      listDeliveries,
      [
        ["outcome", "status"],
        ["provider", "provider"],
      ],
      undefined,
    ));

  test("events of a kind that does not exist are an empty list", async () => {
    for (const filter of [
      { type: "no_such_type" },
      { source: "paddle" },
      { type: "click_recorded", source: "stripe" },
    ]) {
      expect(await listEvents(db.database.kysely, programIds[0] ?? 0, everything, filter)).toEqual({
        data: [],
        next: null,
      });
    }
  });

  test("a partner of another program has nothing here", async () => {
    const [mine = 0, others = 0] = programIds;
    const partnerId = (await listSales(db.database.kysely, others, everything)).data[0]?.partner_id;
    for (const list of [listSales, listCommissions, listLeads, listClicks, listCustomers, listPayouts]) {
      expect((await list(db.database.kysely, mine, everything, { partner_id: partnerId })).data).toEqual([]);
    }
  });

  test("what parked events wait for is what the books say", async () => {
    const rows = await asOwner<{ program_id: number; event_id: number; waits_for: string[] }>(
      db.url,
      `select o.program_id, o.event_id, array_agg(p.wait_key order by p.wait_key) as waits_for
         from outcome o
         join parked p on p.program_id = o.program_id and p.event_id = o.event_id
        where o.outcome = 'parked'
        group by 1, 2
        order by 1, 2`,
    );
    expect(rows.length).toBeGreaterThan(rowsMin);
    for (const programId of programIds) {
      const { data } = await listParked(db.database.kysely, programId, everything);
      expect(data.map(({ event_id, waits_for }) => ({ program_id: programId, event_id, waits_for }))).toEqual(
        rows.filter((row) => row.program_id === programId),
      );
    }
  });
});

// The columns that rows are sent with are the tables' own: a forgotten one would be written as null without any error. The same for
// nullable columns, where a table would otherwise refuse only the first such row, and for keys.
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookKeyOf, bookNames } from "../../../src/core/rules/book-keys.ts";
import type { BookName, BookRows } from "../../../src/core/rules/rows/rows.ts";
import { bookColumns } from "../../../src/engine/books/book-columns.ts";
import { deliveryColumns, eventColumns, headColumns } from "../../../src/engine/log/log-columns.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { asOwner } from "../../support/service.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const sent: [table: string, columns: object][] = [
  ...bookNames.map((name): [string, object] => [name, bookColumns[name]]),
  ["event", eventColumns],
  ["delivery", deliveryColumns],
  // What appends an event does not touch the revision.
  ["program_head", { ...headColumns, revision: "bigint" }],
];

test.each(sent)("%s is sent with every column it has, as what the column is", async (table, columns) => {
  const rows = await asOwner<{ name: string; type: string }>(
    db.url,
    `select attname as name, atttypid::regtype::text as type
       from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  const inTable = Object.fromEntries(
    rows.map(({ name, type }) => [name, type === "timestamp with time zone" ? "timestamptz" : type]),
  );
  expect(columns).toEqual(inTable);
});

type NullableColumn<Row> = { [Column in keyof Row]-?: null extends Row[Column] ? Column : never }[keyof Row];

/** What a row may lack, as its type says: one that is not listed, or need not be, does not compile. */
const nullable: { readonly [Name in BookName]: { readonly [Column in NullableColumn<BookRows[Name]>]: true } } = {
  program: { closed_until: true, agreement: true },
  program_settings: {},
  policy: { commission: true },
  partner: {
    group_moves: true,
    ban: true,
    accepted: true,
    emails: true,
    alike: true,
    recruited_by: true,
    recruited_event_id: true,
  },
  click: { provisional_subject: true, revisits: true, sub_ids: true, signs: true },
  customer: { click_id: true, revisited_at: true, other_claims: true, first_sale_id: true, by_hand: true },
  lead: { click_id: true, customer_key: true },
  identity: { click_id: true, revisited_at: true, customer_key: true },
  subscription: {
    click_id: true,
    revisited_at: true,
    customer_key: true,
    first_sale_id: true,
    commission: true,
    product_id: true,
    subscription_interval: true,
    terms: true,
    payments: true,
  },
  payment_alias: {},
  payment_reference: { customer_key: true, click_id: true, amount_cents: true, currency: true, product_id: true },
  sale: {
    tax_cents: true,
    reason: true,
    provider: true,
    provider_payment_id: true,
    customer_key: true,
    click_id: true,
    clicked_at: true,
    revisited_at: true,
    subscription_id: true,
    subscription_interval: true,
    product_id: true,
    payment_reference: true,
    coupon_code: true,
    evidence: true,
    chain_transfer: true,
    imported: true,
    verified_by: true,
    collected: true,
    occurred_at: true,
  },
  commission: { terms: true },
  partner_group: {},
  partner_policy: { commission: true },
  term_total: {},
  bonus: { stopped_event_id: true },
  bonus_award: { event_id: true, reached_at: true },
  coupon: { partner_id: true },
  commission_hold: { partner_note: true },
  commission_forfeit: {},
  customer_email: {},
  partner_activity: { sale_days: true, lead_times: true },
  flag: { resolved_as: true, resolved_event_id: true, resolved_at: true },
  manual_attribution: { decided_at: true, given: true, evidence: true, hidden: true },
  adjustment: {},
  payout: {
    method: true,
    reference: true,
    paid_at: true,
    exported_at: true,
    withdrawn_at: true,
    rail: true,
    attempt: true,
    rail_id: true,
    sending_at: true,
    sent_at: true,
    rail_fee_cents: true,
    rail_fee_currency: true,
    exchange_rate: true,
    approvals: true,
  },
  payout_item: {},
  sale_change: {},
  closed_month: {},
  line_correction: {
    corrects: true,
    was_transaction_id: true,
    was_partner_id: true,
    was_currency: true,
    was_amount_cents: true,
    was_fee_cents: true,
    was_commission_cents: true,
    now_transaction_id: true,
    now_partner_id: true,
    now_currency: true,
    now_amount_cents: true,
    now_fee_cents: true,
    now_commission_cents: true,
  },
  restatement: {
    was_partner_id: true,
    was_currency: true,
    was_amount_cents: true,
    was_fee_cents: true,
    was_commission_currency: true,
    was_commission_cents: true,
    now_partner_id: true,
    now_currency: true,
    now_amount_cents: true,
    now_fee_cents: true,
    now_commission_currency: true,
    now_commission_cents: true,
  },
  platform_fee: { removed_by: true, taken_by_word_cents: true, kept_against_word_cents: true, words: true },
  refund: { failed_event_id: true, call_event_id: true, provider_cents: true, reason: true },
  dispute: { is_whole: true },
  parked: {},
  outcome: { reason: true, refers_to: true, detail: true },
  checklist: {},
};

test.each(bookNames)("%s may be null where its row may", async (book) => {
  const rows = await asOwner<{ name: string }>(
    db.url,
    `select attname as name
       from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and not attnotnull`,
    [book],
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(nullable[book]).toSorted());
});

test.each(bookNames)("%s is identified by its primary key", async (book) => {
  const rows = await asOwner<{ name: string }>(
    db.url,
    `select a.attname as name
       from pg_index i
      cross join lateral unnest(i.indkey::int2[]) with ordinality k(attnum, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = $1::regclass and i.indisprimary
      order by k.place`,
    [book],
  );
  expect(rows.map(({ name }) => name)).toEqual(bookKeyOf(book));
});

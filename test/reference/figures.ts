// The figures by which the reference model and the books are held against each other, and no others.
// One outcome that is not money is left out: whether a reversal or a lead repeats another.
import type { Event, EventData } from "../../src/core/rules/events/events.ts";
import type { BookRows } from "../../src/core/rules/rows/rows.ts";
import type { OutcomeName } from "../../src/core/rules/rows/sale-rows.ts";
import { PayoutModel } from "./payout-model.ts";

type ComparedName = "sale" | "commission" | "platform_fee" | "adjustment" | "outcome";
export type ComparedRows = { readonly [Name in ComparedName]: readonly BookRows[Name][] };

type Row = { readonly [column: string]: unknown };
/** Sales by id, each with its commission and its fee; outcomes by event id, where it is not plainly recorded. */
export type Figures = {
  readonly sales: Row;
  /** What recruiters earn, and bonuses, by the commission's id. */
  readonly referrals: Row;
  /** Of sales that were taken from their partner. */
  readonly removedFees: Row;
  readonly adjustments: readonly Row[];
  readonly outcomes: Row;
};

/** Every column of the rows that are compared, and whether the model computes it: a new one does not compile until that is said. */
const compared: {
  readonly [Name in Exclude<ComparedName, "outcome">]: { readonly [C in keyof BookRows[Name]]: boolean };
} = {
  sale: {
    program_id: false,
    sale_id: false,
    transaction_id: true,
    amount_cents: true,
    tax_cents: false,
    refunded_cents: true,
    currency: true,
    status: true,
    reason: true,
    source: false,
    provider: false,
    provider_payment_id: false,
    customer_key: true,
    partner_id: true,
    click_id: true,
    clicked_at: true,
    revisited_at: true,
    sale_type: false,
    is_recurring: true,
    subscription_id: true,
    subscription_interval: false,
    product_id: false,
    payment_reference: false,
    coupon_code: true,
    evidence: false,
    chain_transfer: false,
    collected: false,
    imported: true,
    verified_by: false,
    occurred_at: false,
    received_at: true,
  },
  commission: {
    program_id: false,
    sale_id: false,
    kind: false,
    partner_id: true,
    amount_cents: true,
    amount_at_sale_cents: true,
    currency: true,
    status: true,
    stage: true,
    hold_until: true,
    terms: false,
  },
  platform_fee: {
    program_id: false,
    sale_id: false,
    amount_cents: true,
    amount_at_sale_cents: true,
    currency: true,
    removed_by: true,
    taken_by_word_cents: true,
    kept_against_word_cents: true,
    // Their months are tried story by story.
    words: false,
  },
  adjustment: { program_id: false, sale_id: true, partner_id: true, amount_cents: true, currency: true },
};

/** After a replay a lead or a refund may repeat another as well, or be of nothing, of calls that each said something new when they came. */
const repeatable: readonly EventData["type"][] = [
  "lead_reported",
  "refund_reported",
  "payment_refunded",
  "refund_failed",
  "dispute_opened",
  "dispute_closed",
];

export function comparedRows(
  rowsOf: <Name extends ComparedName>(name: Name) => readonly BookRows[Name][],
): ComparedRows {
  return {
    sale: rowsOf("sale"),
    commission: rowsOf("commission"),
    platform_fee: rowsOf("platform_fee"),
    adjustment: rowsOf("adjustment"),
    outcome: rowsOf("outcome"),
  };
}

export function figuresOfModel(log: readonly Event[]): Figures {
  const model = new PayoutModel();
  for (const event of log) model.apply(event);
  const { sales, referrals, adjustments } = model.books();
  return {
    sales: Object.fromEntries(sales.map((sale) => [sale.id, saleFigures(sale, sale.commission, sale.fee)])),
    referrals: referralFigures(referrals.map(({ id, commission }) => ({ sale_id: id, ...commission }))),
    removedFees: removedFigures(model.removedFees()),
    adjustments: adjustmentFigures(adjustments),
    outcomes: outcomeFigures(log, (id) => model.outcomeOf(id)),
  };
}

export function figuresOfBooks(log: readonly Event[], rows: ComparedRows): Figures {
  const commissions = new Map(rows.commission.map((row) => [row.sale_id, row]));
  const fees = new Map(rows.platform_fee.map((row) => [row.sale_id, row]));
  const outcomes = new Map(rows.outcome.map((row) => [row.event_id, row.outcome]));
  return {
    sales: Object.fromEntries(
      rows.sale.map((row) => [
        row.sale_id,
        saleFigures(row, commissions.get(row.sale_id) ?? null, fees.get(row.sale_id) ?? null),
      ]),
    ),
    referrals: referralFigures(rows.commission.filter(({ kind }) => kind !== "sale")),
    removedFees: removedFigures(rows.platform_fee.filter(({ removed_by }) => removed_by !== null)),
    adjustments: adjustmentFigures(rows.adjustment),
    outcomes: outcomeFigures(log, (id) => outcomes.get(id) ?? "recorded"),
  };
}

function saleFigures(sale: Row, commission: Row | null, fee: Row | null): Row {
  return {
    ...pick(sale, compared.sale),
    commission: commission && pick(commission, compared.commission),
    fee: fee && pick(fee, compared.platform_fee),
  };
}

function referralFigures(commissions: readonly (Row & { readonly sale_id: number })[]): Row {
  return Object.fromEntries(commissions.map((row) => [row.sale_id, pick(row, compared.commission)]));
}

function removedFigures(fees: readonly (Row & { readonly sale_id: number })[]): Row {
  return Object.fromEntries(fees.map((fee) => [fee.sale_id, pick(fee, compared.platform_fee)]));
}

function adjustmentFigures(rows: readonly Row[]): Row[] {
  const byKey = rows.map((row) => [JSON.stringify(pick(row, compared.adjustment)), row] as const);
  return byKey.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => pick(row, compared.adjustment));
}

function outcomeFigures(log: readonly Event[], outcomeOf: (eventId: number) => OutcomeName): Row {
  const reported = log.flatMap(({ id, data }): [number, OutcomeName][] => {
    const said = outcomeOf(id);
    // A call that is recorded and repeats a sale is so by a replay alone: live it would have been refused, and so it reads now.
    const outcome = said === "refused" && data.type === "sale_reported" ? "duplicate" : said;
    return [[id, outcome !== "parked" && repeatable.includes(data.type) ? "recorded" : outcome]];
  });
  return Object.fromEntries(reported.filter(([, outcome]) => outcome !== "recorded"));
}

function pick(row: Row, columns: Readonly<Record<string, boolean>>): Row {
  const names = Object.keys(columns).filter((name) => columns[name]);
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

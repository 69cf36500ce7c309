// The demo's books: what the story must have left in them, to the cent, what was found, and what each line came from.
// The expected figures are written down and not computed, so that they do not share a fault with the core.
import type { Kysely } from "kysely";
import type { Tables } from "../../../engine/postgres/tables/tables.ts";
import { listFees } from "../../../product/commissions/fees-list.ts";
import { listCommissions } from "../../../product/commissions/list.ts";
import { type EventLine, listEvents } from "../../../product/events/list.ts";
import { listSales } from "../../../product/sales/list.ts";
import { listRefunds } from "../../../product/sales/refunds-list.ts";
import { directSaleCents, refundedCents, subscriptionCents } from "./short-story.ts";

/** Sales in the order they are reported. 20 % commission and a fee of 3.5 %, half a cent up; a refund takes its share of both. */
const expected = [
  // 980 = 20 % of 4900. 171.5 is rounded up.
  { what: "first payment", amount: subscriptionCents, refunded: 0, commission: 980, fee: 172 },
  { what: "renewal", amount: subscriptionCents, refunded: 0, commission: 980, fee: 172 },
  // 2599.8 and 454.965 at the sale; of these 500 (500.04) and 88 (87.51) go back with 2500 of 12999.
  { what: "direct sale", amount: directSaleCents, refunded: refundedCents, commission: 2100, fee: 367 },
] as const;

export type DemoLine = { readonly what: string; readonly came_from: string } & Readonly<Record<string, unknown>>;

export type Check = { readonly what: string; readonly expected: number; readonly found: number | null };

export type DemoBooks = {
  readonly sales: readonly DemoLine[];
  readonly commissions: readonly DemoLine[];
  readonly fees: readonly DemoLine[];
  readonly checks: readonly Check[];
  readonly eventCount: number;
};

const everything = { limit: 1000, cursor: null };

export async function readBooks(db: Kysely<Tables>, programId: number): Promise<DemoBooks> {
  const [events, sales, commissions, fees, refunds] = await Promise.all([
    listEvents(db, programId, everything),
    listSales(db, programId, everything),
    listCommissions(db, programId, everything),
    listFees(db, programId, everything),
    listRefunds(db, programId, everything),
  ]);
  const origins = new Map(events.data.map((event) => [event.event_id, originOf(event)]));
  const headOf = (saleId: number): DemoLine => {
    const index = sales.data.findIndex((sale) => sale.sale_id === saleId);
    const reductions = refunds.data.filter((refund) => refund.sale_id === saleId).map((refund) => refund.event_id);
    const cameFrom = [saleId, ...reductions].map((eventId) => origins.get(eventId) ?? "no event").join(", then ");
    return { what: expected[index]?.what ?? "not expected", came_from: cameFrom };
  };
  const withHead = <Line extends { readonly sale_id: number }>(lines: readonly Line[]): DemoLine[] =>
    lines.map((line) => ({ ...line, ...headOf(line.sale_id) }));
  const ofSales = commissions.data.flatMap((line) =>
    line.sale_id === null ? [] : [{ ...line, sale_id: line.sale_id }],
  );
  return {
    sales: withHead(sales.data),
    commissions: withHead(ofSales),
    fees: withHead(fees.data),
    checks: checkAll(sales.data, ofSales, fees.data),
    eventCount: events.data.length,
  };
}

function originOf({ event_id, source, type, provider_event_type }: EventLine): string {
  return `event ${event_id} · ${source} · ${provider_event_type ?? type}`;
}

type Amounts = readonly { readonly sale_id: number; readonly amount_cents: number }[];

function checkAll(
  sales: readonly { readonly sale_id: number; readonly amount_cents: number; readonly refunded_cents: number }[],
  commissions: Amounts,
  fees: Amounts,
): Check[] {
  const amountOf = (amounts: Amounts, saleId: number | undefined): number | null =>
    amounts.find((amount) => amount.sale_id === saleId)?.amount_cents ?? null;
  return [
    { what: "number of sales", expected: expected.length, found: sales.length },
    { what: "number of commissions", expected: expected.length, found: commissions.length },
    { what: "number of platform fees", expected: expected.length, found: fees.length },
    ...expected.flatMap(({ what, amount, refunded, commission, fee }, index) => {
      const sale = sales[index];
      return [
        { what: `${what}: amount`, expected: amount, found: sale?.amount_cents ?? null },
        { what: `${what}: refunded`, expected: refunded, found: sale?.refunded_cents ?? null },
        { what: `${what}: commission`, expected: commission, found: amountOf(commissions, sale?.sale_id) },
        { what: `${what}: platform fee`, expected: fee, found: amountOf(fees, sale?.sale_id) },
      ];
    }),
  ];
}

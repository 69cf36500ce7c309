// What a rebuild came to, in counts and money: every contender must come to the same before its time counts for anything.
import { withClient } from "../../src/engine/postgres/database.ts";

export type BookTotals = { readonly [figure: string]: number };

const figures: { readonly [figure: string]: string } = {
  clicks: "select count(*) from click",
  customers: "select count(*) from customer",
  sales: "select count(*) from sale",
  sold_cents: "select sum(amount_cents) from sale",
  refunded_cents: "select sum(refunded_cents) from sale",
  sales_disputed: "select count(*) from sale where status = 'disputed'",
  commissions: "select count(*) from commission",
  commission_cents: "select sum(amount_cents) from commission",
  commission_at_sale_cents: "select sum(amount_at_sale_cents) from commission",
  commissions_held: "select count(*) from commission where status = 'held'",
  platform_fees: "select count(*) from platform_fee",
  fee_cents: "select sum(amount_cents) from platform_fee",
  sales_by_partner: "select sum(partner_id * amount_cents) from sale",
};

/** Of the books in this schema. */
export async function readTotals(url: string, schema: string): Promise<BookTotals> {
  return withClient(url, async (client) => {
    await client.query(`set search_path = ${schema}`);
    const columns = Object.entries(figures).map(([figure, text]) => `coalesce((${text}), 0)::text as ${figure}`);
    const { rows } = await client.query<Record<string, string>>(`select ${columns.join(", ")}`);
    return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([figure, text]) => [figure, Number(text)]));
  });
}

export function requireEqualTotals(who: string, found: BookTotals, expected: BookTotals): void {
  for (const [figure, value] of Object.entries(expected)) {
    if (found[figure] !== value) throw new Error(`${who} came to ${figure} ${found[figure]} instead of ${value}`);
  }
}

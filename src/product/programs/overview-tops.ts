// Who and what brought most in a range of a program's log, by revenue in each currency.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { count, currency, id, sum, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import type { Bounds } from "./figures-read.ts";

const shownMax = 10;

const sold = {
  currency,
  sales: count("How many"),
  revenue_cents: sum("What was sold, gross"),
  refunded_cents: sum("What went back of it"),
};

export const topPartner = z.strictObject({
  partner_id: id("The partner"),
  partner_name: words("Its name"),
  partner_code: words("The code its links carry"),
  ...sold,
});

export const topProduct = z.strictObject({
  product_id: wordsOrNull("The product; null for sales that name none"),
  ...sold,
});

type Tops = {
  readonly partners: readonly z.output<typeof topPartner>[];
  readonly products: readonly z.output<typeof topProduct>[];
};

/** From the first bound to before the last. */
export async function findTops(db: Kysely<Tables>, programId: number, bounds: Bounds): Promise<Tops> {
  // One after the other: they share the snapshot of one connection.
  const partners = await sql<Tops["partners"][number]>`
    select p.partner_id, p.name as partner_name, p.code as partner_code, top.currency, top.sales, top.revenue_cents,
           top.refunded_cents
      from (${ranked(programId, bounds, sql`partner_id`)}) top
      join partner p on p.program_id = ${programId} and p.partner_id = top.partner_id
     order by top.currency, top.place`.execute(db);
  const products = await sql<Tops["products"][number]>`
    select product_id, currency, sales, revenue_cents, refunded_cents
      from (${ranked(programId, bounds, sql`product_id`)}) top
     order by currency, place`.execute(db);
  return { partners: partners.rows, products: products.rows };
}

function ranked(programId: number, bounds: Bounds, column: ReturnType<typeof sql>) {
  return sql`
    select *
      from (
             select ${column}, currency, count(*) as sales, sum(amount_cents) as revenue_cents,
                    sum(refunded_cents) as refunded_cents,
                    row_number() over (partition by currency order by sum(amount_cents) desc, ${column}) as place
               from sale
              where program_id = ${programId} and sale_id >= ${bounds.at(0)} and sale_id < ${bounds.at(-1)}
              group by ${column}, currency
           ) every_one
     where place <= ${shownMax}`;
}

/** Of the sales of the span, those whose commission a payout has paid. */
export async function countPaidOut(db: Kysely<Tables>, programId: number, bounds: Bounds): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
      from commission
     where program_id = ${programId} and sale_id >= ${bounds.at(0)} and sale_id < ${bounds.at(-1)}
       and stage = 'paid' and kind = 'sale'`.execute(db);
  return rows[0]?.count ?? 0;
}

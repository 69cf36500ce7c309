// The discount codes of partners that are in force in a program now, by code. Of a code that changed hands only the owner of today.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type DiscountTerms, discountDurations } from "../../core/rules/events/settings/discount-terms.ts";
import { cents, count, currency, flag, id, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, type Page, type PageRequest, textKey } from "../../core/vocabulary/page.ts";
import { discountInWords } from "../../core/wording/discount-words.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const couponLine = z.strictObject({
  code: words("The code, as buyers type it; case means nothing"),
  partner_id: id("The partner it belongs to"),
  partner_name: words("That partner's name"),
  provider_ids: z
    .array(z.string())
    .readonly()
    .meta({ description: "What providers call it, each as provider:id", examples: [["stripe:promo_123"]] }),
  owned_from: time("Payments received from then on are the partner's by it"),
  from_event_id: id("The event that gave it to the partner"),
  discount: z
    .strictObject({
      connection_id: id("The connection at whose provider it was made"),
      summary: words("What it gives a buyer, such as 20% off the first 3 months"),
      percent_off: count("The part of the price, in percent").nullable(),
      amount_off_cents: cents("The amount").nullable(),
      currency: currency.nullable(),
      duration: z.enum(discountDurations).meta({ description: "For how long of a subscription" }),
      months: count("With duration months: how many").nullable(),
      max_redemptions: count("How often it may be used in all").nullable(),
      is_active: flag("Whether buyers can use it, as the provider last answered; not while its partner is banned"),
      fault: wordsOrNull("Why it could not be changed at the provider; that is tried again"),
    })
    .nullable()
    .meta({ description: "What it gives, where it was made at the provider from here; null otherwise" }),
});

export type CouponLine = z.output<typeof couponLine>;

export const couponFilters = { partner_id: id("Only of this partner").optional() };

export type CouponFilter = Filter<typeof couponFilters>;

const byName = keyset("coupons", textKey);

type Row = Omit<CouponLine, "discount"> & { readonly name: string };

export async function listCoupons(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { partner_id: partnerId }: CouponFilter = {},
): Promise<Page<CouponLine>> {
  const [afterName] = byName.after(request, [""]);
  const wanted = partnerId === undefined ? sql`true` : sql`partner_id = ${partnerId}`;
  const rows = await selectCoupons(db, programId, sql`c.name > ${afterName} and ${wanted}`, request.limit + 1);
  const page = byName.page(rows, request, (row) => [row.name]);
  return { ...page, data: await withDiscounts(db, programId, page.data) };
}

export async function findCoupon(db: Kysely<Tables>, programId: number, name: string): Promise<CouponLine | undefined> {
  const [row] = await selectCoupons(db, programId, sql`c.name = ${name}`, 1);
  return row && (await withDiscounts(db, programId, [row]))[0];
}

/** A code has one name that begins with `code:`; its other names are what providers call it. */
async function selectCoupons(
  db: Kysely<Tables>,
  programId: number,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    with latest as (
      select distinct on (name) name, code, partner_id, owned_from, from_event_id
        from coupon
       where program_id = ${programId}
       order by name, from_event_id desc
    )
    select c.name, c.code, c.partner_id, p.name as partner_name, c.owned_from, c.from_event_id,
           coalesce(
             (select json_agg(o.name order by o.name)
                from latest o
               where o.code = c.code and o.partner_id = c.partner_id and o.name not like 'code:%'),
             '[]') as provider_ids
      from (select * from latest c where partner_id is not null and name like 'code:%' and ${condition}) c
      join partner p on p.program_id = ${programId} and p.partner_id = c.partner_id
     order by c.name
     limit ${limit}`.execute(db);
  return rows;
}

type Kept = Pick<NonNullable<CouponLine["discount"]>, "connection_id" | "is_active" | "fault"> & {
  readonly code: string;
  readonly terms: DiscountTerms;
};

/** Not kept with the program's books: a query of its own. */
async function withDiscounts(db: Kysely<Tables>, programId: number, rows: readonly Row[]): Promise<CouponLine[]> {
  if (rows.length === 0) return [];
  const codes = rows.map(({ code }) => code.toUpperCase());
  const { rows: kept } = await sql<Kept>`
    select upper(code) as code, connection_id, terms, is_active, fault
      from provider_discount
     where program_id = ${programId} and status = 'made' and upper(code) = any(${codes}::text[])`.execute(db);
  const discounts = new Map(kept.map(({ code, ...discount }) => [code, discount]));
  return rows.map(({ name: _, ...line }) => {
    const discount = discounts.get(line.code.toUpperCase());
    return { ...line, discount: discount === undefined ? null : discountOf(discount) };
  });
}

function discountOf({ terms, connection_id, is_active, fault }: Omit<Kept, "code">): CouponLine["discount"] {
  const { percent_off, amount_off_cents, currency, duration, months, max_redemptions } = terms;
  return {
    ...{ connection_id, summary: discountInWords(terms), percent_off, amount_off_cents, currency, duration, months },
    ...{ max_redemptions, is_active, fault },
  };
}

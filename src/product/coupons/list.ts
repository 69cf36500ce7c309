// The discount codes of partners that are in force in a program now, by code. Of a code that changed hands only the owner of today.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { id, time, words } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, type Page, type PageRequest, textKey } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables.ts";

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
});

export type CouponLine = z.output<typeof couponLine>;

export const couponFilters = { partner_id: id("Only of this partner").optional() };

export type CouponFilter = Filter<typeof couponFilters>;

const byName = keyset("coupons", textKey);

type Row = CouponLine & { readonly name: string };

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
  return { ...page, data: page.data.map(lineOf) };
}

export async function findCoupon(db: Kysely<Tables>, programId: number, name: string): Promise<CouponLine | undefined> {
  const [row] = await selectCoupons(db, programId, sql`c.name = ${name}`, 1);
  return row && lineOf(row);
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

function lineOf({ name: _, ...line }: Row): CouponLine {
  return line;
}

// The commission terms in force of a program's products, partners and groups; the program's own are in its settings.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { type CommissionTerms, commissionTermsSchema } from "../../core/rules/events/settings/terms.ts";
import { groupHolder, holderOf, partnerHolder, termsScopes } from "../../core/rules/rows/terms-rows.ts";
import { id, idOrNull, text, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, type Page, type PageRequest, twoTextsKey } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const termsLine = z.strictObject({
  scope: z
    .enum(termsScopes)
    .meta({ description: "Whose terms these are. The first that exist, in this order, pay a sale" }),
  partner_id: idOrNull("The partner they are for"),
  group_id: wordsOrNull("The group they are for"),
  product_id: wordsOrNull("The product they are for; null for every product"),
  commission: commissionTermsSchema.meta({ description: "What is earned" }),
  from_event_id: id("Sales whose event comes after this one are paid by them"),
});

export type TermsLine = z.output<typeof termsLine>;

export const termsFilters = {
  partner_id: id("Only of this partner").optional(),
  group_id: text("Only of this group").optional(),
};

export type TermsFilter = Filter<typeof termsFilters>;

type Row = {
  readonly holder: string;
  readonly product_id: string;
  readonly commission: CommissionTerms;
  readonly from_event_id: number;
};

const byHolder = keyset("terms", twoTextsKey);
const [partnerPrefix, groupPrefix] = ["partner:", groupHolder("")];

export async function listTerms(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { partner_id, group_id }: TermsFilter = {},
): Promise<Page<TermsLine>> {
  const [afterHolder, afterProduct] = byHolder.after(request, ["", ""]);
  const only = holderOf({
    ...(partner_id === undefined ? {} : { partner_id }),
    ...(group_id === undefined ? {} : { group_id }),
  });
  const wanted = only === null ? sql`true` : sql`holder = ${only}`;
  const { rows } = await sql<Row>`
    with latest as (
      select distinct on (holder, product_id) holder, product_id, commission, from_event_id
        from (select '' as holder, product_id, commission, from_event_id from policy where program_id = ${programId}
               union all
              select holder, product_id, commission, from_event_id from partner_policy where program_id = ${programId}) every
       where ${wanted}
       order by holder, product_id, from_event_id desc
    )
    select holder, product_id, commission, from_event_id
      from latest
     where commission is not null and (holder, product_id) > (${afterHolder}, ${afterProduct})
     order by holder, product_id
     limit ${request.limit + 1}`.execute(db);
  const page = byHolder.page(rows, request, ({ holder, product_id }) => [holder, product_id]);
  return { ...page, data: page.data.map(lineOf) };
}

function lineOf({ holder, product_id, commission, from_event_id }: Row): TermsLine {
  const partner_id = holder.startsWith(partnerPrefix) ? Number(holder.slice(partnerPrefix.length)) : null;
  const group_id = holder.startsWith(groupPrefix) ? holder.slice(groupPrefix.length) : null;
  const product = product_id === "" ? null : product_id;
  return {
    scope: scopeOf(partner_id, group_id, product),
    partner_id,
    group_id,
    product_id: product,
    commission,
    from_event_id,
  };
}

function scopeOf(partnerId: number | null, groupId: string | null, productId: string | null): TermsLine["scope"] {
  if (partnerId !== null) return productId === null ? "partner" : "partner_product";
  if (groupId !== null) return productId === null ? "group" : "group_product";
  return "product";
}

/** Those of one partner or group for one product, or for all. */
export async function findTerms(
  db: Kysely<Tables>,
  programId: number,
  scope: { readonly partner_id?: number; readonly group_id?: string; readonly product_id: string | null },
): Promise<TermsLine | undefined> {
  const holder = scope.partner_id === undefined ? groupHolder(scope.group_id ?? "") : partnerHolder(scope.partner_id);
  const row = await db
    .selectFrom("partner_policy")
    .select(["holder", "product_id", "commission", "from_event_id"])
    .where("program_id", "=", programId)
    .where("holder", "=", holder)
    .where("product_id", "=", scope.product_id ?? "")
    .orderBy("from_event_id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || row.commission === null) return undefined;
  return lineOf({ ...row, commission: row.commission });
}

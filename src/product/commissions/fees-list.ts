// The platform fees of a program, by id. A sale costs exactly one, under the sale's own id; of a payment that its provider verified it
// stays in the list when the sale is taken from its partner. What only the brand's word took off a fee, or would have, is listed with it.
import type { Kysely } from "kysely";
import { z } from "zod";
import type { PlatformFeeRow } from "../../core/rules/rows/sale-rows.ts";
import { cents, currency, id, idOrNull, time, words } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const feeWord = z.strictObject({
  month: words("The month of UTC in which it was said"),
  amount_cents: cents("What it took off, or would have"),
  since: time("When the first of the month was said"),
});

export const feeLine = z.strictObject({
  fee_id: id("The fee: a sale costs exactly one, under the sale's own id"),
  sale_id: id("The sale it is for"),
  amount_cents: cents("What is left of it"),
  amount_at_sale_cents: cents("What the sale cost before anything went back"),
  currency,
  taken_by_word_cents: cents(
    "What the brand's word alone took off: a refund by a call, or an attribution removed by hand, that no provider reported",
  ),
  kept_against_word_cents: cents("What it would have taken off: the operator set fee_refunds to verified"),
  by_month: z.array(feeWord).readonly().meta({ description: "Either of them by month" }),
  removed_by: idOrNull("The decision by hand that took the sale from its partner; null while there is a sale"),
});

export type FeeLine = z.output<typeof feeLine>;

export const feeFilters = {
  by_word: z
    .boolean()
    .optional()
    .meta({
      description: "Only fees that the brand's word alone lowered or would have, or only the others",
      flag: { name: "by", values: { others: false, word: true } },
    }),
};

const bySaleId = keyset("fees", numberKey);

export async function listFees(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { by_word }: Filter<typeof feeFilters> = {},
): Promise<Page<FeeLine>> {
  const [afterSaleId] = bySaleId.after(request, [0]);
  let query = db
    .selectFrom("platform_fee")
    .selectAll()
    .where("program_id", "=", programId)
    .where("sale_id", ">", afterSaleId);
  if (by_word !== undefined) query = query.where("words", by_word ? "is not" : "is", null);
  const rows = await query
    .orderBy("sale_id")
    .limit(request.limit + 1)
    .execute();
  return bySaleId.page(rows.map(lineOf), request, (fee) => [fee.sale_id]);
}

function lineOf(fee: PlatformFeeRow): FeeLine {
  const { sale_id, amount_cents, amount_at_sale_cents, removed_by } = fee;
  return {
    fee_id: sale_id,
    sale_id,
    amount_cents,
    amount_at_sale_cents,
    currency: fee.currency,
    taken_by_word_cents: fee.taken_by_word_cents ?? 0,
    kept_against_word_cents: fee.kept_against_word_cents ?? 0,
    by_month: (fee.words ?? []).map((word) => ({
      month: word.month,
      amount_cents: word.cents,
      since: new Date(word.since),
    })),
    removed_by,
  };
}

// Tiers that pay whole months: until a month is closed its sales earn the terms' own rate, and then that of the step that it reached.
import type { Books } from "../../books.ts";
import { type Conclusion, ignored, recorded, refused } from "../../conclusion.ts";
import type { Event } from "../../events/events.ts";
import type { TierMonthClosed } from "../../events/tier-events.ts";
import type { SaleRow } from "../../rows/sale-rows.ts";
import { type AppliedTerms, partnerHolder } from "../../rows/terms-rows.ts";
import type { FoldContext } from "../context.ts";
import { earnAnew, termsOf } from "../payment/subscription.ts";
import { closeTotal, keepTotals, subjectOf } from "./totals.ts";

type Open = { readonly sale: SaleRow; readonly terms: AppliedTerms };

/** What the partner's sales of the month came to is kept first, so that no commission of them moves another. */
export function foldTierMonthClosed(context: FoldContext, event: Event<TierMonthClosed>): Conclusion {
  const { books } = context;
  const { partner_id, month, sale_ids } = event.data;
  if (books.of.partner.get(partner_id) === undefined) {
    return refused("unknown_partner", `Program ${books.programId} has no partner ${partner_id}.`);
  }
  keepTotals(books);
  const open = sale_ids.flatMap((saleId) => openOf(books, saleId, { partner_id, month }));
  if (open.length === 0) {
    return ignored("tier_month_closed_already", `No commission of partner ${partner_id} waits for ${month} to close.`);
  }
  for (const { sale, terms } of open) {
    const { currency } = sale;
    closeTotal(books, { holder: partnerHolder(partner_id), subject: subjectOf(sale, terms), currency }, month);
  }
  for (const { sale } of open) earnAnew(context, sale, termsOf(books, sale), { isOver: false });
  return recorded("Commissions brought to the month's tier.");
}

/** Under the rules of a replay it may be another partner's or month's, or earn by other terms. */
function openOf(
  books: Books,
  saleId: number,
  { partner_id, month }: Pick<TierMonthClosed, "partner_id" | "month">,
): readonly Open[] {
  const sale = books.of.sale.get(saleId);
  const terms = books.of.commission.get(saleId)?.terms ?? null;
  if (sale === undefined || sale.partner_id !== partner_id) return [];
  return terms?.tier?.open_month === month ? [{ sale, terms }] : [];
}

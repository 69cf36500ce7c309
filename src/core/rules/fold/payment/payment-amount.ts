// What a payment came to, where a report of it says so only roughly (`estimate`) or in parts.
// It guarantees the same amount in any order of the reports: an exact report of the whole takes precedence;
// without one the parts paid through the provider add up; without any, the estimate less what was paid elsewhere.
// A sale whose amount follows from an exact report is never changed by its parts; a call's amount is by any report of its provider.

import type { Books } from "../../books.ts";
import type { RecordedFact } from "../../events/events.ts";
import type { Collected, CollectedPart, SaleAttribution, SaleRow } from "../../rows/sale-rows.ts";
import { attributionOf } from "../attribution/attribution.ts";
import type { FoldContext } from "../context.ts";
import { examineMovedSale } from "../flags/examine.ts";
import { feeOf } from "../platform-fee.ts";
import { restate } from "../reversal/restatement.ts";
import { dropChanges } from "../sale-change.ts";
import type { SaleTerms } from "../terms/in-force.ts";
import { rebook } from "./rebook.ts";
import { earnAnew, startedOn, subscriptionOf, termsOf } from "./subscription.ts";
import { asVerified, isSameAmount, isVerified, resizeDisputes, type VerifiedAmount } from "./verified-amount.ts";

type PaymentFact = Extract<RecordedFact, { type: "payment_succeeded" }>;

/** What the payment of this report is known to be made of; null where its amount is exact. */
export function collectedOf(
  fact: Pick<PaymentFact, "amount_kind" | "amount_cents" | "transaction_id">,
): Collected | null {
  const { amount_kind, amount_cents, transaction_id } = fact;
  if (amount_kind === undefined) return null;
  if (amount_kind === "estimate") return { told_cents: amount_cents, parts: [] };
  const part = { part_id: transaction_id, within: null, amount_cents, is_out_of_band: false };
  return { told_cents: null, parts: [part] };
}

/** A second report of a recorded sale; `amount_cents` is what of it counts. */
export function learnAmount(
  context: FoldContext,
  { id, fact }: { readonly id: number; readonly fact: PaymentFact },
  saleId: number,
): void {
  const sale = context.books.of.sale.get(saleId);
  if (sale === undefined || sale.imported !== null) return;
  if (!isVerified(sale)) {
    // Of a chain's transfer the delivery is the merchant's word, as the call is.
    if (fact.chain_transfer === undefined) outrank(context, sale, { ...fact, by: id, collected: collectedOf(fact) });
    return;
  }
  if (sale.collected === null || sale.currency !== fact.currency) return;
  const reported = { ...sale, ...claimOf(sale, fact), amount_cents: fact.amount_cents, collected: collectedOf(fact) };
  correct(context, sale, asOneAmount(sale, reported));
}

/** What one charge brought in for it. */
export function learnPart(
  context: FoldContext,
  saleId: number,
  reported: CollectedPart & { readonly currency: string },
): void {
  const sale = context.books.of.sale.get(saleId);
  if (sale?.collected == null || sale.currency !== reported.currency) return;
  const { currency: _, ...part } = reported;
  correct(context, sale, asOneAmount(sale, { ...sale, collected: { told_cents: null, parts: [part] } }));
}

/** A refund or dispute repeats what the payment came to. Answers the sale as it is then. */
export function learnTotal(
  context: FoldContext,
  sale: SaleRow,
  reported: { readonly id: number; readonly payment_cents?: number; readonly currency: string | null },
): SaleRow {
  const { payment_cents, currency } = reported;
  if (payment_cents === undefined || currency !== sale.currency || sale.imported !== null) return sale;
  if (!isVerified(sale)) {
    const verified = {
      by: reported.id,
      amount_cents: payment_cents,
      currency,
      tax_cents: sale.tax_cents,
      collected: null,
    };
    outrank(context, sale, verified);
  } else if (sale.collected !== null) {
    correct(context, sale, { ...sale, amount_cents: payment_cents, collected: null });
  }
  return context.books.of.sale.get(sale.sale_id) ?? sale;
}

/** Two sales turned out to be one: `kept` stays, with the amount that follows from both reports. */
export function mergeAmounts(context: FoldContext, keptId: number, merged: SaleRow): void {
  const kept = context.books.of.sale.get(keptId);
  if (kept === undefined || kept.imported !== null || merged.imported !== null) return;
  if (!isVerified(kept)) {
    if (isVerified(merged) && merged.evidence === null)
      outrank(context, kept, { ...merged, by: merged.verified_by ?? merged.sale_id });
    return;
  }
  if (kept.collected === null || kept.currency !== merged.currency || !isVerified(merged)) return;
  const { transaction_id, provider_payment_id, tax_cents, sale_type, subscription_interval, product_id } = merged;
  const claim =
    isPart(merged) || !isPart(kept)
      ? {}
      : { transaction_id, provider_payment_id, tax_cents, sale_type, subscription_interval, product_id };
  correct(
    context,
    kept,
    asOneAmount(kept, { ...kept, ...claim, amount_cents: merged.amount_cents, collected: merged.collected }),
  );
}

/** A part alone goes by the charge's name; the session or invoice that claims it names and describes the payment better. */
function claimOf(sale: SaleRow, fact: PaymentFact): Partial<SaleRow> {
  if (!isPart(sale) || fact.amount_kind === "part") return {};
  return {
    transaction_id: fact.transaction_id,
    provider_payment_id: fact.transaction_id,
    tax_cents: fact.tax_cents,
    sale_type: fact.subscription_id === null ? sale.sale_type : "subscription",
    subscription_interval: fact.subscription_interval,
    product_id: sale.product_id ?? fact.product_id,
  };
}

function isPart({ collected }: SaleRow): boolean {
  return collected !== null && collected.told_cents === null;
}

/** `reported`, with the amount that follows from both. */
function asOneAmount(sale: SaleRow, reported: SaleRow): SaleRow {
  if (sale.collected === null || reported.collected === null) return reported;
  const collected = {
    told_cents: sale.collected.told_cents ?? reported.collected.told_cents,
    parts: reported.collected.parts.reduce(withPart, sale.collected.parts),
  };
  return { ...reported, collected, amount_cents: amountOf(collected) };
}

/** In the order of their names, and the most that was reported of each: so their order cannot matter. */
function withPart(parts: readonly CollectedPart[], part: CollectedPart): readonly CollectedPart[] {
  const known = parts.find(({ part_id }) => part_id === part.part_id);
  const most = known === undefined || known.amount_cents < part.amount_cents ? part : known;
  const others = parts.filter(({ part_id }) => part_id !== part.part_id);
  return [...others, most].sort((a, b) => (a.part_id < b.part_id ? -1 : 1));
}

function amountOf({ told_cents, parts }: Collected): number {
  const isShare = ({ within }: CollectedPart) => parts.some(({ part_id }) => part_id === within);
  const through = parts.filter((part) => !part.is_out_of_band && !isShare(part));
  if (through.length > 0) return sumOf(through);
  return Math.max(0, (told_cents ?? 0) - sumOf(parts.filter((part) => part.is_out_of_band)));
}

function sumOf(parts: readonly CollectedPart[]): number {
  return parts.reduce((sum, part) => sum + part.amount_cents, 0);
}

/** A provider reports what a call had said: the sale, its commission and its fee are by the provider's word. */
function outrank(context: FoldContext, sale: SaleRow, reported: VerifiedAmount): void {
  const { books } = context;
  const verified = asVerified(books, sale, reported);
  if (verified === undefined) return;
  if (isSameAmount(sale, verified)) {
    // The payment is verified from now on: its fee may keep what only calls took off.
    rebook(context, verified);
    return;
  }
  // What changed its worth was counted in the other currency.
  if (verified.currency !== sale.currency) dropChanges(context, sale);
  resizeDisputes(books, verified);
  putFee(context, verified);
  earnAnew(context, verified, termsOf(books, verified), { isOver: sale.reason === "recurring_period_ended" });
}

/** The sale, its commission and its fee as they would have been, had this been reported at first. */
function correct(context: FoldContext, sale: SaleRow, reported: SaleRow): void {
  const { books } = context;
  if (reported.amount_cents === sale.amount_cents && reported.product_id === sale.product_id) {
    books.of.sale.put(reported);
    return;
  }
  const note = sale.reason === "paid_out_of_band" ? null : sale.reason;
  const reason = reported.amount_cents === 0 ? "paid_out_of_band" : note;
  const terms = termsOf(books, reported);
  putFee(context, reported);
  putStartingTerms(books, reported, terms);
  earnAnew(context, { ...reported, reason }, terms, { isOver: sale.reason === "recurring_period_ended" });
}

/** The renewals of what it began go by its terms as well. */
function putStartingTerms(books: Books, sale: SaleRow, terms: SaleTerms): void {
  const started = subscriptionOf(books, sale);
  if (started?.first_sale_id === sale.sale_id)
    books.of.subscription.put({ ...started, ...startedOn(terms, sale, started) });
}

function putFee(context: FoldContext, sale: SaleRow): void {
  const { books } = context;
  if (books.of.platform_fee.get(sale.sale_id) === undefined) return;
  // What a closed month stated of the sale is kept before the fee is another.
  restate(context, sale.sale_id, () => books.of.platform_fee.put(feeOf(books, sale)));
}

/** Another partner earns it, on that partner's terms, for as long as it earned before. */
export function attributeAnew(context: FoldContext, sale: SaleRow, attribution: SaleAttribution): void {
  const attributed = { ...sale, ...attributionOf(attribution) };
  earnAnew(context, attributed, termsOf(context.books, attributed), {
    isOver: sale.reason === "recurring_period_ended",
  });
  examineMovedSale(context, sale.sale_id);
}

// The platform fee of a sale after what went back, and what of that only the brand's word says: a refund that a call reported and no
// provider, or a decision by hand that took the sale from its partner. Of a payment that its provider verified the fee's row names it, and
// keeps it where the program's `fee_refunds` is `verified`. Once a provider reports the same refund nothing is left to name.
// Always computed from all refunds and disputes of the sale, never from an already reduced fee, so no order of reports matters.

import { basisPointsPerWhole, remainingShare, shareOf } from "../../vocabulary/money/money.ts";
import type { Books } from "../books.ts";
import { feeSettingsOf } from "../events/settings/fee-settings.ts";
import { monthOf } from "../events/statement.ts";
import type { FeeWord, PlatformFeeRow, RefundRow, SaleRow } from "../rows/sale-rows.ts";
import { isVerified } from "./payment/verified-amount.ts";
import { pairRefunds } from "./reversal/refund-pairing.ts";
import { isByProvider, providerCentsOf } from "./reversal/reversal-rows.ts";
import { settingsInForce } from "./settings-in-force.ts";

const noWords = { removed_by: null, taken_by_word_cents: null, kept_against_word_cents: null, words: null };

/** Of a sale of which nothing went back, by the rate of when it was received. */
export function feeOf(books: Books, sale: SaleRow): PlatformFeeRow {
  const { platform_fee_bps } = settingsInForce(books, sale.sale_id);
  const amountCents = shareOf(sale.amount_cents, platform_fee_bps, basisPointsPerWhole);
  return {
    program_id: sale.program_id,
    sale_id: sale.sale_id,
    amount_cents: amountCents,
    amount_at_sale_cents: amountCents,
    currency: sale.currency,
    ...noWords,
  };
}

/** `sale.refunded_cents` is all that went back, by whomever it was reported. */
export function feeAfter(books: Books, sale: SaleRow, fee: PlatformFeeRow): PlatformFeeRow {
  const words = isOfVerifiedPayment(sale) ? wordsAbout(books, sale) : [];
  return withWords(books, fee, sale, words);
}

/** The decision by hand that took a sale from its partner. */
type Removal = { readonly event_id: number; readonly decided_at: Date };

/** Its sale leaves the books; undefined where the fee goes with it: the payment itself is by the brand's word. */
export function feeWithoutSale(books: Books, sale: SaleRow, removal: Removal): PlatformFeeRow | undefined {
  const fee = books.of.platform_fee.get(sale.sale_id);
  if (fee === undefined || !isOfVerifiedPayment(sale)) return undefined;
  const removed = { since: removal.decided_at, cents: sale.amount_cents };
  const whole = { ...sale, refunded_cents: sale.amount_cents };
  return { ...withWords(books, fee, whole, [...wordsAbout(books, sale), removed]), removed_by: removal.event_id };
}

/** The transfer on a chain is reported by the merchant, so no one else verified that payment. */
function isOfVerifiedPayment(sale: SaleRow): boolean {
  return isVerified(sale) && sale.evidence === null;
}

/** What one word says went back of the sale. */
type Word = { readonly since: Date; readonly cents: number };

function wordsAbout(books: Books, sale: SaleRow): readonly Word[] {
  const refunds = books.of.refund.list(sale.sale_id);
  if (!refunds.some(isAlsoByCall)) return [];
  const alone = new Set(pairRefunds(refunds, sale.amount_cents).byCallAlone);
  return refunds
    .filter((refund) => alone.has(refund) || (refund.provider_cents !== null && !refund.has_failed))
    .sort((a, b) => a.event_id - b.event_id)
    .map((refund) => ({ since: refund.received_at, cents: refund.amount_cents - providerCentsOf(refund) }));
}

/** By a call, or more by a call than by a provider. */
function isAlsoByCall(refund: RefundRow): boolean {
  return !isByProvider(refund) || refund.provider_cents !== null;
}

/** All that went back is laid out in the order of the words, behind what providers verified. */
function withWords(books: Books, fee: PlatformFeeRow, sale: SaleRow, words: readonly Word[]): PlatformFeeRow {
  const { amount_cents: saleCents, refunded_cents: goneCents } = sale;
  const left = (cents: number) => remainingShare(fee.amount_at_sale_cents, cents, saleCents);
  if (words.length === 0) return { ...fee, ...noWords, amount_cents: left(goneCents) };
  const verifiedCents = Math.min(goneCents, verifiedRefundsOf(books, sale));
  const byMonth = new Map<string, FeeWord>();
  let upTo = verifiedCents;
  for (const [index, { since, cents }] of words.entries()) {
    const before = left(upTo);
    // What calls and providers name together may overlap: the last word answers for the rest.
    upTo = index === words.length - 1 ? goneCents : Math.min(goneCents, upTo + cents);
    addTo(byMonth, since, before - left(upTo));
  }
  const byWord = left(verifiedCents) - left(goneCents);
  const isKept = feeSettingsOf(settingsInForce(books, sale.sale_id)).fee_refunds === "verified";
  return {
    ...fee,
    ...noWords,
    amount_cents: left(isKept ? verifiedCents : goneCents),
    taken_by_word_cents: isKept || byWord === 0 ? null : byWord,
    kept_against_word_cents: isKept && byWord > 0 ? byWord : null,
    words: byWord === 0 ? null : [...byMonth.values()].sort((a, b) => (a.month < b.month ? -1 : 1)),
  };
}

function addTo(byMonth: Map<string, FeeWord>, time: Date, cents: number): void {
  if (cents === 0) return;
  const month = monthOf(time);
  const known = byMonth.get(month);
  const since = time.toISOString();
  const first = known !== undefined && known.since < since ? known.since : since;
  byMonth.set(month, { month, cents: cents + (known?.cents ?? 0), since: first });
}

/** By refunds and lost disputes as providers reported them; a dispute is closed by its provider or by the operator. */
function verifiedRefundsOf(books: Books, sale: SaleRow): number {
  const refunds = books.of.refund
    .list(sale.sale_id)
    .filter(isByProvider)
    .map((refund) => ({ ...refund, amount_cents: providerCentsOf(refund), provider_cents: null }));
  let cents = pairRefunds(refunds, sale.amount_cents).refundedCents;
  for (const dispute of books.of.dispute.list(sale.sale_id)) {
    if (dispute.status === "lost") cents += dispute.amount_cents;
  }
  return cents;
}

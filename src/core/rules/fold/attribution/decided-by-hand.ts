// A decision by hand lies over what the evidence of a payment says: whom it pays follows from the decision, and all that others
// learn of it from the evidence alone. So undoing a decision has nothing to take back but its own sale.
import type { Books } from "../../books.ts";
import { type ManualAttributionRow, revived, stored } from "../../rows/manual-attribution-row.ts";
import type { Attribution, SaleAttribution, SaleRow } from "../../rows/sale-rows.ts";
import { attributionOf } from "./attribution.ts";

/** The decision in force; undefined without one. */
export function decisionOn(books: Books, paymentId: number): ManualAttributionRow | undefined {
  const decision = books.of.manual_attribution.get(paymentId);
  return decision?.state === "lifted" ? undefined : decision;
}

/** To whom this payment is given by hand. */
export function givenTo(books: Books, paymentId: number): SaleAttribution | undefined {
  const given = decisionOn(books, paymentId)?.given ?? null;
  return given === null ? undefined : revived<SaleAttribution>(given);
}

/** Whose the sale is by its evidence; null where only a decision by hand made it a sale. */
export function evidenceOf(books: Books, sale: SaleRow): Attribution | null {
  const decision = decisionOn(books, sale.sale_id);
  if (decision !== undefined) return decision.evidence && revived<Attribution>(decision.evidence);
  const { clicked_at } = sale;
  if (clicked_at === null) throw new Error(`sale ${sale.sale_id} has neither a click, a code nor a decision`);
  return { ...attributionOf(sale), clicked_at };
}

/** The evidence of a sale is another now: whose the sale is then. A decision stays above it. */
export function withEvidenceOf(books: Books, { sale_id }: SaleRow, evidence: Attribution): SaleAttribution {
  const decision = decisionOn(books, sale_id);
  if (decision === undefined) return attributionOf(evidence);
  books.of.manual_attribution.put({ ...decision, evidence: stored(attributionOf(evidence)), reports: [] });
  return decision.given === null ? attributionOf(evidence) : revived<SaleAttribution>(decision.given);
}

/** While only a decision makes it a sale, the reports of the payment are remembered, to be folded again when that is undone. */
export function rememberReports(books: Books, saleId: number, eventIds: readonly number[]): void {
  const decision = decisionOn(books, saleId);
  if (decision === undefined || decision.evidence !== null) return;
  const reports = inOrder(new Set([...decision.reports, ...eventIds.filter((id) => id !== saleId)]));
  if (reports.length === decision.reports.length) return;
  books.of.manual_attribution.put({ ...decision, reports });
}

/**
 * The newest decision counts, over the evidence of the sale that stays or else of the other. Answers the reports that were only now
 * found to be of a payment with evidence.
 */
export function mergeDecisions(books: Books, kept: SaleRow, merged: SaleRow): readonly number[] {
  const own = decisionOn(books, kept.sale_id);
  const other = decisionOn(books, merged.sale_id);
  const newest = (other?.event_id ?? 0) > (own?.event_id ?? 0) ? other : own;
  if (newest === undefined) return [];
  const evidence = evidenceOf(books, kept) ?? evidenceOf(books, merged);
  const reports = inOrder([...untaughtBy(own), ...untaughtBy(other)]);
  books.of.manual_attribution.put({
    ...newest,
    payment_id: kept.sale_id,
    evidence: evidence && stored(evidence),
    hidden: null,
    reports: evidence === null ? reports.filter((id) => id !== kept.sale_id) : [],
  });
  if (other !== undefined) books.of.manual_attribution.delete(other);
  return evidence === null ? [] : reports;
}

/** The partner to whom a decision gives the sale; undefined without one. */
export function attributionByHand(books: Books, saleId: number): SaleAttribution | undefined {
  const decision = decisionOn(books, saleId);
  if (decision === undefined) return undefined;
  if (decision.given !== null) return revived<SaleAttribution>(decision.given);
  return decision.evidence === null ? undefined : revived<Attribution>(decision.evidence);
}

/** The reports of a payment that only this decision made a sale, the event of its sale first: nothing was learned from them. */
export function untaughtBy(decision: ManualAttributionRow | undefined): readonly number[] {
  return decision?.evidence === null ? [decision.payment_id, ...decision.reports] : [];
}

function inOrder(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}

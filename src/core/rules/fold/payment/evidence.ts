// The evidence for a sale's payment: the merchant's word, the chain's, or an operator's decision.
// Evidence only ever grows stronger, so the order in which it came cannot matter, also not when two sales turn out to be
// one. It never covers more money than its transfer moved: a sale of a larger amount takes nothing from it.
import type { RecordedFact } from "../../events/events.ts";
import { type Evidence, evidences, type SaleRow } from "../../rows/sale-rows.ts";

type PaymentFact = Extract<RecordedFact, { type: "payment_succeeded" }>;
type TransferReport = Pick<SaleRow, "amount_cents" | "evidence" | "chain_transfer"> & { readonly currency: string };

/** A second report of a recorded sale may know what the first did not: the transfer that paid it. */
export function withTransfer(sale: SaleRow, { amount_cents, currency, chain_transfer }: PaymentFact): SaleRow {
  if (chain_transfer === undefined) return sale;
  return withEvidence(sale, { amount_cents, currency, chain_transfer, evidence: "merchant_asserted" });
}

/** The sale with what was reported of the same payment elsewhere. */
export function withEvidence(sale: SaleRow, reported: TransferReport): SaleRow {
  const isCovered = reported.currency === sale.currency && reported.amount_cents >= sale.amount_cents;
  if (reported.evidence === null || !isCovered) return sale;
  return {
    ...sale,
    evidence: strongerOf(sale.evidence, reported.evidence),
    chain_transfer: sale.chain_transfer ?? reported.chain_transfer,
  };
}

export function strongerOf(one: Evidence | null, other: Evidence): Evidence {
  return one !== null && evidences.indexOf(one) > evidences.indexOf(other) ? one : other;
}

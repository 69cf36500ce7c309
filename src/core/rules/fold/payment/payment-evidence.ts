// Evidence for a payment beyond the merchant's word, from its chain or from an operator.
// One transfer pays once: a transfer that was found for two sales makes them one payment. A contradiction holds the
// commission back and takes nothing: whether the merchant or the chain's node was wrong, an operator decides.
import { type Conclusion, duplicate, ignored, recorded } from "../../conclusion.ts";
import type { NamedEvent } from "../../events/event-names.ts";
import type { PaymentEvidenceRecorded } from "../../events/events.ts";
import type { FoldContext } from "../context.ts";
import { strongerOf } from "./evidence.ts";
import { park } from "./parking.ts";
import { findPayment } from "./payment-identity.ts";
import { rebook } from "./rebook.ts";
import { unify } from "./same-payment.ts";

export function foldPaymentEvidence(context: FoldContext, event: NamedEvent<PaymentEvidenceRecorded>): Conclusion {
  const { books } = context;
  const { transaction_id: transactionId, transfer, evidence } = event.data;
  const known = findPayment(books, transactionId);
  if (known?.state === "expired") {
    return ignored("attribution_window_expired", "The payment had no commission: its attribution window had expired.");
  }
  if (known?.state !== "sale") {
    return park(books, event, "payment_unknown", "The payment this belongs to has not become a sale yet.");
  }
  if (known.sale.chain_transfer === null) {
    return ignored("no_transfer_asserted", "This sale is not known to be paid on a chain.");
  }
  if (evidence === "operator_accepted" && known.sale.evidence !== "chain_contradicted") {
    return ignored("not_contradicted", "Nothing contradicts this sale: there is nothing to decide.");
  }
  const names = transfer === null ? [transactionId] : [transactionId, transfer];
  const unified = unify(context, event, names);
  const sale = unified?.state === "sale" ? unified.sale : known.sale;
  const strongest = strongerOf(sale.evidence, evidence);
  if (strongest === sale.evidence) {
    return duplicate("As much is known of this payment already.", { reason: "same_evidence", refersTo: sale.sale_id });
  }
  rebook(context, { ...sale, evidence: strongest });
  return recorded(messages[evidence], { refersTo: sale.sale_id });
}

const messages = {
  chain_verified: "The chain confirms the payment.",
  chain_contradicted: "The chain contradicts the payment: the commission is held back until an operator decides.",
  operator_accepted: "The payment is accepted: the commission is no longer held back.",
} as const;

// A first sale freezes its customer to whom that sale pays: what the customer was bound to before no longer counts.
// One that was earned by another click than a browser claimed replaces the claim. An import has frozen its customers before.
import type { Attribution, SaleRow } from "../../rows/sale-rows.ts";
import type { FoldContext } from "../context.ts";
import { subjectOf, waitFor } from "../keys.ts";
import { attributionOf, isImported } from "./attribution.ts";
import { settleSubject } from "./claim.ts";
import { bindByHand, evidenceBinding, putEvidenceBinding } from "./customer-binding.ts";
import { evidenceOf } from "./decided-by-hand.ts";

/** However the sale came to know its customer: by name, from its subscription, or from another report of the payment. */
export function freezeCustomer(context: FoldContext, sale: SaleRow): void {
  if (sale.customer_key === null) return;
  freezeByEvidence(context, sale, sale.customer_key);
  bindByHand(context, sale);
}

function freezeByEvidence(context: FoldContext, sale: SaleRow, customerKey: string): void {
  const { books, arrived } = context;
  const customer = evidenceBinding(books, customerKey);
  if (customer?.first_sale_id != null) return;
  const earned = evidenceOf(books, sale);
  if (earned === null) return;
  const wasImported = customer !== undefined && isImported(customer);
  const keeps = wasImported || (customer?.is_provisional === false && isSameBinding(customer, earned));
  if (customer?.is_provisional) settleSubject(context, subjectOf.customer(customerKey), earned);
  putEvidenceBinding(books, customerKey, {
    ...(wasImported ? attributionOf(customer) : earned),
    is_provisional: false,
    other_claims: null,
    first_sale_id: sale.sale_id,
    bound_at: keeps ? customer.bound_at : sale.received_at,
  });
  if (!keeps) arrived.add(waitFor.customer(customerKey));
}

function isSameBinding(one: Attribution, other: Attribution): boolean {
  return one.partner_id === other.partner_id && one.click_id === other.click_id;
}

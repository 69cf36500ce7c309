// To whom a customer is bound. By evidence: a lead, a claim, an import or a first sale. Over that lies a decision by hand that gave
// the customer's first sale to a partner. Payments earn by what lies on top; leads, claims and sales go on changing what lies
// beneath. So undoing the decision leaves the customer to the evidence: to its next sale, where there is one.
import type { Books } from "../../books.ts";
import { revived, stored } from "../../rows/manual-attribution-row.ts";
import type { BindingByHand, EvidenceBinding } from "../../rows/rows.ts";
import type { Attribution, SaleAttribution, SaleRow } from "../../rows/sale-rows.ts";
import type { FoldContext } from "../context.ts";
import { waitFor } from "../keys.ts";
import { attributionOf, isImported } from "./attribution.ts";
import { decisionOn } from "./decided-by-hand.ts";

export type BoundCustomer = EvidenceBinding & { readonly customer_key: string };

/** Undefined where nothing but decisions by hand binds the customer. */
export function evidenceBinding(books: Books, customerKey: string): BoundCustomer | undefined {
  const customer = books.of.customer.get(customerKey);
  if (customer === undefined || customer.by_hand === null) return customer;
  const { evidence } = customer.by_hand;
  return evidence === null ? undefined : { customer_key: customerKey, ...revived<EvidenceBinding>(evidence) };
}

/** Binds the customer by evidence, or deletes that binding. Decisions by hand stay above it. */
export function putEvidenceBinding(
  books: Books,
  customerKey: string,
  evidence: EvidenceBinding | undefined,
  bindings: readonly BindingByHand[] = books.of.customer.get(customerKey)?.by_hand?.bindings ?? [],
): void {
  const known = books.of.customer.get(customerKey);
  const key = { program_id: books.programId, customer_key: customerKey };
  const [first] = bindings;
  if (first !== undefined) {
    const { sale_id, ...bound } = revived<BindingByHandInForce>(first);
    const binding = { ...bound, is_provisional: false, other_claims: null, first_sale_id: sale_id };
    const beneath = evidence === undefined ? null : stored(bindingOf(evidence));
    books.of.customer.put({ ...key, ...binding, by_hand: { bindings, evidence: beneath } });
  } else if (evidence !== undefined) books.of.customer.put({ ...key, ...bindingOf(evidence), by_hand: null });
  else if (known !== undefined) books.of.customer.delete(known);
}

type BindingByHandInForce = Attribution & { readonly sale_id: number; readonly bound_at: Date };

function bindingOf(customer: EvidenceBinding): EvidenceBinding {
  const { is_provisional, other_claims, first_sale_id, bound_at } = customer;
  return {
    ...attributionOf(customer),
    clicked_at: customer.clicked_at,
    is_provisional,
    other_claims,
    first_sale_id,
    bound_at,
  };
}

/** Where a person gave this sale to a partner and it is its customer's first. An import has frozen its customer before. */
export function bindByHand({ books, cause, arrived }: FoldContext, sale: SaleRow): void {
  const decision = decisionOn(books, sale.sale_id);
  if (sale.customer_key === null || decision?.given == null) return;
  const evidence = evidenceBinding(books, sale.customer_key);
  const firstSaleId = evidence?.first_sale_id ?? null;
  if (evidence !== undefined && isImported(evidence)) return;
  if (firstSaleId !== null && firstSaleId !== sale.sale_id) return;
  const bound = stored({
    sale_id: sale.sale_id,
    ...attributionFrom(sale, revived<SaleAttribution>(decision.given)),
    bound_at: decision.decided_at ?? cause.received_at,
  });
  const known = books.of.customer.get(sale.customer_key)?.by_hand?.bindings ?? [];
  const isKnown = known.some(({ sale_id }) => sale_id === sale.sale_id);
  const bindings = isKnown ? known.map((one) => (one.sale_id === sale.sale_id ? bound : one)) : [...known, bound];
  putEvidenceBinding(books, sale.customer_key, evidence, bindings);
  // Events that wait for a customer whom a sale froze were folded then.
  if (firstSaleId === null) arrived.add(waitFor.customer(sale.customer_key));
}

/** The window begins behind the payment: nothing that follows from a decision earns the payment it was made about. */
function attributionFrom({ received_at }: SaleRow, given: SaleAttribution): Attribution {
  return { ...attributionOf(given), clicked_at: given.clicked_at ?? new Date(received_at.getTime() + 1) };
}

/** The decision about this sale no longer counts. Sales that earned by it keep their partner, and the first of them its customer. */
export function unbindByHand({ books, arrived }: FoldContext, { sale_id, customer_key }: SaleRow): void {
  const bindings = customer_key === null ? undefined : books.of.customer.get(customer_key)?.by_hand?.bindings;
  if (customer_key === null || !bindings?.some((one) => one.sale_id === sale_id)) return;
  const left = bindings.filter((one) => one.sale_id !== sale_id);
  putEvidenceBinding(books, customer_key, evidenceBinding(books, customer_key), left);
  arrived.add(waitFor.customer(customer_key));
}

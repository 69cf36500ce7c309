// Payment references: whose payment a bank transfer is, and how much of it counts.
// A transfer counts towards its order and never beyond the order's price: a second transfer of a paid order, or what was
// paid too much, is kept with its event but earns no commission.
import type { Books } from "../../books.ts";
import { type Conclusion, duplicate, recorded, refused } from "../../conclusion.ts";
import type { NamedEvent } from "../../events/event-names.ts";
import type { Event, PaymentReferenceRegistered, RecordedFact } from "../../events/events.ts";
import { mustBeTaken, takesCurrency } from "../../events/settings/currency-settings.ts";
import type { PaymentReferenceRow } from "../../rows/reference-row.ts";
import type { FoldContext } from "../context.ts";
import { waitFor } from "../keys.ts";
import { awaitKeys } from "../payment/parking.ts";
import { paymentReportedBy } from "../payment/payment-identity.ts";
import { settingsInForce } from "../settings-in-force.ts";
import { bindingThatEarns, clickThatEarns } from "./attribution.ts";
import { referenceKey } from "./reference-key.ts";

type PaymentEvent = Event<Extract<RecordedFact, { type: "payment_succeeded" }>>;

export function foldPaymentReference(context: FoldContext, event: NamedEvent<PaymentReferenceRegistered>): Conclusion {
  const { books, arrived } = context;
  const { data } = event;
  const settings = settingsInForce(books, event.id);
  if (data.currency !== null && !takesCurrency(settings, data.currency)) {
    return refused("unsupported_currency", `currency ${mustBeTaken(settings)}.`);
  }
  const reference = referenceKey(data.provider, data.reference_hash);
  const earlier = books.of.payment_reference.get(reference);
  const answer = (id: number) => ({ kind: "reference", reference_id: id, reference: data.reference }) as const;
  if (earlier !== undefined && earlier.event_id !== event.id) {
    // Ids grow with the log: this one had waited for its click or customer, and was corrected meanwhile.
    if (earlier.event_id > event.id) {
      return recorded("A later registration of this reference counts.", {
        reason: "reference_corrected",
        refersTo: earlier.event_id,
      });
    }
    if (isSame(earlier, data)) {
      return duplicate("This reference is already registered.", {
        refersTo: earlier.event_id,
        answer: answer(earlier.event_id),
      });
    }
    if (earlier.paid_cents > 0) {
      return refused("reference_already_paid", "This reference is already paid; use a new one for another order.");
    }
  }
  books.of.payment_reference.put({
    program_id: books.programId,
    reference,
    event_id: event.id,
    customer_key: data.customer_key,
    click_id: data.click_id,
    amount_cents: data.amount_cents,
    currency: data.currency,
    product_id: data.product_id,
    paid_cents: earlier?.paid_cents ?? 0,
    counted_sale_ids: earlier?.counted_sale_ids ?? [],
  });
  arrived.add(waitFor.reference(reference));
  const reason = isAttributed(context, event) ? null : "attribution_awaited";
  if (reason !== null) awaitKeys(books, event);
  return recorded("Payment reference registered.", { reason, answer: answer(event.id) });
}

function isSame(row: PaymentReferenceRow, data: PaymentReferenceRegistered): boolean {
  return (
    row.customer_key === data.customer_key &&
    row.click_id === data.click_id &&
    row.amount_cents === data.amount_cents &&
    row.currency === data.currency &&
    row.product_id === data.product_id
  );
}

/** By what is known now: a click or a lead may come after the registration, if only before the payment. */
function isAttributed({ books, cause }: FoldContext, { data }: Event<PaymentReferenceRegistered>): boolean {
  const { customer_key: customerKey, click_id: clickId } = data;
  const now = cause.received_at;
  if (clickThatEarns(books, clickId, now) !== undefined) return true;
  return customerKey !== null && bindingThatEarns(books, { customerKey, clickId }, now) !== undefined;
}

/** The order this payment was registered for; undefined when none of its references is registered. */
export function registeredFor(books: Books, event: PaymentEvent): PaymentReferenceRow | undefined {
  for (const hash of event.data.reference_hashes) {
    const row = books.of.payment_reference.get(referenceKey(event.source, hash));
    if (row !== undefined) return withSales(books, row, row.counted_sale_ids);
  }
  return undefined;
}

/** Once for each sale, regardless of which report came first. */
export function countSale(books: Books, order: PaymentReferenceRow, saleId: number): void {
  const sale = books.of.sale.get(saleId);
  if (sale?.payment_reference === null) books.of.sale.put({ ...sale, payment_reference: order.reference });
  const counted = withSales(books, order, [...order.counted_sale_ids, saleId]);
  const known = books.of.payment_reference.get(order.reference);
  const isNews =
    known?.paid_cents !== counted.paid_cents || known.counted_sale_ids.join() !== counted.counted_sale_ids.join();
  if (isNews) books.of.payment_reference.put(counted);
}

/** Two sales of it turned out to be one payment: it is paid less, and transfers that found it paid may count. */
export function recountOrder({ books, arrived }: FoldContext, reference: string | null): void {
  const order = reference === null ? undefined : books.of.payment_reference.get(reference);
  if (order === undefined) return;
  const counted = withSales(books, order, order.counted_sale_ids);
  books.of.payment_reference.put(counted);
  if (counted.paid_cents < order.paid_cents) arrived.add(waitFor.reference(order.reference));
}

/** What these sales are now: two of them may have turned out to be one payment since they were counted. */
function withSales(books: Books, order: PaymentReferenceRow, saleIds: readonly number[]): PaymentReferenceRow {
  const sales = new Map<number, number>();
  for (const saleId of saleIds) {
    const known = paymentReportedBy(books, saleId);
    if (known?.state === "sale") sales.set(known.paymentId, known.sale.amount_cents);
  }
  const paidCents = [...sales.values()].reduce((sum, cents) => sum + cents, 0);
  return { ...order, paid_cents: paidCents, counted_sale_ids: [...sales.keys()] };
}

export type Counted = { readonly amountCents: number; readonly note: "overpaid" | "underpaid" | null };

/** How much of a transfer counts towards its order; null when the order is paid already. */
export function countTowards(order: PaymentReferenceRow, receivedCents: number): Counted | null {
  if (order.amount_cents === null) {
    return order.paid_cents > 0 ? null : { amountCents: receivedCents, note: null };
  }
  const dueCents = order.amount_cents - order.paid_cents;
  if (dueCents <= 0) return null;
  if (receivedCents > dueCents) return { amountCents: dueCents, note: "overpaid" };
  return { amountCents: receivedCents, note: receivedCents < dueCents ? "underpaid" : null };
}

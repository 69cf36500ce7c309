// A second telling of a recorded sale may know what the first did not: its subscription, the transfer that paid it, and the
// names its payer goes by. Whatever is told first, the books then know the same.
import type { Books } from "../books.ts";
import type { Event, RecordedFact } from "../events.ts";
import type { SaleRow } from "../rows.ts";
import { learnAmount } from "./amount.ts";
import { attributionOf } from "./attribution.ts";
import type { Brought } from "./brought.ts";
import { freezeCustomer } from "./customer.ts";
import { learnTransfer } from "./evidence.ts";
import { identitiesOf, waitFor } from "./keys.ts";
import type { Payer } from "./payer.ts";
import { learnCustomer, learnSubscription } from "./subscription.ts";

type PaymentEvent = Event<Extract<RecordedFact, { type: "payment_succeeded" }>>;

export function learnTelling(books: Books, event: PaymentEvent, payer: Payer, saleId: number, brought: Brought): void {
  // Before the subscription: it may begin on the terms of a product that only this telling names.
  learnAmount(books, event.data, saleId);
  const sale = books.of.sale.get(saleId);
  if (sale === undefined) return;
  learnSubscription(books, event.data, learnCustomer(books, sale, payer.customer_key), brought);
  learnTransfer(books, event.data, saleId);
  const learned = books.of.sale.get(saleId) ?? sale;
  const saleNow = withTelling(learned, event.data);
  if (saleNow !== learned) books.of.sale.put(saleNow);
  if (payer.customer_key !== null && sale.customer_key === null) freezeCustomer(books, saleNow, brought);
  learnIdentities(books, payer, saleNow, brought);
}

type Told = {
  readonly amount_cents: number;
  readonly currency: string;
  readonly amount_kind?: "estimate" | "part";
  readonly collected?: SaleRow["collected"];
};

/**
 * Of tellings that differ in amount the first stands. What is said of the amount already, as of an order's, says why. An estimate
 * and a part contradict nothing: they are made one with the rest.
 */
export function withTelling(sale: SaleRow, told: Told): SaleRow {
  const isExact = sale.collected === null && told.amount_kind === undefined && (told.collected ?? null) === null;
  if (!isExact) return sale;
  const isSame = told.amount_cents === sale.amount_cents && told.currency === sale.currency;
  return isSame || sale.reason !== null ? sale : { ...sale, reason: "amount_differs" };
}

/** Where the payment itself does not tell which subscription it began, the subscription's beginning does. */
export function learnBeginning(books: Books, subscriptionId: string, saleId: number, brought: Brought): void {
  const sale = books.of.sale.get(saleId);
  if (sale === undefined) return;
  learnSubscription(books, { subscription_id: subscriptionId, is_recurring: false }, sale, brought);
}

/** The provider's customer and the address lead to whom this sale was attributed, where nobody knew them before. */
export function learnIdentities(books: Books, payer: Payer, sale: SaleRow, brought: Brought): void {
  for (const identity of identitiesOf(payer)) {
    const known = books.of.identity.get(identity);
    if (known !== undefined) {
      // It is the first named customer's who pays by it.
      if (known.customer_key === null && sale.customer_key !== null) {
        books.of.identity.put({ ...known, customer_key: sale.customer_key });
      }
      continue;
    }
    books.of.identity.put({
      program_id: books.programId,
      identity,
      ...attributionOf(sale),
      customer_key: sale.customer_key,
    });
    brought.add(waitFor.identity(identity));
  }
}

// Payments and subscriptions a provider tells of: the event is always kept, and the outcome says what became of it.
import type { Books } from "../books.ts";
import { type Conclusion, duplicate, expired, ignored, recorded } from "../conclusion.ts";
import type { Event, RecordedFact } from "../events.ts";
import { isCurrency } from "../money.ts";
import type { Attribution, SaleRow } from "../rows.ts";
import { attributionOf, bindingThatEarns, clickThatCounts, isPartnerActive, windowOverrun } from "./attribution.ts";
import type { Brought } from "./brought.ts";
import { tick } from "./checklist.ts";
import { waitFor } from "./keys.ts";
import { nameAlias } from "./name-alias.ts";
import { identitiesOf, park } from "./parking.ts";
import { linkNames, valuesOf } from "./payment-identified.ts";
import { findPayment } from "./payment-identity.ts";
import { type Payment, recordSale } from "./sale.ts";
import { adopt, supersedeWaiting, unify } from "./same-payment.ts";
import { settleNamed } from "./settle-lead.ts";
import { learnSubscription, renewedSubscription } from "./subscription.ts";

type PaymentEvent = Event<Extract<RecordedFact, { type: "payment_succeeded" }>>;
type StartEvent = Event<Extract<RecordedFact, { type: "subscription_started" }>>;

export function foldPayment(books: Books, event: PaymentEvent, brought: Brought): Conclusion {
  const { data } = event;
  tick(books, event, "webhook");
  const strange = wrongProgram(books, data.payer.program_id);
  if (strange !== undefined) return strange;
  if (event.is_test) {
    tick(books, event, "sale");
    return recorded("Test payment recorded. No sale, commission or platform fee was created.");
  }
  const payment = paymentOf(event);
  if (payment === undefined) {
    return ignored("unsupported_currency", `${data.currency} is not supported: no sale was created.`);
  }
  const sold = unify(books, event.id, payment.aliases, brought);
  if (sold !== undefined) {
    learnSubscription(books, data, sold, brought);
    return duplicate("This payment is already recorded as a sale.", { reason: "same_payment", refersTo: sold.sale_id });
  }
  const known = findPayment(books, payment.aliases);
  if (known?.state === "expired") {
    return duplicate("This payment was already received, outside the attribution window.", {
      reason: "attribution_window_expired",
      refersTo: known.paymentId,
    });
  }
  const earned = attribute(books, event, payment);
  if (earned === undefined) {
    for (const alias of payment.aliases) keepAlias(books, alias, event.id);
    return park(
      books,
      event,
      "no_attribution",
      "Nothing this payment names is known yet: it waits for a click, lead or subscription that is.",
    );
  }
  if (!isPartnerActive(books, earned.partner_id)) {
    return ignored("partner_inactive", "The attributed partner is not active: no sale was created.");
  }
  const superseded = supersedeWaiting(books, event.id, payment.aliases, event.id);
  const overrun = renewedSubscription(books, payment) ? null : windowOverrun(books, event, earned.clicked_at);
  if (overrun !== null) {
    for (const alias of payment.aliases) nameAlias(books, alias, event.id, brought);
    return expired({ kind: "expired", ...overrun });
  }
  settleNamed(books, data.payer.customer_key, data.payer.click_id, brought);
  const { sale, commission } = recordSale(books, event, payment, earned, brought);
  adopt(books, superseded, sale.sale_id, brought);
  for (const identity of identitiesOf(data.payer)) learnIdentity(books, identity, sale, earned, brought);
  return recorded("Sale recorded.", {
    answer: { kind: "sale", sale_id: sale.sale_id, commission_id: commission?.sale_id ?? null, reason: sale.reason },
  });
}

/** Whose subscription this is, told before or after its first payment. */
export function foldSubscriptionStarted(books: Books, event: StartEvent, brought: Brought): Conclusion {
  const { data } = event;
  tick(books, event, "webhook");
  const strange = wrongProgram(books, data.payer.program_id);
  if (strange !== undefined) return strange;
  if (event.is_test) return recorded("Test subscription recorded.");
  const aliases = valuesOf(data.aliases);
  const link = aliases.length > 1 ? linkNames(books, event, aliases, brought) : { reason: null, refersTo: null };
  if (books.of.subscription.get(data.subscription_id) !== undefined) {
    return recorded("This subscription is already known.", link);
  }
  const earned = attributeBy(books, data.payer, null);
  if (earned === undefined) {
    return park(books, event, "no_attribution", "Nothing this subscription names is known yet.");
  }
  settleNamed(books, data.payer.customer_key, data.payer.click_id, brought);
  books.of.subscription.put({
    program_id: books.programId,
    subscription_id: data.subscription_id,
    ...attributionOf(earned),
    customer_key: data.payer.customer_key,
    first_sale_id: null,
    began_with_renewal: false,
    started_at: event.received_at,
    commission: null,
  });
  brought.add(waitFor.subscription(data.subscription_id));
  return recorded("Subscription attributed.", link);
}

export function wrongProgram(books: Books, programId: string | null): Conclusion | undefined {
  if (programId === null || programId === String(books.programId)) return undefined;
  return ignored("wrong_program", "The metadata names another program than this connection's.");
}

function paymentOf(event: PaymentEvent): Payment | undefined {
  const { data } = event;
  if (!isCurrency(data.currency)) return undefined;
  return {
    transaction_id: data.transaction_id,
    aliases: [...new Set([data.transaction_id, ...data.aliases.map((alias) => alias.value)])],
    amount_cents: data.amount_cents,
    tax_cents: data.tax_cents,
    currency: data.currency,
    customer_key: data.payer.customer_key,
    sale_type: data.subscription_id === null ? "payment" : "subscription",
    is_recurring: data.is_recurring,
    subscription_id: data.subscription_id,
    subscription_interval: data.subscription_interval,
    product_id: data.product_id,
    provider: event.source,
    provider_payment_id: data.transaction_id,
  };
}

function attribute(books: Books, event: PaymentEvent, payment: Payment): Attribution | undefined {
  const renewed = renewedSubscription(books, payment);
  if (renewed !== undefined) return attributionOf(renewed);
  return attributeBy(books, event.data.payer, payment.subscription_id);
}

/** Click, customer, subscription, the provider's customer, the address: the first one known. */
function attributeBy(
  books: Books,
  payer: PaymentEvent["data"]["payer"],
  subscriptionId: string | null,
): Attribution | undefined {
  const click = payer.click_id === null ? undefined : clickThatCounts(books, payer.click_id);
  if (click !== undefined) return attributionOf(click);
  const bound = payer.customer_key === null ? undefined : bindingThatEarns(books, payer.customer_key, payer.click_id);
  if (bound !== undefined) return bound;
  const subscription = subscriptionId === null ? undefined : books.of.subscription.get(subscriptionId);
  if (subscription !== undefined) return attributionOf(subscription);
  for (const identity of identitiesOf(payer)) {
    const known = books.of.identity.get(identity);
    if (known !== undefined) return attributionOf(known);
  }
  return undefined;
}

function keepAlias(books: Books, alias: string, eventId: number): void {
  if (books.of.payment_alias.get(alias) !== undefined) return;
  books.of.payment_alias.put({ program_id: books.programId, alias, payment_id: eventId });
}

function learnIdentity(books: Books, identity: string, sale: SaleRow, earned: Attribution, brought: Brought): void {
  if (books.of.identity.get(identity) !== undefined) return;
  books.of.identity.put({
    program_id: books.programId,
    identity,
    ...attributionOf(earned),
    customer_key: sale.customer_key,
  });
  brought.add(waitFor.identity(identity));
}

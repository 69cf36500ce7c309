// Why a payment has no partner, or a refund no payment: each key that the fold looks up, in order, and what the books know of it now. It
// calls the fold's own functions, so it cannot explain other rules than those that decided.
import type { Books } from "../../core/rules/books.ts";
import { namesIn } from "../../core/rules/events/event-types.ts";
import type { DataOf, Event } from "../../core/rules/events/events.ts";
import {
  attributionByClick,
  attributionByCustomer,
  claimNamed,
  clickThatCounts,
  ifBefore,
  isPartnerActive,
  visitedAt,
  windowOverrun,
} from "../../core/rules/fold/attribution/attribution.ts";
import { couponOf, couponThatEarns, isCouponFirst } from "../../core/rules/fold/attribution/coupon.ts";
import { registeredFor } from "../../core/rules/fold/attribution/payment-reference.ts";
import { identityOf } from "../../core/rules/fold/keys.ts";
import { isAnothers, type Payer } from "../../core/rules/fold/payment/payer.ts";
import { payerOfOrder } from "../../core/rules/fold/payment/payment.ts";
import { findPayment } from "../../core/rules/fold/payment/payment-identity.ts";
import { renewedSubscription } from "../../core/rules/fold/payment/subscription.ts";
import type { Attribution } from "../../core/rules/rows/sale-rows.ts";
import { daysBetween } from "../../core/rules/time.ts";
import { programOfClickId } from "../../core/vocabulary/click-id.ts";
import { daysBeforeInWords } from "../reads/days-before.ts";

export type LookedFor = {
  readonly key:
    | "click_id"
    | "customer_key"
    | "subscription"
    | "provider_customer"
    | "email_hash"
    | "payment_reference"
    | "coupon_code"
    | "payment";
  /** Null where the payment does not name one. */
  readonly value: string | null;
  readonly found: Found;
  /** What was found, in a sentence. */
  readonly summary: string;
  readonly partner_id: number | null;
};

type Found =
  | "not_named"
  | "not_known"
  | "other_program"
  | "bot"
  | "provisional"
  | "after_payment"
  | "other_customer"
  | "partner_inactive"
  | "outside_window"
  | "attributed"
  | "registered"
  | "sale"
  | "waiting"
  | "no_sale";

type Finding = Pick<LookedFor, "found" | "summary"> & { readonly partner_id?: number };

/** `books` contain everything that the event may touch. Empty for events without lookups. */
export function lookedForBy(books: Books, event: Event): LookedFor[] {
  const { data } = event;
  switch (data.type) {
    case "payment_succeeded":
      return [...keysOfPayment(books, { ...event, data }), ...couponFound(books, { ...event, data })];
    case "subscription_started":
      return [...keysOfPayer(books, event, data.payer, null), ...couponFound(books, { ...event, data })];
    default:
      return namesOfPayment(books, namesIn(event).aliases ?? []);
  }
}

type PaymentEvent = Event<DataOf<"payment_succeeded">>;

function keysOfPayment(books: Books, event: PaymentEvent): LookedFor[] {
  const { data } = event;
  const order = registeredFor(books, event);
  const payer = order === undefined ? data.payer : payerOfOrder(order, data.payer);
  const keys = keysOfPayer(books, event, payer, data);
  if (data.reference_hashes.length === 0) return keys;
  const value = `${data.reference_hashes.length} of its words`;
  const summary =
    order === undefined
      ? "None of them is registered as a payment reference."
      : "One of them is registered as a payment reference; its click and customer are looked for above.";
  const found = order === undefined ? "not_known" : "registered";
  return [...keys, { key: "payment_reference", value, found, summary, partner_id: null }];
}

/** In the order in which the first that is known decides; a customer frozen by a first sale comes before the click. */
function keysOfPayer(books: Books, event: Event, payer: Payer, payment: PaymentEvent["data"] | null): LookedFor[] {
  const isRenewal = payment !== null && renewedSubscription(books, payment, event.received_at) !== undefined;
  const judge = (attribution: Attribution | undefined, what: string): Finding =>
    attribution === undefined
      ? { found: "not_known", summary: `${what} is not known.` }
      : judged(books, event, attribution, { what, hasWindow: !isRenewal });
  const identity = (name: string, what: string): Finding => {
    const known = books.of.identity.get(name);
    if (known === undefined || !isAnothers(payer, known)) return judge(known, what);
    const summary = `${what} belongs to customer ${known.customer_key}: it says nothing of another customer's payment.`;
    return { found: "other_customer", summary, partner_id: known.partner_id };
  };
  const { click_id: clickId, customer_key: customerKey, provider_customer_id: payerId, email_hash: emailHash } = payer;
  const subscriptionId = payment?.subscription_id ?? null;
  const keys: LookedFor[] = [
    named("click_id", clickId, () => clickFound(books, event, String(clickId))),
    named("customer_key", customerKey, () => customerFound(books, event, String(customerKey), clickId)),
    named("subscription", subscriptionId, () =>
      judge(books.of.subscription.get(String(subscriptionId)), "The subscription"),
    ),
    named("provider_customer", payerId, () => identity(identityOf.payer(String(payerId)), "The provider's customer")),
    named("email_hash", emailHash, () => identity(identityOf.email(String(emailHash)), "The e-mail address")),
  ];
  const isFrozen = customerKey !== null && books.of.customer.get(customerKey)?.first_sale_id != null;
  if (isFrozen) keys.sort((a, b) => Number(b.key === "customer_key") - Number(a.key === "customer_key"));
  return payment === null ? keys.filter(({ key }) => key !== "subscription") : keys;
}

/** Last, or behind a frozen customer where the program puts codes first; nothing where no discount was reported. */
function couponFound(books: Books, event: Event<DataOf<"payment_succeeded" | "subscription_started">>): LookedFor[] {
  const { discounts = [] } = event.data;
  if (discounts.length === 0) return [];
  const value = discounts.join(", ");
  const owned = couponOf(books, event);
  if (owned === undefined) {
    const summary = "It was no partner's discount code when this was received.";
    return [{ key: "coupon_code", value, found: "not_known", summary, partner_id: null }];
  }
  const earns = couponThatEarns(books, event, event.received_at);
  const whose = `The code ${owned.code}`;
  const finding: Finding =
    earns === undefined
      ? { found: "after_payment", summary: `${whose} became the partner's later.` }
      : judged(books, event, earns, { what: whose, hasWindow: false });
  const rank = isCouponFirst(books, event.id)
    ? "In this program a code takes precedence over clicks and customers that no sale has frozen."
    : "In this program a code counts where neither a click nor a customer does.";
  return [{ key: "coupon_code", value, partner_id: null, ...finding, summary: `${finding.summary} ${rank}` }];
}

function named(key: LookedFor["key"], value: string | null, find: () => Finding): LookedFor {
  const finding: Finding = value === null ? { found: "not_named", summary: "It names none." } : find();
  return { key, value, partner_id: null, ...finding };
}

function clickFound(books: Books, event: Event, clickId: string): Finding {
  const programId = programOfClickId(clickId);
  if (programId !== undefined && programId !== books.programId) {
    return { found: "other_program", summary: `The click was made for program ${programId}.` };
  }
  const sent = books.of.click.get(clickId);
  if (sent === undefined) {
    return {
      found: "not_known",
      summary:
        programId === undefined
          ? "No click has this id, and it is not one of ours."
          : "No live click has this id; clicks of test mode are not kept.",
    };
  }
  const click = clickThatCounts(books, clickId, event.received_at);
  if (click === undefined) return { found: "bot", summary: "The click was a bot's." };
  const what = click.click_id === clickId ? "The click" : `Click ${click.click_id}, which came after it,`;
  return judged(books, event, attributionByClick(click, event.received_at), { what, hasWindow: true });
}

function customerFound(books: Books, event: Event, customerKey: string, clickId: string | null): Finding {
  const customer = books.of.customer.get(customerKey);
  if (customer === undefined) {
    return { found: "not_known", summary: "No live lead has bound this customer; test leads bind no one." };
  }
  const binding = customer.is_provisional
    ? claimNamed(books, customer, clickId, event.received_at)
    : attributionByCustomer(books, customer, event.received_at);
  if (binding !== undefined) {
    return judged(books, event, binding, { what: "The customer", hasWindow: true });
  }
  return {
    found: "provisional",
    summary:
      "Only a browser's lead has bound this customer: it earns nothing until a server's lead or a payment names the click.",
    partner_id: customer.partner_id,
  };
}

function judged(
  books: Books,
  event: Event,
  attribution: Attribution,
  { what, hasWindow }: { readonly what: string; readonly hasWindow: boolean },
): Finding {
  const { partner_id } = attribution;
  const whose = `${what} leads to partner ${partner_id}`;
  if (ifBefore(event.received_at, attribution) === undefined) {
    const summary = `${whose}, by a click that was recorded after this was received: it earns nothing for it.`;
    return { found: "after_payment", summary, partner_id };
  }
  if (!isPartnerActive(books, partner_id)) {
    return { found: "partner_inactive", summary: `${whose}, who is not active.`, partner_id };
  }
  const overrun = hasWindow ? windowOverrun(books, event, attribution) : null;
  if (overrun !== null) {
    const summary = `${whose}, by a click ${daysBeforeInWords(overrun.click_age_days)}: the window is ${overrun.window_days} days.`;
    return { found: "outside_window", summary, partner_id };
  }
  const days = daysBetween(visitedAt(attribution), event.received_at);
  return { found: "attributed", summary: `${whose}, by a click ${daysBeforeInWords(days)}.`, partner_id };
}

type PaymentName = string | number | null;

function namesOfPayment(books: Books, names: readonly PaymentName[]): LookedFor[] {
  return names
    .filter((name) => name !== null)
    .map((name) => named("payment", String(name), () => paymentFound(books, String(name))));
}

function paymentFound(books: Books, name: string): Finding {
  const known = findPayment(books, name);
  switch (known?.state) {
    case "sale":
      return { found: "sale", summary: `It is sale ${known.paymentId}.`, partner_id: known.sale.partner_id };
    case "waiting":
      return { found: "waiting", summary: `Event ${known.paymentId} reported it, and waits itself.` };
    case "expired":
      return {
        found: "outside_window",
        summary: `Event ${known.paymentId} reported it, outside the attribution window.`,
      };
    case undefined: {
      const reportedBy = books.of.payment_alias.get(name)?.payment_id;
      if (reportedBy === undefined) return { found: "not_known", summary: "No payment of this name was reported yet." };
      return { found: "no_sale", summary: `Event ${reportedBy} reported it, and made no sale.` };
    }
  }
}

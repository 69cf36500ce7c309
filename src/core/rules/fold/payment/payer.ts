// Who paid, by what a provider's payload names: its program, and the click, customer or subscription that earned it.
import type { Books } from "../../books.ts";
import { type Conclusion, ignored } from "../../conclusion.ts";
import type { Event, RecordedFact } from "../../events/events.ts";
import type { IdentityRow, SubscriptionRow } from "../../rows/rows.ts";
import type { Attribution } from "../../rows/sale-rows.ts";
import {
  attributionByCustomer,
  attributionOf,
  bindingThatEarns,
  clickThatEarns,
  ifBefore,
  isImported,
} from "../attribution/attribution.ts";
import { couponThatEarns, type Discounted, isCouponFirst } from "../attribution/coupon.ts";
import type { FoldContext } from "../context.ts";
import { identitiesOf } from "../keys.ts";

export type Payer = Extract<RecordedFact, { payer: unknown }>["payer"];

/** Its names that a lead may have been reported with. */
export function namedBy({ customer_key: customerKey, click_id: clickId }: Pick<Payer, "customer_key" | "click_id">) {
  return { customerKey, clickId };
}

/** Metadata is often set by code a browser can reach: the program it names must be the connection's own. */
export function wrongProgram(books: Books, programId: string | null): Conclusion | undefined {
  if (programId === null || programId === String(books.programId)) return undefined;
  return ignored("wrong_program", "The metadata names another program than this connection's.");
}

/** For what was reported while the program was not active, also when it is folded again later. */
export function inactiveProgram({ books, cause }: FoldContext, event: Event): Conclusion | undefined {
  const isReportedNow = event.id === cause.id;
  const wasInactive = isReportedNow
    ? books.of.program.get("")?.status !== "active"
    : books.of.outcome.get(event.id)?.reason === "program_inactive";
  return wasInactive ? ignored("program_inactive", "The program is not active: no sale was created.") : undefined;
}

type Reported = {
  readonly subscriptionId: string | null;
  /** The event that reports it. */
  readonly event: Discounted;
  /** When it was reported first. */
  readonly receivedAt: Date;
};

/**
 * A customer frozen by a first sale, then click, customer, subscription, the provider's customer, the address, a partner's discount
 * code: the first that is known and was there before the payment was received. Where the program says so, the code comes behind
 * the frozen customer.
 */
export function attributePayer(
  books: Books,
  payer: Payer,
  { subscriptionId, event, receivedAt }: Reported,
): Attribution | undefined {
  const { click_id: clickId, customer_key: customerKey } = payer;
  const named = customerKey === null ? undefined : bindingThatEarns(books, { customerKey, clickId }, receivedAt);
  if (named !== undefined && customerKey !== null && isFrozen(books, customerKey)) return named;
  const imported = importedPayer(books, payer, receivedAt);
  if (imported !== undefined) return imported;
  const started = beginningOf(books, subscriptionId, receivedAt);
  const coupon = couponThatEarns(books, event, receivedAt);
  if (isCouponFirst(books, event.id)) {
    if (coupon !== undefined) return frozenCustomerOf(books, payer, receivedAt) ?? coupon;
    // A frozen customer took precedence over the code when the subscription began.
    if (started?.click_id === null) return started;
  }
  const click = clickThatEarns(books, clickId, receivedAt);
  if (click !== undefined) return frozenCustomerOf(books, payer, receivedAt) ?? click;
  return named ?? started ?? identityThatEarns(books, payer, receivedAt) ?? coupon;
}

function beginningOf(books: Books, subscriptionId: string | null, receivedAt: Date): Attribution | undefined {
  const subscription = subscriptionId === null ? undefined : books.of.subscription.get(subscriptionId);
  return subscription && ifBefore(receivedAt, attributionBySubscription(books, subscription, receivedAt));
}

/** By a first sale, or by an import. */
export function isFrozen(books: Books, customerKey: string): boolean {
  const customer = books.of.customer.get(customerKey);
  return customer !== undefined && (customer.first_sale_id !== null || isImported(customer));
}

/** A customer imported under the provider's customer or the address is frozen as well, regardless of the brand's name for them. */
function importedPayer(books: Books, payer: Payer, receivedAt: Date): Attribution | undefined {
  for (const identity of identitiesOf(payer)) {
    const known = books.of.identity.get(identity);
    if (known === undefined || !isImported(known) || isAnothers(payer, known)) continue;
    const earns = ifBefore(receivedAt, attributionOf(known));
    if (earns !== undefined) return earns;
  }
  return undefined;
}

/** Whom the provider's customer or the address leads to, where the payment names a click and no customer: buyers write metadata. */
function frozenCustomerOf(books: Books, payer: Payer, receivedAt: Date): Attribution | undefined {
  if (payer.customer_key !== null) return undefined;
  for (const identity of identitiesOf(payer)) {
    const customerKey = books.of.identity.get(identity)?.customer_key ?? null;
    if (customerKey === null || !isFrozen(books, customerKey)) continue;
    return bindingThatEarns(books, { customerKey, clickId: null }, receivedAt);
  }
  return undefined;
}

/** Before its first sale the window counts from the newest visit, as it does for the customer who started it. */
function attributionBySubscription(books: Books, subscription: SubscriptionRow, until: Date): Attribution {
  const { customer_key: customerKey, first_sale_id: firstSaleId } = subscription;
  if (customerKey === null || firstSaleId !== null) return attributionOf(subscription);
  const customer = books.of.customer.get(customerKey);
  const isByClick = customer?.is_provisional === false && customer.click_id !== null;
  const isSameClick = isByClick && customer.click_id === subscription.click_id;
  return isSameClick ? attributionByCustomer(books, customer, until) : attributionOf(subscription);
}

/** Never across two named customers: what belongs to another than the payment names says nothing of it. */
function identityThatEarns(books: Books, payer: Payer, receivedAt: Date): Attribution | undefined {
  for (const identity of identitiesOf(payer)) {
    const known = books.of.identity.get(identity);
    if (known === undefined || isAnothers(payer, known)) continue;
    const earns = ifBefore(receivedAt, attributionOf(known));
    if (earns !== undefined) return earns;
  }
  return undefined;
}

export function isAnothers({ customer_key: named }: Payer, { customer_key: whose }: IdentityRow): boolean {
  return named !== null && whose !== null && named !== whose;
}

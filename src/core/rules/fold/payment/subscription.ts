// Subscriptions: the first sale fixes whom the renewals pay, on which terms, and when the recurring period began.
import type { Books } from "../../books.ts";
import type { CommissionTerms } from "../../events/settings/terms.ts";
import type { SubscriptionRow } from "../../rows/rows.ts";
import type { Attribution, SaleRow } from "../../rows/sale-rows.ts";
import { ifBefore, isImported } from "../attribution/attribution.ts";
import { freezeCustomer } from "../attribution/customer.ts";
import { evidenceOf, withEvidenceOf } from "../attribution/decided-by-hand.ts";
import { commissionOn, happenedAt, hasEnded } from "../commission.ts";
import type { FoldContext } from "../context.ts";
import { isRefusedByFlag } from "../flags/flags.ts";
import { waitFor } from "../keys.ts";
import { putCommission } from "../reversal/paid-out.ts";
import { restate } from "../reversal/restatement.ts";
import { type Earning, type SaleTerms, termsInForce, termsOfRenewal, usesTerms } from "../terms/in-force.ts";
import { rebook } from "./rebook.ts";

type Charge = { readonly subscription_id: string | null; readonly is_recurring: boolean };

/** The subscription this payment renews: one whose first sale is known, and was not earned by a click that came after it. */
export function renewedSubscription(books: Books, charge: Charge, receivedAt: Date): SubscriptionRow | undefined {
  if (!charge.is_recurring || charge.subscription_id === null) return undefined;
  const subscription = books.of.subscription.get(charge.subscription_id);
  if (subscription?.first_sale_id == null || ifBefore(receivedAt, subscription) === undefined) return undefined;
  return subscription;
}

type First = { readonly sale: SaleRow; readonly terms: SaleTerms; readonly isRenewal: boolean };

/**
 * Makes this sale the subscription's first, unless one is known that is not itself an early renewal. Regardless of
 * reports, a first sale is not recurring.
 */
export function startSubscription(context: FoldContext, { sale, terms, isRenewal }: First): void {
  const { books, arrived } = context;
  if (sale.subscription_id === null) return;
  const known = books.of.subscription.get(sale.subscription_id);
  const cameEarly = known?.began_with_renewal && !isRenewal ? known.first_sale_id : null;
  if (known?.first_sale_id != null && cameEarly === null) return;
  const earned = evidenceOf(books, sale);
  if (earned === null) return;
  books.of.subscription.put({
    program_id: sale.program_id,
    subscription_id: sale.subscription_id,
    ...earned,
    customer_key: sale.customer_key ?? known?.customer_key ?? null,
    first_sale_id: sale.sale_id,
    began_with_renewal: isRenewal,
    started_at: happenedAt(sale),
    ...startedOn(terms, sale, null),
    product_id: known?.product_id ?? null,
    subscription_interval: known?.subscription_interval ?? null,
  });
  if (sale.is_recurring) books.of.sale.put({ ...sale, is_recurring: false });
  if (cameEarly !== null)
    renewOn(context, cameEarly, sale.subscription_id, { ...earned, customer_key: sale.customer_key });
  arrived.add(waitFor.subscription(sale.subscription_id));
}

/** An imported payment of it is older than the one that was taken for its first. */
export function beganEarlier(books: Books, sale: SaleRow): void {
  const known = sale.subscription_id === null ? undefined : books.of.subscription.get(sale.subscription_id);
  if (known === undefined || !isImported(known) || known.started_at <= happenedAt(sale)) return;
  books.of.subscription.put({ ...known, started_at: happenedAt(sale) });
}

type Beginning = { readonly product_id?: string | null; readonly subscription_interval?: string | null };

/**
 * Its beginning names what its payments do not. A first payment that came before it gets that product's terms, as if it had come
 * after; such a payment was reported as a renewal, since a report without a product cannot distinguish them either.
 */
export function learnProduct(context: FoldContext, known: SubscriptionRow, reported: Beginning): void {
  const { books } = context;
  if (known.product_id !== null || reported.product_id == null) return;
  const product = { product_id: reported.product_id, subscription_interval: reported.subscription_interval ?? null };
  const first =
    known.began_with_renewal && known.first_sale_id !== null ? books.of.sale.get(known.first_sale_id) : undefined;
  if (first === undefined || first.product_id !== null) {
    books.of.subscription.put({ ...known, ...product });
    return;
  }
  const terms = termsInForce(books, { ...first, ...product }, first.sale_id);
  books.of.subscription.put({ ...known, ...product, ...startedOn(terms, first, known) });
  const interval = first.subscription_interval ?? product.subscription_interval;
  earnAnew(context, { ...first, ...product, subscription_interval: interval }, terms, { isOver: false });
}

/** A second report of a recorded sale may know what the first did not: the subscription it belongs to, or renews. */
export function learnSubscription(context: FoldContext, report: Charge, sale: SaleRow): void {
  const { books } = context;
  if (report.subscription_id === null || sale.subscription_id !== null) return;
  const { subscription_id, is_recurring } = report;
  const known = books.of.subscription.get(subscription_id);
  const customerKey = sale.customer_key ?? known?.customer_key ?? null;
  const saleNow = { ...sale, subscription_id, is_recurring, customer_key: customerKey };
  books.of.sale.put(saleNow);
  const renewed = renewedSubscription(books, report, sale.received_at);
  if (renewed?.commission != null) {
    renewOn(context, sale.sale_id, subscription_id, renewed);
    return;
  }
  const terms = termsInForce(books, saleNow, sale.sale_id);
  startSubscription(context, { sale: saleNow, terms, isRenewal: is_recurring });
  if (known?.first_sale_id == null) freezeCustomer(context, saleNow);
}

/** A sale that learns whose it is hands that on to the subscription it began. */
export function learnCustomer(context: FoldContext, sale: SaleRow, customerKey: string | null): SaleRow {
  const { books } = context;
  if (customerKey === null || sale.customer_key !== null) return sale;
  const saleNow = { ...sale, customer_key: customerKey };
  books.of.sale.put(saleNow);
  const started = sale.subscription_id === null ? undefined : books.of.subscription.get(sale.subscription_id);
  if (started?.first_sale_id === sale.sale_id && started.customer_key === null) {
    books.of.subscription.put({ ...started, customer_key: customerKey });
  }
  if (!usesTerms(books)) return saleNow;
  // It may be the first of this customer, or of one who stays with another group.
  earnAnew(context, saleNow, termsOf(books, saleNow), { isOver: saleNow.reason === "recurring_period_ended" });
  return books.of.sale.get(sale.sale_id) ?? saleNow;
}

/**
 * `merged` turned out to repeat `kept`, and left the books. What it began, `kept` began: at its own time and on its own terms.
 * What it renewed, `kept` renews.
 */
export function handOverSubscription(context: FoldContext, kept: SaleRow, merged: SaleRow): void {
  const { books, arrived } = context;
  if (merged.subscription_id === null) return;
  const started = withoutPayment(books, merged.subscription_id, merged.sale_id);
  if (started?.first_sale_id !== merged.sale_id) {
    learnSubscription(context, merged, kept);
    return;
  }
  const customerKey = kept.customer_key ?? started.customer_key;
  const terms = termsInForce(books, { ...kept, customer_key: customerKey }, kept.sale_id);
  books.of.subscription.put({
    ...started,
    ...evidenceOf(books, kept),
    customer_key: customerKey,
    first_sale_id: kept.sale_id,
    started_at: happenedAt(kept),
    ...startedOn(terms, kept, started),
  });
  if (!merged.is_recurring) arrived.add(waitFor.subscription(merged.subscription_id));
  const first = {
    ...kept,
    customer_key: customerKey,
    subscription_id: kept.subscription_id ?? merged.subscription_id,
    is_recurring: kept.subscription_id !== null && kept.subscription_id !== merged.subscription_id && kept.is_recurring,
  };
  // It may have renewed what it now began.
  if (kept.subscription_id === merged.subscription_id) earnAnew(context, first, terms, { isOver: false });
  else books.of.sale.put(first);
}

/** Whose the first sale of a subscription is. */
type FirstEarned = Attribution & { readonly customer_key: string | null };

/** A sale that turns out to renew a subscription gets the terms it would have had, had that been known. */
function renewOn(context: FoldContext, saleId: number, subscriptionId: string, earned: FirstEarned): void {
  const { books } = context;
  const renewed = books.of.subscription.get(subscriptionId);
  const sale = books.of.sale.get(saleId);
  // It may have turned out to repeat another sale, which keeps its own terms.
  if (sale === undefined || renewed === undefined) return;
  // It was paid before the click that earned the first sale, so it keeps what its own earned.
  if (ifBefore(sale.received_at, earned) === undefined) {
    books.of.sale.put({ ...sale, is_recurring: true });
    return;
  }
  // History earns what the other tool said, and whom it said.
  if (sale.imported !== null) {
    const imported = { ...sale, is_recurring: true, customer_key: sale.customer_key ?? earned.customer_key };
    books.of.sale.put(imported);
    beganEarlier(books, imported);
    return;
  }
  const customerKey = earned.customer_key ?? sale.customer_key;
  const renewal = { ...sale, ...withEvidenceOf(books, sale, earned), is_recurring: true, customer_key: customerKey };
  const terms = termsOfCharge(books, renewed, renewal, sale.sale_id);
  const isOver = hasEnded(terms.commission, renewed, sale);
  if (!isOver) countPayment(books, renewal, terms.commission);
  earnAnew(context, renewal, terms, { isOver });
}

/** Of a payment that renews this subscription, where it has terms, or of another sale. */
export function termsOfCharge(
  books: Books,
  renewed: SubscriptionRow | undefined,
  earning: Earning,
  eventId: number,
): SaleTerms {
  if (renewed?.commission == null) return termsInForce(books, earning, eventId);
  return termsOfRenewal(books, { ...renewed, commission: renewed.commission }, earning, eventId);
}

/** A renewal goes by its subscription's terms, everything else by those in force when it was received. */
export function termsOf(books: Books, sale: SaleRow): SaleTerms {
  const renewed = renewedSubscription(books, sale, sale.received_at);
  const isRenewal = renewed?.first_sale_id !== sale.sale_id;
  return termsOfCharge(books, isRenewal ? renewed : undefined, sale, sale.sale_id);
}

export function subscriptionOf(
  books: Books,
  { subscription_id }: Pick<SaleRow, "subscription_id">,
): SubscriptionRow | undefined {
  return subscription_id === null ? undefined : books.of.subscription.get(subscription_id);
}

type OnTerms = Pick<SubscriptionRow, "commission" | "terms" | "payments">;

/** A subscription on the terms of its first sale. */
export function startedOn(
  { commission, origin }: SaleTerms,
  first: Pick<SaleRow, "sale_id">,
  known: Pick<SubscriptionRow, "payments"> | null,
): OnTerms {
  const counted = new Set([first.sale_id, ...(known?.payments ?? [])]);
  const payments = commission.duration_payments === undefined ? null : [...counted].sort((a, b) => a - b);
  return { commission, terms: origin, payments };
}

/** A renewal that earns: as many payments earn as the terms say. */
export function countPayment(books: Books, { sale_id, subscription_id }: SaleRow, terms: CommissionTerms): void {
  const subscription = subscription_id === null ? undefined : books.of.subscription.get(subscription_id);
  if (subscription === undefined || terms.duration_payments === undefined) return;
  const payments = subscription.payments ?? [];
  if (!payments.includes(sale_id)) books.of.subscription.put({ ...subscription, payments: [...payments, sale_id] });
}

/** The payment turned out to repeat another. */
function withoutPayment(books: Books, subscriptionId: string, saleId: number): SubscriptionRow | undefined {
  const known = books.of.subscription.get(subscriptionId);
  if (known?.payments?.includes(saleId) !== true) return known;
  const subscription = { ...known, payments: known.payments.filter((id) => id !== saleId) };
  books.of.subscription.put(subscription);
  return subscription;
}

/** Again, on these terms. */
export function earnAnew(context: FoldContext, sale: SaleRow, terms: SaleTerms, { isOver }: { isOver: boolean }): void {
  const { books } = context;
  const isRefused = !isOver && isRefusedByFlag(books, sale);
  const note = sale.reason === "recurring_period_ended" || sale.reason === "self_referral" ? null : sale.reason;
  const reason = isRefused ? "self_referral" : note;
  const stage = books.of.commission.get(sale.sale_id)?.stage ?? "pending";
  const unpaid = stage === "paid" ? "approved" : stage;
  restate(context, sale.sale_id, () => {
    putCommission(
      books,
      sale.sale_id,
      isOver || isRefused ? null : { ...commissionOn(books, sale, terms), stage: unpaid },
    );
    rebook(context, { ...sale, reason: isOver ? "recurring_period_ended" : reason });
  });
}

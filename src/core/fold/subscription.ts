// Subscriptions: the first sale fixes whom the renewals pay, on which terms, and when the recurring period began.
import type { Books } from "../books.ts";
import { basisPointsPerWhole, shareOf } from "../money.ts";
import type { Attribution, CommissionRow, SaleRow, SubscriptionRow } from "../rows.ts";
import type { CommissionTerms } from "../settings.ts";
import { addMonths } from "../time.ts";
import { attributionOf } from "./attribution.ts";
import type { Brought } from "./brought.ts";
import { waitFor } from "./keys.ts";
import { putCommission } from "./paid-out.ts";
import { rebook } from "./rebook.ts";
import { termsInForce } from "./terms.ts";

type Charge = { readonly subscription_id: string | null; readonly is_recurring: boolean };

/** The subscription this payment renews: one whose first sale is known. */
export function renewedSubscription(books: Books, charge: Charge): SubscriptionRow | undefined {
  if (!charge.is_recurring || charge.subscription_id === null) return undefined;
  const subscription = books.of.subscription.get(charge.subscription_id);
  return subscription?.first_sale_id == null ? undefined : subscription;
}

/** Calendar months from the first sale; 0 means that sale only, null for life. */
export function isPeriodOver(terms: CommissionTerms, startedAt: Date, receivedAt: Date): boolean {
  if (terms.duration_months === null) return false;
  return terms.duration_months === 0 || receivedAt >= addMonths(startedAt, terms.duration_months);
}

/** A flat commission is paid in its own currency; a percentage in the sale's. Nothing is converted. */
export function commissionOn(sale: SaleRow, terms: CommissionTerms, holdUntil: Date): CommissionRow {
  const isFlat = terms.type === "flat";
  const amountCents = isFlat ? terms.amount_cents : shareOf(sale.amount_cents, terms.rate_bps, basisPointsPerWhole);
  return {
    program_id: sale.program_id,
    sale_id: sale.sale_id,
    partner_id: sale.partner_id,
    amount_cents: amountCents,
    amount_at_sale_cents: amountCents,
    currency: isFlat ? terms.currency : sale.currency,
    status: "pending",
    stage: "pending",
    hold_until: holdUntil,
  };
}

type First = { readonly sale: SaleRow; readonly terms: CommissionTerms; readonly isRenewal: boolean };

/** Makes this sale the subscription's first, unless one is known that is not itself an early renewal. */
export function startSubscription(books: Books, { sale, terms, isRenewal }: First, brought: Brought): void {
  if (sale.subscription_id === null) return;
  const known = books.of.subscription.get(sale.subscription_id);
  const cameEarly = known?.began_with_renewal && !isRenewal ? known.first_sale_id : null;
  if (known?.first_sale_id != null && cameEarly === null) return;
  books.of.subscription.put({
    program_id: sale.program_id,
    subscription_id: sale.subscription_id,
    ...attributionOf(sale),
    customer_key: sale.customer_key ?? known?.customer_key ?? null,
    first_sale_id: sale.sale_id,
    began_with_renewal: isRenewal,
    started_at: sale.received_at,
    commission: terms,
  });
  if (cameEarly !== null) renewOn(books, cameEarly, { ...sale, started_at: sale.received_at, commission: terms });
  brought.add(waitFor.subscription(sale.subscription_id));
}

type Telling = Charge & { readonly product_id: string | null };

/** A second telling of a recorded sale may know what the first did not: the subscription it belongs to, or renews. */
export function learnSubscription(books: Books, telling: Telling, sale: SaleRow, brought: Brought): void {
  if (telling.subscription_id === null || sale.subscription_id !== null) return;
  const saleNow = { ...sale, subscription_id: telling.subscription_id };
  books.of.sale.put(saleNow);
  const renewed = renewedSubscription(books, telling);
  if (renewed?.commission != null && renewed.first_sale_id !== sale.sale_id) {
    renewOn(books, sale.sale_id, { ...renewed, commission: renewed.commission });
    return;
  }
  const terms = termsInForce(books, telling.product_id, sale.sale_id);
  startSubscription(books, { sale: saleNow, terms, isRenewal: telling.is_recurring }, brought);
}

type Renewed = Attribution & {
  readonly customer_key: string | null;
  readonly started_at: Date;
  readonly commission: CommissionTerms;
};

/** A sale that turns out to renew a subscription gets the terms it would have had, had that been known. */
function renewOn(books: Books, saleId: number, renewed: Renewed): void {
  const sale = books.of.sale.get(saleId);
  // It may have turned out to repeat another sale, which keeps its own terms.
  if (sale === undefined) return;
  const terms = renewed.commission;
  const isOver = isPeriodOver(terms, renewed.started_at, sale.received_at);
  const renewal = {
    ...sale,
    ...attributionOf(renewed),
    is_recurring: true,
    customer_key: sale.customer_key ?? renewed.customer_key,
    reason: isOver ? "recurring_period_ended" : null,
  };
  const commission = books.of.commission.get(saleId);
  if (isOver) putCommission(books, saleId, null);
  else if (commission !== undefined) {
    const stage = commission.stage === "paid" ? "approved" : commission.stage;
    putCommission(books, saleId, { ...commissionOn(renewal, terms, commission.hold_until), stage });
  }
  rebook(books, renewal);
}

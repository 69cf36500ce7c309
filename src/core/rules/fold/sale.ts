// Recording a sale: its commission, its platform fee, and everything later events may know it by.
// The one place where a payment becomes money owed, whether a call or a delivery reported it.

import type { ChainTransfer } from "../../vocabulary/facts.ts";
import type { Currency } from "../../vocabulary/money/currencies.ts";
import type { SaleReason } from "../../vocabulary/outcome-reasons.ts";
import type { Books } from "../books.ts";
import type { Event } from "../events/events.ts";
import type { SubscriptionRow } from "../rows/rows.ts";
import type { Collected, CommissionRow, SaleAttribution, SaleRow } from "../rows/sale-rows.ts";
import { attributionOf } from "./attribution/attribution.ts";
import { freezeCustomer } from "./attribution/customer.ts";
import { tick } from "./checklist.ts";
import { commissionOn, hasEnded } from "./commission.ts";
import type { FoldContext } from "./context.ts";
import { nameAlias } from "./payment/name-alias.ts";
import {
  countPayment,
  renewedSubscription,
  startSubscription,
  subscriptionOf,
  termsOfCharge,
} from "./payment/subscription.ts";
import { feeOf } from "./platform-fee.ts";
import { putCommission } from "./reversal/paid-out.ts";
import { restate } from "./reversal/restatement.ts";
import { returnRefunds } from "./reversal/reversal-moves.ts";

/** A payment as it was reported, in the words calls and deliveries have in common. */
export type ReportedPayment = {
  transaction_id: string;
  aliases: readonly string[];
  amount_cents: number;
  tax_cents: number | null;
  currency: Currency;
  customer_key: string | null;
  sale_type: "payment" | "subscription";
  is_recurring: boolean;
  subscription_id: string | null;
  subscription_interval: string | null;
  product_id: string | null;
  provider: string | null;
  provider_payment_id: string | null;
  /** What is odd about the amount, for the brand to see on the sale. */
  note: "overpaid" | "underpaid" | null;
  chain_transfer: ChainTransfer | null;
  /** A partner's, by which it was paid. */
  coupon_code: string | null;
  /** Null where the reported amount is exact. */
  collected: Collected | null;
};

/** A payment to be recorded. */
export type Payment = ReportedPayment & {
  /** The subscription that it renews. */
  readonly renewed: SubscriptionRow | undefined;
  /** It names its customer, or its subscription had no sale: a subscription's customer is bound from its first sale on. */
  readonly bindsCustomer: boolean;
};

/** With what its subscription says of it: asked once, before anyone earns from it. */
export function withSubscription(books: Books, reported: ReportedPayment, receivedAt: Date): Payment {
  const renewed = renewedSubscription(books, reported, receivedAt);
  const subscription = subscriptionOf(books, reported);
  return {
    ...reported,
    // A renewal is its subscription's customer's, whomever it names.
    customer_key: renewed?.customer_key ?? reported.customer_key ?? subscription?.customer_key ?? null,
    product_id: reported.product_id ?? subscription?.product_id ?? null,
    subscription_interval: reported.subscription_interval ?? subscription?.subscription_interval ?? null,
    renewed,
    bindsCustomer: reported.customer_key !== null || subscription?.first_sale_id == null,
  };
}

export type RecordedSale = { sale: SaleRow; commission: CommissionRow | null };

export function recordSale(
  context: FoldContext,
  event: Event,
  payment: Payment,
  earned: SaleAttribution,
): RecordedSale {
  const { books } = context;
  const { renewed, product_id, customer_key } = payment;
  const terms = termsOfCharge(books, renewed, { partner_id: earned.partner_id, product_id, customer_key }, event.id);
  const isOver =
    renewed !== undefined && hasEnded(terms.commission, renewed, { sale_id: event.id, received_at: event.received_at });

  const sale = saleRow(event, payment, earned, isOver ? "recurring_period_ended" : payment.note);
  const commission = restate(context, sale.sale_id, () => {
    books.of.sale.put(sale);
    books.of.platform_fee.put(feeOf(books, sale));
    // Corrected rules may record a sale only after it was paid out.
    return isOver ? null : putCommission(books, sale.sale_id, commissionOn(books, sale, terms));
  });

  if (renewed !== undefined && !isOver) countPayment(books, sale, terms.commission);
  for (const alias of payment.aliases) nameAlias(context, alias, sale.sale_id);
  startSubscription(context, { sale, terms, isRenewal: payment.is_recurring });
  if (payment.bindsCustomer) freezeCustomer(context, sale);
  returnRefunds(context, sale.sale_id, sale.sale_id);
  tick(books, event, "sale");
  return { sale, commission };
}

function saleRow(event: Event, payment: Payment, earned: SaleAttribution, reason: SaleReason | null): SaleRow {
  return {
    program_id: event.program_id,
    sale_id: event.id,
    transaction_id: payment.transaction_id,
    amount_cents: payment.amount_cents,
    tax_cents: payment.tax_cents,
    refunded_cents: 0,
    currency: payment.currency,
    status: "recorded",
    reason,
    source: event.source,
    provider: payment.provider,
    provider_payment_id: payment.provider_payment_id,
    customer_key: payment.customer_key,
    ...attributionOf(earned),
    sale_type: payment.sale_type,
    is_recurring: payment.is_recurring,
    subscription_id: payment.subscription_id,
    subscription_interval: payment.subscription_interval,
    product_id: payment.product_id,
    payment_reference: null,
    coupon_code: payment.coupon_code,
    evidence: payment.chain_transfer === null ? null : "merchant_asserted",
    chain_transfer: payment.chain_transfer,
    collected: payment.collected,
    imported: null,
    verified_by: null,
    occurred_at: event.occurred_at,
    received_at: event.received_at,
  };
}

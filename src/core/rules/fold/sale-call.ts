// A sale the brand's backend reports: refused, already known, too late, or recorded.

import type { Currency } from "../../vocabulary/money/currencies.ts";
import type { Books } from "../books.ts";
import { type Conclusion, duplicate, expired, recorded, refused, type SaleAnswer } from "../conclusion.ts";
import type { Event, SaleReported } from "../events/events.ts";
import { mustBeTaken, takesCurrency } from "../events/settings/currency-settings.ts";
import type { Attribution } from "../rows/sale-rows.ts";
import {
  attributionOf,
  bindingThatEarns,
  clickThatEarns,
  isPartnerActive,
  windowOverrun,
} from "./attribution/attribution.ts";
import { couponOf, couponThatEarns, isCouponFirst } from "./attribution/coupon.ts";
import { settleNamed } from "./attribution/settle-lead.ts";
import { tick } from "./checklist.ts";
import type { FoldContext } from "./context.ts";
import { examineNewSale } from "./flags/examine.ts";
import { nameAlias } from "./payment/name-alias.ts";
import { isFrozen, namedBy } from "./payment/payer.ts";
import { findPayment } from "./payment/payment-identity.ts";
import { adopt, adoptRefunds, supersedeWaiting } from "./payment/same-payment.ts";
import { type Payment, type ReportedPayment, recordSale, withSubscription } from "./sale.ts";
import { settingsInForce } from "./settings-in-force.ts";

export function foldSaleCall(context: FoldContext, event: Event<SaleReported>): Conclusion {
  const { books } = context;
  const settings = settingsInForce(books, event.id);
  if (!takesCurrency(settings, event.data.currency)) {
    return refused("unsupported_currency", `currency ${mustBeTaken(settings)}.`);
  }
  if (event.is_test) {
    tick(books, event, "sale");
    return recorded("Test sale recorded. No commission and no platform fee were created.", {
      answer: { kind: "test" },
    });
  }
  const payment = paymentOf(books, event, event.data.currency);
  const known = findPayment(books, payment.transaction_id);
  if (known?.state === "sale") {
    return refused("duplicate_transaction", "This transaction_id is already recorded. Do not retry.", {
      refersTo: known.sale.sale_id,
    });
  }
  if (known?.state === "expired") {
    return duplicate("The attribution window had expired when this payment was first reported.", {
      reason: "attribution_window_expired",
      refersTo: known.paymentId,
      answer: { kind: "expired", ...known.overrun },
    });
  }
  const named = attributeCall(books, event);
  if (typeof named === "string") return refused("no_attribution", named);
  const { renewed } = payment;
  const earned = renewed === undefined ? inItsWindow(books, event, named) : attributionOf(renewed);
  if (!isPartnerActive(books, earned.partner_id)) {
    return refused("no_attribution", "The attributed partner is not active in this program.");
  }

  if (renewed === undefined) {
    const overrun = windowOverrun(books, event, earned);
    if (overrun !== null) {
      const waited = supersedeWaiting(context, event.id, payment.aliases, event.id);
      for (const alias of payment.aliases) nameAlias(context, alias, event.id);
      adoptRefunds(context, waited, event.id);
      return expired({ kind: "expired", ...overrun });
    }
  }
  const waited = supersedeWaiting(context, event.id, payment.aliases, event.id);
  settleNamed(context, event, namedBy(event.data));
  const { sale, commission } = recordSale(context, event, payment, earned);
  const isRefused = examineNewSale(context, sale.sale_id, null);
  adopt(context, waited, sale.sale_id);
  const answer = {
    kind: "sale",
    sale_id: sale.sale_id,
    commission_id: isRefused ? null : (commission?.sale_id ?? null),
    reason: isRefused ? "self_referral" : sale.reason,
  } as const;
  return recorded(messageOf(answer), { answer });
}

function messageOf({ commission_id, reason }: Pick<SaleAnswer, "commission_id" | "reason">): string {
  if (reason === "self_referral") return "Sale recorded. The customer is the partner: no commission is due.";
  if (commission_id !== null) return "Sale recorded.";
  return "Sale recorded. The subscription's recurring commission period has ended: no commission is due.";
}

function paymentOf(books: Books, event: Event<SaleReported>, currency: Currency): Payment {
  const { data } = event;
  if (data.transaction_id === null || data.amount_cents === null) {
    throw new Error("a live sale needs a transaction_id and an amount");
  }
  const reported: ReportedPayment = {
    transaction_id: data.transaction_id,
    aliases: [data.transaction_id],
    amount_cents: data.amount_cents,
    tax_cents: data.tax_cents,
    currency,
    customer_key: data.customer_key,
    sale_type: data.sale_type,
    is_recurring: data.is_recurring,
    subscription_id: data.subscription_id,
    subscription_interval: data.subscription_interval,
    product_id: data.product_id,
    provider: data.provider,
    provider_payment_id: data.provider_payment_id,
    note: null,
    chain_transfer: null,
    coupon_code: couponOf(books, event)?.code ?? null,
    collected: null,
  };
  return withSubscription(books, reported, event.received_at);
}

/** An expired click falls back to the coupon. */
function inItsWindow(books: Books, event: Event<SaleReported>, earned: Attribution): Attribution {
  if (windowOverrun(books, event, earned) === null) return earned;
  return couponThatEarns(books, event, event.received_at) ?? earned;
}

/**
 * Customer first, then click, then the code; or, where the program says so, the code before all but a frozen customer. Or why there is
 * no partner to pay, in words.
 */
function attributeCall(books: Books, event: Event<SaleReported>): Attribution | string {
  const { data, received_at: receivedAt } = event;
  const { customer_key: customerKey, click_id: clickId } = data;
  const bound = customerKey === null ? undefined : bindingThatEarns(books, { customerKey, clickId }, receivedAt);
  const isBound = customerKey !== null && isFrozen(books, customerKey);
  const coupon = couponThatEarns(books, event, receivedAt);
  const first = isBound || !isCouponFirst(books, event.id) ? undefined : coupon;
  const earned = first ?? bound ?? clickThatEarns(books, clickId, receivedAt) ?? coupon;
  if (earned === undefined) {
    if (customerKey === null && clickId === null) {
      return data.coupon_code === undefined
        ? "Send customer_key, click_id or coupon_code: without one of them no partner can be paid."
        : "No active partner has this coupon_code. Send customer_key or click_id, or give the code to a partner.";
    }
    if (customerKey !== null && books.of.customer.get(customerKey)?.is_provisional) {
      return "This customer_key is bound provisionally: only a browser reported the lead. Send the visitor's svc_click_id cookie as click_id, here or in a lead call with the program key.";
    }
    return "Neither customer_key nor click_id is known to this program. Report the lead first, or send the svc_click_id cookie.";
  }
  return earned;
}

// What happens to a customer: visits, sign-ups, sales by call and by delivery, refunds by the brand and by the provider, disputes. Each is
// sent until it is answered, and its story's model receives it then; earlier ones are sent again now and then.

import type { Payment } from "../driver/ledger.ts";
import {
  chargeRefunded,
  checkout,
  disputed,
  invoicePaid,
  type Message,
  refunded,
  refundFailed,
} from "../driver/stripe-messages.ts";
import { click, lead, refund, sale } from "../support/event-builders.ts";
import { type Callers, said } from "./callers.ts";
import type { Reply, Request } from "./client.ts";
import type { Customer } from "./customer.ts";
import type { Shop } from "./shop.ts";

const amounts = [10_000, 333, 10_001, 777, 1, 4_999, 250_000, 2_500] as const;
const salesOfACustomer = 3;
const refundsOfAPayment = 3;

type Turn = { readonly callers: Callers; readonly shop: Shop; readonly customer: Customer };

/** One step of a story; a worker that is done with it takes another. */
export async function goOn(turn: Turn): Promise<void> {
  const { callers, shop, customer } = turn;
  shop.touched.add(customer);
  if (customer.clickId === null) return visit(turn);
  if (!customer.isSignedUp) return signUp(turn);
  const { chance } = callers;
  const mayBuy = customer.payments.length < salesOfACustomer;
  if (customer.payments.length === 0 || (mayBuy && chance.isOneIn(2))) return buy(turn);
  const payment = chance.oneOf(customer.payments);
  const reversal = chance.oneOf([
    refundByCall,
    refundByCall,
    refundByProvider,
    refundByProvider,
    runningTotal,
    dispute,
    buyAgain,
  ]);
  return reversal(turn, payment);
}

export const isOver = ({ payments }: Customer): boolean =>
  payments.length === salesOfACustomer &&
  payments.every(({ refunds, disputes }) => refunds.length + disputes.length >= refundsOfAPayment - 1);

async function visit({ callers, shop, customer }: Turn): Promise<void> {
  const affiliate_url = `https://shop.example/?aff=${customer.partner.code}`;
  const replies = await callers.send(() => shop.tracking("click", { affiliate_url }));
  const clickId = replies[0]?.body.click_id;
  if (typeof clickId !== "string") return callers.fail(`a click was answered ${said(replies)}`);
  customer.clickId = clickId;
  shop.clickIds.add(clickId);
  customer.apply(click(customer.partner.partnerId, { click_id: clickId }));
}

async function signUp({ callers, shop, customer }: Turn): Promise<void> {
  const { clickId: click_id, key: customer_key } = customer;
  const request = () => shop.tracking("lead", { click_id, customer_key });
  const replies = await callers.send(request, { copies: callers.someCopies() });
  expectAll(callers, replies, [200], `the lead of ${customer_key}`);
  customer.isSignedUp = true;
  customer.apply(lead({ click_ids: click_id === null ? [] : [click_id], customer_key }));
}

async function buy(turn: Turn): Promise<void> {
  const { callers, shop, customer } = turn;
  const number = shop.newPaymentNumber();
  const isSubscription = callers.chance.isOneIn(4);
  const payment: Payment = {
    number,
    cents: callers.chance.oneOf(amounts),
    currency: "USD",
    customerKey: customer.key,
    name: isSubscription ? `in_${number}` : `pi_${number}`,
    subscription: isSubscription ? { id: `sub_${number}`, isFirst: true } : null,
    refunds: [],
    disputes: [],
  };
  customer.payments.push(payment);
  if (isSubscription) return deliver(turn, invoicePaid(payment, metadataOf(turn)));
  const byBoth = callers.chance.isOneIn(3);
  const isCallFirst = callers.chance.isOneIn(2);
  if (byBoth || isCallFirst) await callSale(turn, payment);
  if (byBoth || !isCallFirst) await deliver(turn, checkout(payment, metadataOf(turn)));
}

const metadataOf = ({ shop, customer }: Turn) => ({
  programId: String(shop.place.programId),
  customerKey: customer.key,
});

/** The first that arrives is the sale; all others are answered that it exists. */
async function callSale({ callers, shop, customer }: Turn, payment: Payment): Promise<void> {
  const given = {
    transaction_id: payment.name,
    amount_cents: payment.cents,
    customer_key: customer.key,
    currency: "USD",
  } as const;
  const replies = await callers.send(() => shop.tracking("sale", given), { copies: callers.someCopies() });
  expectAll(callers, replies, [200, 409], `the sale ${payment.name}`);
  const recorded = replies.filter(({ status }) => status === 200);
  if (recorded.length > 1)
    callers.fail(`the sale ${payment.name} was recorded ${recorded.length} times: ${said(replies)}`);
  const isKnown = customer.sales().some(({ transaction_id }) => transaction_id === payment.name);
  if (isKnown && recorded.length > 0) callers.fail(`the sale ${payment.name} was recorded again: ${said(replies)}`);
  if (!isKnown) customer.apply(sale(given));
}

/** Sent once more, by either source. */
async function buyAgain(turn: Turn, payment: Payment): Promise<void> {
  if (payment.subscription === null && turn.callers.chance.isOneIn(2)) return callSale(turn, payment);
  const metadata = metadataOf(turn);
  return deliver(turn, payment.subscription === null ? checkout(payment, metadata) : invoicePaid(payment, metadata));
}

/** The very same bytes, to each of the copies: one event. */
async function deliver({ callers, shop, customer }: Turn, { body, reported: event }: Message): Promise<void> {
  const request = (): Request => shop.delivery(body);
  const replies = await callers.send(request, { copies: callers.someCopies() });
  if (callers.chance.isOneIn(8)) replies.push(...(await callers.send(request)));
  expectAll(callers, replies, [200], body);
  const eventIds = new Set(replies.map(({ body: { event_id } }) => event_id));
  if (eventIds.size !== 1) callers.fail(`one delivery became the events ${[...eventIds]}: ${body}`);
  if (replies.some(({ body: { status } }) => status === "failed")) callers.fail(`a delivery failed: ${body}`);
  customer.apply(event);
}

async function refundByCall({ callers, shop, customer }: Turn, payment: Payment): Promise<void> {
  if (payment.refunds.length + payment.disputes.length >= refundsOfAPayment) return;
  const of = customer.sales().find(({ transaction_id }) => transaction_id === payment.name);
  const left = (of?.amount_cents ?? 0) - (of?.refunded_cents ?? 0);
  if (left === 0 || payment.disputes.length > 0) return;
  const refund_amount_cents = callers.chance.between(1, left);
  const refund_id = `own-${payment.refunds.length}`;
  const body = { transaction_id: payment.name, refund_amount_cents, refund_id };
  const replies = await callers.send(() => shop.tracking("refund", body), { copies: callers.someCopies() });
  expectAll(callers, replies, [200], `the refund ${refund_id} of ${payment.name}`);
  payment.refunds.push({ id: refund_id, cents: refund_amount_cents });
  customer.apply(refund(body));
}

async function refundByProvider(turn: Turn, payment: Payment): Promise<void> {
  const { chance } = turn.callers;
  const reported = payment.refunds.filter(({ id }) => id.startsWith("re_"));
  if (reported.length > 0 && chance.isOneIn(4)) {
    const { id, cents } = chance.oneOf(reported);
    return deliver(turn, refundFailed(payment, id, cents));
  }
  if (payment.refunds.length + payment.disputes.length >= refundsOfAPayment) return;
  const id = `re_${payment.number}_${payment.refunds.length}`;
  const cents = chance.between(1, payment.cents);
  payment.refunds.push({ id, cents });
  return deliver(turn, refunded(payment, id, cents));
}

async function runningTotal(turn: Turn, payment: Payment): Promise<void> {
  return deliver(turn, chargeRefunded(payment, turn.callers.chance.between(1, payment.cents)));
}

async function dispute(turn: Turn, payment: Payment): Promise<void> {
  const { chance } = turn.callers;
  const open = payment.disputes.find(({ isClosed }) => !isClosed);
  if (open !== undefined) {
    open.isClosed = true;
    return deliver(turn, disputed(payment, open.id, open.cents, chance.oneOf(["won", "lost"])));
  }
  if (payment.refunds.length + payment.disputes.length >= refundsOfAPayment) return;
  const known = { id: `du_${payment.number}_${payment.disputes.length}`, cents: payment.cents, isClosed: false };
  payment.disputes.push(known);
  return deliver(turn, disputed(payment, known.id, known.cents, "open"));
}

function expectAll(callers: Callers, replies: readonly Reply[], statuses: readonly number[], what: string): void {
  if (!replies.every(({ status }) => statuses.includes(status))) callers.fail(`${what} was answered ${said(replies)}`);
}

// Visits, signups, sales by call and by delivery, subscriptions, and repeats of all of them.
import { expect } from "vitest";
import { click, lead, sale } from "../support/event-builders.ts";
import { type Answer, fieldOf } from "../support/service.ts";
import type { Dice } from "./dice.ts";
import type { Customer, Ledger, Payment } from "./ledger.ts";
import { checkout, invoicePaid, subscriptionCheckout } from "./stripe-messages.ts";
import { atOnce, deliver, deliverAgain, type Play, type Turn, textOf } from "./turn.ts";

const amounts = [10_000, 333, 10_001, 777, 1, 4_999, 250_000, 2_500] as const;
/** Most buy while their click is new, and after they signed up. */
const newCustomers = 4;

export const visit: Play = async ({ setting, ledger, dice, side }) => {
  const { place, customers } = ledger;
  const partner = dice.anyOf(place.partners);
  if (partner === undefined) throw new Error("the program has no partners");
  const affiliate_url = `https://shop.example/?aff=${partner.code}`;
  const answer = await setting.track(side, place, "click", { affiliate_url });
  const clickId = String(fieldOf(answer, "click_id"));
  customers.push({ key: `customer-${customers.length + 1}`, clickId, isSignedUp: false });
  ledger.apply(click(partner.partnerId, { click_id: clickId }));
  return `${customers.at(-1)?.key} by ${partner.code}`;
};

export const signUp: Play = async ({ setting, ledger, dice, side }) => {
  const customer = dice.anyOf(ledger.customers.filter(({ isSignedUp }) => !isSignedUp));
  if (customer === undefined) return null;
  const { clickId: click_id, key: customer_key } = customer;
  const answer = await setting.track(side, ledger.place, "lead", { click_id, customer_key });
  expect(answer.status, textOf(answer)).toBe(200);
  customer.isSignedUp = true;
  ledger.apply(lead({ click_ids: [click_id], customer_key }));
  return customer_key;
};

function someCustomer({ customers }: Ledger, dice: Dice): Customer | undefined {
  if (dice.isOneIn(4)) return dice.anyOf(customers);
  return dice.anyOf(customers.filter(({ isSignedUp }) => isSignedUp).slice(-newCustomers));
}

function newPayment(ledger: Ledger, dice: Dice, fields: Partial<Payment> = {}): Payment {
  const number = ledger.place.programId * 10_000 + ledger.payments.length + 1;
  const payment: Payment = {
    number,
    cents: dice.oneOf(amounts),
    currency: dice.isOneIn(30) ? "GBP" : dice.oneOf(ledger.currencies),
    customerKey: someCustomer(ledger, dice)?.key ?? null,
    name: `pi_${number}`,
    subscription: null,
    refunds: [],
    disputes: [],
    ...fields,
  };
  ledger.payments.push(payment);
  return payment;
}

const customerOf = ({ customers }: Ledger, { customerKey }: Payment) =>
  customers.find(({ key }) => key === customerKey);

/** By the customer, or by the click alone. */
export const saleCall: Play = (turn) => {
  const { ledger, dice } = turn;
  const unreported = ledger.payments.filter((payment) => payment.subscription === null && !isSold(ledger, payment));
  const payment = (dice.isOneIn(4) ? dice.anyOf(unreported) : undefined) ?? newPayment(ledger, dice);
  return callSale(turn, payment, payment.cents);
};

const isSold = (ledger: Ledger, payment: Payment) => ledger.saleOf(payment) !== undefined;

async function callSale(turn: Turn, payment: Payment, cents: number): Promise<string> {
  const { setting, ledger, dice } = turn;
  const customer = customerOf(ledger, payment);
  const byClick = customer !== undefined && !customer.isSignedUp && dice.isOneIn(2);
  const who = byClick
    ? { customer_key: null, click_id: customer.clickId }
    : { customer_key: payment.customerKey ?? "nobody", click_id: null };
  const product_id = dice.isOneIn(4) ? "pro" : null;
  const given = { transaction_id: payment.name, amount_cents: cents, currency: payment.currency, product_id, ...who };
  const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const answers = await atOnce(turn, (side) => setting.track(side, ledger.place, "sale", body));
  checkSaleAnswers(ledger, sale(given), answers);
  return `${JSON.stringify(body)} -> ${answers.map(({ status }) => status).join()}`;
}

/** Ignores a refused call, which must have been refused. */
function checkSaleAnswers(ledger: Ledger, event: ReturnType<typeof sale>, answers: readonly Answer[]): void {
  const known = ledger.sales().find(({ transaction_id }) => namesSale(event, transaction_id));
  const all = answers.map(textOf).join("\n");
  const outcome = "currency" in event.data && event.data.currency === "GBP" ? "422" : ledger.outcomeOf(event);
  const of = (status: number) => answers.filter((answer) => answer.status === status);
  if (outcome === "422") expect(of(422), all).toHaveLength(answers.length);
  else if (outcome === "refused") expect(of(400), all).toHaveLength(answers.length);
  else if (outcome === "duplicate" && known !== undefined) expect(of(409), all).toHaveLength(answers.length);
  else {
    expect(["recorded", "expired", "duplicate"], all).toContain(outcome);
    const isSale = outcome === "recorded";
    expect(of(200), all).toHaveLength(isSale ? 1 : answers.length);
    if (outcome !== "duplicate") ledger.apply(event);
    const made = ledger.sales().find(({ transaction_id }) => namesSale(event, transaction_id));
    const [first] = of(200);
    if (first === undefined) return;
    const saleId = fieldOf(first, "sale_id");
    if (!isSale) expect(saleId).toBeNull();
    else expect(fieldOf(first, "commission_id")).toBe(made?.commission === null ? null : saleId);
    for (const answer of of(409)) expect(fieldOf(answer, "error.details.sale_id")).toBe(saleId);
  }
}

const namesSale = ({ data }: ReturnType<typeof sale>, name: string) =>
  data.type === "sale_reported" && data.transaction_id === name;

/** Reported before, by either source, and now by either: with the same amount or another. */
export const saleAgain: Play = (turn) => {
  const { ledger, dice } = turn;
  const payment = dice.anyOf(ledger.payments.filter(({ subscription }) => subscription === null));
  if (payment === undefined) return Promise.resolve(null);
  const cents = dice.isOneIn(3) ? payment.cents + 7 : payment.cents;
  if (dice.isOneIn(2)) return callSale(turn, payment, cents);
  return deliver(turn, checkout(payment, metadataFor(turn, payment), cents));
};

/** Anyone may have written them: now and then they name another program. */
function metadataFor({ ledger, dice }: Turn, { customerKey }: Payment) {
  const programId = String(dice.isOneIn(25) ? 999_999 : ledger.place.programId);
  return { programId, customerKey };
}

export const saleDelivered: Play = (turn) => {
  const { ledger, dice } = turn;
  const announced = ledger.payments.filter((payment) => payment.subscription === null && !isSold(ledger, payment));
  const payment = (dice.isOneIn(3) ? dice.anyOf(announced) : undefined) ?? newPayment(ledger, dice);
  return deliver(turn, checkout(payment, metadataFor(turn, payment)));
};

export const subscribed: Play = async (turn) => {
  const { ledger, dice } = turn;
  const id = `sub_${ledger.place.programId}_${ledger.payments.length + 1}`;
  const name = `in_${ledger.place.programId}_${ledger.payments.length + 1}`;
  const payment = newPayment(ledger, dice, { name, subscription: { id, isFirst: true } });
  const metadata = metadataFor(turn, payment);
  const begun = dice.isOneIn(2) ? [await deliver(turn, subscriptionCheckout(payment, metadata))] : [];
  return [...begun, await deliver(turn, invoicePaid(payment, metadata))].join("; ");
};

export const renewed: Play = (turn) => {
  const { ledger, dice } = turn;
  const first = dice.anyOf(ledger.payments.filter(({ subscription }) => subscription?.isFirst));
  if (first?.subscription == null) return Promise.resolve(null);
  const name = `in_${ledger.place.programId}_${ledger.payments.length + 1}`;
  const { currency, customerKey, cents } = first;
  const subscription = { id: first.subscription.id, isFirst: false };
  const payment = newPayment(ledger, dice, { name, currency, customerKey, cents, subscription });
  return deliver(turn, invoicePaid(payment, metadataFor(turn, payment)));
};

export const redelivered: Play = (turn) => {
  const sent = turn.dice.anyOf(turn.ledger.sent);
  return sent === undefined ? Promise.resolve(null) : deliverAgain(turn, sent);
};

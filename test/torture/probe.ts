// How long until everything answers again: at each process a sign-up, a sale, a delivery, a list and its readiness.
import { setTimeout as sleep } from "node:timers/promises";
import type { Payment } from "../driver/ledger.ts";
import { checkout } from "../driver/stripe-messages.ts";
import { click, lead, sale } from "../support/event-builders.ts";
import { type Callers, said } from "./callers.ts";
import { callOnce } from "./client.ts";
import type { Customer, Partner } from "./customer.ts";
import { openShop } from "./open-shop.ts";
import type { Shop } from "./shop.ts";
import type { Traffic } from "./traffic.ts";

const readyPauseMilliseconds = 50;
const customersOfAShop = 100;

type Market = { readonly shop: Shop; readonly partner: Partner; readonly clickId: string };

/** What it sells is judged as everything else. */
export class Probe {
  readonly #callers: Callers;
  readonly #traffic: Traffic;
  #market: Market | null = null;

  constructor(callers: Callers, traffic: Traffic) {
    this.#callers = callers;
    this.#traffic = traffic;
  }

  /** While nothing is wrong. */
  async prepare(): Promise<void> {
    if (this.#market !== null && this.#market.shop.customers.length < customersOfAShop) return;
    const shop = await openShop(this.#callers);
    const [partner] = shop.place.partners;
    if (partner === undefined) throw new Error("the program has no partners");
    const affiliate_url = `https://shop.example/?aff=${partner.code}`;
    const [reply] = await this.#callers.send(() => shop.tracking("click", { affiliate_url }));
    const clickId = String(reply?.body.click_id);
    shop.clickIds.add(clickId);
    this.#traffic.shops.push(shop);
    this.#market = { shop, partner, clickId };
  }

  /** Resolves when all have answered, with what took longest. */
  async untilAnswered(): Promise<string> {
    const { services } = this.#callers.house;
    let last = "";
    const noted = async (what: string, answered: Promise<void>): Promise<void> => {
      await answered;
      last = what;
    };
    await Promise.all(
      services.flatMap(({ name }, to) => [
        noted(`sales at ${name}`, this.#sell(to)),
        noted(`lists at ${name}`, this.#read(to)),
        noted(`readiness at ${name}`, this.#isReady(to)),
      ]),
    );
    return last;
  }

  async #sell(to: number): Promise<void> {
    if (this.#market === null) throw new Error("there is nothing to sell");
    const { shop, partner, clickId } = this.#market;
    const customer = shop.newCustomer(partner);
    shop.touched.add(customer);
    const { key: customer_key } = customer;
    customer.apply(click(partner.partnerId, { click_id: clickId }));
    const signedUp = await this.#callers.send(() => shop.tracking("lead", { click_id: clickId, customer_key }), { to });
    if (signedUp[0]?.status !== 200) this.#callers.fail(`a sign-up was answered ${said(signedUp)}`);
    customer.apply(lead({ click_ids: [clickId], customer_key }));
    await Promise.all([this.#callSale(shop, customer, to), this.#deliverSale(shop, customer, to)]);
  }

  async #callSale(shop: Shop, customer: Customer, to: number): Promise<void> {
    const { name: transaction_id, cents: amount_cents } = newPayment(shop, customer);
    const given = { transaction_id, amount_cents, customer_key: customer.key, currency: "USD" } as const;
    const replies = await this.#callers.send(() => shop.tracking("sale", given), { to });
    if (replies.some(({ status }) => status !== 200 && status !== 409)) this.#callers.fail(`a sale: ${said(replies)}`);
    customer.apply(sale(given));
  }

  async #deliverSale(shop: Shop, customer: Customer, to: number): Promise<void> {
    const metadata = { programId: String(shop.place.programId), customerKey: customer.key };
    const { body, reported: event } = checkout(newPayment(shop, customer), metadata);
    const replies = await this.#callers.send(() => shop.delivery(body), { to });
    if (replies.some(({ status }) => status !== 200)) this.#callers.fail(`a delivery: ${said(replies)}`);
    customer.apply(event);
  }

  async #read(to: number): Promise<void> {
    const replies = await this.#callers.asOwner("GET", "/api/v1/programs?limit=1", undefined, undefined, { to });
    if (replies.some(({ status }) => status !== 200)) this.#callers.fail(`programs were answered ${said(replies)}`);
  }

  async #isReady(to: number): Promise<void> {
    const { signal, house } = this.#callers;
    const url = house.services[to]?.url ?? "";
    while ((await callOnce(url, { method: "GET", path: "/readyz" }, signal))?.status !== 200) {
      await sleep(readyPauseMilliseconds, undefined, { signal });
    }
  }
}

function newPayment(shop: Shop, customer: Customer): Payment {
  const number = shop.newPaymentNumber();
  const kept = { subscription: null, refunds: [], disputes: [] };
  const payment: Payment = {
    number,
    cents: 1_000,
    currency: "USD",
    customerKey: customer.key,
    name: `pi_${number}`,
    ...kept,
  };
  customer.payments.push(payment);
  return payment;
}

// The demo's story: a visitor clicks, signs up, subscribes through Stripe, is charged again and buys once more, and the brand refunds part
// of it. Reported to the service by its real sources: the visitor's browser, the brand's backend and Stripe.
import { z } from "zod";
import { addMonths } from "../../../core/rules/time.ts";
import type { ServiceClient } from "./service-client.ts";
import { DemoFailed } from "./service-client.ts";
import type { Setting } from "./setting.ts";
import { checkoutCompleted, type Invoice, invoicePaid, type Metadata, signatureOf } from "./stripe-deliveries.ts";

/** What the story brings, in the order of its sales. */
export const subscriptionCents = 4_900;
export const directSaleCents = 12_999;
export const refundedCents = 2_500;

type Teller = { readonly service: ServiceClient; readonly setting: Setting; readonly say: (line: string) => void };

const clickAnswer = z.object({ success: z.literal(true), click_id: z.string() });
const leadAnswer = z.object({ success: z.literal(true), lead_id: z.int() });
const deliveryAnswer = z.object({ received: z.literal(true), status: z.string(), event_id: z.int() });
const saleAnswer = z.object({ success: z.literal(true), sale_id: z.int(), commission_id: z.int() });
const refundAnswer = z.object({ success: z.literal(true), status: z.string() });

export async function tellStory(teller: Teller): Promise<void> {
  const customerKey = `user-${teller.setting.mark}`;
  const email = `ada-${teller.setting.mark}@demo.example`;
  const clickId = await click(teller);
  await signUp(teller, { clickId, customerKey, email });
  await subscribe(teller, { clickId, customerKey, email });
  await buyAndReturn(teller, customerKey);
}

async function click({ service, setting, say }: Teller): Promise<string> {
  const page = `https://shop.example/?aff=${setting.partnerCode}`;
  const body = { affiliate_url: page, page_url: page, referrer_url: "https://annas-blog.example/" };
  const { click_id } = await service.post("/api/v1/track/click", body, clickAnswer);
  say(`  browser    clicks Anna's link                       click ${click_id}`);
  return click_id;
}

type Visitor = { readonly clickId: string; readonly customerKey: string; readonly email: string };

async function signUp({ service, setting, say }: Teller, { clickId, customerKey, email }: Visitor): Promise<void> {
  const body = { click_id: clickId, customer_key: customerKey, email };
  const answer = await service.post("/api/v1/track/lead", body, leadAnswer, authorization(setting));
  say(`  backend    reports the signup of ${customerKey}  lead ${answer.lead_id}`);
}

async function subscribe(teller: Teller, { clickId, customerKey, email }: Visitor): Promise<void> {
  const { mark, programId } = teller.setting;
  const now = Math.floor(Date.now() / 1000);
  const subscriber = { mark, email, amountCents: subscriptionCents, now };
  const metadata: Metadata = {
    svc_click_id: clickId,
    svc_customer_key: customerKey,
    program_id: String(programId),
  };
  const months = [0, 1, 2].map((count) => addMonths(new Date(now * 1000), count).getTime() / 1000);
  const [start = now, middle = now, end = now] = months;
  const first: Invoice = { which: "first", metadata, period: { start, end: middle } };
  const renewal: Invoice = { which: "renewal", metadata: {}, period: { start: middle, end } };

  await deliver(teller, checkoutCompleted(subscriber, metadata), "recorded", "a subscription's checkout");
  await deliver(teller, invoicePaid(subscriber, first), "recorded", "its first invoice");
  await deliver(teller, invoicePaid(subscriber, first), "duplicate", "the same delivery again");
  await deliver(teller, invoicePaid(subscriber, renewal), "recorded", "a renewal without metadata");
}

async function deliver({ service, setting, say }: Teller, body: string, expected: string, what: string): Promise<void> {
  const headers = { "stripe-signature": signatureOf(body, setting.signingSecret, Math.floor(Date.now() / 1000)) };
  const path = `/webhooks/stripe/${setting.connectionId}`;
  const { status, event_id } = await service.post(path, body, deliveryAnswer, headers);
  say(`  stripe     delivers ${what.padEnd(32)}${status}, event ${event_id}`);
  if (status !== expected) throw new DemoFailed(`Stripe's delivery of ${what} was ${status}, not ${expected}.`);
}

async function buyAndReturn({ service, setting, say }: Teller, customerKey: string): Promise<void> {
  const transactionId = `order-${setting.mark}`;
  const sale = {
    transaction_id: transactionId,
    amount_cents: directSaleCents,
    currency: "USD",
    customer_key: customerKey,
  };
  const { sale_id } = await service.post("/api/v1/track/sale", sale, saleAnswer, authorization(setting));
  say(`  backend    reports a direct sale                    sale ${sale_id}`);

  const refund = {
    transaction_id: transactionId,
    refund_amount_cents: refundedCents,
    refund_id: `refund-${setting.mark}`,
  };
  const { status } = await service.post("/api/v1/track/refund", refund, refundAnswer, authorization(setting));
  say(`  backend    gives part of it back                    ${status}`);
}

function authorization({ key }: Setting): { readonly authorization: string } {
  return { authorization: `Bearer ${key}` };
}

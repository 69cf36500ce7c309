// The demo's story: two months of a brand with three partners, reported by browsers and by the brand's server. Pure: the same seed gives
// the same story, randomness included. Every name in it is invented and ends in .example.
import type { EventData } from "../../core/rules/events/events.ts";

export const demoDays = 62;
export const demoName = "Demo program";

export const demoPartners = [
  { name: "Anna Lindqvist", code: "anna", clicksADay: 6 },
  { name: "Bytes & Brews", code: "bytes", clicksADay: 4 },
  { name: "Chidi Okafor", code: "chidi", clicksADay: 2 },
] as const;

const monthlyCents = 4_900;
const renewsAfterDays = 30;
const pricesCents = [1_900, 9_900, 12_900, 24_900];
const currency = "USD";

export type DemoPartner = { readonly partnerId: number; readonly code: string; readonly clicksADay: number };

export type DemoParts = {
  /** In every code and id of the story; different in every demo of an installation. */
  readonly mark: string;
  readonly newClickId: () => string;
  readonly hashEmail: (email: string) => string;
};

export type Reported = { readonly source: "browser" | "api"; readonly data: EventData };

/** What is reported on each day, the oldest first. */
export function tellDemo(partners: readonly DemoPartner[], parts: DemoParts): readonly (readonly Reported[])[] {
  const days: Reported[][] = Array.from({ length: demoDays }, () => []);
  const chance = evenly();
  let number = 1000;
  for (let day = 0; day < demoDays; day += 1) {
    for (const partner of partners) {
      const clicks = Math.round(partner.clicksADay * (0.6 + (0.6 * day) / demoDays) * (0.5 + chance()));
      for (let click = 0; click < clicks; click += 1) {
        number += 1;
        visit(days, { day, number, partner, chance, ...parts });
      }
    }
  }
  return days;
}

type Visit = DemoParts & {
  readonly day: number;
  readonly number: number;
  readonly partner: DemoPartner;
  readonly chance: () => number;
};

/** A click; of some a sign-up; of some of these a subscription that renews, or one payment, of which some is given back. */
function visit(days: Reported[][], { day, number, partner, chance, mark, newClickId, hashEmail }: Visit): void {
  const report = (on: number, source: Reported["source"], data: EventData) => days[on]?.push({ source, data });
  const clickId = newClickId();
  report(day, "browser", clickOf(partner, clickId));
  if (chance() > 0.35) return;
  const customerKey = `user-${number}`;
  report(day, "api", leadOf(clickId, customerKey, hashEmail(`user-${number}-${mark}@shop.example`)));
  if (chance() > 0.6) return;
  if (chance() < 0.5) {
    const subscription = { customerKey, subscriptionId: `sub_${mark}_${number}`, amountCents: monthlyCents };
    for (let [on, payment] = [day, 1]; on < demoDays; on += renewsAfterDays, payment += 1) {
      report(on, "api", saleOf({ ...subscription, transactionId: `invoice-${mark}-${number}-${payment}`, payment }));
    }
    return;
  }
  const amountCents = pricesCents[Math.floor(chance() * pricesCents.length)] ?? monthlyCents;
  const transactionId = `order-${mark}-${number}`;
  report(day, "api", saleOf({ customerKey, transactionId, amountCents, subscriptionId: null, payment: 1 }));
  if (chance() < 0.15) {
    const refund = { refund_amount_cents: Math.round(amountCents / 2), refund_reason: "Part of it was returned" };
    const on = Math.min(day + 3, demoDays - 1);
    report(on, "api", { type: "refund_reported", transaction_id: transactionId, refund_id: null, ...refund });
  }
}

function clickOf({ partnerId, code }: DemoPartner, clickId: string): EventData {
  const page = `https://shop.example/?aff=${code}`;
  return {
    type: "click_recorded",
    click_id: clickId,
    partner_id: partnerId,
    partner_code: code,
    existing_click_id: null,
    is_bot: false,
    affiliate_url: page,
    page_url: page,
    page_title: null,
    referrer_url: "https://blog.example/",
    session_id: null,
    visitor_id: null,
    user_agent: null,
    screen_resolution: null,
    viewport_size: null,
    language: "en",
    timezone: null,
    additional_data: null,
  };
}

function leadOf(clickId: string, customerKey: string, emailHash: string): EventData {
  return {
    type: "lead_reported",
    click_ids: [clickId],
    customer_key: customerKey,
    email_hash: emailHash,
    event_name: null,
    session_id: null,
    page_url: null,
    visitor_id: null,
    additional_data: null,
  };
}

type Sale = {
  readonly customerKey: string;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly subscriptionId: string | null;
  /** The subscription's first payment is 1. */
  readonly payment: number;
};

function saleOf({ customerKey, transactionId, amountCents, subscriptionId, payment }: Sale): EventData {
  return {
    type: "sale_reported",
    transaction_id: transactionId,
    amount_cents: amountCents,
    tax_cents: null,
    customer_key: customerKey,
    click_id: null,
    currency,
    sale_type: subscriptionId === null ? "payment" : "subscription",
    line_items: null,
    is_recurring: payment > 1,
    subscription_id: subscriptionId,
    subscription_interval: subscriptionId === null ? null : "monthly",
    product_id: subscriptionId === null ? "prod_course" : "prod_team",
    provider: null,
    provider_payment_id: null,
    event_name: null,
    additional_data: null,
  };
}

/** The same numbers between 0 and 1 in every demo. */
function evenly(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

// The steps of journeys: each records one event, with every field a real one has.

import type { ClickRecorded, LeadReported, SaleReported } from "../../src/core/rules/events/events.ts";
import { makeClickId } from "../../src/core/vocabulary/click-id.ts";
import { type Earned, hoursPerDay, type Scene, type Story } from "./story.ts";
import { bodyOf, occurredAtOf, type PaymentNames, type StripeDelivery } from "./stripe-deliveries.ts";

/** Of the default settings: `commission` and `hold_period_days`. */
const commissionShare = 0.2;
const holdMilliseconds = 15 * hoursPerDay * 3_600_000;
const clickIdRandomBytes = 16;

const userAgents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
];

/** Receives every delivery before it is recorded. */
export type DeliveryCheck = (delivery: StripeDelivery, body: Buffer) => void;

export type Clicked = { readonly clickId: string; readonly partner: number };

export function recordClick(
  { story, program }: Scene,
  partner: number,
  fields: Partial<ClickRecorded> = {},
  isTest = false,
): Clicked {
  const { chance } = story;
  const joined = program.partners[partner];
  if (joined === undefined) throw new Error("a click leads to a partner");
  const clickId = makeClickId(program.tail.programId, randomBytes(story));
  const page = `https://shop-${program.tail.programId}.example/${chance.text(6)}`;
  const data: ClickRecorded = {
    type: "click_recorded",
    click_id: clickId,
    partner_id: joined.id,
    partner_code: joined.code,
    existing_click_id: null,
    is_bot: false,
    affiliate_url: `${page}?aff=${joined.code}`,
    page_url: page,
    page_title: null,
    referrer_url: null,
    session_id: null,
    visitor_id: chance.text(16),
    user_agent: userAgents[chance.below(userAgents.length)] ?? null,
    screen_resolution: "1920x1080",
    viewport_size: null,
    language: "en-US",
    timezone: "Europe/Berlin",
    additional_data: null,
    ...fields,
  };
  story.record(program, { source: "browser", data, isTest });
  return { clickId, partner };
}

function randomBytes({ chance }: Story): Buffer {
  const bytes = Buffer.allocUnsafe(clickIdRandomBytes);
  for (let offset = 0; offset < clickIdRandomBytes; offset += 4) bytes.writeUInt32LE(chance.draw(), offset);
  return bytes;
}

export function recordLead({ story, program }: Scene, fields: Partial<LeadReported>, isTest = false): void {
  const data: LeadReported = {
    type: "lead_reported",
    click_ids: [],
    customer_key: null,
    email_hash: null,
    event_name: null,
    session_id: null,
    page_url: null,
    visitor_id: null,
    additional_data: null,
    ...fields,
  };
  story.record(program, { source: "api", data, isTest });
}

export function recordSale({ story, program }: Scene, fields: Partial<SaleReported>, isTest = false): number {
  const data: SaleReported = {
    type: "sale_reported",
    transaction_id: null,
    amount_cents: null,
    tax_cents: null,
    customer_key: null,
    click_id: null,
    currency: "USD",
    sale_type: "payment",
    line_items: null,
    is_recurring: false,
    subscription_id: null,
    subscription_interval: null,
    product_id: null,
    provider: null,
    provider_payment_id: null,
    event_name: null,
    additional_data: null,
    ...fields,
  };
  return story.record(program, { source: "api", data, isTest });
}

export function holdCommission(
  { story, program }: Scene,
  saleId: number,
  partner: number,
  amountCents: number,
): Earned {
  const earned: Earned = {
    saleId,
    partner,
    commissionCents: Math.round(amountCents * commissionShare),
    dueAt: story.now.getTime() + holdMilliseconds,
    isUntouched: true,
  };
  program.onHold.push(earned);
  return earned;
}

export function deliver({ story, program }: Scene, delivery: StripeDelivery, check: DeliveryCheck): number {
  const body = bodyOf(delivery);
  check(delivery, body);
  const { eventId, eventType, data } = delivery;
  return story.record(program, {
    source: "stripe",
    data,
    occurredAt: occurredAtOf(delivery),
    delivery: { eventId, eventType, body },
  });
}

export function moment(story: Story): { eventId: string; createdSeconds: number } {
  return { eventId: story.stripeId("evt"), createdSeconds: Math.floor(story.now.getTime() / 1000) };
}

export function paymentNames(story: Story): PaymentNames {
  return { invoice: story.stripeId("in"), intent: story.stripeId("pi"), charge: story.stripeId("ch") };
}

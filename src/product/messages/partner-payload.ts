// The payload of a partner's postback about its own sales: what it earns and by which click, without customers. And how it fills a URL.
import { decimalAmount } from "../../core/vocabulary/money/money.ts";
import { subIdsShown } from "./announcing/announced-sales.ts";
import type { Announcement } from "./announcing/payloads.ts";

/** In a URL they are in braces. */
export const placeholders = {
  type: "What happened, such as commission.created",
  message_id: "The message's id: the same however often it is sent",
  event_id: "The event of the log",
  timestamp: "When it was recorded, in seconds since 1970",
  program_id: "The program",
  partner_id: "The partner",
  partner_code: "What the partner's links carry as aff",
  click_id: "The click that earned it",
  sub1: "What the partner marked its link with, place 1 of five",
  sub2: "Place 2",
  sub3: "Place 3",
  sub4: "Place 4",
  sub5: "Place 5",
  coupon_code: "The partner's discount code the payment was made with",
  sale_id: "The sale",
  lead_id: "The lead",
  sale_cents: "What the customer paid, in the currency's smallest unit",
  sale: "What the customer paid, with its decimals",
  sale_currency: "Of that",
  commission_cents: "What the partner earns by the sale or the lead after this event, in the currency's smallest unit",
  commission: "What the partner earns by the sale or the lead after this event, with its decimals",
  commission_currency: "Of that",
  product_id: "The product",
  paid_cents: "What a payout took of it, in the currency's smallest unit; below 0 where its money came back",
  paid: "What a payout took of it, with its decimals",
  payout_id: "The payout that paid it, or whose money came back",
} as const;
export type Placeholder = keyof typeof placeholders;

export type PartnerData = { readonly [Name in Exclude<Placeholder, "type" | "timestamp">]: string | number | null };

export function partnerData({ messageId, thin, detail, partnerId }: Announcement): PartnerData {
  const sale = "sale" in detail ? detail.sale : null;
  const commission = "commission" in detail ? detail.commission : null;
  const lead = "lead" in detail ? detail.lead : null;
  return {
    message_id: messageId,
    event_id: thin.event_id,
    program_id: thin.program_id,
    partner_id: partnerId,
    partner_code: sale?.partner_code ?? lead?.partner_code ?? commission?.partner_code ?? null,
    click_id: sale?.click_id ?? lead?.click_id ?? null,
    ...subIdsShown(sale ?? lead ?? {}),
    coupon_code: sale?.coupon_code ?? null,
    sale_id: sale?.sale_id ?? null,
    lead_id: lead?.lead_id ?? (commission?.kind === "lead" ? commission.commission_id : null),
    sale_cents: sale?.amount_cents ?? null,
    sale: sale && decimalAmount(sale.amount_cents, sale.currency),
    sale_currency: sale?.currency ?? null,
    commission_cents: commission?.amount_cents ?? null,
    commission: commission && decimalAmount(commission.amount_cents, commission.currency),
    commission_currency: commission?.currency ?? null,
    paid_cents: commission?.paid_cents ?? null,
    paid: commission && decimalAmount(commission.paid_cents, commission.currency),
    product_id: sale?.product_id ?? null,
    payout_id: commission?.payout_id ?? null,
  };
}

const inBraces = /\{([a-z0-9_]+)\}/g;

/** Text in braces that is not a placeholder. */
export function unknownPlaceholders(url: string): string[] {
  return [...url.matchAll(inBraces)].map(([, name]) => name ?? "").filter((name) => !isPlaceholder(name));
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(placeholders, name);
}

/** Each placeholder as it may appear in a URL; one without a value is empty. */
export function fillAddress(url: string, values: Readonly<Record<string, unknown>>): string {
  return url.replaceAll(inBraces, (_, name: string) => {
    const value = values[name] ?? "";
    return encodeURIComponent(String(value));
  });
}

// Builders of events for tests: every field has a default, so that a test shows only the fact that matters.
import type {
  ClickRecorded,
  LeadReported,
  PolicyScope,
  ProgramCreated,
  RecordedFact,
  RefundReported,
  SaleReported,
} from "../../src/core/rules/events/events.ts";
import type { ExistingCustomers, GroupSettings } from "../../src/core/rules/events/group-events.ts";
import type { CustomerImported, SaleImported } from "../../src/core/rules/events/import-events.ts";
import { defaultSettings, type Settings } from "../../src/core/rules/events/settings/settings.ts";
import type { CommissionTerms } from "../../src/core/rules/events/settings/terms.ts";
import type { Currency } from "../../src/core/vocabulary/money/currencies.ts";
import type { TestEvent } from "./memory-program.ts";

/** By the operator of the service. */
export const byHand = {
  set: (event_id: number, partner_id: number | null, customer_key: string | null = null): TestEvent =>
    ofOperator({ type: "attribution_set", event_id, partner_id, customer_key, ...because }),
  remove: (event_id: number): TestEvent => ofOperator({ type: "attribution_removed", event_id, ...because }),
  undo: (event_id: number): TestEvent => ofOperator({ type: "attribution_undone", event_id, ...because }),
  hold: (sale_ids: readonly number[]): TestEvent =>
    ofOperator({ type: "commissions_held", sale_ids, partner_note: null, ...because }),
  release: (sale_ids: readonly number[]): TestEvent =>
    ofOperator({ type: "commissions_released", sale_ids, ...because }),
  approveEarly: (sale_ids: readonly number[]): TestEvent =>
    ofOperator({ type: "commissions_approved_early", sale_ids, ...because }),
};

/** Of the partner from then on. */
export function couponAssigned(partner_id: number, code: string, fields: { names?: string[] } & When = {}): TestEvent {
  const { names = [], day } = fields;
  return {
    ...ofOperator({ type: "coupon_assigned", code, partner_id, provider_names: names }),
    ...(day === undefined ? {} : { day }),
  };
}

export function couponRemoved(code: string, names: string[] = []): TestEvent {
  return ofOperator({ type: "coupon_removed", code, provider_names: names });
}

const because = { reason: "a test of ours" };
const ofOperator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });

type When = { day?: number };
type Before = { days_ago?: number };
type Payment = Extract<RecordedFact, { type: "payment_succeeded" }>;
type Payer = Payment["payer"];

export const anna = { name: "Anna", code: "anna" };
export const ben = { name: "Ben", code: "ben" };

export function programCreated(settings: Partial<Settings> = {}): TestEvent {
  const data: ProgramCreated = {
    type: "program_created",
    workspace_id: 1,
    name: "Program",
    settings: { ...defaultSettings, ...settings },
  };
  return { source: "operator", data };
}

export function partnerJoined(partner: { name: string; code: string; group_id?: string }): TestEvent {
  return { source: "operator", data: { type: "partner_joined", ...partner } };
}

/** Of the program where it names neither a partner nor a group. */
export function policySet(
  commission: CommissionTerms,
  { day, product_id = null, ...holder }: Partial<PolicyScope> & When = {},
): TestEvent {
  const data = { type: "policy_set", product_id, commission, ...holder } as const;
  return { source: "operator", data, ...(day === undefined ? {} : { day }) };
}

export function groupSet(group_id: string, settings: Partial<GroupSettings> = {}): TestEvent {
  return ofOperator({ type: "group_set", group_id, settings });
}

export function partnerMoved(partner_id: number, group_id: string, existing: ExistingCustomers = "follow"): TestEvent {
  return ofOperator({ type: "partner_moved", partner_id, group_id, existing_customers: existing });
}

export function click(partnerId: number, fields: Partial<ClickRecorded> & When = {}): TestEvent {
  const { day, ...rest } = fields;
  return {
    source: "browser",
    ...(day === undefined ? {} : { day }),
    data: {
      type: "click_recorded",
      click_id: "click-1",
      partner_id: partnerId,
      partner_code: "code",
      existing_click_id: null,
      is_bot: false,
      affiliate_url: null,
      page_url: null,
      page_title: null,
      referrer_url: null,
      session_id: null,
      visitor_id: null,
      user_agent: null,
      screen_resolution: null,
      viewport_size: null,
      language: null,
      timezone: null,
      additional_data: null,
      ...rest,
    },
  };
}

export function lead(fields: Partial<LeadReported> & When & { source?: "api" | "browser" } = {}): TestEvent {
  const { day, source, ...rest } = fields;
  return {
    source: source ?? "api",
    ...(day === undefined ? {} : { day }),
    data: {
      type: "lead_reported",
      click_ids: ["click-1"],
      customer_key: "customer-1",
      email_hash: null,
      event_name: null,
      session_id: null,
      page_url: null,
      visitor_id: null,
      additional_data: null,
      ...rest,
    },
  };
}

export function sale(fields: Partial<SaleReported> & When = {}): TestEvent {
  const { day, ...rest } = fields;
  return {
    source: "api",
    ...(day === undefined ? {} : { day }),
    data: {
      type: "sale_reported",
      transaction_id: "tx-1",
      amount_cents: 10_000,
      tax_cents: null,
      customer_key: "customer-1",
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
      ...rest,
    },
  };
}

export function refund(fields: Partial<RefundReported> & When = {}): TestEvent {
  const { day, ...rest } = fields;
  return {
    source: "api",
    ...(day === undefined ? {} : { day }),
    data: {
      type: "refund_reported",
      transaction_id: "tx-1",
      refund_amount_cents: null,
      refund_reason: null,
      refund_id: null,
      ...rest,
    },
  };
}

function payer(fields: Partial<Payer>): Payer {
  return {
    click_id: null,
    customer_key: null,
    program_id: null,
    provider_customer_id: null,
    email_hash: null,
    ...fields,
  };
}

export function payment(
  fields: Omit<Partial<Payment>, "payer" | "aliases"> & When & { payer?: Partial<Payer>; aliases?: string[] } = {},
): TestEvent {
  const { day, payer: payerFields, aliases, ...rest } = fields;
  const transactionId = rest.transaction_id ?? "in_1";
  return {
    source: "stripe",
    ...(day === undefined ? {} : { day }),
    data: {
      type: "payment_succeeded",
      transaction_id: transactionId,
      aliases: (aliases ?? [transactionId]).map((value) => ({ kind: "id", value })),
      amount_cents: 10_000,
      tax_cents: null,
      currency: "USD",
      payer: payer(payerFields ?? {}),
      subscription_id: null,
      is_recurring: false,
      subscription_interval: null,
      product_id: null,
      reference_hashes: [],
      ...rest,
    },
  };
}

export function subscriptionStarted(
  fields: {
    subscription_id?: string;
    payer?: Partial<Payer>;
    aliases?: readonly string[];
    discounts?: string[];
  } & When = {},
): TestEvent {
  return {
    source: "stripe",
    ...(fields.day === undefined ? {} : { day: fields.day }),
    data: {
      type: "subscription_started",
      subscription_id: fields.subscription_id ?? "sub_1",
      aliases: (fields.aliases ?? []).map((value) => ({ kind: "id", value })),
      payer: payer(fields.payer ?? {}),
      ...(fields.discounts === undefined ? {} : { discounts: fields.discounts }),
    },
  };
}

export function paymentRefunded(fields: {
  alias?: string;
  refund_id?: string | null;
  amount_cents?: number | null;
  cumulative_cents?: number | null;
  currency?: string | null;
}): TestEvent {
  return {
    source: "stripe",
    data: {
      type: "payment_refunded",
      aliases: [{ kind: "id", value: fields.alias ?? "in_1" }],
      refund_id: fields.refund_id === undefined ? "re_1" : fields.refund_id,
      amount_cents: fields.amount_cents ?? null,
      cumulative_cents: fields.cumulative_cents ?? null,
      currency: fields.currency === undefined ? "USD" : fields.currency,
      reason: null,
    },
  };
}

export function saleImported(fields: Partial<SaleImported> & When & Before = {}): TestEvent {
  const { day, days_ago, ...rest } = fields;
  const transactionId = rest.transaction_id ?? "in_1";
  return {
    source: "import",
    ...(day === undefined ? {} : { day }),
    ...(days_ago === undefined ? {} : { days_ago }),
    data: {
      type: "sale_imported",
      tool: "rewardful",
      external_id: `of ${transactionId}`,
      partner_id: 2,
      transaction_id: transactionId,
      aliases: [{ kind: "id", value: transactionId }],
      amount_cents: 10_000,
      currency: "USD",
      customer_key: null,
      provider_customer_id: null,
      email_hash: null,
      subscription_id: null,
      product_id: null,
      commission: { amount_cents: 3_000, currency: "USD", payout_id: null },
      ...rest,
    },
  };
}

export function customerImported(fields: Partial<CustomerImported> & When & Before = {}): TestEvent {
  const { day, days_ago, ...rest } = fields;
  return {
    source: "import",
    ...(day === undefined ? {} : { day }),
    ...(days_ago === undefined ? {} : { days_ago }),
    data: {
      type: "customer_imported",
      tool: "rewardful",
      partner_id: 2,
      customer_key: null,
      provider_customer_id: "stripe:cus_1",
      email_hash: null,
      ...rest,
    },
  };
}

export function payoutImported(partnerId = 2, currency: Currency = "USD"): TestEvent {
  return { source: "import", data: { type: "payout_imported", tool: "rewardful", partner_id: partnerId, currency } };
}

export function partnerImported(partner: { name: string; code: string }): TestEvent {
  return { source: "import", data: { type: "partner_imported", tool: "rewardful", ...partner, status: "active" } };
}

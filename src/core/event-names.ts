// What an event names: the clicks, customers, payments and so on that it may read, write, wait for or bring.
// Pure data about data: the loader turns each name into rows, and into whatever is parked until that name is known.
import type { Event, EventData, PaidItem } from "./events.ts";
import { identitiesOf, identityOf, subjectOf, waitFor } from "./fold/keys.ts";
import { referenceKey } from "./fold/reference-key.ts";

export const nameKinds = [
  "aliases",
  "clicks",
  "commissions",
  "customers",
  "identities",
  "partners",
  "payouts",
  "products",
  "references",
  "sales",
  "subjects",
  "subscriptions",
] as const;
export type NameKind = (typeof nameKinds)[number];

type Name = string | number | null;
export type Names = { readonly [Kind in NameKind]?: readonly Name[] };

type NamesByType = {
  readonly [Type in EventData["type"]]?: (data: Extract<EventData, { type: Type }>, source: string) => Names;
};

export function namesIn({ source, data }: Event): Names {
  return namesOf(data, source);
}

function namesOf(data: EventData, source: string): Names {
  const names = namesByType[data.type] as ((data: EventData, source: string) => Names) | undefined;
  return names?.(data, source) ?? {};
}

/** The key under which events wait for this name to become known; null where nothing ever waits for it. */
export function waitKeyOf(kind: NameKind, name: Name): string | null {
  return name === null ? null : (waitKeys[kind]?.(String(name)) ?? null);
}

const waitKeys: { readonly [Kind in NameKind]?: (name: string) => string } = {
  aliases: waitFor.payment,
  clicks: waitFor.click,
  customers: waitFor.customer,
  identities: waitFor.identity,
  references: waitFor.reference,
  subscriptions: waitFor.subscription,
};

const namesByType: NamesByType = {
  click_recorded: (data) => ({ partners: [data.partner_id], clicks: [data.click_id, data.existing_click_id] }),
  lead_reported: (data) => ({
    customers: [data.customer_key],
    clicks: data.click_ids,
    identities: data.email_hash === null ? [] : [identityOf.email(data.email_hash)],
    subjects:
      data.customer_key === null ? data.click_ids.map(subjectOf.click) : [subjectOf.customer(data.customer_key)],
  }),
  sale_reported: (data) => ({
    aliases: [data.transaction_id],
    customers: [data.customer_key],
    clicks: [data.click_id],
    subscriptions: [data.subscription_id],
    products: [data.product_id],
  }),
  refund_reported: (data) => ({ aliases: [data.transaction_id] }),
  delivery_retried: (data) => namesOf(data.reading, data.provider),
  payment_reference_registered: (data) => ({
    references: [referenceKey(data.provider, data.reference_hash)],
    customers: [data.customer_key],
    clicks: [data.click_id],
  }),
  payment_succeeded: (data, source) => ({
    ...namesOfPayer(data.payer),
    references: data.reference_hashes.map((hash) => referenceKey(source, hash)),
    aliases: [data.transaction_id, ...valuesOf(data.aliases)],
    subscriptions: [data.subscription_id],
    products: [data.product_id],
  }),
  subscription_started: (data) => ({
    ...namesOfPayer(data.payer),
    aliases: valuesOf(data.aliases),
    subscriptions: [data.subscription_id],
    products: [data.product_id ?? null],
  }),
  payment_identified: (data) => ({ aliases: valuesOf(data.aliases) }),
  payment_refunded: (data) => ({ aliases: valuesOf(data.aliases) }),
  refund_failed: (data) => ({ aliases: valuesOf(data.aliases) }),
  dispute_opened: (data) => ({ aliases: valuesOf(data.aliases) }),
  dispute_closed: (data) => ({ aliases: valuesOf(data.aliases) }),
  payment_evidence_recorded: (data) => ({ aliases: [data.transaction_id, data.transfer] }),
  // With the outcome of what waits, and through it all that it waits for.
  parked_released: (data) => ({ sales: [data.event_id] }),
  policy_set: (data) => ({ products: [data.product_id] }),
  policy_removed: (data) => ({ products: [data.product_id] }),
  commissions_approved: (data) => ({ commissions: data.sale_ids }),
  payout_created: (data) => ({ commissions: salesOf(data.items) }),
  payout_recorded: (data) => ({ payouts: [data.payout_id], commissions: salesOf(data.items) }),
  payouts_exported: (data) => ({ payouts: data.payout_ids }),
  payout_cancelled: (data) => ({ payouts: [data.payout_id], commissions: data.sale_ids }),
  payout_returned: (data) => ({ payouts: [data.payout_id], commissions: data.sale_ids, sales: data.sale_ids }),
  partner_changed: (data) => ({ partners: [data.partner_id] }),
};

function namesOfPayer(payer: Extract<EventData, { payer: unknown }>["payer"]): Names {
  return { clicks: [payer.click_id], customers: [payer.customer_key], identities: identitiesOf(payer) };
}

function valuesOf(aliases: readonly { readonly value: string }[]): string[] {
  return aliases.map((alias) => alias.value);
}

function salesOf(items: readonly PaidItem[]): number[] {
  return items.map((item) => item.sale_id);
}

// What an event names: the clicks, customers, payments and so on that it may read, write, wait for or bring.
// Pure data about data: the loader turns each name into rows, and into whatever is parked until that name is known.
import type { EventData } from "./events.ts";
import { identityOf, subjectOf } from "./fold/keys.ts";
import { identitiesOf } from "./fold/parking.ts";

export const nameKinds = [
  "aliases",
  "clicks",
  "customers",
  "identities",
  "partners",
  "products",
  "subjects",
  "subscriptions",
] as const;
export type NameKind = (typeof nameKinds)[number];

type Name = string | number | null;
export type Names = { readonly [Kind in NameKind]?: readonly Name[] };

type NamesByType = {
  readonly [Type in EventData["type"]]?: (data: Extract<EventData, { type: Type }>) => Names;
};

export function namesIn(data: EventData): Names {
  const names = namesByType[data.type] as ((data: EventData) => Names) | undefined;
  return names?.(data) ?? {};
}

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
  payment_succeeded: (data) => ({
    ...namesOfPayer(data.payer),
    aliases: [data.transaction_id, ...valuesOf(data.aliases)],
    subscriptions: [data.subscription_id],
    products: [data.product_id],
  }),
  subscription_started: (data) => ({
    ...namesOfPayer(data.payer),
    aliases: valuesOf(data.aliases),
    subscriptions: [data.subscription_id],
  }),
  payment_identified: (data) => ({ aliases: valuesOf(data.aliases) }),
  payment_refunded: (data) => ({ aliases: valuesOf(data.aliases) }),
  refund_failed: (data) => ({ aliases: valuesOf(data.aliases) }),
  dispute_opened: (data) => ({ aliases: valuesOf(data.aliases) }),
  dispute_closed: (data) => ({ aliases: valuesOf(data.aliases) }),
  policy_set: (data) => ({ products: [data.product_id] }),
  policy_removed: (data) => ({ products: [data.product_id] }),
  partner_changed: (data) => ({ partners: [data.partner_id] }),
};

function namesOfPayer(payer: Extract<EventData, { payer: unknown }>["payer"]): Names {
  return { clicks: [payer.click_id], customers: [payer.customer_key], identities: identitiesOf(payer) };
}

function valuesOf(aliases: readonly { readonly value: string }[]): string[] {
  return aliases.map((alias) => alias.value);
}

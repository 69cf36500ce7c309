// What an event names: the clicks, customers, payments and so on that it may read, write, wait for or bring.
// Pure data about data: the loader turns each name into rows, and into the events parked until that name is known.
// event-types.ts says which names an event of a type has.

import { waitFor } from "../fold/keys.ts";
import type { Event, EventData } from "./events.ts";

export const nameKinds = [
  "aliases",
  "clicks",
  "commissions",
  "coupons",
  "customers",
  "groups",
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

/** An event with what its type's entry in event-types.ts says of its names. */
export type NamedEvent<Data extends EventData = EventData> = Event<Data> & {
  readonly names: () => Names;
  /** Under which kinds of its names it waits; empty where it never does. */
  readonly waitsUnder: readonly NameKind[];
};

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

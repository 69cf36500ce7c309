// The providers this installation understands: the one list a new adapter is added to.
// It guarantees that a name from a URL finds an adapter or nothing; it never falls back to another provider's rules.
import type { Adapter } from "./adapter.ts";
import { stripe } from "./stripe.ts";

const adapters: readonly Adapter[] = [stripe];

/** Provider name, as in `/webhooks/:provider/:connectionId`, to its adapter. */
export const adaptersByProvider: ReadonlyMap<string, Adapter> = new Map(
  adapters.map((adapter) => [adapter.provider, adapter]),
);

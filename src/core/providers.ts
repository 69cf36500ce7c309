// The payment providers the interface names. `other` is a provider we have no adapter for: told by calls alone.
export const providers = [
  "stripe",
  "polar",
  "dodo",
  "paddle",
  "lemonsqueezy",
  "creem",
  "sepay",
  "payos",
  "apipay",
  "x402",
  "other",
] as const;

/** What a brand may put into the reference a checkout takes beside metadata (Stripe's `client_reference_id`). */
export const clientReferences = ["customer_key", "click_id"] as const;
export type ClientReference = (typeof clientReferences)[number];

/** The providers whose checkouts take one. */
export const providersWithClientReference: readonly string[] = ["stripe"];

/** Those that send webhooks, and so can be connected. */
export const connectableProviders = providers.filter((provider) => provider !== "other");

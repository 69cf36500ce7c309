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

/** The providers whose checkouts take a client reference. */
export const providersWithClientReference: readonly string[] = ["stripe"];

/** Those that send webhooks, and so can be connected. */
export const connectableProviders = providers.filter((provider) => provider !== "other");

// The payment providers the interface names: those that have an adapter, and `other`, which only calls report.
// It is the one file of core that looks at the adapters, and takes from them nothing but what they are called: so a provider
// is named in its adapter and nowhere else. No rule of the fold reaches it (docs/decisions/0048-a-provider-is-one-file.md).
import { adapters } from "./registry.ts";

/** Those that send webhooks, and so can be connected. */
export const connectableProviders: readonly string[] = adapters.map(({ provider }) => provider);

export const providers: readonly string[] = [...connectableProviders, "other"];

/** The providers whose checkouts take a client reference. */
export const providersWithClientReference: readonly string[] = adapters
  .filter(({ clientReferenceField }) => clientReferenceField !== null)
  .map(({ provider }) => provider);

/** The providers whose webhook endpoint can be made over their API. */
export const providersByApiKey: readonly string[] = adapters
  .filter(({ connecting }) => connecting === "api_key")
  .map(({ provider }) => provider);

/** The providers whose deliveries are confirmed over their API, with the connection's API key. */
export const providersWithReadBack: readonly string[] = adapters
  .filter(({ readBack }) => readBack !== undefined)
  .map(({ provider }) => provider);

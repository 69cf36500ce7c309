// What a connection may be asked for, by its provider.

import { providersByApiKey, providersWithClientReference } from "../../../adapters/names.ts";
import type { ClientReference } from "../../core/vocabulary/facts.ts";
import { refuseFields } from "../operation/refusal.ts";

const providerWithStores = "lemonsqueezy";

export function requireApiOf(provider: string): void {
  if (providersByApiKey.includes(provider)) return;
  const message = `cannot make a webhook at ${provider}: make it there by hand, and give its signing_secret. It can for ${providersByApiKey.join(", ")}.`;
  throw refuseFields([{ field: "api_key", message }]);
}

export function requireStoresOf(provider: string, store: string | undefined): void {
  if (store === undefined || provider === providerWithStores) return;
  throw refuseFields([
    { field: "store", message: `is not known of ${provider}: only ${providerWithStores} has stores.` },
  ]);
}

/** Only some providers' checkouts take a reference: setting its meaning for another would do nothing. */
export function requireClientReferenceOf(provider: string, clientReference: ClientReference | null): void {
  if (clientReference === null || providersWithClientReference.includes(provider)) return;
  const message = `is not known of ${provider}: only ${providersWithClientReference.join(", ")} has one.`;
  throw refuseFields([{ field: "client_reference", message }]);
}

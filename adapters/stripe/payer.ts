// Who paid, in the words Stripe's sessions, invoices and payment intents have in common.
// It guarantees that a customer, or an account used as one, is distinct from every other provider's, and that a
// client reference is read only where the brand said what it holds: many keep their own carts there.
// Written from: https://docs.stripe.com/api/checkout/sessions/object, https://docs.stripe.com/connect/use-accounts-as-customers.
import type { Payer } from "../../src/core/vocabulary/facts.ts";
import type { Choices } from "../adapter.ts";
import { attributionKeys, usableEmail } from "../reading.ts";

type Named = {
  /** In the order they count. */
  readonly metadata: readonly unknown[];
  readonly customer?: string | null | undefined;
  /** An account used as a customer (2025 and later); then there may be no customer. */
  readonly customer_account?: string | null | undefined;
  readonly email: string | null | undefined;
};

export function payerOf({ metadata, customer, customer_account, email }: Named): Payer {
  const id = customer ?? customer_account;
  return { ...attributionKeys(metadata), provider_customer_id: id ? `stripe:${id}` : null, email: usableEmail(email) };
}

/** What a client reference adds to the metadata; nothing where the brand did not set what it contains. */
export function referenceAsMetadata(reference: string | null | undefined, { clientReference }: Choices): object {
  if (!reference || clientReference === null) return {};
  return clientReference === "customer_key" ? { svc_customer_key: reference } : { svc_click_id: reference };
}

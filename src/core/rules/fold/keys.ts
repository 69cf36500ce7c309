// The keys events wait for and bring: a payment waits for the lead that binds its customer, a refund for its payment.
// Text with the kind before it, so that one table can hold them all.
import type { RecordedFact } from "../events/events.ts";

export const waitFor = {
  click: (clickId: string): string => `click:${clickId}`,
  customer: (customerKey: string): string => `customer:${customerKey}`,
  identity: (identity: string): string => `identity:${identity}`,
  reference: (reference: string): string => `reference:${reference}`,
  payment: (alias: string): string => `payment:${alias}`,
  subscription: (subscriptionId: string): string => `subscription:${subscriptionId}`,
};

export const subjectOf = {
  click: (clickId: string): string => `click:${clickId}`,
  customer: (customerKey: string): string => `customer:${customerKey}`,
};

/** The customer a subject is about; null where it is a click alone. */
export function customerOfSubject(subject: string): string | null {
  const prefix = subjectOf.customer("");
  return subject.startsWith(prefix) ? subject.slice(prefix.length) : null;
}

export const identityOf = {
  email: (emailHash: string): string => `email:${emailHash}`,
  payer: (providerCustomerId: string): string => `payer:${providerCustomerId}`,
};

/** Every name a payer goes by besides the brand's own. */
export function identitiesOf(payer: Extract<RecordedFact, { payer: unknown }>["payer"]): string[] {
  const identities: string[] = [];
  if (payer.provider_customer_id !== null) identities.push(identityOf.payer(payer.provider_customer_id));
  if (payer.email_hash !== null) identities.push(identityOf.email(payer.email_hash));
  return identities;
}

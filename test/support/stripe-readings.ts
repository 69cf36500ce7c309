// Stripe fixtures with single fields changed, read by the adapter.
import type { Reading } from "../../adapters/adapter.ts";
import { stripe } from "../../adapters/stripe.ts";
import type { Fact, PaymentSucceeded } from "../../src/core/vocabulary/facts.ts";
import { changed, readFixtureFile } from "./fixtures.ts";

/** Fixtures most claims start from. */
export const session = "checkout.session.async_payment_succeeded.written";
export const renewal = "invoice.payment_succeeded.renewal.2025-03-31.basil.written";
export const oldRenewal = "invoice.payment_succeeded.renewal.line-metadata.2022-11-15.written";
export const refund = "refund.created.partial.written";
export const dispute = "charge.dispute.created.needs-response.written";

export type Path = readonly (string | number)[];
export type Change = readonly [path: Path, value: unknown];

export const inObject = (...path: Path): Path => ["data", "object", ...path];

export function readingOf(fixture: string, ...changes: readonly Change[]): Reading {
  const original = readFixtureFile(`stripe/${fixture}.json`);
  const body = changes.reduce((bytes, [path, value]) => changed(bytes, path, value), original);
  return stripe.normalise({ body, headers: {} });
}

export function factOf(fixture: string, ...changes: readonly Change[]): Fact {
  const { verdict } = readingOf(fixture, ...changes);
  if (verdict.kind !== "fact") throw new Error(`not a fact but ${verdict.kind}: ${verdict.reason}`);
  return verdict.fact;
}

export function paymentOf(fixture: string, ...changes: readonly Change[]): PaymentSucceeded {
  const fact = factOf(fixture, ...changes);
  if (fact.type !== "payment_succeeded") throw new Error(`not a payment but ${fact.type}`);
  return fact;
}

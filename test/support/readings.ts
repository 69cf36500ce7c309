// Fixtures of the providers whose payments are found by a reference, with single fields changed, read by their adapters.
import type { Reading } from "../../adapters/adapter.ts";
import { adaptersByProvider } from "../../adapters/registry.ts";
import type { Fact, PaymentSucceeded } from "../../src/core/vocabulary/facts.ts";
import { changed, readFixtureFile } from "./fixtures.ts";

export type Change = readonly [path: readonly (string | number)[], value: unknown];

/** `fixture` as in `sepay/bank-transfer.in`. */
export function readingOf(fixture: string, ...changes: readonly Change[]): Reading {
  const original = readFixtureFile(`${fixture}.json`);
  const body = changes.reduce((bytes, [path, value]) => changed(bytes, path, value), original);
  return readingOfText(fixture.split("/")[0] ?? "", body);
}

export function readingOfText(provider: string, text: string | Buffer): Reading {
  const adapter = adaptersByProvider.get(provider);
  if (adapter === undefined) throw new Error(`no adapter for ${provider}`);
  return adapter.normalise({ body: Buffer.from(text), headers: {} });
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

// Random refunds and disputes of the payments of a market, as calls and providers tell of them.
// What one reversal is about is told alike every time, since no decision says who is right where it is not. Limits that keep out
// what the reference model and the projector disagree on are named as in known-disagreements.test.ts.
import fc from "fast-check";
import type { Told } from "../support/memory-program.ts";
import { paymentRefunded, refund } from "../support/told.ts";

/** Told by calls, by providers with an id, and as running totals. */
const refundAmounts = [1, 333, 7_000, 10_000] as const;
const providersRefundCents = 7_000;
/** Told by providers without an id: never what they tell with one (told_without_id). */
const amountsWithoutId = [1, 333, 10_000] as const;
/** Of the one refund that may fail, always told with its amount (failed_before_told): no other is as large (failed_twin). */
const failingRefundCents = 500;

/** `name` is any name of any payment. */
export function reversals(name: fc.Arbitrary<string>): fc.Arbitrary<Told | Told[]> {
  return fc.oneof(
    { weight: 2, arbitrary: calls(name) },
    singles(name),
    withoutId(name),
    fc.tuple(name, fc.boolean()).map(([of, isCallFirst]) => toldByBoth(of, isCallFirst)),
    name.map(failed),
    disputes(name),
  );
}

const stripe = (data: Told["data"]): Told => ({ source: "stripe", data });
const aliasesOf = (name: string) => [{ kind: "id", value: name }];

function calls(name: fc.Arbitrary<string>): fc.Arbitrary<Told> {
  const amount = fc.oneof(fc.constant(null), fc.constantFrom(...refundAmounts), fc.constantFrom(...refundAmounts));
  const refundId = fc.constantFrom(null, "r1", "r2");
  return fc.record({ transaction_id: name, refund_amount_cents: amount, refund_id: refundId }).map(refund);
}

function singles(name: fc.Arbitrary<string>): fc.Arbitrary<Told> {
  const refunds = fc.constantFrom(["re_1", failingRefundCents] as const, ["re_2", providersRefundCents] as const);
  return fc
    .tuple(name, refunds)
    .map(([alias, [refund_id, amount_cents]]) => paymentRefunded({ alias, refund_id, amount_cents }));
}

function withoutId(name: fc.Arbitrary<string>): fc.Arbitrary<Told> {
  const single = fc.constantFrom(...amountsWithoutId).map((amount_cents) => ({ amount_cents }));
  const total = fc.constantFrom(...refundAmounts).map((cumulative_cents) => ({ cumulative_cents }));
  return fc
    .tuple(name, fc.oneof(single, total), fc.constantFrom("stripe", "paddle"))
    .map(([alias, cents, source]) => ({ ...paymentRefunded({ alias, refund_id: null, ...cents }), source }));
}

/** One refund, reported by the brand and told by the provider. */
function toldByBoth(name: string, isCallFirst: boolean): Told[] {
  const call = refund({ transaction_id: name, refund_amount_cents: providersRefundCents });
  const delivery = paymentRefunded({ alias: name, refund_id: "re_2", amount_cents: providersRefundCents });
  return isCallFirst ? [call, delivery] : [delivery, call];
}

function failed(name: string): Told {
  const refund_failed = { refund_id: "re_1", amount_cents: failingRefundCents };
  return stripe({ type: "refund_failed", aliases: aliasesOf(name), ...refund_failed });
}

/** Opening and closing say the same amount (closed_before_opened), and one payment's disputes all end alike. */
function disputes(name: fc.Arbitrary<string>): fc.Arbitrary<Told> {
  return fc.tuple(name, fc.constantFrom("dp_1", "dp_2"), fc.boolean()).map(([of, dispute_id, isOpened]) => {
    const amount_cents = dispute_id === "dp_1" ? null : 250;
    const rest = { aliases: aliasesOf(of), dispute_id, amount_cents, currency: null };
    const [, number = "0"] = of.split("_");
    const result = Number(number) % 3 === 0 ? "lost" : "won";
    return stripe(isOpened ? { type: "dispute_opened", ...rest } : { type: "dispute_closed", result, ...rest });
  });
}

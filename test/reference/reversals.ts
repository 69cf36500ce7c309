// Random refunds and disputes of the payments of a market, as calls and providers report them.
// What one reversal is about is reported alike every time or not at all, since no decision says who is right where two amounts differ.
import fc from "fast-check";
import { paymentRefunded, refund } from "../support/event-builders.ts";
import type { TestEvent } from "../support/memory-program.ts";

/** Reported by calls, by providers with an id and without one, and as running totals. */
const refundAmounts = [1, 333, 5_000, 10_000] as const;
/** Half of some payments: what is left is as much again. */
const providersRefundCents = 5_000;
/** Of the one refund that may fail. */
const failingRefundCents = 333;

/** `name` is any name of any payment. */
export function reversals(name: fc.Arbitrary<string>): fc.Arbitrary<TestEvent | TestEvent[]> {
  return fc.oneof(
    { weight: 3, arbitrary: calls(name) },
    singles(name),
    withoutId(name),
    fc.tuple(name, fc.boolean(), fc.constantFrom(null, "r1", "r3")).map((of) => reportedByBoth(...of)),
    fc.tuple(name, fc.boolean()).map(([of, saysAmount]) => failed(of, saysAmount)),
    disputes(name),
  );
}

const stripe = (data: TestEvent["data"]): TestEvent => ({ source: "stripe", data });
const aliasesOf = (name: string) => [{ kind: "id", value: name }];

function calls(name: fc.Arbitrary<string>): fc.Arbitrary<TestEvent> {
  const amount = fc.oneof(fc.constant(null), fc.constantFrom(...refundAmounts), fc.constantFrom(...refundAmounts));
  const refundId = fc.constantFrom(null, "r1", "r2", "r3");
  const ownId = fc.record({ transaction_id: name, refund_amount_cents: amount, refund_id: refundId });
  const byProvidersId = fc.record({
    transaction_id: name,
    refund_amount_cents: fc.constant(providersRefundCents),
    refund_id: fc.constant("re_2"),
  });
  return fc.oneof({ weight: 5, arbitrary: ownId }, byProvidersId).map(refund);
}

function singles(name: fc.Arbitrary<string>): fc.Arbitrary<TestEvent> {
  const refunds = fc.constantFrom(["re_1", failingRefundCents] as const, ["re_2", providersRefundCents] as const);
  return fc
    .tuple(name, refunds)
    .map(([alias, [refund_id, amount_cents]]) => paymentRefunded({ alias, refund_id, amount_cents, currency: null }));
}

function withoutId(name: fc.Arbitrary<string>): fc.Arbitrary<TestEvent> {
  const single = fc.constantFrom(...refundAmounts).map((amount_cents) => ({ amount_cents }));
  const total = fc.constantFrom(...refundAmounts).map((cumulative_cents) => ({ cumulative_cents }));
  const allThatIsLeft = fc.constant({});
  return fc
    .tuple(name, fc.oneof(single, total, allThatIsLeft), fc.constantFrom("stripe", "paddle"))
    .map(([alias, cents, source]) => ({
      ...paymentRefunded({ alias, refund_id: null, currency: null, ...cents }),
      source,
    }));
}

/** One refund, reported by the brand and by the provider. */
function reportedByBoth(name: string, isCallFirst: boolean, refund_id: string | null): TestEvent[] {
  const call = refund({ transaction_id: name, refund_amount_cents: providersRefundCents, refund_id });
  const delivery = paymentRefunded({
    alias: name,
    refund_id: "re_2",
    amount_cents: providersRefundCents,
    currency: null,
  });
  return isCallFirst ? [call, delivery] : [delivery, call];
}

function failed(name: string, saysAmount: boolean): TestEvent {
  const refund_failed = { refund_id: "re_1", amount_cents: saysAmount ? failingRefundCents : null };
  return stripe({ type: "refund_failed", aliases: aliasesOf(name), ...refund_failed });
}

/** One payment's disputes all end alike. */
function disputes(name: fc.Arbitrary<string>): fc.Arbitrary<TestEvent> {
  const said = fc.tuple(name, fc.constantFrom("dp_1", "dp_2"), fc.boolean(), fc.boolean());
  return said.map(([of, dispute_id, isOpened, saysAmount]) => {
    const amount_cents = dispute_id === "dp_2" && saysAmount ? 250 : null;
    const rest = { aliases: aliasesOf(of), dispute_id, amount_cents, currency: null };
    const [, number = "0"] = of.split("_");
    const result = Number(number) % 3 === 0 ? "lost" : "won";
    return stripe(isOpened ? { type: "dispute_opened", ...rest } : { type: "dispute_closed", result, ...rest });
  });
}

// One payment that two layers report, the billing system and the gateway below it: one sale, one refund and one dispute, whichever of
// the two comes first.
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/core/vocabulary/facts.ts";
import { linesOf, permutations, recordFrom } from "../support/checkout-lines.ts";
import { type Change, factOf } from "../support/readings.ts";

const at = (path: string, value: unknown): Change => [path.split("."), value];
const chargebee = (fact: Fact) => ({ source: "chargebee", fact });
const stripe = (fact: Fact) => ({ source: "stripe", fact });

/** As Stripe reports what Chargebee charged there: by its names alone. */
const named = stripe({
  type: "payment_identified",
  aliases: [
    { kind: "payment_intent", value: "pi_SvcFirst000001" },
    { kind: "charge", value: "ch_SvcFirst000001" },
  ],
  occurred_at: null,
});

const paid = chargebee(factOf("chargebee/payment_succeeded.written"));
const refunded = chargebee(factOf("chargebee/payment_refunded.partial.written"));

/** As Stripe reports it whole, with keys of ours in the payment intent's metadata. */
const paidAtStripe = stripe({
  ...factOf(
    "stripe/payment_intent.succeeded.payment-element.written",
    at("data.object.id", "pi_SvcFirst000001"),
    at("data.object.latest_charge", "ch_SvcFirst000001"),
    at("data.object.amount_received", 4_900),
    at("data.object.currency", "eur"),
    at("data.object.metadata", { svc_click_id: "clk_0f8fad5bd9cb469fa165" }),
  ),
});

const refundedAtStripe = stripe(
  factOf(
    "stripe/refund.created.partial.written",
    at("data.object.id", "re_SvcRefund000001"),
    at("data.object.payment_intent", "pi_SvcFirst000001"),
    at("data.object.charge", "ch_SvcFirst000001"),
    at("data.object.amount", 1_000),
    at("data.object.currency", "eur"),
  ),
);

const moneyOf = (reported: Parameters<typeof recordFrom>[0]) =>
  linesOf(recordFrom(reported)).map(([, amount, refundedCents, commission]) => [amount, refundedCents, commission]);

describe("a payment through Chargebee on Stripe", () => {
  test.each([
    ["by its names alone", [paid, refunded, named, refundedAtStripe]],
    ["as a payment of its own", [paid, refunded, paidAtStripe, refundedAtStripe]],
    ["in both ways", [paid, refunded, named, paidAtStripe, refundedAtStripe]],
  ])("that Stripe reports %s counts once, in every order", (_, event) => {
    for (const order of permutations(event)) {
      const names = order.map(({ source, fact }) => `${source} ${fact.type}`).join(" > ");
      expect(moneyOf(order), names).toEqual([[4_900, 1_000, 780]]);
    }
  });

  test("that Stripe reports too, with its refund reported by Stripe alone, is refunded once", () => {
    for (const order of permutations([paid, paidAtStripe, refundedAtStripe])) {
      expect(moneyOf(order)).toEqual([[4_900, 1_000, 780]]);
    }
  });

  test("and charged back is lost once, whether the reversal or Stripe's dispute comes first", () => {
    const reversal = chargebee(
      factOf(
        "chargebee/transaction_created.reversal.written",
        at("content.transaction.reference_transaction_id", "txn_SvcFirst000001"),
      ),
    );
    const lost = stripe({
      type: "dispute_closed",
      aliases: [{ kind: "charge", value: "ch_SvcFirst000001" }],
      dispute_id: "dp_SvcReversal0001",
      result: "lost",
      amount_cents: 4_900,
      currency: "EUR",
      occurred_at: null,
    });
    for (const order of permutations([paid, named, reversal, lost])) {
      const program = recordFrom(order);
      expect(linesOf(program)).toEqual([["txn_SvcFirst000001", 4_900, 4_900, 0, "reversed"]]);
      expect(program.rows("dispute")).toHaveLength(1);
    }
  });
});

describe("a payment through Recurly on Stripe", () => {
  const recurly = (fact: Fact) => ({ source: "recurly", fact });
  const charge = { kind: "charge", value: "ch_SvcRecurly0001" };

  test("counts once in every order, with its refund", () => {
    const event = [
      recurly(factOf("recurly/purchase.success.written")),
      recurly(factOf("recurly/refund.success.partial.written")),
      stripe({
        ...factOf(
          "stripe/payment_intent.succeeded.payment-element.written",
          at("data.object.id", "pi_SvcRecurly0001"),
          at("data.object.latest_charge", charge.value),
          at("data.object.amount_received", 4_900),
          at("data.object.currency", "eur"),
          at("data.object.metadata", { svc_click_id: "clk_0f8fad5bd9cb469fa165" }),
        ),
      }),
      stripe({
        type: "payment_refunded",
        aliases: [charge],
        refund_id: "re_SvcRecurly0001",
        amount_cents: 1_050,
        cumulative_cents: null,
        currency: "EUR",
        reason: null,
        occurred_at: null,
      }),
    ];
    for (const order of permutations(event)) expect(moneyOf(order)).toEqual([[4_900, 1_050, 770]]);
  });
});

// What each provider reports of one purchase, in every order and through the fold: one sale for each payment, renewals that
// follow their first sale, and refunds that find theirs. The facts come from the fixtures, through the adapters.
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/core/vocabulary/facts.ts";
import { type Line, linesOf, permutations, recorded, recordFrom } from "../support/checkout-lines.ts";
import type { MemoryProgram } from "../support/memory-program.ts";
import { type Change, factOf } from "../support/readings.ts";

/** Past the attribution window and the commission's first months: only what follows its first sale still earns. */
const monthsLater = 70;

const at = (path: string, value: unknown): Change => [path.split("."), value];
const reported = (fixture: string, ...changes: Change[]): Fact => factOf(fixture, ...changes);

type Story = { readonly provider: string; readonly facts: readonly Fact[]; readonly lines: readonly Line[] };

const stories: readonly Story[] = [
  {
    provider: "paddle",
    facts: [
      reported("paddle/transaction.completed.one-off.vnd.written", at("data.currency_code", "USD")),
      reported("paddle/subscription.created.custom-data.written"),
      reported(
        "paddle/transaction.completed.renewal.credit.written",
        at("data.custom_data", null),
        at("data.invoice_id", null),
      ),
      reported("paddle/adjustment.created.refund.approved.written"),
      reported("paddle/adjustment.created.chargeback_reverse.written"),
    ],
    lines: [
      ["txn_01writtenonetime0000000000", 550_000, 11_900, 107_620, "refunded"],
      ["txn_01writtenrenewal00000000000", 9_900, 0, 1_980, "recorded"],
    ],
  },
  {
    provider: "polar",
    facts: [
      reported("polar/order.paid.subscription-create.written"),
      reported(
        "polar/order.paid.renewal.balance.written",
        at("data.subscription.metadata", {}),
        at("data.currency", "usd"),
      ),
      reported("polar/refund.created.partial.written"),
      reported("polar/order.refunded.partial.written"),
    ],
    lines: [
      ["0d1d5f2e-6e9a-4a51-9c1f-3f1d8b1e7a01", 9_720, 2_700, 1_404, "refunded"],
      ["0d1d5f2e-6e9a-4a51-9c1f-3f1d8b1e7a11", 8_000, 0, 1_600, "recorded"],
    ],
  },
  {
    provider: "dodo",
    facts: [
      reported("dodo/subscription.active.metadata.written"),
      reported("dodo/payment.succeeded.subscription.written"),
      reported(
        "dodo/payment.succeeded.subscription.written",
        at("data.payment_id", "pay_Renewal"),
        at("data.metadata", {}),
      ),
      reported(
        "dodo/refund.succeeded.partial.written",
        at("data.payment_id", "pay_Renewal"),
        at("data.currency", "EUR"),
      ),
      reported("dodo/dispute.lost", at("data.payment_id", "pay_WrittenSubscription"), at("data.currency", "EUR")),
    ],
    lines: [
      ["pay_Renewal", 11_900, 150, 2_350, "refunded"],
      ["pay_WrittenSubscription", 11_900, 400, 2_300, "refunded"],
    ],
  },
  {
    provider: "lemonsqueezy",
    facts: [
      reported("lemonsqueezy/order_created.custom-data.written", at("data.id", "6859465")),
      reported("lemonsqueezy/subscription_created"),
      reported("lemonsqueezy/subscription_payment_success.initial.written"),
      reported("lemonsqueezy/subscription_payment_success.renewal.written"),
      // One refund of the first purchase, reported by its invoice and by its order.
      reported(
        "lemonsqueezy/subscription_payment_refunded.partial.written",
        at("data.id", "700000"),
        at("data.attributes.currency", "EUR"),
      ),
      reported(
        "lemonsqueezy/order_refunded.partial.abridged",
        at("data.id", "6859465"),
        at("data.attributes.refunded_amount", 1_350),
      ),
    ],
    lines: [
      ["order:6859465", 11_900, 1_350, 2_110, "refunded"],
      ["subinv:700001", 5_400, 0, 1_080, "recorded"],
    ],
  },
  {
    provider: "creem",
    facts: [
      reported("creem/checkout.completed.recurring.transaction.written"),
      reported("creem/subscription.paid.last-transaction.written"),
      reported(
        "creem/subscription.paid.last-transaction.written",
        at("object.last_transaction.id", "tran_Renewal"),
        at("object.metadata", {}),
      ),
      reported(
        "creem/refund.created.renewal.written",
        at("object.transaction.id", "tran_Renewal"),
        at("object.refund_amount", 2_975),
      ),
    ],
    lines: [
      ["tran_Renewal", 11_900, 2_975, 1_785, "refunded"],
      ["tran_WrittenFirst", 11_900, 0, 2_380, "recorded"],
    ],
  },
  {
    provider: "razorpay",
    facts: [
      factOf("razorpay/payment.captured.written", at("payload.payment.entity.currency", "USD")),
      factOf(
        "razorpay/order.paid.written",
        at("payload.payment.entity.currency", "USD"),
        at("payload.order.entity.currency", "USD"),
      ),
      factOf("razorpay/subscription.activated.written"),
      factOf("razorpay/subscription.charged.first.written", at("payload.payment.entity.currency", "USD")),
      factOf("razorpay/refund.processed.partial.written", at("payload.refund.entity.currency", "USD")),
      factOf("razorpay/subscription.charged.renewal.written", at("payload.payment.entity.currency", "USD")),
    ],
    lines: [
      ["pay_SvcMonthly0001", 99_900, 0, 19_980, "recorded"],
      ["pay_SvcMonthly0002", 99_900, 0, 19_980, "recorded"],
      ["pay_SvcOneOff00001", 249_900, 50_000, 39_980, "refunded"],
    ],
  },
  {
    provider: "revenuecat",
    facts: [
      factOf("revenuecat/initial_purchase.trial.written"),
      factOf("revenuecat/renewal.trial-conversion.written"),
      factOf(
        "revenuecat/cancellation.refund.written",
        at("event.transaction_id", "700000000000003"),
        at("event.price_in_purchased_currency", -4.5),
      ),
      factOf("revenuecat/renewal.written"),
    ],
    lines: [
      ["app_store:700000000000002", 999, 0, 200, "recorded"],
      ["app_store:700000000000003", 999, 450, 110, "refunded"],
    ],
  },
  {
    provider: "shopify",
    facts: [
      factOf("shopify/orders.paid.written"),
      factOf("shopify/orders.paid.renewal.written"),
      factOf("shopify/refunds.create.partial.written"),
      factOf("shopify/disputes.create.written", at("order_id", 5_911_223_300_002), at("amount", "39.99")),
      factOf("shopify/disputes.update.won.written", at("order_id", 5_911_223_300_002), at("amount", "39.99")),
    ],
    lines: [
      ["gid://shopify/Order/5911223300001", 11_997, 3_799, 1_639, "refunded"],
      ["gid://shopify/Order/5911223300002", 3_999, 0, 800, "recorded"],
    ],
  },
  {
    provider: "mollie",
    facts: [
      factOf("mollie/payment.paid.written"),
      factOf("mollie/refund.pending.partial.written"),
      factOf("mollie/payment.paid.renewal.written"),
      factOf("mollie/payment.paid.renewal.written", at("id", "tr_SvcRenewal002")),
      factOf("mollie/chargeback.written", at("paymentId", "tr_SvcRenewal002")),
      factOf("mollie/chargeback.reversed.written", at("paymentId", "tr_SvcRenewal002")),
    ],
    lines: [
      ["tr_SvcOneOff0001", 4_995, 1_000, 799, "refunded"],
      ["tr_SvcRenewal001", 2_000, 0, 400, "recorded"],
      ["tr_SvcRenewal002", 2_000, 0, 400, "recorded"],
    ],
  },
  {
    provider: "chargebee",
    facts: [
      factOf("chargebee/subscription_created.written"),
      factOf("chargebee/payment_succeeded.written"),
      factOf("chargebee/payment_refunded.partial.written"),
      factOf("chargebee/payment_succeeded.renewal.written"),
    ],
    lines: [
      ["txn_SvcFirst000001", 4_900, 1_000, 780, "refunded"],
      ["txn_SvcRenewal0001", 4_900, 0, 980, "recorded"],
    ],
  },
  {
    provider: "recurly",
    facts: [
      factOf("recurly/purchase.success.written"),
      factOf("recurly/refund.success.partial.written"),
      factOf("recurly/purchase.success.renewal.written"),
    ],
    lines: [
      ["recurly:svcfirst0001", 4_900, 1_050, 770, "refunded"],
      ["recurly:svcrenewal01", 4_900, 0, 980, "recorded"],
    ],
  },
];

describe.each(stories)("$provider's story", ({ provider, facts, lines }) => {
  test("ends in the same money in every order", () => {
    for (const order of permutations(facts)) {
      expect(linesOf(record(provider, order)), order.map(({ type }) => type).join(" > ")).toEqual(lines);
    }
  });

  test("reported twice counts once", () => {
    expect(linesOf(record(provider, [...facts, ...facts]))).toEqual(lines);
  });

  test("pays for a renewal months after the click's window, for as long as its first sale's terms say", () => {
    const [renewal] = facts.filter((fact) => fact.type === "payment_succeeded").slice(-1);
    if (renewal === undefined) throw new Error("the story has no renewal");
    const rest = facts.filter((fact) => fact !== renewal && fact.type !== "payment_refunded");
    const program = record(provider, rest);
    for (const [day, id] of [
      [monthsLater, "renewal-1"],
      [monthsLater * 2, "renewal-2"],
    ] as const) {
      const names = { transaction_id: id, aliases: [{ kind: "id", value: id }] };
      program.record({ source: provider, day, data: recorded({ ...renewal, ...names }) });
    }
    const sales = program.rows("sale").filter(({ transaction_id }) => transaction_id.startsWith("renewal-"));
    // A renewal that names no subscription is an order like any other: the click's window applies to it.
    const expected = renewal.subscription_id === null ? [] : [null, "recurring_period_ended"];
    expect(sales.map(({ reason }) => reason)).toEqual(expected);
  });
});

function record(provider: string, facts: readonly Fact[]): MemoryProgram {
  return recordFrom(facts.map((fact) => ({ source: provider, fact })));
}

// RevenueCat beyond its fixtures: whose a purchase is, what is money and what is not, and purchases that another provider reports too.
import { describe, expect, test } from "vitest";
import { authorizationSecretPrefix, revenuecat } from "../../adapters/revenuecat.ts";
import { factOf, paymentOf, readingOf } from "../support/readings.ts";
import { timestampedHeader } from "../support/signing.ts";

const purchase = "revenuecat/initial_purchase.written";
const renewal = "revenuecat/renewal.written";
const refund = "revenuecat/cancellation.refund.written";

const of = (field: string): string[] => ["event", field];

describe("a purchase", () => {
  test("belongs to the app's user, never to an id that RevenueCat generated", () => {
    const anonymous = "$RCAnonymousID:1";
    const key = (...ids: unknown[]) =>
      paymentOf(purchase, [of("app_user_id"), ids[0]], [of("original_app_user_id"), ids[1]], [of("aliases"), ids[2]])
        .payer.customer_key;
    expect(key("user-1", anonymous, [])).toBe("user-1");
    expect(key(anonymous, "user-2", [])).toBe("user-2");
    expect(key(anonymous, anonymous, [anonymous, 7, "user-3"])).toBe("user-3");
    expect(key(anonymous, anonymous, [])).toBeNull();
    expect(key(undefined, null, "user-4")).toBeNull();
  });

  test("may name its customer in an attribute, which comes before the app's user", () => {
    const attributes = { svc_customer_key: { value: "user-of-web" }, svc_click_id: "not an attribute" };
    const { payer } = paymentOf(purchase, [of("subscriber_attributes"), attributes]);
    expect(payer).toMatchObject({ customer_key: "user-of-web", click_id: null, email: null });
  });

  test.each([
    ["without a price", "price_in_purchased_currency", null],
    ["without a currency", "currency", null],
    ["finer than its currency", "price_in_purchased_currency", 9.999],
    ["below zero", "price_in_purchased_currency", -9.99],
  ])("%s waits for a person", (_, field, value) => {
    expect(readingOf(purchase, [of(field), value]).verdict.kind).toBe("unreadable");
  });

  test("counts the amount paid, regardless of RevenueCat's estimates of fees and taxes", () => {
    const changed = paymentOf(purchase, [of("commission_percentage"), 0.3], [of("price"), 123]);
    expect(changed).toMatchObject({ amount_cents: 999, currency: "EUR", tax_cents: null });
  });

  test("of another store goes by that store's name, so that equal numbers are two payments", () => {
    expect(paymentOf(purchase, [of("store"), "AMAZON"]).transaction_id).toBe("amazon:700000000000001");
  });
});

test.each([
  [true, false],
  [false, true],
  [null, true],
  [undefined, true],
])("a renewal with is_trial_conversion %j is recurring: %j", (conversion, expected) => {
  expect(paymentOf(renewal, [of("is_trial_conversion"), conversion]).is_recurring).toBe(expected);
});

test("a renewal of nothing is ignored", () => {
  const { verdict } = readingOf(renewal, [of("price_in_purchased_currency"), 0]);
  expect(verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
});

describe("a refund", () => {
  test.each(["UNSUBSCRIBE", "BILLING_ERROR", "DEVELOPER_INITIATED", "PRICE_INCREASE", "UNKNOWN", null])(
    "is none for the reason %j",
    (reason) => {
      expect(readingOf(refund, [of("cancel_reason"), reason]).verdict.kind).toBe("ignored");
    },
  );

  test("and its reversal are of one name, so that the reversal gives back what the refund took", () => {
    const reversal = factOf("revenuecat/refund_reversed.written");
    expect(factOf(refund)).toMatchObject({ refund_id: "app_store:700000000000001:refund", amount_cents: 999 });
    expect(reversal).toMatchObject({ type: "refund_failed", refund_id: "app_store:700000000000001:refund" });
  });

  test("of a provider that may be connected itself says the total, so that one refund is not counted twice", () => {
    expect(factOf("revenuecat/cancellation.refund.stripe.written")).toMatchObject({
      refund_id: null,
      amount_cents: null,
      cumulative_cents: 999,
    });
  });
});

describe("a delivery", () => {
  const now = 1_769_860_800;
  const body = Buffer.from("{}");
  const ours = `${authorizationSecretPrefix}0123456789abcdef`;
  const theirs = "signing_secret_of_the_dashboard";
  const form = { separator: ",", timestamp: "t", signature: "v1", joint: "." };
  const signedBy = (secret: string) => ({
    "x-revenuecat-webhook-signature": timestampedHeader(form, body, [secret], now),
  });
  const isProven = (secrets: readonly string[], headers: Record<string, string>) =>
    revenuecat.verify({ body, headers }, secrets, now).valid;

  test("is proven by our own Authorization value, and by no other text that is sent as one", () => {
    expect(isProven([ours], { authorization: `Bearer ${ours}` })).toBe(true);
    for (const authorization of ["", ours, `Bearer ${ours}0`, `bearer ${ours}`]) {
      expect(isProven([ours], { authorization })).toBe(false);
    }
    expect(isProven([theirs], { authorization: `Bearer ${theirs}` })).toBe(false);
    expect(isProven([ours], signedBy(ours))).toBe(false);
  });

  test("is proven by its signature alone where that is sent and its secret is known", () => {
    const both = [ours, theirs];
    expect(isProven(both, signedBy(theirs))).toBe(true);
    expect(isProven(both, { ...signedBy("another_secret"), authorization: `Bearer ${ours}` })).toBe(false);
    expect(isProven(both, { authorization: `Bearer ${ours}` })).toBe(true);
    expect(isProven([ours], { ...signedBy(theirs), authorization: `Bearer ${ours}` })).toBe(true);
  });
});

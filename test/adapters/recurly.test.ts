// Recurly beyond its fixtures: what is asked for, amounts as JSON numbers, and what is no money.
import { describe, expect, test } from "vitest";
import { recurly } from "../../adapters/recurly.ts";
import { recurlyReadBack } from "../../src/product/connections/provider-apis/recurly.ts";
import { factOf, paymentOf, readingOf } from "../support/readings.ts";
import { recurlyHeader } from "../support/signing.ts";

const purchase = "recurly/purchase.success.written";
const refund = "recurly/refund.success.partial.written";

describe("a notification", () => {
  const asked = (notification: object) =>
    recurly.readBack?.resourceOf({ body: Buffer.from(JSON.stringify(notification)), headers: {} });

  test("of a payment is looked up by its transaction, regardless of what happened to it", () => {
    for (const event_type of ["succeeded", "refunded", "voided", "something_new"]) {
      expect(asked({ id: "rafhdbbf41mc", object_type: "payment", event_type })).toBe("rafhdbbf41mc");
    }
    expect(asked({ id: "rafhdbbf41mc", object_type: "account", event_type: "created" })).toBeNull();
    expect(recurly.readBack?.isRequired).toBe(true);
  });

  test.each([undefined, null, 7, "", "..", "../accounts", "a/b", "x".repeat(41)])(
    "with the id %j asks for an unknown transaction, and is refused",
    (id) => {
      expect(asked({ id, object_type: "payment", event_type: "succeeded" })).toBe("none");
    },
  );

  test("is signed in milliseconds, by each of two keys while one replaces the other", () => {
    const body = Buffer.from("{}");
    const headers = { "recurly-signature": recurlyHeader(body, ["old", "new"], 1_750_000_000) };
    for (const secret of ["old", "new"]) {
      expect(recurly.verify({ body, headers }, [secret], 1_750_000_100)).toEqual({ valid: true });
    }
    expect(recurly.verify({ body, headers }, ["new"], 1_750_000_301)).toMatchObject({ fault: "timestamp_too_old" });
  });

  test("is looked up at Recurly's own hosts alone", () => {
    const host = (key: string) => recurlyReadBack.placeOf(key, true)?.baseUrl;
    expect(host("0123456789abcdef")).toBe("https://v3.recurly.com");
    expect(recurlyReadBack.placeOf("eu:0123456789abcdef", true)).toEqual({
      baseUrl: "https://v3.eu.recurly.com",
      apiKey: "0123456789abcdef",
      livemode: null,
    });
    for (const strange of ["evil.example:0123456789", "short", "us:0123456789abcdef"])
      expect(host(strange)).toBeUndefined();
  });
});

describe("an amount", () => {
  test.each([
    [19.99, "USD", 1_999],
    [0.29, "USD", 29],
    [1.15, "EUR", 115],
    [1200, "JPY", 1_200],
    [1.505, "KWD", 1_505],
    ["10.00", "eur", 1_000],
  ])("of %j %s is %i of its smallest unit", (amount, currency, expected) => {
    expect(paymentOf(purchase, [["amount"], amount], [["currency"], currency]).amount_cents).toBe(expected);
  });

  test.each([
    [19.999, "USD"],
    [0.5, "JPY"],
    [1e21, "USD"],
    [-1, "USD"],
    [null, "USD"],
    ["1,00", "USD"],
    [10, null],
  ])("of %j %j is kept as unreadable", (amount, currency) => {
    expect(readingOf(purchase, [["amount"], amount], [["currency"], currency]).verdict.kind).toBe("unreadable");
    expect(readingOf(refund, [["amount"], amount], [["currency"], currency]).verdict.kind).toBe("unreadable");
  });
});

describe("a purchase", () => {
  test.each(["pending", "processing", "scheduled", "declined", "error", "something_new"])(
    "that is %s is no money",
    (status) => {
      expect(readingOf(purchase, [["status"], status]).verdict).toEqual({
        kind: "ignored",
        reason: "payment_not_successful",
      });
    },
  );

  test("is its account's, by a custom field before the code", () => {
    const fields = [{ name: "svc_customer_key", value: "user-of-field" }, null, { name: 7 }];
    expect(paymentOf(purchase, [["account", "custom_fields"], fields]).payer.customer_key).toBe("user-of-field");
    expect(paymentOf(purchase, [["account", "custom_fields"], null]).payer.customer_key).toBe("user-951");
    expect(paymentOf(purchase, [["account"], null]).payer).toMatchObject({ customer_key: null, email: null });
  });

  test("of several subscriptions is of none, and renews one only where Recurly says so", () => {
    expect(paymentOf(purchase, [["subscription_ids"], ["a", "b"]]).subscription_id).toBeNull();
    expect(paymentOf(purchase, [["origin"], "recurring"]).is_recurring).toBe(true);
    expect(paymentOf(purchase, [["origin"], "recurring"], [["subscription_ids"], []]).is_recurring).toBe(false);
  });
});

test.each([
  ["success", "payment_refunded"],
  ["void", "refund_failed"],
  ["declined", "refund_failed"],
  ["error", "refund_failed"],
])("a refund that is %s is a %s of the gateway's name", (status, type) => {
  expect(factOf(refund, [["status"], status])).toMatchObject({
    type,
    refund_id: "re_SvcRecurly0001",
    amount_cents: 1_050,
  });
});

test("a refund that names no payment is kept as unreadable, one that is pending waits", () => {
  expect(readingOf(refund, [["original_transaction_id"], null]).verdict.kind).toBe("unreadable");
  expect(readingOf(refund, [["status"], "pending"]).verdict).toEqual({ kind: "ignored", reason: "refund_pending" });
});

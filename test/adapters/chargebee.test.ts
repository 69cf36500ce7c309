// Chargebee beyond its fixtures: who may deliver, what is confirmed, and what is no money.
import { describe, expect, test } from "vitest";
import { chargebee } from "../../adapters/chargebee.ts";
import { chargebeeReadBack } from "../../src/product/connections/provider-apis/chargebee.ts";
import { factOf, paymentOf, readingOf } from "../support/readings.ts";
import { basicHeader } from "../support/signing.ts";

const first = "chargebee/payment_succeeded.written";
const refund = "chargebee/payment_refunded.partial.written";
const reversal = "chargebee/transaction_created.reversal.written";
const inTransaction = (field: string): string[] => ["content", "transaction", field];

describe("the password", () => {
  const verified = (authorization: string | undefined, ...secrets: string[]) =>
    chargebee.verify({ body: Buffer.from("{}"), headers: { authorization } }, secrets, 0);

  test("is one part of the secret: neither the user nor the password alone is enough", () => {
    expect(verified(basicHeader("hooks:right"), "hooks:right")).toEqual({ valid: true });
    for (const wrong of ["hooks:", ":right", "hooks:righ", "hooks:right ", "other:right", "hooks:wrong"]) {
      expect(verified(basicHeader(wrong), "hooks:right")).toEqual({ valid: false, fault: "signature_mismatch" });
    }
  });

  test("is never kept with a delivery", () => {
    expect(chargebee.headers).toEqual([]);
  });
});

describe("what is asked for", () => {
  const asked = (event: object) =>
    chargebee.readBack?.resourceOf({ body: Buffer.from(JSON.stringify(event)), headers: {} });

  test("is the event that a delivery names, where it is one of those that are used", () => {
    expect(asked({ id: "ev_1", event_type: "payment_succeeded" })).toBe("ev_1");
    expect(asked({ id: "ev_1", event_type: "card_added" })).toBeNull();
  });

  test.each([undefined, null, 7, "", "..", "../invoices/1", "ev_1/../../customers", `ev_${"x".repeat(300)}`, "txn_1"])(
    "is an unknown event where the id is %j, so that the delivery is refused",
    (id) => {
      expect(asked({ id, event_type: "payment_succeeded" })).toBe("none");
    },
  );

  test("goes to the site's own host, regardless of what the key says", () => {
    const place = (key: string) => chargebeeReadBack.placeOf(key, true);
    expect(place("acme:live_12345678")).toEqual({
      baseUrl: "https://acme.chargebee.com",
      apiKey: "live_12345678",
      livemode: true,
    });
    expect(place("acme-test:test_12345678")?.livemode).toBe(false);
    const strange = ["live_12345678", "evil.example/:12345678", "evil.example#:12345678", "a@b:12345678", ":12345678"];
    for (const key of [...strange, "ACME:12345678", "acme:short"]) expect(place(key)).toBeNull();
  });
});

describe("a payment", () => {
  test.each(["in_progress", "voided", "failure", "timeout", "needs_attention", "late_failure", "something_new"])(
    "that is %s is no money",
    (status) => {
      const { verdict } = readingOf(first, [inTransaction("status"), status]);
      expect(verdict).toEqual({ kind: "ignored", reason: "payment_not_successful" });
    },
  );

  test.each([49.5, "4900", -1, null, 2 ** 53])("of the amount %j is kept as unreadable", (amount) => {
    expect(readingOf(first, [inTransaction("amount"), amount]).verdict.kind).toBe("unreadable");
  });

  test("keeps the gateway's own name, and puts the gateway before a name that others may have too", () => {
    const names = (gateway: string, id: unknown) =>
      paymentOf(first, [inTransaction("gateway"), gateway], [inTransaction("id_at_gateway"), id]).aliases.map(
        ({ value }) => value,
      );
    expect(names("stripe", "pi_1")).toEqual(["txn_SvcFirst000001", "pi_1"]);
    expect(names("adyen", "pi_1")).toEqual(["txn_SvcFirst000001", "adyen:pi_1"]);
    expect(names("stripe", null)).toEqual(["txn_SvcFirst000001"]);
    expect(names("adyen", "x".repeat(255))).toEqual(["txn_SvcFirst000001"]);
  });

  test("takes the subscription's keys before the customer's, custom fields before metadata", () => {
    const subscription = { id: "s", cf_svc_click_id: "clk_s", meta_data: { svc_click_id: "clk_m", program_id: 9 } };
    const { payer } = paymentOf(first, [["content", "subscription"], subscription]);
    expect(payer).toMatchObject({ click_id: "clk_s", customer_key: "user-901", program_id: "9" });
  });
});

describe("a refund", () => {
  test.each([
    ["voided", "refund_failed"],
    ["failure", "refund_failed"],
    ["late_failure", "refund_failed"],
    ["success", "payment_refunded"],
  ])("that is %s is a %s of the gateway's name", (status, type) => {
    expect(factOf(refund, [inTransaction("status"), status])).toMatchObject({ type, refund_id: "re_SvcRefund000001" });
  });

  test("finds its payment by any of the fields that name it, and by none of several", () => {
    const without = [inTransaction("refunded_txn_id"), null] as const;
    const alone = [inTransaction("reference_transaction_id"), null] as const;
    const linked = (...ids: string[]) => [inTransaction("linked_payments"), ids.map((id) => ({ id }))] as const;
    expect(factOf(refund, without).aliases).toEqual([{ kind: "transaction", value: "txn_SvcFirst000001" }]);
    expect(factOf(refund, without, alone, linked("txn_2")).aliases).toEqual([{ kind: "transaction", value: "txn_2" }]);
    expect(readingOf(refund, without, alone, linked("txn_2", "txn_3")).verdict.kind).toBe("unreadable");
    expect(readingOf(reversal, alone).verdict.kind).toBe("unreadable");
  });
});

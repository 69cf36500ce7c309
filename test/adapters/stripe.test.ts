// Stripe beyond its fixtures: what is counted, what is not, and under which names.
import { describe, expect, test } from "vitest";
import type { Change } from "../support/stripe-readings.ts";
import {
  dispute,
  factOf,
  inObject,
  oldRenewal,
  paymentOf,
  readingOf,
  refund,
  renewal,
  session,
} from "../support/stripe-readings.ts";

describe("nothing is booked for", () => {
  test.each<[string, string, Change[], string]>([
    ["a paid session over zero", session, [[inObject("amount_total"), 0]], "zero_amount"],
    ["a session that waits for its money", session, [[inObject("payment_status"), "unpaid"]], "awaiting_async_payment"],
    ["an invoice paid in part", renewal, [[inObject("status"), "open"]], "invoice_not_paid_in_full"],
    ["an invoice over zero", renewal, [[inObject("amount_paid"), 0]], "zero_amount"],
    ["a refund of zero", refund, [[inObject("amount"), 0]], "zero_amount"],
    ["a refund that needs an action", refund, [[inObject("status"), "requires_action"]], "refund_pending"],
    [
      "a refund of money never taken",
      refund,
      [[inObject("reason"), "expired_uncaptured_charge"]],
      "charge_never_captured",
    ],
    [
      "an uncaptured charge let go",
      "charge.refunded.partial.2025-03-31.basil.written",
      [[inObject("captured"), false]],
      "charge_never_captured",
    ],
    [
      "a charge refunded by zero",
      "charge.refunded.partial.2025-03-31.basil.written",
      [[inObject("amount_refunded"), 0]],
      "zero_amount",
    ],
    ["a dispute over zero", dispute, [[inObject("amount"), 0]], "zero_amount"],
    ["an inquiry under review", dispute, [[inObject("status"), "warning_under_review"]], "inquiry"],
  ])("%s", (_, fixture, changes, reason) => {
    expect(readingOf(fixture, ...changes).verdict).toEqual({ kind: "ignored", reason });
  });
});

describe("one payment goes by the same names", () => {
  test("a session without invoice and payment intent is its own transaction", () => {
    const fact = paymentOf(session, [inObject("payment_intent"), null]);
    expect(fact.transaction_id).toBe("cs_live_written_async");
    expect(fact.aliases).toEqual([{ kind: "checkout_session", value: "cs_live_written_async" }]);
  });

  test("the transaction id is always one of the aliases", () => {
    for (const fixture of [session, renewal, oldRenewal, "checkout.session.completed.invoice-creation.written"]) {
      const fact = paymentOf(fixture);
      expect(fact.aliases.map(({ value }) => value)).toContain(fact.transaction_id);
    }
  });

  test("payments included in an invoice are named too, each once and ten names at most", () => {
    const payment = (id: string) => ({ payment: { type: "payment_intent", payment_intent: id } });
    const payments = { data: [payment("pi_1"), payment("pi_1"), { payment: { charge: "ch_1" } }] };
    expect(paymentOf(renewal, [inObject("payments"), payments]).aliases).toEqual([
      { kind: "invoice", value: "in_1WrittenRenewal00000000" },
      { kind: "payment_intent", value: "pi_1" },
      { kind: "charge", value: "ch_1" },
    ]);
    const many = { data: Array.from({ length: 50 }, (_, index) => payment(`pi_${index}`)) };
    expect(paymentOf(renewal, [inObject("payments"), many]).aliases).toHaveLength(10);
  });

  test("an old charge joins its invoice", () => {
    const fact = factOf("charge.succeeded.2020-08-27", [inObject("invoice"), "in_1"]);
    expect(fact).toMatchObject({ type: "payment_identified", aliases: [{ kind: "invoice", value: "in_1" }, {}, {}] });
  });
});

describe("the shape decides, regardless of api_version", () => {
  test.each(["2015-01-01", "2099-12-31.future", null, 7])("api_version %j", (version) => {
    expect(factOf(renewal, [["api_version"], version])).toEqual(factOf(renewal));
    expect(factOf(oldRenewal, [["api_version"], version])).toEqual(factOf(oldRenewal));
  });
});

describe("a dispute's status decides, not its event's name", () => {
  test.each([
    ["needs_response", "dispute_opened"],
    ["under_review", "dispute_opened"],
    ["appeal_needs_response", "dispute_opened"],
    ["appeal_under_review", "dispute_opened"],
    ["won", "dispute_closed"],
    ["lost", "dispute_closed"],
    ["prevented", "dispute_closed"],
  ])("%s is %s", (status, type) => {
    for (const event of ["charge.dispute.created", "charge.dispute.funds_withdrawn", "charge.dispute.closed"]) {
      expect(factOf(dispute, [["type"], event], [inObject("status"), status]).type).toBe(type);
    }
  });

  test("a refund cancelled before it reached the payer is a failed one", () => {
    expect(factOf(refund, [inObject("status"), "canceled"]).type).toBe("refund_failed");
  });
});

// Dodo Payments beyond its fixtures: what is counted, what the state at delivery time means, and content that must not be
// believed.
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { dodo } from "../../adapters/dodo.ts";
import { readFixtureFile } from "../support/fixtures.ts";
import { type Change, factOf, paymentOf, readingOf } from "../support/readings.ts";
import { standardWebhookHeaders, standardWebhookKey } from "../support/signing.ts";

const oneOff = "dodo/payment.succeeded.one-off.metadata.written";
const charge = "dodo/payment.succeeded.subscription.written";
const refund = "dodo/refund.succeeded.partial.written";
const dispute = "dodo/dispute.opened";

const inData = (...path: string[]): string[] => ["data", ...path];

describe("the standardwebhooks package agrees about", () => {
  const now = 1_750_000_000;
  const body = readFixtureFile("dodo/payment.succeeded.json");
  const secret = "whsec_ZG9kby1maXJzdC1zZWNyZXQ=";
  const right = standardWebhookHeaders("msg_1", body, [standardWebhookKey(secret)], now);

  function bothAbout(bytes: Buffer, headers: Record<string, string>, atSeconds: number): boolean[] {
    vi.useFakeTimers({ now: atSeconds * 1000, toFake: ["Date"] });
    return [accepts(bytes, headers), dodo.verify({ body: bytes, headers }, [secret], atSeconds).valid];
  }

  function accepts(bytes: Buffer, headers: Record<string, string>): boolean {
    try {
      new Webhook(secret).verify(bytes, headers);
      return true;
    } catch {
      return false;
    }
  }

  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["a right signature", body, right, now, true],
    ["a stale one", body, right, now + 301, false],
    ["a future one", body, right, now - 301, false],
    ["another body", Buffer.from("{}"), right, now, false],
    ["another id", body, { ...right, "webhook-id": "msg_2" }, now, false],
  ])("%s", (_, bytes, headers, at, expected) => {
    expect(bothAbout(bytes, headers, at)).toEqual([expected, expected]);
  });

  test("but not about what makes it unfit: bytes that only decode to the signed text", () => {
    const text = Buffer.from('"\uFFFD"');
    const headers = standardWebhookHeaders("msg_1", text, [standardWebhookKey(secret)], now);
    expect(bothAbout(Buffer.from([0x22, 0xff, 0x22]), headers, now)).toEqual([true, false]);
  });
});

describe("a payment", () => {
  test("of a subscription is reported as recurring, the first one too: the payload does not distinguish them", () => {
    expect(paymentOf(charge)).toMatchObject({ is_recurring: true, subscription_id: "sub_Written" });
    expect(paymentOf(oneOff)).toMatchObject({ is_recurring: false, subscription_id: null });
  });

  test("goes by its checkout session only where it is no subscription's", () => {
    const names = (fixture: string) => paymentOf(fixture).aliases.map(({ value }) => value);
    expect(names(oneOff)).toEqual(["pay_WrittenOneOff", "cks_stst1231"]);
    expect(names(charge)).toEqual(["pay_WrittenSubscription"]);
  });

  test("is counted in the payer's currency, never in that of the settlement", () => {
    expect(paymentOf(charge)).toMatchObject({ amount_cents: 11_900, tax_cents: 1_900, currency: "EUR" });
  });

  test("of zero is ignored", () => {
    expect(readingOf(oneOff, [inData("total_amount"), 0]).verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
  });

  test.each(["subscription.renewed", "payment.failed", "payment.processing", "license_key.created", "constructor"])(
    "reported by %s is not counted",
    (type) => {
      expect(readingOf(oneOff, [["type"], type]).verdict.kind).toBe("ignored");
    },
  );
});

describe("the state at delivery time decides, not the event's name", () => {
  test.each([
    ["succeeded", "payment_refunded"],
    ["failed", "refund_failed"],
    ["pending", "refund_pending"],
    ["review", "refund_pending"],
  ])("a refund %s is %s", (status, expected) => {
    for (const type of ["refund.succeeded", "refund.failed"]) {
      const { verdict } = readingOf(refund, [["type"], type], [inData("status"), status]);
      expect(verdict.kind === "fact" ? verdict.fact.type : verdict.reason).toBe(expected);
    }
  });

  test.each([
    ["dispute_opened", "dispute_opened"],
    ["dispute_challenged", "dispute_opened"],
    ["dispute_accepted", "lost"],
    ["dispute_expired", "lost"],
    ["dispute_lost", "lost"],
    ["dispute_cancelled", "won"],
    ["dispute_won", "won"],
  ])("a dispute with status %s is %s", (status, expected) => {
    for (const type of ["dispute.opened", "dispute.challenged", "dispute.won", "dispute.lost", "dispute.expired"]) {
      const fact = factOf(dispute, [["type"], type], [inData("dispute_status"), status]);
      expect(fact.type === "dispute_closed" ? fact.result : fact.type).toBe(expected);
    }
  });
});

test("a full refund may leave out its amount, a partial one may not", () => {
  const none: Change = [inData("amount"), null];
  expect(factOf(refund, none, [inData("is_partial"), false])).toMatchObject({
    amount_cents: null,
    cumulative_cents: null,
  });
  for (const isPartial of [true, null]) {
    expect(readingOf(refund, none, [inData("is_partial"), isPartial]).verdict).toEqual({
      kind: "unreadable",
      reason: "refund.amount: missing in a partial refund",
    });
  }
});

describe("signed content that cannot be understood says why", () => {
  test.each<[string, string, Change, string]>([
    ["no type", oneOff, [["type"], ""], "event.type: Too small: expected string to have >=1 characters"],
    ["no data", oneOff, [["data"], undefined], "event.data: Invalid input: expected nonoptional, received undefined"],
    ["a payment that did not succeed", oneOff, [inData("status"), "failed"], "payment.status: not succeeded"],
    [
      "a customer that became a text",
      oneOff,
      [inData("customer"), "cus_1"],
      "payment.customer: Invalid input: expected object, received string",
    ],
  ])("%s", (_, fixture, change, reason) => {
    expect(readingOf(fixture, change).verdict).toEqual({ kind: "unreadable", reason });
  });

  test("a dispute of an unknown status", () => {
    expect(readingOf(dispute, [inData("dispute_status"), "maybe"]).verdict).toMatchObject({ kind: "unreadable" });
  });
});

// Signed content that no adapter may believe, by the kind of field it is in: each says which field it is and what is wrong with it.
// What only one provider can get wrong is in that provider's own file.
import { describe, expect, test } from "vitest";
import { parse, readFixtureFile } from "../support/fixtures.ts";
import { readingOf, readingOfText } from "../support/readings.ts";

type Field = {
  readonly fixture: string;
  readonly path: readonly string[];
  /** As the reason names it. */
  readonly name: string;
};

const field = (fixture: string, path: string, name: string): Field => ({ fixture, path: path.split("."), name });

const stripe = "stripe/checkout.session.async_payment_succeeded.written";
const paddle = "paddle/transaction.completed.one-off.vnd.written";
const polar = "polar/order.paid.purchase.written";
const dodo = "dodo/payment.succeeded.one-off.metadata.written";
const creem = "creem/checkout.completed.onetime.written";
const lemonsqueezy = "lemonsqueezy/order_created.custom-data.written";

const amounts = [
  field(stripe, "data.object.amount_total", "checkout.session.amount_total"),
  field("stripe/refund.created.partial.written", "data.object.amount", "refund.amount"),
  field(polar, "data.due_amount", "order.due_amount"),
  field("polar/order.refunded.partial.written", "data.refunded_amount", "order.refunded_amount"),
  field(dodo, "data.total_amount", "payment.total_amount"),
  field("dodo/refund.succeeded.partial.written", "data.amount", "refund.amount"),
  field(creem, "object.order.amount_paid", "checkout.order.amount_paid"),
  field("creem/refund.created.onetime.partial.written", "object.refund_amount", "refund.refund_amount"),
  field("creem/dispute.created", "object.amount", "dispute.amount"),
  field(lemonsqueezy, "data.attributes.total", "order.attributes.total"),
  field(
    "lemonsqueezy/order_refunded.full.written",
    "data.attributes.refunded_amount",
    "order.attributes.refunded_amount",
  ),
];

const decimalAmounts = [
  field(paddle, "data.details.totals.grand_total", "transaction.details.totals.grand_total"),
  field("paddle/adjustment.created.refund.approved.written", "data.totals.total", "adjustment.totals.total"),
  field("dodo/dispute.opened", "data.amount", "dispute.amount"),
];

const currencies = [
  field(stripe, "data.object.currency", "checkout.session.currency"),
  field(paddle, "data.currency_code", "transaction.currency_code"),
  field(polar, "data.currency", "order.currency"),
  field(dodo, "data.currency", "payment.currency"),
  field(creem, "object.order.currency", "checkout.order.currency"),
  field(lemonsqueezy, "data.attributes.currency", "order.attributes.currency"),
];

/** That there have to be: of the event, of what it is about, and of what that belongs to. */
const ids = [
  field(stripe, "id", "event.id"),
  field(stripe, "data.object.id", "checkout.session.id"),
  field("stripe/charge.dispute.created.needs-response.written", "data.object.id", "dispute.id"),
  field(paddle, "event_id", "event.event_id"),
  field(paddle, "data.id", "transaction.id"),
  field("paddle/adjustment.created.refund.approved.written", "data.transaction_id", "adjustment.transaction_id"),
  field("paddle/subscription.created.custom-data.written", "data.id", "subscription.id"),
  field(polar, "data.id", "order.id"),
  field("polar/refund.created.partial.written", "data.order_id", "refund.order_id"),
  field(dodo, "data.payment_id", "payment.payment_id"),
  field("dodo/refund.succeeded.partial.written", "data.payment_id", "refund.payment_id"),
  field("dodo/dispute.opened", "data.dispute_id", "dispute.dispute_id"),
  field("dodo/subscription.active.metadata.written", "data.subscription_id", "subscription.subscription_id"),
  field(creem, "id", "event.id"),
  field(creem, "object.id", "checkout.id"),
  field("creem/dispute.created", "object.id", "dispute.id"),
];

const types = [
  field(stripe, "type", "event.type"),
  field(paddle, "event_type", "event.event_type"),
  field(polar, "type", "event.type"),
  field(dodo, "type", "event.type"),
  field(creem, "eventType", "event.eventType"),
  field(lemonsqueezy, "meta.event_name", "event.meta.event_name"),
];

function itSaysWhy(wrong: readonly (readonly [value: unknown, fault: string])[], fields: readonly Field[]): void {
  describe.each(wrong)("%j", (value, fault) => {
    test.each(fields)("$fixture: $name", ({ fixture, path, name }) => {
      expect(valueAt(fixture, path), "the fixture has the field").toBeDefined();
      expect(readingOf(fixture, [path, value]).verdict).toEqual({ kind: "unreadable", reason: `${name}: ${fault}` });
    });
  });
}

function valueAt(fixture: string, path: readonly string[]): unknown {
  const whole: unknown = parse(readFixtureFile(`${fixture}.json`));
  return path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), whole);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

describe("an amount", () => {
  const wrong: [unknown, string][] = [
    [-1, "Too small: expected number to be >=0"],
    [119.5, "Invalid input: expected int, received number"],
    [1e18, "Too big: expected int to be <=9007199254740991"],
    ["9720", "Invalid input: expected number, received string"],
  ];
  itSaysWhy(wrong, amounts);
});

describe("an amount as text", () => {
  const digits = "Invalid string: must match pattern /^(?:0|[1-9][0-9]{0,15})$/";
  const wrong: [unknown, string][] = [
    ...["-1", "5500.00", "1e5", "", "1000000000000000000"].map((text): [unknown, string] => [text, digits]),
    ["9007199254740993", "Too big: expected int to be <=9007199254740991"],
  ];
  itSaysWhy(wrong, decimalAmounts);
});

describe("a currency", () => {
  const code = "Invalid string: must match pattern /^[A-Za-z]{3,10}$/";
  const wrong: [unknown, string][] = [
    ...["", "$", "ußd"].map((text): [unknown, string] => [text, code]),
    [978, "Invalid input: expected string, received number"],
  ];
  itSaysWhy(wrong, currencies);
});

describe("an id", () => {
  const wrong: [unknown, string][] = [
    [7, "Invalid input: expected string, received number"],
    ["", "Too small: expected string to have >=1 characters"],
    ["x".repeat(256), "Too big: expected string to have <=255 characters"],
    ["a\u0000", "holds a NUL or a lone surrogate"],
    ["a\uD800", "holds a NUL or a lone surrogate"],
  ];
  itSaysWhy(wrong, ids);
});

describe("an event's type", () => {
  itSaysWhy([[7, "Invalid input: expected string, received number"]], types);
});

describe.each([stripe, paddle, polar, dodo, creem, lemonsqueezy])("a body that is no event: %s", (fixture) => {
  const provider = fixture.split("/")[0] ?? "";
  const whole = readFixtureFile(`${fixture}.json`).toString();
  const notJson = {
    "half of an event": whole.slice(0, whole.length / 2),
    "two values": "{}{}",
    "a byte order mark": "\uFEFF{}",
  };

  test.each(Object.entries({ nothing: "", ...notJson, "an open bracket": "{", "half a word": "nul" }))(
    "%s",
    (_, text) => {
      expect(readingOfText(provider, text)).toEqual({
        providerEventId: null,
        providerEventType: null,
        livemode: null,
        verdict: { kind: "unreadable", reason: "body is not JSON" },
      });
    },
  );

  test.each(["null", "[]", "7", "{}"])("%s", (text) => {
    expect(readingOfText(provider, text).verdict.kind).toBe("unreadable");
  });

  test("a hundred thousand brackets", () => {
    expect(readingOfText(provider, "[".repeat(100_000)).verdict.kind).toBe("unreadable");
  });
});

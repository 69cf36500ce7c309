// Stripe deliveries that must not be believed, and what is said about them.
import { describe, expect, test } from "vitest";
import { stripe } from "../../adapters/stripe.ts";
import { hmacHex } from "../support/signing.ts";
import type { Change } from "../support/stripe-readings.ts";
import { dispute, inObject, readingOf, refund, renewal, session } from "../support/stripe-readings.ts";

const now = 1_750_000_000;

describe("a signature is over bytes, not over the text they decode to", () => {
  test.each([
    ["a byte order mark before", "{}", Buffer.from("\uFEFF{}")],
    ["an invalid byte for a replacement character", '"\uFFFD"', Buffer.from([0x22, 0xff, 0x22])],
    ["an encoded surrogate for replacement characters", "\uFFFD\uFFFD\uFFFD", Buffer.from([0xed, 0xa0, 0x80])],
  ])("%s is another body", (_, text, other) => {
    const header = `t=${now},v1=${hmacHex("whsec_a", `${now}.${text}`)}`;
    const verify = (body: Buffer) => stripe.verify({ body, headers: { "stripe-signature": header } }, ["whsec_a"], now);
    expect(verify(Buffer.from(text))).toEqual({ valid: true });
    expect(verify(other)).toEqual({ valid: false, fault: "signature_mismatch" });
  });
});

describe("an event that cannot be understood says why and is distinguished by its id", () => {
  test.each<[string, string, Change, string]>([
    ["not an event", session, [["object"], "charge"], 'event.object: Invalid input: expected "event"'],
    ["no mode", session, [["livemode"], "false"], "event.livemode: Invalid input: expected boolean, received string"],
    [
      "a time beyond the calendar",
      session,
      [["created"], 1e15],
      "event.created: Too big: expected number to be <=253402300799",
    ],
    ["a broken time", session, [["created"], 1.5], "event.created: Invalid input: expected int, received number"],
    ["no data", session, [["data"], null], "event.data: Invalid input: expected object, received null"],
    [
      "no object",
      session,
      [["data", "object"], undefined],
      "event.data.object: Invalid input: expected nonoptional, received undefined",
    ],
    [
      "no amount though paid",
      session,
      [inObject("amount_total"), null],
      "checkout.session.amount_total: missing in a paid session",
    ],
    [
      "no currency though paid",
      session,
      [inObject("currency"), null],
      "checkout.session.currency: missing in a paid session",
    ],
    [
      "a lone surrogate in an id",
      session,
      [inObject("payment_intent"), "pi_\uD800"],
      "checkout.session.payment_intent: holds a NUL or a lone surrogate",
    ],
    [
      "an id that became an object",
      session,
      [inObject("payment_intent"), { id: "pi_1" }],
      "checkout.session.payment_intent: Invalid input: expected string, received object",
    ],
    [
      "a mode nobody knows",
      session,
      [inObject("mode"), "barter"],
      'checkout.session.mode: Invalid option: expected one of "payment"|"subscription"|"setup"',
    ],
    [
      "a subscription session without one",
      session,
      [inObject("mode"), "subscription"],
      "checkout.session.subscription: missing in subscription mode",
    ],
    [
      "no amount paid",
      renewal,
      [inObject("amount_paid"), undefined],
      "invoice.amount_paid: Invalid input: expected number, received undefined",
    ],
    [
      "a customer id too long to prefix",
      renewal,
      [inObject("customer"), "c".repeat(250)],
      "payment_succeeded.payer.provider_customer_id: Too big: expected string to have <=255 characters",
    ],
    [
      "a refund of nothing known",
      refund,
      [inObject("status"), "unheard_of"],
      'refund.status: Invalid option: expected one of "pending"|"requires_action"|"succeeded"|"failed"|"canceled"',
    ],
  ])("%s", (_, fixture, change, reason) => {
    expect(readingOf(fixture, change).verdict).toEqual({ kind: "unreadable", reason });
  });

  test("a refund or dispute that names no payment", () => {
    const nameless: Change[] = [
      [inObject("charge"), null],
      [inObject("payment_intent"), null],
    ];
    const reason = (type: string) => `${type}.aliases: Too small: expected array to have >=1 items`;
    expect(readingOf(refund, ...nameless).verdict).toMatchObject({ reason: reason("payment_refunded") });
    expect(readingOf(dispute, ...nameless).verdict).toMatchObject({ reason: reason("dispute_opened") });
  });

  test("its labels are kept as far as they can be", () => {
    const labels = readingOf(session, [["created"], "yesterday"], [["type"], "bad\u0000type"]);
    expect(labels).toMatchObject({ providerEventId: "evt_1WrittenAsyncPaid", providerEventType: null, livemode: true });
  });

  test("names from an object's prototype are no event types", () => {
    expect(readingOf(session, [["type"], "constructor"]).verdict).toEqual({
      kind: "ignored",
      reason: "event_type_not_used",
    });
  });
});

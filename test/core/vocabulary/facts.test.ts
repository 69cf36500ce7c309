// The words in which adapters say what a delivery means: the bounds of each field, so that no fact reaches the log that it cannot keep.
import { describe, expect, test } from "vitest";
import { factSchema, isStorableText } from "../../../src/core/vocabulary/facts.ts";

type Fields = { readonly [field: string]: unknown };

const alias = { kind: "invoice", value: "in_1" };
const payer = { click_id: null, customer_key: null, program_id: null, provider_customer_id: null, email: null };
const occurredAt = "2026-01-31T00:00:00Z";
const transfer = {
  network: "eip155:8453",
  asset: "0xasset",
  pay_to: "0xpayee",
  payer: null,
  atomic_amount: "4900",
  transaction: "0xhash",
  nonce: null,
  log_index: 0,
};
const part = { part_id: "ch_1", within: null, amount_cents: 4900, currency: "USD", is_out_of_band: false };
const payment = {
  type: "payment_succeeded",
  transaction_id: "in_1",
  aliases: [alias],
  amount_cents: 4900,
  tax_cents: -1,
  currency: "USD",
  occurred_at: occurredAt,
  payer,
  subscription_id: null,
  is_recurring: false,
  subscription_interval: null,
  product_id: null,
  references: [],
};
const subscription = { type: "subscription_started", subscription_id: "sub_1", aliases: [], occurred_at: null, payer };
const identified = { type: "payment_identified", aliases: [alias], occurred_at: occurredAt };
const refund = {
  type: "payment_refunded",
  aliases: [alias],
  refund_id: "re_1",
  amount_cents: 100,
  cumulative_cents: null,
  currency: "USD",
  reason: null,
  occurred_at: occurredAt,
};
const refundFailed = { type: "refund_failed", aliases: [], refund_id: "re_1", amount_cents: null, occurred_at: null };
const disputeOpened = {
  type: "dispute_opened",
  aliases: [alias],
  dispute_id: "dp_1",
  amount_cents: null,
  currency: null,
  occurred_at: null,
};
const disputeClosed = { ...disputeOpened, type: "dispute_closed", aliases: [], result: "won" };
const all = [payment, subscription, identified, refund, refundFailed, disputeOpened, disputeClosed];

const isFact = (fact: Fields) => factSchema.safeParse(fact).success;
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
/** Of each value, whether the fact with it is one. */
const taken = (values: readonly unknown[], factWith: (value: unknown) => Fields): boolean[] =>
  values.map((value) => isFact(factWith(value)));
const inPayment =
  (field: string) =>
  (value: unknown): Fields => ({ ...payment, [field]: value });

test("text can be stored unless it holds a NUL or half of a surrogate pair", () => {
  expect(["", "a", "😀", "\n"].map(isStorableText)).toEqual([true, true, true, true]);
  expect(["\u0000", "a\u0000b", "\ud83d", "a\ude00"].map(isStorableText)).toEqual([false, false, false, false]);
});

describe("a fact", () => {
  test.each(all.map((fact) => [fact.type, fact] as const))("%s is kept with all its fields", (_, fact) => {
    expect(factSchema.parse(fact)).toEqual(fact);
    for (const field of Object.keys(fact)) expect(isFact({ ...fact, [field]: undefined })).toBe(false);
  });

  test("has all its optional fields kept too", () => {
    const full = [
      { ...payment, amount_kind: "part", discounts: ["SAVE10"], chain_transfer: transfer },
      { ...subscription, discounts: ["SAVE10"], product_id: "prod_1", subscription_interval: "annual" },
      { ...identified, part },
      { ...refund, payment_cents: 4900 },
      { ...disputeOpened, payment_cents: 4900 },
    ];
    for (const fact of full) expect(factSchema.parse(fact)).toEqual(fact);
  });

  test("is of a kind that is known", () => {
    expect(isFact({ ...identified, type: "payment_forgotten" })).toBe(false);
  });

  test.each(all.map((fact) => [fact.type, fact, fact.aliases.length] as const))(
    "%s has aliases up to ten, and as few as its kind may have",
    (_, fact, least) => {
      expect(taken([0, 1, 2, 10, 11], (count) => ({ ...fact, aliases: times(Number(count), alias) }))).toEqual([
        least === 0,
        true,
        true,
        true,
        false,
      ]);
    },
  );

  test("aliases have a kind of 1 to 40 characters and a value of 1 to 255", () => {
    const kinds = ["", "k", "k".repeat(40), "k".repeat(41), "k\u0000", undefined];
    expect(taken(kinds, (kind) => inPayment("aliases")([{ ...alias, kind }]))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    const values = ["", "v", "v".repeat(255), "v".repeat(256), "\ud83d", undefined];
    expect(taken(values, (value) => inPayment("aliases")([{ ...alias, value }]))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("amount_cents is a whole number above zero, tax_cents of either sign", () => {
    expect(taken([1, 0, -1, 1.5, "1", 2 ** 53], inPayment("amount_cents"))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(taken([-1, 0, null, 0.5], inPayment("tax_cents"))).toEqual([true, true, true, false]);
  });

  test.each([
    ["USD", true],
    ["ABCDEFGHIJ", true],
    ["US", false],
    ["ABCDEFGHIJK", false],
    ["usd", false],
    ["UsD", false],
    ["USD1", false],
    ["1USD", false],
    ["USD\n", false],
    ["", false],
  ])("currency %j: %s", (currency, isTaken) => {
    expect(isFact({ ...payment, currency })).toBe(isTaken);
  });

  test("occurred_at is a time with its offset, or not known", () => {
    const times = [null, occurredAt, "2026-01-31T00:00:00.5+07:00", "2026-01-31T00:00:00", "2026-01-31", ""];
    expect(taken(times, inPayment("occurred_at"))).toEqual([true, true, true, false, false, false]);
  });

  test("payer has each of its keys, none above its length: 254 characters of an e-mail address, 255 of all others", () => {
    for (const key of Object.keys(payer)) {
      const most = key === "email" ? 254 : 255;
      const values = ["x".repeat(most), "x".repeat(most + 1), "x\u0000", undefined];
      expect(taken(values, (value) => ({ ...payment, payer: { ...payer, [key]: value } }))).toEqual([
        true,
        false,
        false,
        false,
      ]);
    }
  });

  test("amount_kind, subscription_interval and a dispute's result are of known values", () => {
    expect(taken(["estimate", "part", "", "exact", null], inPayment("amount_kind"))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const intervals = ["monthly", "quarterly", "annual", null, "weekly"];
    const known = [true, true, true, true, false];
    expect(taken(intervals, inPayment("subscription_interval"))).toEqual(known);
    expect(taken(intervals, (interval) => ({ ...subscription, subscription_interval: interval }))).toEqual(known);
    expect(taken(["won", "lost", "", null], (result) => ({ ...disputeClosed, result }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test("references are up to 20 of 1 to 255 digits and capital letters", () => {
    const texts = ["A", "09AZ", "A".repeat(255), "", "a", "A-1", "-A1", "A1-", "A1\n", "A".repeat(256)];
    expect(taken(texts, (text) => inPayment("references")([text]))).toEqual([true, true, true, ...times(7, false)]);
    expect(taken([0, 1, 20, 21], (count) => inPayment("references")(times(Number(count), "A1")))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test("discounts are 1 to 10 where there are any", () => {
    for (const fact of [payment, subscription])
      expect(taken([0, 1, 2, 10, 11], (count) => ({ ...fact, discounts: times(Number(count), "SAVE10") }))).toEqual([
        false,
        true,
        true,
        true,
        false,
      ]);
  });

  test.each([
    ["1", true],
    ["9", true],
    ["1000000000000000000", true],
    ["9".repeat(78), true],
    ["9".repeat(79), false],
    ["0", false],
    ["01", false],
    ["x1", false],
    ["-1", false],
    ["1.5", false],
    ["1e18", false],
    ["", false],
  ])("atomic_amount %s of a chain transfer: %s", (amount, isTaken) => {
    expect(isFact({ ...payment, chain_transfer: { ...transfer, atomic_amount: amount } })).toBe(isTaken);
  });

  test("chain_transfer and part need each of their fields", () => {
    for (const field of Object.keys(transfer))
      expect(isFact({ ...payment, chain_transfer: { ...transfer, [field]: undefined } })).toBe(false);
    for (const field of Object.keys(part))
      expect(isFact({ ...identified, part: { ...part, [field]: undefined } })).toBe(false);
    expect(
      taken([0, 1, null, -1, 0.5], (index) => ({ ...payment, chain_transfer: { ...transfer, log_index: index } })),
    ).toEqual([true, true, true, false, false]);
  });

  test("a refund's reason is text of up to 255 characters", () => {
    const reasons = ["", "wrong size", "x".repeat(255), "x".repeat(256), "\u0000"];
    expect(taken(reasons, (reason) => ({ ...refund, reason }))).toEqual([true, true, true, false, false]);
  });
});

// x402 beyond its fixtures: what an assertion counts, and content that must not be believed.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { assetOf } from "../../adapters/x402/assets.ts";
import { x402 } from "../../adapters/x402.ts";
import { parse, readFixtureFile } from "../support/fixtures.ts";
import { type Change, paymentOf, readingOf, readingOfText } from "../support/readings.ts";

const usdc = "x402/base.usdc.written";
const required = (name: string, value: unknown): Change => [["paymentRequirements", name], value];
const settled = (name: string, value: unknown): Change => [["settleResponse", name], value];

describe("cents", () => {
  test.each([
    ["10000", 1],
    ["19999", 1],
    ["20000", 2],
    ["0049990000", 4999],
    ["90071992547409910000", Number.MAX_SAFE_INTEGER],
  ])("of %s are %i, never rounded up", (amount, cents) => {
    expect(paymentOf(usdc, required("amount", amount)).amount_cents).toBe(cents);
  });

  test.each([
    ["0", "zero_amount"],
    ["1", "below_one_cent"],
    ["9999", "below_one_cent"],
  ])("there are none in %s: %s", (amount, reason) => {
    expect(readingOf(usdc, required("amount", amount)).verdict).toEqual({ kind: "ignored", reason });
  });

  test("are the settled amount's where less was settled than required", () => {
    expect(paymentOf(usdc, settled("amount", "20000")).amount_cents).toBe(2);
    expect(readingOf(usdc, settled("amount", "0")).verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
  });
});

describe("an asset", () => {
  const contract = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

  test("counts by its contract in either case, on its own chain only", () => {
    expect(assetOf("eip155:8453", contract)).toEqual({ currency: "USD", decimals: 6 });
    expect(assetOf("eip155:8453", contract.toUpperCase().replace("0X", "0x"))).toBeDefined();
    expect(assetOf("eip155:137", contract)).toBeUndefined();
  });

  test("on Solana counts in its own case only", () => {
    const network = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
    const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
    expect(assetOf(network, mint)).toBeDefined();
    expect(assetOf(network, mint.toLowerCase())).toBeUndefined();
  });

  test("is not known by the name a payload gives it", () => {
    const fake: Change[] = [
      required("asset", "0x1111111111111111111111111111111111111111"),
      required("extra", { name: "USD Coin", version: "2" }),
    ];
    expect(readingOf(usdc, ...fake).verdict).toEqual({ kind: "ignored", reason: "asset_not_listed" });
    expect(readingOf(usdc, required("asset", "USD")).verdict).toEqual({ kind: "ignored", reason: "asset_not_listed" });
  });
});

describe("the published settlement headers", () => {
  const headersSchema = z.object({ v1: z.record(z.string(), z.string()), v2: z.record(z.string(), z.string()) });
  const { v1, v2 } = headersSchema.parse(parse(readFixtureFile("x402/response-headers.json")));
  const decoded = (header: string | undefined) => parse(Buffer.from(header ?? "", "base64"));
  const onBaseSepolia: Change[] = [
    required("network", "eip155:84532"),
    required("asset", "0x036CbD53842c5426634e7929541eC2318f3dCF7e"),
  ];

  test("of both versions are the same payment, in test mode", () => {
    const hash = "0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdef";
    for (const header of [v1["X-PAYMENT-RESPONSE (success)"], v2["PAYMENT-RESPONSE (success)"]]) {
      const change: Change = [["settleResponse"], decoded(header)];
      expect(paymentOf(usdc, ...onBaseSepolia, change).transaction_id).toBe(`eip155:84532:${hash}`);
      expect(readingOf(usdc, ...onBaseSepolia, change).livemode).toBe(false);
    }
  });

  test("of failed settlements are no payment", () => {
    for (const header of [v1["X-PAYMENT-RESPONSE (failure)"], v2["PAYMENT-RESPONSE (failure)"]]) {
      const { verdict } = readingOf(usdc, ...onBaseSepolia, [["settleResponse"], decoded(header)]);
      expect(verdict).toEqual({ kind: "ignored", reason: "settlement_failed" });
    }
  });
});

test("a nonce names the payment within its transaction, before the place in the log", () => {
  const nonceOnly = paymentOf("x402/base.usdc.nonce.written");
  const both = paymentOf("x402/base.usdc.nonce.written", [["logIndex"], 3]);
  expect(both.transaction_id).toBe(nonceOnly.transaction_id);
  expect(both.chain_transfer).toEqual({ ...nonceOnly.chain_transfer, log_index: 3 });
});

describe("the transfer to look for", () => {
  const transferOf = (...changes: Change[]) => paymentOf(usdc, ...changes).chain_transfer;

  test("is of the amount that was settled, in digits of one spelling", () => {
    expect(transferOf(required("amount", "0049990000"))?.atomic_amount).toBe("49990000");
    expect(transferOf(settled("amount", "20000"))?.atomic_amount).toBe("20000");
  });

  test.each([
    ["a word for it", "merchant"],
    ["an address of another chain", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
    ["an address with more behind it", "0x209693Bc6afc0C5328bA36FaF03C514EF312287C00"],
    ["no text", 7],
    ["nothing", undefined],
    ["null", null],
  ])("has no payee where the payee is %s", (_, payTo) => {
    expect(transferOf(required("payTo", payTo))).toMatchObject({ pay_to: null, atomic_amount: "49990000" });
  });

  test("has no payer where none is reported, or none of its chain", () => {
    expect(transferOf(settled("payer", null))?.payer).toBeNull();
    expect(transferOf(settled("payer", "agent-9"))?.payer).toBeNull();
  });
});

describe("metadata", () => {
  test.each([
    ["a number", 1024, ["1024"]],
    ["an accented text", "đơn 1024", ["DON1024"]],
    ["an object", {}, []],
    ["nothing usable", "—", []],
    ["a text too long", "X".repeat(256), []],
  ])("gives a reference from %s", (_, reference, references) => {
    expect(paymentOf(usdc, [["metadata", "reference"], reference]).references).toEqual(references);
  });

  test.each([null, undefined, "text", 7, []])("%j instead of an object is none, and the payment stays", (metadata) => {
    const fact = paymentOf(usdc, [["metadata"], metadata]);
    expect(fact).toMatchObject({ amount_cents: 4999, references: [], payer: { click_id: null, customer_key: null } });
  });
});

describe("signed content that cannot be understood says why", () => {
  const amountRule = "Invalid string: must match pattern /^[0-9]{1,78}$/";
  const notOnChain = "assertion.settleResponse.transaction: not a transaction of its network";
  test.each<[string, Change[], string]>([
    ["a negative amount", [required("amount", "-1")], `assertion.paymentRequirements.amount: ${amountRule}`],
    ["a decimal amount", [required("amount", "49.99")], `assertion.paymentRequirements.amount: ${amountRule}`],
    ["an amount in hexadecimal", [required("amount", "0x10")], `assertion.paymentRequirements.amount: ${amountRule}`],
    [
      "an amount as number",
      [required("amount", 49_990_000)],
      "assertion.paymentRequirements.amount: Invalid input: expected string, received number",
    ],
    ["no amount", [required("amount", null)], "assertion.paymentRequirements.amount: missing"],
    [
      "more than there is",
      [required("amount", "9".repeat(78))],
      "payment_succeeded.amount_cents: Too big: expected int to be <=9007199254740991",
    ],
    [
      "a settlement on another network",
      [settled("network", "eip155:137")],
      "assertion.settleResponse.network: not the one in paymentRequirements",
    ],
    ["a settlement without transaction", [settled("transaction", "0x")], notOnChain],
    ["a transaction of another kind of chain", [settled("transaction", "5".repeat(88))], notOnChain],
    ["a transaction with more behind it", [settled("transaction", `0x${"a".repeat(64)}:1`)], notOnChain],
    [
      "an empty transaction",
      [settled("transaction", "")],
      "assertion.settleResponse.transaction: Too small: expected string to have >=1 characters",
    ],
    [
      "success in words",
      [settled("success", "true")],
      "assertion.settleResponse.success: Invalid input: expected true",
    ],
    [
      "a nonce with a colon",
      [[["nonce"], "0x1:2"]],
      "assertion.nonce: Invalid string: must match pattern /^[0-9A-Za-z]{1,80}$/",
    ],
    ["a negative place in the log", [[["logIndex"], -1]], "assertion.logIndex: Too small: expected number to be >=0"],
    [
      "a payer too long to prefix",
      [settled("payer", "a".repeat(251))],
      "payment_succeeded.payer.provider_customer_id: Too big: expected string to have <=255 characters",
    ],
    [
      "no requirements",
      [[["paymentRequirements"], null]],
      "assertion.paymentRequirements: Invalid input: expected object, received null",
    ],
  ])("%s", (_, changes, reason) => {
    expect(readingOf(usdc, ...changes).verdict).toEqual({ kind: "unreadable", reason });
  });

  test("a truncated body", () => {
    expect(readingOfText("x402", '{"paymentRequirements":{')).toEqual({
      providerEventId: null,
      providerEventType: null,
      livemode: null,
      verdict: { kind: "unreadable", reason: "body is not JSON" },
    });
  });

  test("a message id that cannot be kept is left out", () => {
    const body = readFixtureFile("x402/base.usdc.written.json");
    const idOf = (id: string) => x402.normalise({ body, headers: { "webhook-id": id } }).providerEventId;
    expect(idOf("msg_1")).toBe("msg_1");
    expect(idOf("x".repeat(256))).toBeNull();
  });
});

describe("the scheme", () => {
  const voucher = "x402/base.batch-settlement.voucher.written";

  test.each([
    ["auth-capture", "scheme_auth_capture_not_read"],
    ["authCapture", "scheme_authcapture_not_read"],
    ["deferred", "scheme_deferred_not_read"],
    ["2024", "scheme_not_read"],
    ["x".repeat(41), "scheme_not_read"],
  ])("%s is ignored by its name, whatever else the answer holds", (scheme, reason) => {
    expect(readingOf(usdc, required("scheme", scheme)).verdict).toEqual({ kind: "ignored", reason });
    expect(readingOf(voucher, required("scheme", scheme)).verdict).toEqual({ kind: "ignored", reason });
  });

  test("exact is meant where an assertion put together by hand names none", () => {
    expect(paymentOf(usdc, required("scheme", undefined)).amount_cents).toBe(4_999);
  });

  test("batch settlement counts each charge once, and what only moved a deposit never", () => {
    const charge = (total: string) =>
      paymentOf(voucher, [["settleResponse", "extra", "channelState", "chargedCumulativeAmount"], total]);
    expect(charge("390000").transaction_id).toBe(charge("0390000").transaction_id);
    expect(charge("390000").transaction_id).not.toBe(charge("460000").transaction_id);
    for (const moved of ["refund", "claim", "sweep"]) {
      const { verdict } = readingOf(`x402/base.batch-settlement.${moved}.written`);
      expect(verdict).toEqual({ kind: "ignored", reason: "nothing_charged" });
    }
    expect(readingOf(voucher, [["settleResponse", "extra", "chargedAmount"], "0"]).verdict).toEqual({
      kind: "ignored",
      reason: "zero_amount",
    });
    expect(readingOf(voucher, [["settleResponse", "extra", "channelState"], null]).verdict).toMatchObject({
      kind: "unreadable",
    });
  });
});

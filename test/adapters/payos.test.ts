// payOS beyond its fixtures: the published vectors, what the signature covers, and content that must not be believed.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { payos } from "../../adapters/payos.ts";
import { parse, readFixtureFile } from "../support/fixtures.ts";
import { type Change, paymentOf, readingOf, readingOfText } from "../support/readings.ts";
import { hmacHex, payosSignature } from "../support/signing.ts";

const paid = "payos/payment-webhook.paid.written";
const inData = (name: string, value: unknown): Change => [["data", name], value];

function verify(body: unknown, secret = "key") {
  return payos.verify({ body: Buffer.from(JSON.stringify(body)), headers: {} }, [secret], 0);
}

const vectorSchema = z.object({
  name: z.string(),
  secret: z.string(),
  signed_string: z.string(),
  body: z.looseObject({ data: z.record(z.string(), z.unknown()), signature: z.string() }),
  expected: z.enum(["valid", "does-not-verify"]),
});
const { vectors } = z
  .object({ vectors: z.array(vectorSchema) })
  .parse(parse(readFixtureFile("payos/signature-vectors.json")));

describe("published vector", () => {
  test.each(vectors)("$name: $expected", ({ secret, body, expected }) => {
    expect(verify(body, secret).valid).toBe(expected === "valid");
  });

  test.each(vectors)("$name: the signed text is the published one", ({ secret, body, signed_string }) => {
    const signature = hmacHex(secret, signed_string);
    expect(verify({ ...body, signature }, secret)).toEqual({ valid: true });
    expect(payosSignature(body.data, secret)).toBe(signature);
  });

  test("there are vectors of both kinds", () => {
    expect(new Set(vectors.map(({ expected }) => expected))).toEqual(new Set(["valid", "does-not-verify"]));
  });
});

test("a body larger than any of payOS's is refused before it is parsed, though it is signed", () => {
  const data = Object.fromEntries(Array.from({ length: 2_000 }, (_, number) => [`field${number}`, 1]));
  const body = { data, signature: payosSignature(data, "key") };
  expect(verify(body)).toEqual({ valid: false, fault: "malformed_signature" });
});

describe("the signature", () => {
  const signed = (data: object, text: string) => verify({ data, signature: hmacHex("key", text) });

  test.each<[string, object, string]>([
    ["fields in the order of their names", { b: 2, a: 1, B: 3 }, "B=3&a=1&b=2"],
    ["nothing for null and the words for it", { a: null, b: "null", c: "undefined", d: "" }, "a=&b=&c=&d="],
    [
      "numbers, truth values and text as they are",
      { a: 2 ** 53 - 1, b: true, c: "x&y=z %" },
      "a=9007199254740991&b=true&c=x&y=z %",
    ],
    ["lists as JSON with elements that were sorted", { a: [{ a: 1, b: 2, c: 3 }] }, 'a=[{"a":1,"b":2,"c":3}]'],
    ["lists as JSON with sorted elements", { a: [{ b: 2, a: null }, 7, null] }, 'a=[{"a":null,"b":2},7,null]'],
    ["objects by the word JavaScript has for them", { a: { b: 1 } }, "a=[object Object]"],
  ])("covers %s", (_, data, text) => {
    expect(signed(data, text)).toEqual({ valid: true });
    expect(signed(data, `${text} `)).toEqual({ valid: false, fault: "signature_mismatch" });
  });

  test("must be there", () => {
    expect(verify({ data: { a: 1 } })).toEqual({ valid: false, fault: "missing_signature" });
    expect(verify({ data: { a: 1 }, signature: "" })).toEqual({ valid: false, fault: "missing_signature" });
  });

  test("does not cover the fields around data, which are not read either", () => {
    const changes: Change[] = [
      [["code"], "99"],
      [["success"], false],
      [["desc"], null],
    ];
    expect(readingOf(paid, ...changes)).toEqual(readingOf(paid));
  });

  test.each([
    [
      "a list a hundred thousand levels deep",
      `{"data":{"a":${"[".repeat(1e5)}${"]".repeat(1e5)}},"signature":"${"0".repeat(64)}"}`,
    ],
    ["an object whose text is no function", `{"data":{"a":{"toString":1}},"signature":"${"0".repeat(64)}"}`],
  ])("of %s cannot be checked and is malformed", (_, text) => {
    const verification = payos.verify({ body: Buffer.from(text), headers: {} }, ["key"], 0);
    expect(verification).toEqual({ valid: false, fault: "malformed_signature" });
  });
});

describe("a transfer", () => {
  test("over zero is ignored", () => {
    expect(readingOf(paid, inData("amount", 0)).verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
  });

  test("for order 123 is real unless its memo is the sample's too", () => {
    expect(paymentOf(paid, inData("orderCode", 123)).references).toContain("123");
    expect(paymentOf(paid, inData("description", "VQRIO123")).references).toContain("VQRIO123");
  });

  test("without currency is in dong", () => {
    expect(paymentOf(paid, inData("currency", undefined))).toMatchObject({ amount_cents: 150_000, currency: "VND" });
  });

  test("is a payment of its own for every bank reference of a link", () => {
    const other = paymentOf("payos/payment-webhook.second-transfer.written");
    expect(other.aliases).toHaveLength(1);
    expect(other.transaction_id).not.toBe(paymentOf(paid).transaction_id);
  });
});

describe("signed content that cannot be understood says why", () => {
  const amount = "webhook.data.amount: not a whole amount of dong";
  test.each<[string, Change, string]>([
    ["a negative amount", inData("amount", -3000), "webhook.data.amount: Too small: expected number to be >=0"],
    ["a fraction of a dong", inData("amount", 0.1), amount],
    [
      "an amount beyond exact numbers",
      inData("amount", 1e18),
      "webhook.data.amount: Too big: expected int to be <=9007199254740991",
    ],
    ["no amount", inData("amount", null), amount],
    ["another currency", inData("currency", "USD"), 'webhook.data.currency: Invalid input: expected "VND"'],
    [
      "no payment link",
      inData("paymentLinkId", ""),
      "webhook.data.paymentLinkId: Too small: expected string to have >=1 characters",
    ],
    [
      "no bank reference",
      inData("reference", null),
      "webhook.data.reference: Invalid input: expected string, received null",
    ],
    [
      "ids too long together",
      inData("reference", "x".repeat(250)),
      "payment_succeeded.transaction_id: Too big: expected string to have <=255 characters",
    ],
    [
      "an order code beyond exact numbers",
      inData("orderCode", 2 ** 53),
      "webhook.data.orderCode: Too big: expected int to be <=9007199254740991",
    ],
    ["no result code", inData("code", 0), "webhook.data.code: Invalid input: expected string, received number"],
    ["no data", [["data"], undefined], "webhook.data: Invalid input: expected object, received undefined"],
  ])("%s", (_, change, reason) => {
    expect(readingOf(paid, change).verdict).toEqual({ kind: "unreadable", reason });
  });

  test("a truncated body", () => {
    expect(readingOfText("payos", '{"data":{"amount":3000')).toEqual({
      providerEventId: null,
      providerEventType: null,
      livemode: null,
      verdict: { kind: "unreadable", reason: "body is not JSON" },
    });
  });

  test("its label is the bytes' digest where its own would be too long or lack a part", () => {
    expect(readingOf(paid, inData("reference", "x".repeat(250))).providerEventId).toBeNull();
    expect(readingOf(paid, inData("reference", null)).providerEventId).toBeNull();
  });
});

describe("one signed text that can be cut into fields in several ways", () => {
  const genuine = {
    accountNumber: "12345678",
    amount: 150_000,
    code: "00",
    counterAccountName: "NGUYEN&A=B",
    currency: "VND",
    desc: "success",
    description: "abc",
    orderCode: 7,
    paymentLinkId: "link-1",
    reference: "FT1",
    transactionDateTime: "2026-03-01 00:30:00",
    virtualAccountName: "",
    virtualAccountNumber: "V3",
  };
  const signature = payosSignature(genuine, "key");
  const { transactionDateTime: _, virtualAccountName: __, ...shorter } = genuine;
  const stretched = `FT1&transactionDateTime=${genuine.transactionDateTime}&virtualAccountName=`;

  test("the genuine delivery is accepted, also with & and = in the words of people", () => {
    expect(verify({ data: genuine, signature })).toEqual({ valid: true });
  });

  test.each<[string, object]>([
    ["a reference that swallows the fields behind it", { ...shorter, reference: stretched }],
    ["a link that swallows the reference", { ...genuine, paymentLinkId: "link-1&reference=FT1", reference: undefined }],
    ["a memo that swallows the order", { ...genuine, description: "abc&orderCode=7", orderCode: undefined }],
    [
      "a name that is half a value",
      { ...genuine, desc: undefined, "desc=success&description": "abc", description: undefined },
    ],
    ["a list that swallows a field", { ...genuine, description: ["&orderCode="] }],
  ])("%s is refused", (_name, data) => {
    const text = parse(Buffer.from(JSON.stringify(data))) as object;
    const verification = verify({ data: text, signature: payosSignature(text, "key") });
    expect(verification).toEqual({ valid: false, fault: "malformed_signature" });
  });

  test("a payer's memo that begins other fields signs no second payment", () => {
    const memo = "abc&orderCode=999&paymentLinkId=link-2&reference=FT2&transactionDateTime=T&virtualAccountName=x";
    const reported = { ...genuine, description: memo };
    expect(verify({ data: reported, signature: payosSignature(reported, "key") }).valid).toBe(false);
  });

  test("a field payOS does not document is kept as failed, under no other delivery's id", () => {
    const data = { ...genuine, memo: "x" };
    const body = { data, signature: payosSignature(data, "key") };
    expect(verify(body)).toEqual({ valid: true });
    expect(readingOfText("payos", JSON.stringify(body))).toMatchObject({
      providerEventId: null,
      verdict: { kind: "unreadable", reason: "webhook.data: holds a field that payOS does not document" },
    });
  });

  test("is one payment by its signature, however it is cut", () => {
    const reading = readingOfText("payos", JSON.stringify({ data: genuine, signature }));
    expect(reading.verdict).toMatchObject({
      fact: {
        aliases: [
          { kind: "bank_transfer", value: "payos:link-1:FT1" },
          { kind: "signature", value: `payos:signature:${signature}` },
        ],
      },
    });
  });
});

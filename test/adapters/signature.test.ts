// The signature families on their own, against published vectors and other people's implementations.
import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  parseTimestampedSignatures,
  standardWebhookKeys,
  timestampFault,
  toleranceSeconds,
  verifyHex,
  verifySharedSecret,
  verifyStandardWebhook,
  verifyTimestampedHex,
} from "../../adapters/signature.ts";
import { parse, readFixtureFile } from "../support/fixtures.ts";
import { hmacHex, standardWebhookHeaders, standardWebhookKey, stripeHeaders } from "../support/signing.ts";
import { everyByteChanged, everyCharacterChanged, withHeader } from "../support/tampering.ts";

const now = 1_750_000_000;
const body = Buffer.from('{"amount":1000,"note":"Thành công"}');
const accepted = { valid: true };
const mismatch = { valid: false, fault: "signature_mismatch" };
const malformed = { valid: false, fault: "malformed_signature" };
const missing = { valid: false, fault: "missing_signature" };

describe("the signing helpers agree with", () => {
  test("the stripe package", () => {
    const header = Stripe.webhooks.generateTestHeaderString({
      payload: body.toString(),
      secret: "whsec_a",
      timestamp: now,
    });
    expect(stripeHeaders(body, ["whsec_a"], now)).toEqual({ "stripe-signature": header });
  });

  test("the standardwebhooks package", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const signature = new Webhook(secret).sign("msg_1", new Date(now * 1000), body);
    const headers = standardWebhookHeaders("msg_1", body, [standardWebhookKey(secret)], now);
    expect(headers["webhook-signature"]).toBe(signature);
  });

  test("RFC 4231, test case 2", () => {
    const digest = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    expect(hmacHex("Jefe", "what do ya want ", "for nothing?")).toBe(digest);
  });
});

describe("a signed timestamp", () => {
  test.each([
    [String(now), null],
    [String(now - toleranceSeconds), null],
    [String(now - toleranceSeconds - 1), "timestamp_too_old"],
    [String(now + toleranceSeconds), null],
    [String(now + toleranceSeconds + 1), "timestamp_in_future"],
    ["0", "malformed_signature"],
    [`0${now}`, "malformed_signature"],
    [`+${now}`, "malformed_signature"],
    [`-${now}`, "malformed_signature"],
    [` ${now}`, "malformed_signature"],
    [`${now}.5`, "malformed_signature"],
    [`${now}\n`, "malformed_signature"],
    ["1.75e9", "malformed_signature"],
    ["0x684ee180", "malformed_signature"],
    ["٣٤٥", "malformed_signature"],
    ["", "malformed_signature"],
    ["1".repeat(13), "malformed_signature"],
  ])("%j is judged %s", (timestamp, fault) => {
    expect(timestampFault(timestamp, now)).toBe(fault);
  });
});

describe("family A, timestamped hex", () => {
  const names = { separator: ";", timestamp: "ts", signature: "h1" } as const;
  const read = (header: string) => parseTimestampedSignatures(header, names);
  const digest = hmacHex("secret", `${now}:`, body);
  const verify = (secrets: readonly string[], separator: "." | ":", at = now) =>
    verifyTimestampedHex({ timestamp: String(now), signatures: [digest] }, { separator, body }, secrets, at);

  test("all signatures of the scheme are read, and others are passed over", () => {
    const other = "0".repeat(64);
    expect(read(`ts=${now};h1=${digest};h2=xyz;h1=${other}`)).toEqual({
      timestamp: String(now),
      signatures: [digest, other],
    });
  });

  test("a header is read only with one timestamp and a signature", () => {
    expect(read(`h1=${digest}`)).toBeNull();
    expect(read(`ts=${now}`)).toBeNull();
    expect(read(`ts=${now};ts=${now};h1=${digest}`)).toBeNull();
  });

  test("the separator is signed", () => {
    expect(verify(["other", "secret"], ":")).toEqual(accepted);
    expect(verify(["secret"], ".")).toEqual(mismatch);
  });

  test("stale and future timestamps are refused though the signature is right", () => {
    expect(verify(["secret"], ":", now + 301)).toEqual({ valid: false, fault: "timestamp_too_old" });
    expect(verify(["secret"], ":", now - 301)).toEqual({ valid: false, fault: "timestamp_in_future" });
  });
});

describe("family B, Standard Webhooks", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const key = standardWebhookKey(secret);
  const signed = { body, headers: standardWebhookHeaders("msg_1", body, [key], now) };
  const verify = (delivery: typeof signed, at = now) => verifyStandardWebhook(delivery, [key], at);
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

  const vectorSchema = z.object({
    name: z.string(),
    secret: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    now: z.int(),
    expected: z.enum(["valid", "invalid"]),
  });
  const derivedSchema = z.object({ name: z.string(), derive: z.string() });
  const file = z
    .object({ vectors: z.array(z.union([vectorSchema, derivedSchema])) })
    .parse(parse(readFixtureFile("standardwebhooks/signature-vectors.json")));
  const vectors = file.vectors.filter((vector) => "body" in vector);

  test.each(vectors)("published vector: $name", (vector) => {
    const delivery = { body: Buffer.from(vector.body), headers: vector.headers };
    const at = (seconds: number) =>
      verifyStandardWebhook(delivery, standardWebhookKeys([vector.secret]), seconds).valid;
    expect(at(vector.now)).toBe(vector.expected === "valid");
    expect(at(vector.now + 301)).toBe(false);
    expect(at(vector.now - 301)).toBe(false);
  });

  test("there are published vectors of both kinds", () => {
    expect(new Set(vectors.map(({ expected }) => expected))).toEqual(new Set(["valid", "invalid"]));
  });

  test("no single byte of body, id, timestamp or signature can be changed", () => {
    for (const delivery of everyByteChanged(signed))
      expect(verifyStandardWebhook(delivery, [key], now).valid).toBe(false);
    for (const name of names) {
      for (const delivery of everyCharacterChanged(signed, name)) {
        expect(verifyStandardWebhook(delivery, [key], now).valid, JSON.stringify(delivery.headers)).toBe(false);
      }
    }
  });

  test.each(names)("%s must be there", (name) => {
    expect(verifyStandardWebhook(withHeader(signed, name, undefined), [key], now)).toEqual(missing);
    expect(verifyStandardWebhook(withHeader(signed, name, ""), [key], now)).toEqual(missing);
  });

  test("one right signature among several is enough, in any place, and other schemes do not count", () => {
    const right = signed.headers["webhook-signature"] ?? "";
    const decoy = `v1,${"A".repeat(43)}=`;
    const present = (value: string) => verify({ body, headers: { ...signed.headers, "webhook-signature": value } });
    expect(present(`${decoy} ${right}`)).toEqual(accepted);
    expect(present(`${right} ${decoy}`)).toEqual(accepted);
    expect(present(`v1a,xyz ${right}`)).toEqual(accepted);
    expect(present(decoy)).toEqual(mismatch);
    expect(present(right.replace("v1,", "v2,"))).toEqual(malformed);
  });

  test.each([
    ["an unpadded digest", (right: string) => right.slice(0, -1)],
    ["a digest with more before it", (right: string) => right.replace("v1,", "v1,AAAA")],
    ["a digest and more", (right: string) => `${right}A`],
    ["an alphabet of URLs", () => `v1,${"-".repeat(43)}=`],
    ["bits behind the digest's end", (right: string) => right.replace(/.=$/, "B=")],
    ["no digest", () => "v1,"],
    ["a broken one beside a right one", (right: string) => `${right} v1,abc`],
  ])("%s is malformed", (_, change) => {
    const value = change(signed.headers["webhook-signature"] ?? "");
    expect(verify({ body, headers: { ...signed.headers, "webhook-signature": value } })).toEqual(malformed);
  });

  test("an id with a full stop is malformed even if signed, since it could hold a timestamp", () => {
    const headers = standardWebhookHeaders(`msg.${now}`, body, [key], now);
    expect(verify({ body, headers })).toEqual(malformed);
  });

  test("an empty key accepts nothing, not even its own signature, and the keys after it still count", () => {
    const empty = Buffer.alloc(0);
    const headers = standardWebhookHeaders("msg_1", body, [empty], now);
    expect(verifyStandardWebhook({ body, headers }, [empty], now)).toEqual(mismatch);
    expect(verifyStandardWebhook(signed, [empty, key], now)).toEqual(accepted);
  });

  test("keys are read with and without the prefix; text that is not base64 is no key", () => {
    expect(standardWebhookKeys([secret, secret.slice("whsec_".length)])).toEqual([key, key]);
    expect(standardWebhookKeys(["whsec_QQ==", "whsec_QUI=", "whsec_QUJD"]).map(String)).toEqual(["A", "AB", "ABC"]);
    expect(standardWebhookKeys(["whsec_not base64", "whsec_abc", "whsec_a===", "plain-text"])).toEqual([]);
  });
});

describe("families C and D, hex over a body or a text", () => {
  const digest = hmacHex("secret", body);

  test("the parts are signed as one text", () => {
    expect(verifyHex([body], [digest], ["secret"])).toEqual(accepted);
    expect(verifyHex([body.subarray(0, 5), body.subarray(5)], [digest], ["other", "secret"])).toEqual(accepted);
    expect(verifyHex([body.toString()], [digest], ["secret"])).toEqual(accepted);
    expect(verifyHex([body, " "], [digest], ["secret"])).toEqual(mismatch);
    expect(verifyHex([body], [digest], ["other"])).toEqual(mismatch);
    expect(verifyHex([body], [digest], [])).toEqual(mismatch);
  });

  test("bytes that are no text are signed as they are", () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    const signature = hmacHex("secret", bytes);
    expect(verifyHex([bytes], [signature], ["secret"])).toEqual(accepted);
    expect(verifyHex([Buffer.from([0xfe, 0x00, 0xff])], [signature], ["secret"])).toEqual(mismatch);
  });

  test("any of several presented signatures may be the right one", () => {
    expect(verifyHex([body], ["0".repeat(64), digest], ["secret"])).toEqual(accepted);
    expect(verifyHex([body], [digest, "0".repeat(64)], ["secret"])).toEqual(accepted);
  });

  test("no signature is missing; what is not 64 lower-case hex digits is malformed", () => {
    for (const none of [[], [undefined], [""]]) expect(verifyHex([body], none, ["secret"])).toEqual(missing);
    const broken = [
      digest.slice(1),
      `${digest}0`,
      `${digest.slice(1)}g`,
      digest.toUpperCase(),
      ` ${digest}`,
      `${digest}\n`,
    ];
    for (const text of broken) expect(verifyHex([body], [text], ["secret"]), text).toEqual(malformed);
    expect(verifyHex([body], [digest, "abc"], ["secret"])).toEqual(malformed);
  });

  test.each(["", " ", "\n"])("a blank secret (%j) accepts nothing, not even its own signature", (blank) => {
    expect(verifyHex([body], [hmacHex(blank, body)], [blank])).toEqual(mismatch);
  });
});

describe("family E, a shared secret", () => {
  test("only a known secret in full is accepted", () => {
    expect(verifySharedSecret("key-2", ["key-1", "key-2"])).toEqual(accepted);
    for (const wrong of ["key-", "key-22", "Key-2", "kez-2"]) {
      expect(verifySharedSecret(wrong, ["key-1", "key-2"])).toEqual(mismatch);
    }
    expect(verifySharedSecret("key-2", [])).toEqual(mismatch);
  });

  test("no secret shown is missing, and a blank secret never matches", () => {
    expect(verifySharedSecret(undefined, ["key"])).toEqual(missing);
    expect(verifySharedSecret("", [""])).toEqual(missing);
    expect(verifySharedSecret(" ", [" "])).toEqual(mismatch);
  });
});

// The providers whose payments are found by a registered reference, as the contract suite must know them. Three ways to
// sign for SePay; payOS signs inside the body, so a body without `data` is delivered as the `data` of one.
import type { Delivery } from "../../adapters/adapter.ts";
import { changed, isRecord, parse, pathsOf, readFixtureFile } from "./fixtures.ts";
import type { ProviderDescription } from "./providers.ts";
import { hmacHex, payosSignature, sepayHeaders, standardWebhookHeaders, standardWebhookKey } from "./signing.ts";
import { everyByteChanged, everyCharacterChanged, withHeader } from "./tampering.ts";

const otherDigest = "0".repeat(64);
const bankSecrets = ["sepay_hmac_first_91ab", "sepay_hmac_second_07cd"] as const;

export const referenceProviders: readonly ProviderDescription[] = [
  {
    name: "sepay (HMAC)",
    provider: "sepay",
    secrets: bankSecrets,
    sign: (body, [secret = ""], atSeconds) => ({ body, headers: sepayHeaders(body, secret, atSeconds) }),
    neededHeaders: ["x-sepay-signature", "x-sepay-timestamp"],
    timestamped: true,
    presentsSeveral: false,
    *tampered(delivery) {
      yield* everyByteChanged(delivery);
      yield* everyCharacterChanged(delivery, "x-sepay-signature");
      yield* everyCharacterChanged(delivery, "x-sepay-timestamp");
    },
    *malformed(delivery) {
      const signature = delivery.headers["x-sepay-signature"] ?? "";
      for (const value of malformedSepaySignatures(signature)) yield withHeader(delivery, "x-sepay-signature", value);
      for (const value of malformedTimestamps) yield withHeader(delivery, "x-sepay-timestamp", value);
    },
  },
  {
    name: "sepay (API key)",
    provider: "sepay",
    secrets: bankSecrets,
    sign: (body, [secret = ""]) => ({ body, headers: { authorization: `Apikey ${secret}` } }),
    neededHeaders: ["authorization"],
    timestamped: false,
    presentsSeveral: false,
    tampered: (delivery) => everyCharacterChanged(delivery, "authorization"),
    *malformed(delivery) {
      const [secret] = bankSecrets;
      const otherSchemes = [secret, `apikey ${secret}`, `Bearer ${secret}`];
      for (const value of [...otherSchemes, `Apikey`, `Apikey `, ` Apikey ${secret}`, `Apikey ${secret}\nmore`]) {
        yield withHeader(delivery, "authorization", value);
      }
    },
  },
  {
    name: "sepay (gateway)",
    provider: "sepay",
    secrets: ["sepay_gateway_first_44", "sepay_gateway_second_5"],
    sign: (body, [secret = ""]) => ({ body, headers: { "x-secret-key": secret } }),
    neededHeaders: ["x-secret-key"],
    timestamped: false,
    presentsSeveral: false,
    tampered: (delivery) => everyCharacterChanged(delivery, "x-secret-key"),
    // Any text can be a secret.
    malformed: () => [],
  },
  {
    name: "payos",
    provider: "payos",
    secrets: ["payos_checksum_key_first", "payos_checksum_key_second"],
    sign: (body, [secret = ""]) => ({ body: payosBody(body, secret), headers: {} }),
    neededHeaders: [],
    timestamped: false,
    presentsSeveral: false,
    tampered: everyPayosValueChanged,
    malformed: malformedPayosBodies,
  },
  {
    name: "apipay",
    provider: "apipay",
    secrets: ["apipay_webhook_first_3d", "apipay_webhook_second_9"],
    sign: (body, [secret = ""]) => ({ body, headers: { "apipay-signature": hmacHex(secret, body) } }),
    neededHeaders: ["apipay-signature"],
    timestamped: false,
    presentsSeveral: false,
    *tampered(delivery) {
      yield* everyByteChanged(delivery);
      yield* everyCharacterChanged(delivery, "apipay-signature");
    },
    *malformed(delivery) {
      const signature = delivery.headers["apipay-signature"] ?? "";
      for (const value of [...malformedDigests(signature), `sha256=${signature}`]) {
        yield withHeader(delivery, "apipay-signature", value);
      }
    },
  },
  {
    name: "x402",
    provider: "x402",
    secrets: ["whsec_c3ZjLXg0MDItZmlyc3Q=", "whsec_c3ZjLXg0MDItc2Vjb25k"],
    sign: (body, secrets, atSeconds) => ({
      body,
      headers: standardWebhookHeaders("msg_x402", body, secrets.map(standardWebhookKey), atSeconds),
    }),
    neededHeaders: ["webhook-id", "webhook-timestamp", "webhook-signature"],
    timestamped: true,
    presentsSeveral: true,
    *tampered(delivery) {
      yield* everyByteChanged(delivery);
      for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
        yield* everyCharacterChanged(delivery, name);
      }
    },
    *malformed(delivery) {
      const signature = delivery.headers["webhook-signature"] ?? "";
      for (const value of ["garbage", "v1,", signature.slice(0, -1), `${signature}A`, signature.replace("v1", "v2")]) {
        yield withHeader(delivery, "webhook-signature", value);
      }
      for (const value of malformedTimestamps) yield withHeader(delivery, "webhook-timestamp", value);
      for (const value of ["msg.1", "msg 1", "x".repeat(256)]) yield withHeader(delivery, "webhook-id", value);
    },
    deliveredJson: x402Json,
  },
];

const malformedTimestamps = ["0", "01750000000", "+1750000000", "1750000000.0", "1750000000abc", "-1", "9".repeat(13)];

function malformedDigests(digest: string): readonly string[] {
  return ["garbage", digest.slice(1), `${digest}0`, `${digest.slice(1)}g`, digest.toUpperCase(), `${digest}\n`];
}

/** Each keeps the right signature somewhere: only the header's form is wrong. */
function malformedSepaySignatures(header: string): readonly string[] {
  const digest = header.replace("sha256=", "");
  return [
    digest,
    `sha256:${digest}`,
    `SHA256=${digest}`,
    `sha1=${digest}`,
    `${header}, ${header}`,
    `sha256=${otherDigest}, ${header}`,
    ...malformedDigests(digest).map((value) => `sha256=${value}`),
  ];
}

function payosBody(body: Buffer, secret: string): Buffer {
  const json = parseAny(body);
  if (!isRecord(json)) return body;
  const data = "data" in json ? json.data : json;
  if (!isRecord(data)) return body;
  const around = "data" in json ? json : { code: "00", desc: "success", success: true };
  return Buffer.from(JSON.stringify({ ...around, data, signature: payosSignature(data, secret) }));
}

/** Bytes between the values are not signed, so the values are changed, not the bytes. */
function* everyPayosValueChanged({ body, headers }: Delivery): Generator<Delivery> {
  const json = parse(body);
  if (!isRecord(json)) throw new Error("not signed as payOS does");
  const { data, signature } = json;
  for (const path of pathsOf(data)) {
    if (path.length === 0) continue;
    for (const value of [undefined, "", "another", 1001]) {
      yield { body: changed(body, ["data", ...path], value), headers };
    }
  }
  yield { body: changed(body, ["data", "another"], "field"), headers };
  yield { body: changed(body, ["data"], {}), headers };
  for (const delivery of everyCharacterChanged({ body, headers: { signature: String(signature) } }, "signature")) {
    yield { body: changed(body, ["signature"], delivery.headers.signature), headers };
  }
}

function* malformedPayosBodies({ body, headers }: Delivery): Generator<Delivery> {
  const json = parse(body);
  const digest = isRecord(json) ? String(json.signature) : "";
  for (const value of [...malformedDigests(digest), 7, null, [digest]]) {
    yield { body: changed(body, ["signature"], value), headers };
  }
  for (const value of [undefined, null, "data", [], 7]) yield { body: changed(body, ["data"], value), headers };
  for (const text of ["", "{", "null", "[]", '"data"']) yield { body: Buffer.from(text), headers };
}

/** The specification publishes the parts of an assertion: requirements within a payment, settlements on their own. */
function x402Json(fixture: string, json: unknown): unknown {
  if (!fixture.startsWith("settle-response.") && !fixture.startsWith("verify-response.")) return undefined;
  const payment = parse(readFixtureFile("x402/payment-payload.v2.json"));
  const paymentRequirements = isRecord(payment) ? payment.accepted : undefined;
  return { paymentRequirements, settleResponse: json, metadata: { svc_click_id: "clk_x402" } };
}

function parseAny(bytes: Buffer): unknown {
  try {
    return parse(bytes);
  } catch {
    return undefined;
  }
}

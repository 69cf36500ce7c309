// The providers whose checkout carries the brand's metadata, Stripe apart, as the contract suite must know them. They sign
// here apart from the adapters: Paddle's own scheme, Standard Webhooks with two rules for the key, and a bare HMAC.
import type { Delivery } from "../../adapters/adapter.ts";
import { isRecord } from "./fixtures.ts";
import type { ProviderDescription } from "./providers.ts";
import { hmacHex, paddleHeaders, standardWebhookHeaders, standardWebhookKey } from "./signing.ts";
import { everyByteChanged, everyCharacterChanged, withHeader } from "./tampering.ts";

const otherDigest = "0".repeat(64);
const standardHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

export const checkoutProviders: readonly ProviderDescription[] = [
  {
    name: "paddle",
    provider: "paddle",
    secrets: ["pdl_ntfset_01first_5f1c9a", "pdl_ntfset_01second_77ab01"],
    sign: (body, secrets, atSeconds) => ({ body, headers: paddleHeaders(body, secrets, atSeconds) }),
    neededHeaders: ["paddle-signature"],
    timestamped: true,
    presentsSeveral: true,
    *tampered(delivery) {
      yield* everyByteChanged(delivery);
      yield* everyCharacterChanged(delivery, "paddle-signature");
    },
    *malformed(delivery) {
      const header = delivery.headers["paddle-signature"] ?? "";
      for (const value of malformedPaddleHeaders(header)) yield withHeader(delivery, "paddle-signature", value);
    },
  },
  standardWebhook("polar", ["polar_whs_first=5f1c", "whsec_second_77ab01"], (secret) => Buffer.from(secret), polarJson),
  standardWebhook("dodo", ["whsec_ZG9kby1maXJzdC1zZWNyZXQ=", "whsec_ZG9kby1zZWNvbmQ="], standardWebhookKey),
  hexOfBody("lemonsqueezy", "x-signature"),
  hexOfBody("creem", "creem-signature"),
];

function standardWebhook(
  provider: string,
  secrets: readonly [string, string],
  keyOf: (secret: string) => Buffer,
  deliveredJson?: (fixture: string, json: unknown) => unknown,
): ProviderDescription {
  return {
    name: provider,
    provider,
    secrets,
    sign: (body, signing, atSeconds) => ({
      body,
      headers: standardWebhookHeaders("msg_2KWPBgLlAfxdpx2AI54pPJ85f4W", body, signing.map(keyOf), atSeconds),
    }),
    neededHeaders: standardHeaders,
    timestamped: true,
    presentsSeveral: true,
    *tampered(delivery) {
      yield* everyByteChanged(delivery);
      for (const name of standardHeaders) yield* everyCharacterChanged(delivery, name);
    },
    *malformed(delivery) {
      const signature = delivery.headers["webhook-signature"] ?? "";
      for (const value of ["garbage", "v1,", signature.slice(3), signature.replace("v1,", "v2,"), `${signature}=`]) {
        yield withHeader(delivery, "webhook-signature", value);
      }
      const timestamp = delivery.headers["webhook-timestamp"] ?? "";
      for (const value of [`0${timestamp}`, `+${timestamp}`, `${timestamp}.0`, `-${timestamp}`, "9".repeat(13)]) {
        yield withHeader(delivery, "webhook-timestamp", value);
      }
      for (const value of ["msg.1", "msg 1", "x".repeat(256)]) yield withHeader(delivery, "webhook-id", value);
    },
    ...(deliveredJson && { deliveredJson }),
  };
}

function hexOfBody(provider: string, header: string): ProviderDescription {
  return {
    name: provider,
    provider,
    secrets: [`${provider}_first_5f1c9a`, `${provider}_second_77ab01`],
    sign: (body, [secret = ""]) => ({ body, headers: { [header]: hmacHex(secret, body) } }),
    neededHeaders: [header],
    timestamped: false,
    presentsSeveral: false,
    *tampered(delivery) {
      yield* everyByteChanged(delivery);
      yield* everyCharacterChanged(delivery, header);
    },
    malformed: (delivery) => malformedDigests(delivery, header),
  };
}

function* malformedDigests(delivery: Delivery, header: string): Generator<Delivery> {
  const digest = delivery.headers[header] ?? "";
  const values = [digest.slice(1), `${digest}0`, `${digest.slice(1)}g`, digest.toUpperCase(), ` ${digest}`];
  for (const value of [...values, `sha256=${digest}`, `${digest}, ${digest}`, "garbage"]) {
    yield withHeader(delivery, header, value);
  }
}

/** Each keeps the right signature somewhere: only the header's form is wrong. */
function malformedPaddleHeaders(header: string): readonly string[] {
  const [timestamp, signature] = header.split(";");
  return [
    "garbage",
    `${timestamp}`,
    `${signature}`,
    `${timestamp};h2=${signature?.slice(3)}`,
    `${header};h1=${otherDigest.slice(1)}`,
    `${header};h1=${otherDigest}0`,
    `${header};h1=${otherDigest.slice(1)}g`,
    `${header};h1=`,
    `${header};h1`,
    `${header};`,
    `${header};${timestamp}`,
    `${header}, ${header}`,
    `${timestamp}; ${signature}`,
    `${timestamp},${signature}`,
    `${timestamp};${signature?.toUpperCase().replace("H1", "h1")}`,
    header.replace("ts=", "ts=0"),
    header.replace("ts=", "ts=+"),
    header.replace("ts=", "ts=-"),
    header.replace(";", ".0;"),
    header.replace(/ts=\d+/, `ts=${"9".repeat(13)}`),
    header.replace(/ts=\d+/, "ts="),
  ];
}

/** Of Polar's published samples one is an order without its envelope, the other's envelope has a placeholder for a type. */
function polarJson(fixture: string, json: unknown): unknown {
  if (fixture === "order.object.docs-sample") {
    return { type: "order.paid", timestamp: "2023-11-07T05:31:56Z", data: json };
  }
  return fixture === "refund.created.docs-sample" && isRecord(json) ? { ...json, type: "refund.created" } : undefined;
}

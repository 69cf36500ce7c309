// The ways of signing that several providers share, as the contract suite must know them. They sign here apart from the adapters,
// from nothing but what an adapter declares.
import type { Delivery, SharedSigning } from "../../adapters/adapter.ts";
import type { SignatureDescription } from "./signature-description.ts";
import { hmacBase64, hmacHex, standardWebhookHeaders, standardWebhookKey, timestampedHeader } from "./signing.ts";
import { everyByteChanged, everyCharacterChanged, withHeader } from "./tampering.ts";

const otherDigest = "0".repeat(64);
const malformedTimestamps = (timestamp: string) => [
  "0",
  `0${timestamp}`,
  `+${timestamp}`,
  `${timestamp}.0`,
  `${timestamp}abc`,
  `-${timestamp}`,
  "9".repeat(13),
];

export function sharedSignature(provider: string, signing: SharedSigning): SignatureDescription {
  switch (signing.family) {
    case "standard_webhook":
      return standardWebhook(provider, signing.key);
    case "hex_of_body":
      return hexOfBody(provider, signing.header);
    case "base64_of_body":
      return base64OfBody(provider, signing.header);
    case "timestamped_hex":
      return timestampedHex(provider, signing);
  }
}

const standardHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

function standardWebhook(provider: string, key: "decoded" | "text"): SignatureDescription {
  const isText = key === "text";
  const keyOf = isText ? (secret: string) => Buffer.from(secret) : standardWebhookKey;
  const encoded = (which: string) => `whsec_${Buffer.from(`${provider}-${which}-secret`).toString("base64")}`;
  return {
    // As text a key need not be base64, and what looks like base64 is text all the same.
    secrets: isText ? [`${provider}_whs_first=5f1c`, "whsec_second_77ab01"] : [encoded("first"), encoded("second")],
    sign: (body, secrets, atSeconds) => ({
      body,
      headers: standardWebhookHeaders("msg_2KWPBgLlAfxdpx2AI54pPJ85f4W", body, secrets.map(keyOf), atSeconds),
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
      const cut = [signature.slice(3), signature.slice(0, -1), signature.replace("v1,", "v2,")];
      for (const value of ["garbage", "v1,", ...cut, `${signature}=`, `${signature}A`]) {
        yield withHeader(delivery, "webhook-signature", value);
      }
      for (const value of malformedTimestamps(delivery.headers["webhook-timestamp"] ?? "")) {
        yield withHeader(delivery, "webhook-timestamp", value);
      }
      for (const value of ["msg.1", "msg 1", "x".repeat(256)]) yield withHeader(delivery, "webhook-id", value);
    },
  };
}

function hexOfBody(provider: string, header: string): SignatureDescription {
  return {
    secrets: [`${provider}_first_5f1c9a`, `${provider}_second_77ab01`],
    sign: (body, [secret = ""]) => ({ body, headers: { [header]: hmacHex(secret, body) } }),
    neededHeaders: [header],
    timestamped: false,
    presentsSeveral: false,
    *tampered(delivery) {
      yield* everyByteChanged(delivery);
      yield* everyCharacterChanged(delivery, header);
    },
    *malformed(delivery) {
      const digest = delivery.headers[header] ?? "";
      for (const value of [...malformedDigests(digest), ` ${digest}`, `sha256=${digest}`, `${digest}, ${digest}`]) {
        yield withHeader(delivery, header, value);
      }
    },
  };
}

function base64OfBody(provider: string, header: string): SignatureDescription {
  return {
    ...hexOfBody(provider, header),
    sign: (body, [secret = ""]) => ({ body, headers: { [header]: hmacBase64(secret, body) } }),
    *malformed(delivery) {
      const digest = delivery.headers[header] ?? "";
      const hex = Buffer.from(digest, "base64").toString("hex");
      const urlSafe = Buffer.from(digest, "base64").toString("base64url");
      for (const value of ["garbage", hex, urlSafe, digest.slice(0, -1), `${digest}=`, ` ${digest}`, `${digest}\n`]) {
        yield withHeader(delivery, header, value);
      }
      for (const value of [`sha256=${digest}`, `${digest}, ${digest}`]) yield withHeader(delivery, header, value);
    },
  };
}

export function malformedDigests(digest: string): readonly string[] {
  return ["garbage", digest.slice(1), `${digest}0`, `${digest.slice(1)}g`, digest.toUpperCase(), `${digest}\n`];
}

type Timestamped = Extract<SharedSigning, { family: "timestamped_hex" }>;

function timestampedHex(provider: string, signing: Timestamped): SignatureDescription {
  const { header } = signing;
  return {
    secrets: [`${provider}_whsec_first_5f1c9a`, `${provider}_whsec_second_77ab01`],
    sign: (body, secrets, atSeconds) => ({
      body,
      headers: { [header]: timestampedHeader(signing, body, secrets, atSeconds) },
    }),
    neededHeaders: [header],
    timestamped: true,
    presentsSeveral: true,
    *tampered(delivery) {
      yield* everyByteChanged(delivery);
      yield* everyCharacterChanged(delivery, header);
    },
    *malformed(delivery: Delivery) {
      for (const value of malformedHeaders(delivery.headers[header] ?? "", signing)) {
        yield withHeader(delivery, header, value);
      }
    },
  };
}

/** Each keeps the right signature somewhere: only the header's form is wrong. */
function malformedHeaders(header: string, { separator, timestamp: t, signature: v }: Timestamped): readonly string[] {
  const [timestamp = "", signature = ""] = header.split(separator);
  const digest = signature.slice(v.length + 1);
  const other = separator === "," ? ";" : ",";
  return [
    "garbage",
    timestamp,
    signature,
    `${timestamp}${separator}x0=${digest}`,
    `${header}${separator}${v}=${otherDigest.slice(1)}`,
    `${header}${separator}${v}=${otherDigest}0`,
    `${header}${separator}${v}=${otherDigest.slice(1)}g`,
    `${header}${separator}${v}=`,
    `${header}${separator}${v}`,
    `${header}${separator}`,
    `${header}${separator}${timestamp}`,
    `${header}, ${header}`,
    `${timestamp}${separator} ${signature}`,
    `${timestamp}${other}${signature}`,
    `${header}${separator}x=a=b`,
    `${header}${separator}x=a b`,
    `${header}${separator}x=`,
    `${timestamp}${separator}${v}=${digest.toUpperCase()}`,
    header.replace(separator, `.0${separator}`),
    header.replace(separator, `abc${separator}`),
    header.replace(`${t}=`, `${t}=0`),
    header.replace(`${t}=`, `${t}=+`),
    header.replace(`${t}=`, `${t}=-`),
    `${t}=${"9".repeat(13)}${separator}${signature}`,
    `${t}=${separator}${signature}`,
  ];
}

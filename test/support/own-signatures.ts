// The ways of signing that are one provider's own, as the contract suite must know them: three for SePay; payOS signs inside the
// body, so a body without `data` is delivered as the `data` of one.
import type { Delivery } from "../../adapters/adapter.ts";
import { changed, isRecord, parse, pathsOf } from "./fixtures.ts";
import { malformedDigests } from "./shared-signatures.ts";
import type { SignatureDescription } from "./signature-description.ts";
import { basicHeader, hmacHex, payosSignature, recurlyHeader, sepayHeaders } from "./signing.ts";
import { everyByteChanged, everyCharacterChanged, withHeader } from "./tampering.ts";

const otherDigest = "0".repeat(64);
const bankSecrets = ["sepay_hmac_first_91ab", "sepay_hmac_second_07cd"] as const;

/** By provider, each form by its name. */
export const ownSignatures: { readonly [provider: string]: { readonly [form: string]: SignatureDescription } } = {
  sepay: {
    HMAC: {
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
    "API key": {
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
    gateway: {
      secrets: ["sepay_gateway_first_44", "sepay_gateway_second_5"],
      sign: (body, [secret = ""]) => ({ body, headers: { "x-secret-key": secret } }),
      neededHeaders: ["x-secret-key"],
      timestamped: false,
      presentsSeveral: false,
      tampered: (delivery) => everyCharacterChanged(delivery, "x-secret-key"),
      // Any text can be a secret.
      malformed: () => [],
    },
  },
  chargebee: {
    Basic: {
      secrets: ["hooks:chargebee_first_5f1c", "hooks:chargebee:second_77ab"],
      sign: (body, [secret = ""]) => ({ body, headers: { authorization: basicHeader(secret) } }),
      neededHeaders: ["authorization"],
      timestamped: false,
      presentsSeveral: false,
      tampered: (delivery) => everyCharacterChanged(delivery, "authorization"),
      *malformed(delivery) {
        const header = delivery.headers.authorization ?? "";
        const encoded = header.replace("Basic ", "");
        const unpadded = encoded.replace(/=+$/, "");
        const otherForms = [
          encoded,
          `basic ${encoded}`,
          `Bearer ${encoded}`,
          `${header}\n`,
          `${header} `,
          `${header}, ${header}`,
        ];
        for (const value of [...otherForms, "Basic", "Basic ", basicHeader("nocolon"), `Basic ${unpadded}====`]) {
          yield withHeader(delivery, "authorization", value);
        }
      },
    },
  },
  mollie: {
    "next generation": {
      secrets: ["mollie_signing_first_5f1c", "mollie_signing_second_77ab"],
      sign: (body, secrets) => ({
        body,
        headers: { "x-mollie-signature": secrets.map((secret) => `sha256=${hmacHex(secret, body)}`).join(", ") },
      }),
      neededHeaders: ["x-mollie-signature"],
      timestamped: false,
      presentsSeveral: true,
      *tampered(delivery) {
        yield* everyByteChanged(delivery);
        yield* everyCharacterChanged(delivery, "x-mollie-signature");
      },
      *malformed(delivery) {
        const header = delivery.headers["x-mollie-signature"] ?? "";
        const digest = header.replace("sha256=", "");
        for (const value of [digest, `SHA256=${digest}`, ` ${header}`, `${header},`, `${header};${header}`]) {
          yield withHeader(delivery, "x-mollie-signature", value);
        }
        for (const value of malformedDigests(digest)) {
          yield withHeader(delivery, "x-mollie-signature", `sha256=${value}`);
        }
      },
    },
  },
  recurly: {
    JSON: {
      secrets: ["recurly_endpoint_first_5f1c", "recurly_endpoint_second_77ab"],
      sign: (body, secrets, atSeconds) => ({
        body,
        headers: { "recurly-signature": recurlyHeader(body, secrets, atSeconds) },
      }),
      neededHeaders: ["recurly-signature"],
      timestamped: true,
      presentsSeveral: true,
      *tampered(delivery) {
        yield* everyByteChanged(delivery);
        yield* everyCharacterChanged(delivery, "recurly-signature");
      },
      *malformed(delivery) {
        const header = delivery.headers["recurly-signature"] ?? "";
        const [timestamp = "", digest = ""] = header.split(",");
        const times = [timestamp.slice(0, -3), `0${timestamp}`, `${timestamp}0`, `+${timestamp}`, `-${timestamp}`];
        const others = [
          timestamp,
          digest,
          `${timestamp};${digest}`,
          `${header},`,
          ` ${header}`,
          `${timestamp}, ${digest}`,
        ];
        const digests = malformedDigests(digest).map((value) => `${timestamp},${value}`);
        for (const value of [...times.map((time) => `${time},${digest}`), ...others, ...digests]) {
          yield withHeader(delivery, "recurly-signature", value);
        }
      },
    },
  },
  payos: {
    body: {
      secrets: ["payos_checksum_key_first", "payos_checksum_key_second"],
      sign: (body, [secret = ""]) => ({ body: payosBody(body, secret), headers: {} }),
      neededHeaders: [],
      timestamped: false,
      presentsSeveral: false,
      tampered: everyPayosValueChanged,
      malformed: malformedPayosBodies,
    },
  },
};

const malformedTimestamps = ["0", "01750000000", "+1750000000", "1750000000.0", "1750000000abc", "-1", "9".repeat(13)];

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

function parseAny(bytes: Buffer): unknown {
  try {
    return parse(bytes);
  } catch {
    return undefined;
  }
}

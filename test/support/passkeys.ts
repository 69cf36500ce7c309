// An authenticator of passkeys in a few lines, apart from the library that verifies it (WebAuthn level 3, ES256, no attestation): what it
// says of its origin, its user and its counter is the test's to choose.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

export type PasskeyClaims = {
  readonly origin: string;
  readonly domain?: string;
  readonly isUserVerified?: boolean;
  readonly counter?: number;
};

export type PasskeyAuthenticator = {
  readonly id: string;
  /** As a browser answers `navigator.credentials.create`. */
  make(challenge: string, claims: PasskeyClaims): object;
  /** As a browser answers `navigator.credentials.get`. */
  use(challenge: string, claims: PasskeyClaims): object;
};

const flags = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 };

export function newPasskey(): PasskeyAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rawId = randomBytes(32);
  const id = rawId.toString("base64url");
  const outside = { id, rawId: id, type: "public-key", clientExtensionResults: {} };
  return {
    id,
    make(challenge, claims) {
      const length = Buffer.from([0, rawId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)]);
      const data = Buffer.concat([authenticatorData(claims, flags.hasCredential), attested]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
        ...[cborText("authData"), Buffer.from([0x58, data.length]), data],
      ]);
      const response = {
        clientDataJSON: clientData("webauthn.create", challenge, claims).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      };
      return { ...outside, response };
    },
    use(challenge, claims) {
      const data = authenticatorData(claims, 0);
      const client = clientData("webauthn.get", challenge, claims);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      };
      return { ...outside, response };
    },
  };
}

function clientData(type: string, challenge: string, { origin }: PasskeyClaims): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(
  { domain = "localhost", isUserVerified = true, counter = 0 }: PasskeyClaims,
  more: number,
): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  const flag = flags.userPresent | (isUserVerified ? flags.userVerified : 0) | more;
  return Buffer.concat([createHash("sha256").update(domain).digest(), Buffer.from([flag]), counted]);
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const coordinate = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, "base64url")]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

// What a broker asks of those who publish, as people have it, and as it is kept: encrypted, and never shown.
import { z } from "zod";
import type { Place } from "../../access/secrets/sealed-places.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { BrokerKind, EndpointKind } from "../../core/vocabulary/outbound-types.ts";

export const credentialsCharactersMax = 8_192;

const natsCredentials = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("user"), user: z.string(), password: z.string() }),
  z.strictObject({ type: z.literal("token"), token: z.string() }),
  z.strictObject({ type: z.literal("nkey"), seed: z.string() }),
  z.strictObject({ type: z.literal("creds"), text: z.string() }),
]);
export type NatsCredentials = z.output<typeof natsCredentials>;

const awsKey = z.strictObject({ type: z.literal("aws_key"), accessKeyId: z.string(), secretAccessKey: z.string() });
export type AwsKey = z.output<typeof awsKey>;

const credentials = z.union([natsCredentials, awsKey]);
export type Credentials = z.output<typeof credentials>;

const credsMark = "-----BEGIN NATS USER JWT-----";
const seedMark = "-----BEGIN USER NKEY SEED-----";
const nkeySeed = /^SU[A-Z2-7]{56}$/;
const awsKeyForm = /^([\x21-\x39\x3b-\x7e]{1,128}):([\x21-\x7e]{1,256})$/;
/** A shorter one is in any text. */
const secretCharactersMin = 4;
/** Of a file of credentials: its token and its seed, and not its words. */
const credsPartCharactersMin = 40;
const controls = /[\p{Cc}]/u;

/** Answers its fault, in words, where it is not of the kind. */
export function readCredentials(
  kind: BrokerKind,
  given: string,
): { readonly credentials: Credentials } | { readonly fault: string } {
  switch (kind) {
    case "nats":
      return readNats(given);
    case "sqs": {
      const [, accessKeyId, secretAccessKey] = awsKeyForm.exec(given.trim()) ?? [];
      if (accessKeyId === undefined || secretAccessKey === undefined) {
        return { fault: "must be the id of an access key, a colon and its secret." };
      }
      return { credentials: { type: "aws_key", accessKeyId, secretAccessKey } };
    }
  }
}

/** As NATS reads them in addresses: a name and a password with a colon between them, or a token; or a file of credentials or a seed. */
function readNats(given: string): { readonly credentials: NatsCredentials } | { readonly fault: string } {
  if (given.includes(credsMark)) {
    if (!given.includes(seedMark)) return { fault: "is a file of credentials without its seed: send the whole file." };
    return { credentials: { type: "creds", text: given } };
  }
  const one = given.trim();
  if (nkeySeed.test(one)) return { credentials: { type: "nkey", seed: one } };
  if (controls.test(one)) {
    return { fault: "must be user:password, a token, the seed of a user's NKey or the text of a .creds file." };
  }
  const colon = one.indexOf(":");
  if (colon === -1) return { credentials: { type: "token", token: one } };
  if (colon === 0) return { fault: "must have a name before the colon." };
  return { credentials: { type: "user", user: one.slice(0, colon), password: one.slice(colon + 1) } };
}

export function credentialsPlace(programId: number, endpointId: number): Place {
  return placeIn("endpoint_credentials", programId, endpointId);
}

export function sealCredentials(secrets: Pick<Secrets, "encrypt">, place: Place, given: Credentials): Buffer {
  return secrets.encrypt(place, JSON.stringify(given));
}

type Sealed = {
  readonly program_id: number;
  readonly endpoint_id: number;
  readonly kind: EndpointKind;
  readonly credentials_encrypted: Buffer | null;
};

export function openNatsCredentials(secrets: Pick<Secrets, "decrypt">, endpoint: Sealed): NatsCredentials | null {
  const kept = openSealed(secrets, endpoint);
  return kept === null ? null : natsCredentials.parse(kept);
}

export function openAwsKey(secrets: Pick<Secrets, "decrypt">, endpoint: Sealed): AwsKey | null {
  const kept = openSealed(secrets, endpoint);
  return kept === null ? null : awsKey.parse(kept);
}

function openSealed(
  secrets: Pick<Secrets, "decrypt">,
  { program_id, endpoint_id, credentials_encrypted: sealed }: Sealed,
): unknown {
  return sealed === null ? null : JSON.parse(secrets.decrypt(credentialsPlace(program_id, endpoint_id), sealed));
}

/** What no answer and no line may hold. */
export function secretsIn({ credentials }: { readonly credentials: NatsCredentials | null }): readonly string[] {
  switch (credentials?.type) {
    case undefined:
      return [];
    case "user":
      return [credentials.password].filter(({ length }) => length >= secretCharactersMin);
    case "token":
      return [credentials.token].filter(({ length }) => length >= secretCharactersMin);
    case "nkey":
      return [credentials.seed];
    case "creds":
      return credentials.text.split(/\s+/).filter((part) => part.length >= credsPartCharactersMin);
  }
}

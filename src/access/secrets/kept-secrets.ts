// The secrets of this installation: SVC_SECRET_KEYS, and the keys of hashes, which the database stores encrypted with them. The first
// process on a new database creates these keys at random; all others read them. They never change, so that hashed values are found again
// after a rotation of the secrets. Until `svc secrets rotate`, an installation of an older release works as before.
import { randomBytes } from "node:crypto";
import { type Database, withClient } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { placeIn } from "./sealed-places.ts";
import { masterKeyOf, open, SecretUnreadable, seal } from "./sealed-value.ts";
import {
  derivedHashKeys,
  type HashKeys,
  type HashPurpose,
  hashPurposes,
  type Keeping,
  openSecrets,
  type Secrets,
} from "./secrets.ts";

const hashKeyBytes = 32;

type KeptRow = { readonly purpose: string; readonly key_encrypted: Buffer };
type StateRow = { readonly is_unbound: boolean; readonly is_new: boolean };

const keptStatement: Statement = { name: "kept_hash_keys", text: "select purpose, key_encrypted from hash_key" };

const stateStatement: Statement = {
  name: "state_of_secrets",
  text: `select exists (select 1 from secrets_unbound) as is_unbound,
                not exists (select 1 from program) and not exists (select 1 from account_user) as is_new`,
};

/** Of two processes that begin at once, the second finds what the first kept. */
const keepStatement: Statement = {
  name: "keep_hash_key",
  text: "insert into hash_key (purpose, key_encrypted) values ($1, $2) on conflict (purpose) do nothing",
};

/** Throws `SecretUnreadable` where the secret that encrypted the keys of hashes is not among these. */
export async function openKeptSecrets(database: Database, secretKeys: readonly string[]): Promise<Secrets> {
  return openSecrets(secretKeys, await readKeeping(database, secretKeys));
}

async function readKeeping(database: Database, secretKeys: readonly string[]): Promise<Keeping> {
  const found = await database.withSession(readKept);
  const isUnbound = found.state.is_unbound;
  if (found.kept.length > 0) return { hashKeys: openHashKeys(secretKeys, found.kept), bindsValues: !isUnbound };
  // Processes of the release before hash with the oldest secret and know of no other key.
  if (isUnbound) return { hashKeys: derivedHashKeys(secretKeys), bindsValues: false };
  const made = found.state.is_new ? randomHashKeys() : derivedHashKeys(secretKeys);
  const kept = await database.transaction(async (session) => {
    for (const [purpose, sealed] of sealedHashKeys(secretKeys, made))
      void session.query(keepStatement, [purpose, sealed]);
    return session.query<KeptRow>(keptStatement, []);
  });
  return { hashKeys: openHashKeys(secretKeys, kept), bindsValues: true };
}

async function readKept(session: Session): Promise<{ kept: readonly KeptRow[]; state: StateRow }> {
  const [kept, [state]] = await Promise.all([
    session.query<KeptRow>(keptStatement, []),
    session.query<StateRow>(stateStatement, []),
  ]);
  if (state === undefined) throw new Error("the database did not say how its secrets are kept");
  return { kept, state };
}

/**
 * For a database that was restored without its secrets: values hashed before are no longer found, and new ones use new keys. False if these
 * secrets open the keys, which then stay.
 */
export async function forgetLostHashKeys(url: string, secretKeys: readonly string[]): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<KeptRow>(keptStatement.text);
    try {
      if (rows.length > 0) openHashKeys(secretKeys, rows);
      return false;
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      await client.query("delete from hash_key");
      return true;
    }
  });
}

function openHashKeys(secretKeys: readonly string[], kept: readonly KeptRow[]): HashKeys {
  const keys = secretKeys.map(masterKeyOf);
  const keyOf = (purpose: HashPurpose): Buffer => {
    const row = kept.find((each) => each.purpose === purpose);
    if (row === undefined)
      throw new SecretUnreadable(`the database lacks the key of ${purpose} hashes: restore a backup`);
    return open(keys, placeIn("hash_key", purpose), row.key_encrypted);
  };
  return { email: keyOf("email"), reference: keyOf("reference"), idempotency: keyOf("idempotency") };
}

/** Encrypted with the first secret, for their rows. */
export function sealedHashKeys(secretKeys: readonly string[], hashKeys: HashKeys): (readonly [HashPurpose, Buffer])[] {
  const [first] = secretKeys;
  if (first === undefined) throw new Error("at least one secret key is needed");
  const writing = masterKeyOf(first);
  return hashPurposes.map((purpose) => [purpose, seal(writing, placeIn("hash_key", purpose), hashKeys[purpose])]);
}

function randomHashKeys(): HashKeys {
  return {
    email: randomBytes(hashKeyBytes),
    reference: randomBytes(hashKeyBytes),
    idempotency: randomBytes(hashKeyBytes),
  };
}

// Program keys: one a program, kept only as a SHA-256 digest (a key is random, so a slow hash would add nothing).
// A key is looked up by its digest and confirmed again in the transaction that records the call, under the program's head
// lock, which regenerating takes as well: no call is recorded with a key that was replaced before.
import { createHash, randomBytes } from "node:crypto";
import type { Database } from "../db/database.ts";
import type { Session, Statement } from "../db/session.ts";
import { lockHeads } from "../log/append.ts";
import { programKeyPrefix } from "./key-mask.ts";

const keyRandomBytes = 24;

type KeyHolder = { readonly keyHash: Buffer | null; readonly event: { readonly programId: number } };

const findProgramStatement: Statement = {
  name: "program_by_key",
  text: `select k.program_id
           from program_key k
           join program p on p.program_id = k.program_id
          where k.key_hash = $1 and p.status = 'active'`,
};

const confirmKeysStatement: Statement = {
  name: "confirm_program_keys",
  text: `select k.program_id, k.key_hash
           from program_key k
           join program p on p.program_id = k.program_id
          where k.key_hash = any($1::bytea[]) and p.status = 'active'`,
};

const putKeyStatement: Statement = {
  name: "put_program_key",
  text: `insert into program_key (program_id, key_hash, last_four) values ($1, $2, $3)
         on conflict (program_id)
         do update set key_hash = excluded.key_hash, last_four = excluded.last_four, created_at = now()`,
};

/** The digest a key is known by. Legacy keys without the prefix are matched whole, like every other. */
export function hashKey(key: string): Buffer {
  return createHash("sha256").update(key, "utf8").digest();
}

/** The active program this key opens; undefined when there is none. */
export async function findProgramByKey(database: Database, keyHash: Buffer): Promise<number | undefined> {
  const rows = await database.withSession((session) =>
    session.query<{ program_id: number }>(findProgramStatement, [keyHash]),
  );
  return rows[0]?.program_id;
}

/** Those whose key still opens their program. */
export async function confirmKeys<Holder extends KeyHolder>(
  session: Session,
  holders: readonly Holder[],
): Promise<ReadonlySet<Holder>> {
  const hashes = new Map<string, Buffer>();
  for (const { keyHash } of holders) if (keyHash !== null) hashes.set(keyHash.toString("latin1"), keyHash);
  if (hashes.size === 0) return new Set();
  const rows = await session.query<{ program_id: number; key_hash: Buffer }>(confirmKeysStatement, [
    [...hashes.values()],
  ]);
  const programs = new Map(rows.map((row) => [row.key_hash.toString("latin1"), row.program_id]));
  return new Set(
    holders.filter(
      ({ keyHash, event }) => keyHash !== null && programs.get(keyHash.toString("latin1")) === event.programId,
    ),
  );
}

/** A new key in this transaction; its value exists only in the answer. */
export function putNewKey(session: Session, programId: number): string {
  const key = `${programKeyPrefix}${randomBytes(keyRandomBytes).toString("base64url")}`;
  void session.query(putKeyStatement, [programId, hashKey(key), key.slice(-4)]);
  return key;
}

/** Replaces the program's key; undefined when there is no such program. The old key stops at this commit, everywhere. */
export async function regenerateKey(database: Database, programId: number): Promise<string | undefined> {
  return database.transaction(async (session) => {
    const [head] = await lockHeads(session, [programId]);
    return head === undefined ? undefined : putNewKey(session, programId);
  });
}

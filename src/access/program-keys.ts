// Program keys: one a program, kept only as a SHA-256 digest (a key is random, so a slow hash would add nothing).
// A key is looked up by its digest and confirmed again in the transaction that records the call, under the program's head
// lock, which regenerating takes as well: no call is recorded with a key that was replaced before.
import { hash, randomBytes } from "node:crypto";
import { type FlagColumns, flagOf, type KeyFlag } from "../core/vocabulary/access/key-flag.ts";
import { lockHeads, reviseHead } from "../engine/log/heads.ts";
import type { Database } from "../engine/postgres/database.ts";
import type { Session } from "../engine/postgres/driver/session.ts";
import type { Statement } from "../engine/postgres/driver/statement.ts";
import { programKeyPrefix } from "./key-mask.ts";
import { type Actor, requireProgramRight } from "./permission.ts";
import { type ChangeSigner, keepSignature, signedContent } from "./signed/signed-changes.ts";

const keyRandomBytes = 24;

type KeyHolder = { readonly keyHash: Buffer | null; readonly event: { readonly programId: number } };

export type OpenedProgram = {
  readonly programId: number;
  /** Null when the key need not be replaced. */
  readonly flag: KeyFlag | null;
};

type KeyRow = FlagColumns & { readonly program_id: number };

const findProgramStatement: Statement = {
  name: "program_by_key",
  text: `select k.program_id, k.flagged_at, k.rotate_by
           from program_key k
           join program p on p.program_id = k.program_id
          where k.key_hash = $1 and p.status = 'active'`,
};

/** The program is asked for on its own machine alone: a key works while others are away. */
const keyByHashStatement: Statement = {
  name: "key_by_hash",
  text: "select program_id, flagged_at, rotate_by from program_key where key_hash = $1",
};
const activeProgramStatement: Statement = {
  name: "active_program_of_key",
  text: "select program_id from program where program_id = $1 and status = 'active'",
};

const findKeyStatement: Statement = {
  name: "key_of_program",
  text: `select k.key_hash, k.program_id, k.flagged_at, k.rotate_by
           from program_key k
           join program p on p.program_id = k.program_id
          where k.program_id = $1 and p.status = 'active'`,
};

const confirmKeysStatement: Statement = {
  name: "confirm_program_keys",
  text: `select k.program_id, k.key_hash, k.flagged_at, k.rotate_by
           from program_key k
           join program p on p.program_id = k.program_id
          where k.key_hash = any($1::bytea[]) and p.status = 'active'`,
};

/** Where programs and their keys are kept apart. */
const keysByHashStatement: Statement = {
  name: "keys_by_hash",
  text: "select program_id, key_hash, flagged_at, rotate_by from program_key where key_hash = any($1::bytea[])",
};
const activeProgramsStatement: Statement = {
  name: "active_programs_of_keys",
  text: "select program_id from program where program_id = any($1::bigint[]) and status = 'active'",
};

const putKeyStatement: Statement = {
  name: "put_program_key",
  text: `insert into program_key (program_id, key_hash, last_four) values ($1, $2, $3)
         on conflict (program_id)
         do update set key_hash = excluded.key_hash, last_four = excluded.last_four, created_at = now(),
                       flagged_at = null, rotate_by = null`,
};

/** The digest a key is known by. Legacy keys without the prefix are matched whole, like every other. */
export function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

/** The active program that this key opens; undefined without one. */
export async function findProgramByKey(database: Database, keyHash: Buffer): Promise<OpenedProgram | undefined> {
  const [row] = await database.withSession(async (session) => {
    if (session.placement.joinsShared) return session.query<KeyRow>(findProgramStatement, [keyHash]);
    const [key] = await session.query<KeyRow>(keyByHashStatement, [keyHash]);
    if (key === undefined) return [];
    const active = await session.query(activeProgramStatement, [key.program_id]);
    return active.length === 0 ? [] : [key];
  });
  return row === undefined ? undefined : { programId: row.program_id, flag: flagOf(row) };
}

/** What the key of an active program is known by, without the key itself. */
export async function findKeyOfProgram(
  database: Database,
  programId: number,
): Promise<(OpenedProgram & { readonly keyHash: Buffer }) | undefined> {
  const [row] = await database.withSession((session) =>
    session.query<KeyRow & { key_hash: Buffer }>(findKeyStatement, [programId]),
  );
  return row === undefined ? undefined : { keyHash: row.key_hash, programId, flag: flagOf(row) };
}

type ConfirmedRow = KeyRow & { readonly key_hash: Buffer };

const programIdsOf = (holders: readonly KeyHolder[]): number[] => [
  ...new Set(holders.map(({ event }) => event.programId)),
];

/** Those whose key still opens their program, each with its key's flag. */
export async function confirmKeys<Holder extends KeyHolder>(
  session: Session,
  holders: readonly Holder[],
): Promise<ReadonlyMap<Holder, KeyFlag | null>> {
  const hashes = new Map<string, Buffer>();
  for (const { keyHash } of holders) if (keyHash !== null) hashes.set(keyHash.toString("latin1"), keyHash);
  if (hashes.size === 0) return new Map();
  const keyHashes = [...hashes.values()];
  const rows = await (session.placement.joinsShared
    ? session.query<ConfirmedRow>(confirmKeysStatement, [keyHashes])
    : confirmApart(session, keyHashes, programIdsOf(holders)));
  const opened = new Map(rows.map((row) => [row.key_hash.toString("latin1"), row]));
  const confirmed = new Map<Holder, KeyFlag | null>();
  for (const holder of holders) {
    const row = holder.keyHash === null ? undefined : opened.get(holder.keyHash.toString("latin1"));
    if (row?.program_id === holder.event.programId) confirmed.set(holder, flagOf(row));
  }
  return confirmed;
}

async function confirmApart(
  session: Session,
  keyHashes: readonly Buffer[],
  programIds: readonly number[],
): Promise<ConfirmedRow[]> {
  const [keys, programs] = await Promise.all([
    session.shared.query<ConfirmedRow>(keysByHashStatement, [keyHashes]),
    session.query<Pick<KeyRow, "program_id">>(activeProgramsStatement, [programIds]),
  ]);
  const active = new Set(programs.map((row) => row.program_id));
  return keys.filter((row) => active.has(row.program_id));
}

/** A new key in this transaction; its value exists only in the answer. */
export function putNewKey(session: Session, programId: number): string {
  const key = `${programKeyPrefix}${randomBytes(keyRandomBytes).toString("base64url")}`;
  void session.query(putKeyStatement, [programId, hashKey(key), key.slice(-4)]);
  return key;
}

/** Replaces the program's key; undefined when there is no such program. The old key stops at this commit, everywhere. */
export async function regenerateKey(
  database: Database,
  programId: number,
  actor: Actor,
  /** The next checkpoint reports an unsigned key. */
  secrets?: ChangeSigner,
): Promise<string | undefined> {
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const [head] = await lockHeads(session, [programId]);
    if (head === undefined) return undefined;
    reviseHead(session, programId);
    const key = putNewKey(session, programId);
    const signed = { author: actor, content: signedContent.key(hashKey(key)) };
    if (secrets) keepSignature(session, secrets, { programId, kind: "key", subject: "program" }, signed);
    return key;
  });
}

// Shows which secrets an installation's stored values were made with, and encrypts all of them again with the first one, in small batches
// while processes run: a value that changes meanwhile is left as it is. Finished batches stay, so an interrupted rotation continues where
// it was. It works as the database's owner, and its changes have no author.

import { withClient } from "../../engine/postgres/database.ts";
import type { DatabaseClient } from "../../engine/postgres/driver/copy.ts";
import { countFactorUse, resealFactors } from "./factor-rotation.ts";
import { sealedHashKeys } from "./kept-secrets.ts";
import { type Place, type SealedColumn, type SealedColumnName, sealedColumns } from "./sealed-places.ts";
import { type MasterKey, makerOf, masterKeyOf, open, SecretUnreadable, seal } from "./sealed-value.ts";
import { type HashKeys, hashKeysOf, hashOfEmail } from "./secrets.ts";

const rowsAtOnce = 200;
const samplesMax = 20;
/** Any unused number: of two concurrent rotations the second is refused. */
const rotationLockKey = 7_226_113_078;
const columnNames = Object.keys(sealedColumns).filter(isColumnName);

class RotationRefused extends Error {
  override readonly name = "RotationRefused";
}

/** The values made with one secret; its id is null if unknown. */
export type KeyUse = {
  readonly key_id: string | null;
  /** Its place in SVC_SECRET_KEYS, from 1, which writes; null where it is not there. */
  readonly position: number | null;
  readonly values: number;
  /** Of them, those from before values were bound to their places. */
  readonly unbound: number;
  /** Values by column. */
  readonly columns: Readonly<Record<string, number>>;
};

export type RotationParts = {
  /** As the database's owner. */
  readonly url: string;
  readonly secretKeys: readonly string[];
  readonly stop?: AbortSignal;
  readonly onStep?: (step: { readonly done: number; readonly total: number }) => void;
};

export type Rotated = { readonly resealed: number; readonly unreadable: number; readonly keys: readonly KeyUse[] };

/** Changes nothing. */
export function readKeyUse({ url, secretKeys, ...watch }: RotationParts): Promise<KeyUse[]> {
  return withClient(url, (client) => countUse(client, secretKeys, watch));
}

export function rotateSecrets({ url, secretKeys, stop, onStep }: RotationParts): Promise<Rotated> {
  return withClient(url, async (client) => {
    await requireAlone(client);
    await client.query("set svc.reseals = 'on'");
    await keepHashKeys(client, secretKeys);
    const keys = secretKeys.map(masterKeyOf);
    const counts = { resealed: 0, unreadable: 0, done: 0 };
    const total = await countRows(client);
    for (const name of columnNames) {
      for await (const rows of pagesOf(client, name)) {
        stop?.throwIfAborted();
        await client.query("begin");
        for (const row of rows) {
          const outcome = await resealRow(client, keys, name, row);
          counts.resealed += outcome.resealed;
          counts.unreadable += outcome.unreadable;
        }
        await client.query("commit");
        counts.done += rows.length;
        onStep?.({ done: counts.done, total });
      }
    }
    counts.resealed += await resealFactors(client, secretKeys, stop);
    const use = await countUse(client, secretKeys, stop === undefined ? {} : { stop });
    if (counts.resealed > 0) await keepTrace(client, keys[0]?.id, counts.resealed);
    return { resealed: counts.resealed, unreadable: counts.unreadable, keys: use };
  });
}

/** Once for all of it, among the changes of the installation. */
async function keepTrace(client: DatabaseClient, keyId: string | undefined, resealed: number): Promise<void> {
  const detail = JSON.stringify({ key_id: keyId, values: resealed });
  await client.query("select keep_access_change(null, null, 'secrets_rotated', null, $1::jsonb, 'operator')", [detail]);
}

async function requireAlone(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
    rotationLockKey,
  ]);
  if (rows[0]?.locked !== true) throw new RotationRefused("Another process is rotating the secrets of this database.");
}

/** From now on new processes find the keys of hashes here and bind values to their places. */
async function keepHashKeys(client: DatabaseClient, secretKeys: readonly string[]): Promise<void> {
  await client.query("begin");
  // Held against a process that begins now and would keep others.
  await client.query("lock table hash_key in share row exclusive mode");
  const { rowCount } = await client.query("select 1 from hash_key limit 1");
  if (rowCount === 0) {
    for (const [purpose, sealed] of sealedHashKeys(secretKeys, await hashKeysInUse(client, secretKeys))) {
      await client.query("insert into hash_key (purpose, key_encrypted) values ($1, $2)", [purpose, sealed]);
    }
  }
  await client.query("delete from secrets_unbound");
  await client.query("commit");
}

/** The oldest secret is the last; an address that is stored both hashed and encrypted proves whether the order is right. */
async function hashKeysInUse(client: DatabaseClient, secretKeys: readonly string[]): Promise<HashKeys> {
  const masters = secretKeys.map(masterKeyOf);
  type Sample = { program_id: string; partner_id: string; email_hash: string; email_encrypted: Buffer };
  const { rows } = await client.query<Sample>(
    `select program_id::text, partner_id::text, email_hash, email_encrypted
       from partner_email order by program_id, partner_id limit $1`,
    [samplesMax],
  );
  const known = rows.map((row) => {
    const place: Place = { column: "partner_email", key: [row.program_id, row.partner_id] };
    return { hash: row.email_hash, email: open(masters, place, row.email_encrypted).toString("utf8") };
  });
  const oldestFirst = secretKeys.map(hashKeysOf).reverse();
  const fitting = oldestFirst.find((keys) => known.every(({ hash, email }) => hashOfEmail(keys, email) === hash));
  if (fitting !== undefined) return fitting;
  throw new RotationRefused(
    "The hashes of partners' e-mails were made with a secret that is not in SVC_SECRET_KEYS, or with several. Put the secret " +
      "this installation began with at the end of SVC_SECRET_KEYS.",
  );
}

type Row = { readonly key: readonly string[]; readonly values: readonly Buffer[] };

async function resealRow(client: DatabaseClient, keys: readonly MasterKey[], name: SealedColumnName, row: Row) {
  const place: Place = { column: name, key: row.key };
  const [writing] = keys;
  if (writing === undefined) throw new Error("at least one secret key is needed");
  const none = { resealed: 0, unreadable: 0 };
  const stale = row.values.filter((sealed) => !isCurrent(makerOf(keys, place, sealed), writing));
  if (stale.length === 0) return none;
  const made: Buffer[] = [];
  let unreadable = 0;
  for (const sealed of row.values) {
    try {
      made.push(stale.includes(sealed) ? seal(writing, place, open(keys, place, sealed)) : sealed);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      made.push(sealed);
      unreadable += 1;
    }
  }
  if (unreadable === stale.length) return { ...none, unreadable };
  return { resealed: (await replace(client, name, row, made)) ? stale.length - unreadable : 0, unreadable };
}

function isCurrent(maker: { readonly keyId: string | null; readonly isBound: boolean }, { id }: MasterKey): boolean {
  return maker.isBound && maker.keyId === id;
}

/** False if the value has changed meanwhile: the new value is encrypted already. */
async function replace(
  client: DatabaseClient,
  name: SealedColumnName,
  row: Row,
  made: readonly Buffer[],
): Promise<boolean> {
  const { table, column, key, holdsMany }: SealedColumn = sealedColumns[name];
  const of = (values: readonly Buffer[]) => (holdsMany ? values : values[0]);
  const where = key.map((part, index) => `${part} = $${index + 3}`).join(" and ");
  const { rowCount } = await client.query(`update ${table} set ${column} = $1 where ${column} = $2 and ${where}`, [
    of(made),
    of(row.values),
    ...row.key,
  ]);
  return rowCount === 1;
}

type Counted = Map<string | null, { values: number; unbound: number; columns: Record<string, number> }>;

async function addFactorUse(client: DatabaseClient, secretKeys: readonly string[], counted: Counted): Promise<void> {
  for (const [keyId, values] of await countFactorUse(client, secretKeys)) {
    const use = counted.get(keyId) ?? { values: 0, unbound: 0, columns: {} };
    counted.set(keyId, use);
    use.values += values;
    use.columns.account_second_factor = values;
  }
}

async function countUse(
  client: DatabaseClient,
  secretKeys: readonly string[],
  { stop, onStep }: Pick<RotationParts, "stop" | "onStep">,
): Promise<KeyUse[]> {
  const keys = secretKeys.map(masterKeyOf);
  const counted: Counted = new Map();
  for (const { id } of keys) counted.set(id, { values: 0, unbound: 0, columns: {} });
  const total = onStep === undefined ? 0 : await countRows(client);
  let done = 0;
  for (const name of columnNames) {
    for await (const rows of pagesOf(client, name)) {
      stop?.throwIfAborted();
      for (const { key, values } of rows) {
        for (const sealed of values) {
          const { keyId, isBound } = makerOf(keys, { column: name, key }, sealed);
          const use = counted.get(keyId) ?? { values: 0, unbound: 0, columns: {} };
          counted.set(keyId, use);
          use.values += 1;
          use.columns[name] = (use.columns[name] ?? 0) + 1;
          if (!isBound) use.unbound += 1;
        }
      }
      done += rows.length;
      onStep?.({ done, total });
    }
  }
  await addFactorUse(client, secretKeys, counted);
  return [...counted].map(([key_id, use]) => {
    const index = keys.findIndex(({ id }) => id === key_id);
    return { key_id, position: index === -1 ? null : index + 1, ...use };
  });
}

async function countRows(client: DatabaseClient): Promise<number> {
  const counts = columnNames.map((name) => {
    const { table, column } = sealedColumns[name];
    return `(select count(*) from ${table} where ${column} is not null)`;
  });
  const { rows } = await client.query<{ rows: number }>(`select ${counts.join(" + ")} as rows`);
  return rows[0]?.rows ?? 0;
}

type KeyedRow = { readonly key: string[]; readonly values: Buffer[] };

/** By the row's key, onwards from the last one seen. */
async function* pagesOf(client: DatabaseClient, name: SealedColumnName): AsyncGenerator<KeyedRow[]> {
  for (let after: readonly string[] = []; ; ) {
    const { rows } = await client.query<KeyedRow>(pageQuery(sealedColumns[name], after.length > 0), [
      rowsAtOnce,
      ...after,
    ]);
    if (rows.length > 0) yield rows;
    const last: KeyedRow | undefined = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last.key;
  }
}

function pageQuery({ table, column, key, holdsMany }: SealedColumn, isOnwards: boolean): string {
  const names = key.join(", ");
  const place = key.map((_, index) => `$${index + 2}`).join(", ");
  return `select array[${key.map((part) => `${part}::text`).join(", ")}] as key,
                 ${holdsMany ? column : `array[${column}]`} as values
            from ${table}
           where ${column} is not null ${isOnwards ? `and (${names}) > (${place})` : ""}
           order by ${names}
           limit $1`;
}

function isColumnName(name: string): name is SealedColumnName {
  return name in sealedColumns;
}

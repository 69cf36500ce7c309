// A preview of `svc migrate`: the statements of pending migrations, the tables they lock, how large these are, and who would wait.
import { withClient } from "../database.ts";
import { statementsOf } from "../sql-statements.ts";
import { isOutsideTransaction, listPendingMigrations } from "./migrate.ts";
import { type LockMode, locksOf, tablesOfIndexesQuery } from "./migration-locks.ts";

/** What others must wait for while it holds the lock. */
const blockedBy: Readonly<Record<LockMode, "everything" | "writes" | "nothing">> = {
  "access exclusive": "everything",
  exclusive: "writes",
  "share row exclusive": "writes",
  share: "writes",
  "share update exclusive": "nothing",
  "row exclusive": "nothing",
};

export type PlannedLock = {
  readonly relation: string;
  readonly mode: LockMode;
  readonly waits: "everything" | "writes" | "nothing";
  /** As PostgreSQL estimates them. */
  readonly rows: number;
  readonly bytes: number;
};

export type PlannedMigration = {
  readonly name: string;
  readonly in_transaction: boolean;
  readonly statements: readonly { readonly statement: string; readonly locks: readonly PlannedLock[] }[];
};

type Size = { rows: number; bytes: number };

export async function planMigrations(url: string): Promise<PlannedMigration[]> {
  const pending = await listPendingMigrations(url);
  return withClient(url, async (client) => {
    const { rows } = await client.query<Size & { name: string }>(
      `select relname as name, greatest(reltuples, 0)::bigint as rows, pg_total_relation_size(oid) as bytes
         from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i', 'v')`,
    );
    const sizes = new Map<string, Size>(rows.map(({ name, ...size }) => [name, size]));
    const indexes = await client.query<{ index: string; table: string }>(tablesOfIndexesQuery);
    const tableOf = new Map(indexes.rows.map(({ index, table }) => [index, table]));
    return pending.map((migration) => ({
      name: migration.name,
      in_transaction: !isOutsideTransaction(migration),
      statements: statementsOf(migration.sql).map((statement) => ({
        statement,
        locks: locksOf(statement, tableOf).flatMap(({ relation, mode }) => {
          const size = sizes.get(relation);
          // A table that does not exist yet blocks no one.
          return size === undefined ? [] : [{ relation, mode, waits: blockedBy[mode], ...size }];
        }),
      })),
    }));
  });
}

// `svc migrate --plan` lists locks without running anything; here every migration is run, and the locks PostgreSQL took are compared with
// that list.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { isOutsideTransaction, readMigrations } from "../../../src/engine/postgres/migrations/migrate.ts";
import {
  type LockMode,
  lockModes,
  locksOf,
  type TableLock,
  tablesOfIndexesQuery,
} from "../../../src/engine/postgres/migrations/migration-locks.ts";
import { statementsOf } from "../../../src/engine/postgres/sql-statements.ts";
import { databaseUrl } from "../../support/database-server.ts";

const name = `svc_locks_${process.pid}`;
const migrations = await readMigrations();

const onServer = (text: string) => withClient(inject("testServer").url, (client) => client.query(text));

beforeAll(() => onServer(`create database ${name}`));
afterAll(() => onServer(`drop database ${name} with (force)`));

function strongest(locks: readonly TableLock[], relations: readonly string[]): Record<string, LockMode> {
  const byRelation = Map.groupBy(locks, ({ relation }) => relation);
  const pairs = [...byRelation].flatMap(([relation, held]) => {
    const mode = lockModes.find((each) => held.some((lock) => lock.mode === each));
    return mode === undefined || !relations.includes(relation) ? [] : [[relation, mode] as const];
  });
  return Object.fromEntries(pairs.toSorted());
}

test("the reported locks of a migration are those that PostgreSQL takes", async () => {
  await withClient(databaseUrl(inject("testServer").url, name), async (client) => {
    for (const migration of migrations) {
      const { rows: before } = await client.query<{ relname: string }>(
        "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')",
      );
      const indexes = await client.query<{ index: string; table: string }>(tablesOfIndexesQuery);
      const tableOf = new Map(indexes.rows.map(({ index, table }) => [index, table]));
      const outside = isOutsideTransaction(migration);
      if (!outside) await client.query("begin");
      for (const statement of statementsOf(migration.sql)) await client.query(statement);
      const { rows: held } = await client.query<{ relation: string; mode: string }>(
        `select c.relname as relation, l.mode
           from pg_locks l join pg_class c on c.oid = l.relation
          where l.pid = pg_backend_pid() and c.relnamespace = 'public'::regnamespace`,
      );
      if (!outside) await client.query("commit");
      const words = (mode: string) =>
        mode
          .replace(/Lock$/, "")
          .replace(/(?!^)[A-Z]/g, " $&")
          .toLowerCase();
      const taken = held.flatMap(({ relation, mode }) => {
        const known = lockModes.find((each) => each === words(mode));
        return known === undefined ? [] : [{ relation, mode: known }];
      });
      const relations = before.map(({ relname }) => relname);
      const reported = strongest(
        statementsOf(migration.sql).flatMap((statement) => locksOf(statement, tableOf)),
        relations,
      );
      const taking = strongest(taken, relations);
      // What this server refuses in a block locks nothing; another server may take it.
      const mayBeRefused = /\bexception\s+when\b/i.test(migration.sql);
      const expected = outside || (mayBeRefused && Object.keys(taking).length === 0) ? reported : taking;
      expect([migration.name, reported]).toEqual([migration.name, expected]);
    }
  });
}, 60_000);

// Migrations on a real server: once, in order, one process at a time, and never in doubt.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { listPendingMigrations, migrate } from "../../../src/engine/postgres/migrations/migrate.ts";
import { databaseUrl } from "../../support/database-server.ts";

const name = `svc_migrate_${process.pid}`;
let url: string;
let directory: string;

const onServer = (text: string) => withClient(inject("testServer").url, (client) => client.query(text));
const query = (text: string) => withClient(url, (client) => client.query(text));
const write = (fileName: string, text: string) => writeFile(join(directory, fileName), text);
const versions = (migrations: readonly { version: number }[]) => migrations.map((migration) => migration.version);

beforeAll(() => {
  url = databaseUrl(inject("testServer").url, name);
});

beforeEach(async () => {
  await onServer(`create database ${name}`);
  directory = await mkdtemp(join(tmpdir(), "svc-migrations-"));
  await write("0001_note.sql", "-- why\ncreate table note (id bigint primary key);\ninsert into note values (1);\n");
});

afterEach(async () => {
  await onServer(`drop database ${name} with (force)`);
  await rm(directory, { recursive: true });
});

afterAll(() => onServer(`drop database if exists ${name}`));

test("applies what is new, in order, and nothing twice", async () => {
  expect(versions(await listPendingMigrations(url, directory))).toEqual([1]);
  expect(versions(await migrate(url, directory))).toEqual([1]);
  expect(await migrate(url, directory)).toEqual([]);

  await write("0002_reply.sql", "create table reply (id bigint primary key);");
  await write("0003_more.sql", "insert into reply values (2);");
  expect(versions(await listPendingMigrations(url, directory))).toEqual([2, 3]);
  expect(versions(await migrate(url, directory))).toEqual([2, 3]);
  expect(await listPendingMigrations(url, directory)).toEqual([]);
  expect((await query("select version, name from schema_migration order by version")).rows).toEqual([
    { version: 1, name: "note" },
    { version: 2, name: "reply" },
    { version: 3, name: "more" },
  ]);
});

test("lets many processes start at once", async () => {
  await write("0002_slow.sql", "select pg_sleep(0.1); insert into note values (2);");
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(url, directory)));
  expect(applied.flat().map((migration) => migration.version)).toEqual([1, 2]);
  expect((await query("select id from note order by id")).rows).toEqual([{ id: 1 }, { id: 2 }]);
});

test("leaves nothing of a migration that fails, and keeps those before it", async () => {
  await write("0002_broken.sql", "create table half (id bigint); select 1 / 0;");
  await expect(migrate(url, directory)).rejects.toThrow("Migration 2 (broken) failed: division by zero");
  const { rows } = await query("select to_regclass('half') as half, max(version) as version from schema_migration");
  expect(rows).toEqual([{ half: null, version: 1 }]);
});

test("refuses a file that changed after it was applied, but not for its line endings", async () => {
  await migrate(url, directory);
  await write(
    "0001_note.sql",
    "-- why\r\ncreate table note (id bigint primary key);\r\ninsert into note values (1);\r\n",
  );
  expect(await migrate(url, directory)).toEqual([]);
  await write("0001_note.sql", "create table note (id integer primary key);");
  await expect(migrate(url, directory)).rejects.toThrow("Migration 1 (note) was changed after it had been applied.");
});

test("refuses a database that is newer than the code", async () => {
  await write("0002_reply.sql", "create table reply (id bigint primary key);");
  await migrate(url, directory);
  await rm(join(directory, "0002_reply.sql"));
  await expect(migrate(url, directory)).rejects.toThrow("migration 2 (reply), which this version of the code does not");
});

test.each(["0003_gap.sql", "2_short.sql", "0001_twice.sql", "0002_Capital.sql"])(
  "refuses the file name %s",
  async (fileName) => {
    await write(fileName, "select 1;");
    await expect(migrate(url, directory)).rejects.toThrow("should be number");
  },
);

test("waits for a table in short turns, so that those behind it are not kept, and comes again", async () => {
  await migrate(url, directory);
  await write("0002_wider.sql", "alter table note add column text text;");
  const migrated = await withClient(url, async (holder) => {
    await holder.query("begin");
    await holder.query("lock table note in access share mode");
    const migrating = migrate(url, directory);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
    await expect.poll(async () => (await query(waiting)).rowCount, { timeout: 10_000 }).toBe(0);
    expect((await query("select id from note")).rowCount).toBe(1);
    await holder.query("commit");
    return migrating;
  });
  expect(versions(migrated)).toEqual([2]);
});

test("creates an index without a transaction, also after an invalid one, and during another start", async () => {
  await migrate(url, directory);
  await query("insert into note values (2)");
  await query("create index notes on note (id)");
  await query("update pg_index set indisvalid = false where indexrelid = 'notes'::regclass");
  await write(
    "0002_index.sql",
    "-- Why.\n-- Outside a transaction.\n\ncreate index concurrently if not exists notes on note (id);\n",
  );
  const applied = await Promise.all([migrate(url, directory), migrate(url, directory)]);
  expect(versions(applied.flat())).toEqual([2]);
  const { rows } = await query("select indisvalid from pg_index where indexrelid = 'notes'::regclass");
  expect(rows).toEqual([{ indisvalid: true }]);
});

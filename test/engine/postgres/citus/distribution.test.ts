// A database that is distributed over nodes by program: every table says where it is kept, and neither a table nor a statement needs what
// exists on one node only. A real cluster would refuse these one at a time; the catalog and the text of the statements show all of them
// now.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { distribution, tablesOfPrograms } from "../../../../src/engine/postgres/citus/distribution.ts";
import { clusterExceptions } from "../../../support/cluster-exceptions.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { readSource } from "../../../support/imports.ts";
import { asOwner } from "../../../support/service.ts";
import { readTree, root } from "../../../support/tree.ts";

const { url, drop } = await createTestDatabase();
afterAll(drop);

const ask = <Row extends object>(sql: string) => asOwner<Row>(url, sql, [tablesOfPrograms]);

test("every table says where it is kept, and nothing else does", async () => {
  const tables = await asOwner<{ name: string }>(
    url,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  expect(Object.keys(distribution).sort()).toEqual(tables.map(({ name }) => name).sort());
});

test("what is kept with its program names it in every row and in every key", async () => {
  const without = await ask(`
    select t.relname as table, i.indexrelid::regclass::text as key
      from pg_class t
      left join pg_attribute a on a.attrelid = t.oid and a.attname = 'program_id' and a.attnotnull
      left join pg_index i on i.indrelid = t.oid and i.indisunique and not a.attnum = any(i.indkey)
     where t.relnamespace = 'public'::regnamespace and t.relname = any($1)
       and (a.attnum is null or i.indexrelid is not null
            or not exists (select from pg_index p where p.indrelid = t.oid and p.indisprimary))`);
  expect(without).toEqual([]);
});

test("no foreign key leads from the one to the other", async () => {
  const between = await ask(`
    select f.conname, f.conrelid::regclass::text as of, f.confrelid::regclass::text as to
      from pg_constraint f
     where f.contype = 'f'
       and (select count(*) from pg_class t where t.oid in (f.conrelid, f.confrelid) and t.relname = any($1)) > 0`);
  expect(between).toEqual([]);
});

test("a trigger of what is kept with its program only refuses, as it can on any machine", async () => {
  const triggers = await ask<{ name: string; calls: string }>(`
    select t.relname || ' ' || g.tgname as name, g.tgfoid::regproc::text as calls
      from pg_trigger g join pg_class t on t.oid = g.tgrelid
     where not g.tgisinternal and t.relname = any($1)`);
  expect(new Set(triggers.map(({ calls }) => calls))).toEqual(new Set(["refuse_change_of_the_log"]));
});

test("no id of what is kept with its program is given out where its row lies", async () => {
  const givenOut = await ask(`
    select t.relname as table, a.attname as column
      from pg_class t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
     where t.relname = any($1) and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like '%nextval%')`);
  expect(givenOut).toEqual([]);
});

const ofPrograms = new Set(tablesOfPrograms);
/** May answer differently wherever it is asked, even in one transaction. */
const volatile = /\b(clock_timestamp|timeofday|nextval|random|gen_random_uuid|pg_sleep)\(/;

/** By what it needs that one machine alone has. */
const needsOneMachine: Readonly<Record<string, (sql: string) => boolean>> = {
  "changes what is kept with its program by a function that may answer differently on each machine": (sql) =>
    [...sql.matchAll(/\bupdate (\w+)\b/g)].some(
      ({ 1: table = "", index }) => ofPrograms.has(table) && volatile.test(sql.slice(index)),
    ),
  "selects no column": (sql) => /\bselect\s+(from|where)\b/.test(sql),
  "notifies or waits for other connections": (sql) => /\bpg_notify\(|\b(un)?listen [a-z_]+\s*$/.test(sql),
  "merges rows": (sql) => /\bmerge into\b/.test(sql),
};

const statements = readTree()
  .filter(({ path }) => path.startsWith("src/") && path.endsWith(".ts"))
  .flatMap(({ path, source }) =>
    readSource(path, source).texts.map(({ line, value }) => ({ at: `${path}:${line}`, value })),
  )
  .filter(({ value }) => /\b(select|insert into|update|delete from|merge into)\b/.test(value));

test.each(Object.entries(needsOneMachine))("no statement %s", (_, needs) => {
  expect(statements.length).toBeGreaterThan(300);
  expect(statements.filter(({ value }) => needs(value)).map(({ at }) => at)).toEqual([]);
});

const namesColumnByTable = (sql: string): boolean =>
  [...sql.matchAll(/(?<![\w.])(\w+)\.\w/g)].some(({ 1: table = "" }) => ofPrograms.has(table));

test("no statement of the engine names a column by its table, which is called otherwise on a shard's machine", () => {
  const ofEngine = statements.filter(({ at }) => at.startsWith("src/engine/"));
  expect(ofEngine.length).toBeGreaterThan(100);
  expect(ofEngine.filter(({ value }) => namesColumnByTable(value)).map(({ at }) => at)).toEqual([]);
  expect(namesColumnByTable("select 1 from parked where parked.program_id = $1")).toBe(true);
});

test("statements that need one machine are noticed", () => {
  const found = [
    "update sale set at = clock_timestamp() where program_id = $1",
    "select exists (select from sale)",
    "select pg_notify('a', 'b')",
    "merge into sale using x on true when matched then do nothing",
  ].map((sql) => Object.values(needsOneMachine).findIndex((needs) => needs(sql)));
  expect(found).toEqual([0, 1, 2, 3]);
});

test.each(clusterExceptions.map(({ path, tests }) => ({ path, tests })))(
  "what is not run on a cluster is there: $path $tests",
  ({ path, tests }) => {
    const { texts } = readSource(path, readFileSync(join(root, path), "utf8"));
    for (const part of tests?.source.split("|") ?? []) {
      expect(
        texts.some(({ value }) => new RegExp(part).test(value)),
        part,
      ).toBe(true);
    }
  },
);

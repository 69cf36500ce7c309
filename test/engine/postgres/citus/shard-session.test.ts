// What one shard's node is asked: the same statements with the shard's relations, and the programs it has. PostgreSQL itself says what
// the hash of a program is.
import { afterAll, expect, test } from "vitest";
import { tablesOfPrograms } from "../../../../src/engine/postgres/citus/distribution.ts";
import { hashBigint } from "../../../../src/engine/postgres/citus/hash-bigint.ts";
import { statementsOfShard } from "../../../../src/engine/postgres/citus/shard-session.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { asOwner } from "../../../support/service.ts";

const { url, drop } = await createTestDatabase();
afterAll(drop);

const relations = new Map(tablesOfPrograms.map((table, index) => [table, `${table}_${102_008 + index}`]));
const group = { id: 102_008, fromHash: 0, toHash: 1, host: "worker", port: 5432, relations };

test("a program's hash is PostgreSQL's own", async () => {
  const numbers = [
    0,
    1,
    2,
    3,
    255,
    99_999,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32 + 5,
    2 ** 52 + 1,
    Number.MAX_SAFE_INTEGER,
    -1,
    -7,
  ];
  const hashes = await asOwner<{ hash: number }>(
    url,
    "select hashint8(n) as hash from unnest($1::bigint[]) with ordinality u (n, place) order by place",
    [numbers],
  );
  expect(numbers.map(hashBigint)).toEqual(hashes.map(({ hash }) => hash));
});

test("tables are the shard's relations wherever they are read or written, and nothing else is changed", () => {
  const views = new Map([["event_as_read", "SELECT e.id FROM (event e LEFT JOIN event r ON true)"]]);
  const rewrite = statementsOfShard(group, { views });
  const of = (text: string): string => rewrite({ name: "any", text }).text;
  const named = (table: string): string => relations.get(table) ?? "none";
  expect(of("with moved as (update program_head h set seq = n.seq) insert into event (id) select 1")).toBe(
    `with moved as (update ${named("program_head")} h set seq = n.seq) insert into ${named("event")} (id) select 1`,
  );
  expect(of("delete from sale t using (select unnest($1) as sale_id) d where t.sale_id = d.sale_id")).toBe(
    `delete from ${named("sale")} t using (select unnest($1) as sale_id) d where t.sale_id = d.sale_id`,
  );
  expect(of("select e.* from k join event_as_read e on e.id = k.id")).toBe(
    `select e.* from k join (SELECT e.id FROM (${named("event")} e LEFT JOIN ${named("event")} r ON true)) e on e.id = k.id`,
  );
  expect(of("select program, event from customer_found k where flag and program_id = any($1)")).toBe(
    "select program, event from customer_found k where flag and program_id = any($1)",
  );
});

test("a statement is rewritten once and keeps its name", () => {
  const rewrite = statementsOfShard(group, { views: new Map() });
  const statement = { name: "read_heads", text: "select seq from program_head" };
  expect(rewrite(statement)).toBe(rewrite(statement));
  expect(rewrite(statement).name).toBe("read_heads");
});

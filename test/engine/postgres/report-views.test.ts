// What reporting tools see: the views that are documented, with those columns, and nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { asOwner, clickOn, createTestProgram } from "../../support/service.ts";
import { root } from "../../support/tree.ts";

const { service, testDatabase } = await serviceForFile();

const page = readFileSync(join(root, "docs/reports.md"), "utf8");
const documented = Object.fromEntries(
  [...page.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, view = "", columns = ""]) => [
    view,
    [...columns.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  ]),
);

test("the views have the columns that are documented, in that order", async () => {
  const rows = await asOwner<{ view: string; columns: string[] }>(
    testDatabase.url,
    `select table_name as view, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns
      where table_schema = 'svc_reports'
      group by table_name`,
    [],
  );
  expect(Object.fromEntries(rows.map(({ view, columns }) => [view, columns]))).toEqual(documented);
  expect(Object.keys(documented).length).toBeGreaterThan(8);
});

test("a reader answers the documented question", async () => {
  const program = await createTestProgram(testDatabase.database);
  const sale = { transaction_id: "order-1", amount_cents: 4_900, click_id: await clickOn(service, program) };
  await service.post("/api/v1/track/sale", sale, { key: program.key });
  const [, question = ""] = /^```sql\n(select[\s\S]*?)^```$/m.exec(page) ?? [];
  const ofNow = question
    .replace("s.program_id = 1", `s.program_id = ${program.programId}`)
    .replaceAll("date_trunc('month', now())", "now() + interval '1 day'");
  expect(await asReader(ofNow)).toMatchObject([{ currency: "USD", sales: 1, revenue_cents: 4_900 }]);
});

test.each(["select from sale", "select from event", "select from program_key", "delete from svc_reports.sales"])(
  "a reader is refused: %s",
  async (sql) => {
    await expect(asReader(sql)).rejects.toThrow(/permission denied/);
  },
);

function asReader(sql: string): Promise<unknown[]> {
  return withClient(testDatabase.url, async (client) => {
    await client.query("set role svc_reader");
    return (await client.query(sql)).rows;
  });
}

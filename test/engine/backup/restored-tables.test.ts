// A backup of an installation that uses nearly everything: every table is restored row by row, also those whose triggers write to others.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listTables } from "../../../src/engine/postgres/contents.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { loadOperations } from "../../../src/product/operation/groups.ts";
import { createTestDatabase } from "../../support/database.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { sampleOf } from "../../support/operation-samples.ts";
import { manyPeople, newOperator } from "../../support/people.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { runSvc } from "../../support/svc.ts";
import { beginCompany } from "../../support/trading-company.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);

/** Every row of every table as text, in an order of its own. */
function contentsOf(url: string): Promise<Record<string, readonly string[]>> {
  return withClient(url, async (client) => {
    const contents: Record<string, readonly string[]> = {};
    for (const { table } of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${table} t order by 1`);
      contents[table] = rows.map(({ row }) => row);
    }
    return contents;
  });
}

function triggersOf(url: string): Promise<object[]> {
  return asOwner(
    url,
    `select tgrelid::regclass::text as on, tgname as name, tgenabled as state
       from pg_trigger where not tgisinternal order by 1, 2`,
  );
}

test("every table is restored row by row with its triggers in force, and changes are kept from there on", async () => {
  const company = await beginCompany(service);
  const { workspaceId, member } = company;
  await newOperator(service, "operator@svc.test");
  // What each operation starts from: together they fill nearly every table.
  for (const { name, http } of await loadOperations()) if (http !== null) await sampleOf(name, company);
  await asOwner(
    testDatabase.url,
    `insert into account_credential (id, user_id, provider_id, account_id)
     select 'linked', id, 'oidc:https://id.test', 'subject' from account_user where email = $1`,
    [member.email],
  );
  await service.close();
  const folder = await mkdtemp(join(tmpdir(), "svc-backups-"));
  const file = join(folder, "people.gz");
  const copy = await createTestDatabase();
  const svc = (url: string, ...words: string[]) =>
    runSvc([...words, "--json"], { env: { DATABASE_URL: url, SVC_SECRET_KEYS: secretKey } });
  const backup = await svc(testDatabase.url, "backup", "--to", file);
  expect([backup.code, backup.stderr]).toEqual([0, ""]);
  const restored = await svc(copy.url, "restore", "--from", file);
  expect([restored.code, restored.stderr]).toEqual([0, ""]);
  const [there, here] = [await contentsOf(testDatabase.url), await contentsOf(copy.url)];
  const filled = Object.keys(there).filter((table) => there[table]?.length !== 0);
  expect(filled.length).toBeGreaterThan(60);
  expect(here.access_change).toEqual(there.access_change);
  const changed = Object.keys(there).filter((table) => JSON.stringify(there[table]) !== JSON.stringify(here[table]));
  // Written by the verification that follows a restore.
  expect(changed.toSorted()).toEqual(["replay_program", "replay_run"]);
  expect(await triggersOf(copy.url)).toEqual(await triggersOf(testDatabase.url));
  await asOwner(copy.url, "update workspace_member set role = 'viewer' where workspace_id = $1 and role = 'member'", [
    workspaceId,
  ]);
  const kept = await asOwner(copy.url, "select change from access_change order by change_id desc limit 1");
  expect(kept).toEqual([{ change: "member_role_changed" }]);
  await copy.drop();
  await rm(folder, { recursive: true });
});

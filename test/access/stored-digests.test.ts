// What opens an account is stored as a digest: sessions from before the migration go on, and a copy of the tables opens nothing.
import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { storedDigest } from "../../src/access/stored-digests.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { migrate } from "../../src/engine/postgres/migrations/migrate.ts";
import { databaseUrl } from "../support/database-server.ts";
import { auth, manyPeople, newPerson, signIn } from "../support/people.ts";
import { asOwner, fieldOf, startService } from "../support/service.ts";

const name = `svc_digests_${randomBytes(6).toString("hex")}`;
const serverUrl = inject("testServer").url;
const url = databaseUrl(serverUrl, name);
const migrationsDirectory = fileURLToPath(new URL("../../migrations", import.meta.url));

beforeAll(async () => {
  await withClient(serverUrl, (client) => client.query(`create database ${name}`));
});
afterAll(async () => {
  await withClient(serverUrl, (client) => client.query(`drop database ${name} with (force)`));
});

/** As an installation was before that migration. */
async function migrateAsBefore(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "svc-migrations-"));
  const all = (await readdir(migrationsDirectory)).toSorted();
  const files = all.slice(
    0,
    all.findIndex((file) => file.endsWith("_accounts_for_strangers.sql")),
  );
  await Promise.all(files.map((file) => copyFile(join(migrationsDirectory, file), join(directory, file))));
  await migrate(url, directory);
  await rm(directory, { recursive: true });
}

test("a session from before the migration keeps working with its token", async () => {
  await migrateAsBefore();
  const token = "as-it-was-stored-by-the-release-before";
  await asOwner(
    url,
    `insert into account_user (id, name, email, email_verified) values ('u', 'Ann', 'ann@acme.test', true);
     insert into account_session (id, token, user_id, expires_at) values ('s', '${token}', 'u', now() + interval '1 day');
     insert into workspace (name) values ('Acme');
     insert into workspace_member (id, workspace, user_id, role) values ('m', '1', 'u', 'member');
     insert into workspace_invitation (id, workspace, email, role, status, inviter_id, expires_at)
     values ('i', '1', 'bob@acme.test', 'member', 'pending', 'u', now() + interval '1 day'),
            ('o', '1', 'cid@acme.test', 'member', 'pending', null, now() + interval '1 day')`,
  );
  await migrate(url);
  const service = await startService(url);
  const programs = await service.request("/api/v1/workspaces", { key: token });
  const byDigest = await service.request("/api/v1/workspaces", { key: storedDigest(token) });
  await service.close();
  expect([programs.status, byDigest.status]).toEqual([200, 401]);
  expect(await asOwner(url, "select id, status from workspace_invitation order by id")).toEqual([
    { id: "i", status: "canceled" },
    { id: "o", status: "pending" },
  ]);
});

test("no table holds a token of a session, a device login or a mailed link", async () => {
  const service = await startService(url, manyPeople);
  const eve = await newPerson(service, "eve@acme.test");
  const codes = await auth(service, "/device/code", { client_id: "svc-cli" });
  await auth(service, "/request-password-reset", { email: "eve@acme.test" });
  const again = await signIn(service, "eve@acme.test");
  const links = service.logged.join("").match(/token=[\w-]+/g) ?? [];
  await service.close();
  const secrets = [
    eve.token,
    again.token,
    String(fieldOf(codes, "device_code")),
    String(fieldOf(codes, "user_code")),
    ...links.map((link) => link.slice("token=".length)),
  ];
  expect(secrets.length).toBeGreaterThan(4);
  const tables = await asOwner<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = current_schema()",
  );
  for (const table of tables) {
    const rows = JSON.stringify(await asOwner(url, `select * from "${table.name}"`));
    for (const secret of secrets) expect([table.name, rows.includes(secret)]).toEqual([table.name, false]);
  }
});

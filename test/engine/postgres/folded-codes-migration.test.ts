// The migration that makes partners' codes unique regardless of case, on a database that has some that are alike.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { migrate, readMigrations } from "../../../src/engine/postgres/migrations/migrate.ts";
import { databaseUrl } from "../../support/database-server.ts";
import { root } from "../../support/tree.ts";

const name = `svc_folded_codes_${process.pid}`;
const onServer = (text: string) => withClient(inject("testServer").url, (client) => client.query(text));
let url: string;
let directory: string;

beforeAll(async () => {
  url = databaseUrl(inject("testServer").url, name);
  await onServer(`create database ${name}`);
  directory = await mkdtemp(join(tmpdir(), "svc-migrations-"));
});

afterAll(async () => {
  await onServer(`drop database ${name} with (force)`);
  await rm(directory, { recursive: true });
});

test("existing codes that differ only in case keep their targets, and no further one can be created", async () => {
  const all = await readMigrations();
  const folding = all.find(({ name: called }) => called === "folded_partner_codes");
  if (folding === undefined) throw new Error("there is no such migration");
  const fileOf = ({ version, name: called }: { version: number; name: string }) =>
    `${String(version).padStart(4, "0")}_${called}.sql`;
  for (const migration of all.filter(({ version }) => version < folding.version)) {
    await cp(join(root, "migrations", fileOf(migration)), join(directory, fileOf(migration)));
  }
  await migrate(url, directory);
  await withClient(url, (client) =>
    client.query(
      "insert into partner_code (code, program_id, partner_id) values ('Anna', 1, 7), ('anna', 2, 9), ('ANNA', 1, 8), ('ben', 1, 3)",
    ),
  );
  await cp(join(root, "migrations", fileOf(folding)), join(directory, fileOf(folding)));
  await migrate(url, directory);

  const query = async (text: string) => (await withClient(url, (client) => client.query(text))).rows;
  expect(await query("select code, partner_id, is_near_another from partner_code order by partner_id")).toEqual([
    { code: "ben", partner_id: 3, is_near_another: false },
    { code: "Anna", partner_id: 7, is_near_another: false },
    { code: "ANNA", partner_id: 8, is_near_another: true },
    { code: "anna", partner_id: 9, is_near_another: true },
  ]);
  for (const code of ["aNNa", "Ben"]) {
    await expect(
      query(`insert into partner_code (code, program_id, partner_id) values ('${code}', 3, 11)`),
    ).rejects.toMatchObject({ code: "23505", constraint: "a_partner_code_is_unique_whatever_its_case" });
  }
});

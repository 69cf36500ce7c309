// The accounts library on our tables: it finds everything it needs, and nothing of it has another shape.
import { getMigrations } from "better-auth/db/migration";
import { pino } from "pino";
import { expect, test } from "vitest";
import { removeExpired } from "../../../src/access/expired.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { openKnownDevices } from "../../../src/product/accounts/known-devices.ts";
import { createAccountsLibrary } from "../../../src/product/accounts/library.ts";
import { databaseForFile } from "../../support/for-file.ts";
import { asOwner, secretKey } from "../../support/service.ts";

const testDatabase = await databaseForFile();
const { database } = testDatabase;

test("the library would add nothing to the database our migrations make", async () => {
  const secrets = openSecrets([secretKey]);
  const { options } = createAccountsLibrary({
    database,
    secrets,
    baseUrl: "http://127.0.0.1:8080",
    signUp: "open",
    firstAccount: "anyone",
    oidc: null,
    log: pino({ level: "silent" }),
    devices: openKnownDevices(secrets, Date.now),
    invitationDays: 7,
    workspacesPerAccountMax: 50,
    mailBudget: { take: () => Promise.resolve(undefined) },
    post: () => undefined,
    inBackground: () => undefined,
  });
  const { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems } = await getMigrations({
    ...options,
    // It looks at a database itself, and not at how rows are written to it.
    database: { db: database.kysely, type: "postgres" },
  });
  expect({ toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems }).toEqual({
    toBeCreated: [],
    toBeAdded: [],
    toBeAddedIndexes: [],
    schemaProblems: [],
  });
});

test("what has run out is removed, and nothing else", async () => {
  await asOwner(
    testDatabase.url,
    `insert into account_user (id, name, email, email_verified) values ('u', 'Ann', 'ann@acme.test', true)`,
  );
  for (const [name, age] of [
    ["over", "-1 second"],
    ["open", "1 minute"],
  ]) {
    await asOwner(
      testDatabase.url,
      "insert into account_session (id, token, user_id, expires_at) values ($1, $1, 'u', now() + $2::interval)",
      [name, age],
    );
    await asOwner(
      testDatabase.url,
      "insert into account_verification (id, identifier, value, expires_at) values ($1, $1, 'u', now() + $2::interval)",
      [name, age],
    );
    await asOwner(
      testDatabase.url,
      `insert into device_login (id, device_code, user_code, status, expires_at)
       values ($1, $1, $1, 'pending', now() + $2::interval)`,
      [name, age],
    );
  }
  await removeExpired(database, 180);
  for (const table of ["account_session", "account_verification", "device_login"]) {
    expect(await asOwner(testDatabase.url, `select id from ${table}`)).toEqual([{ id: "open" }]);
  }
});

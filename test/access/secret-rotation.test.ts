// Encrypted values belong to their place, say which secret made them, and are encrypted again while processes run: so a secret can be
// retired, with every address and reference recorded before still recognised.
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { addConnection, findConnection } from "../../src/access/connections.ts";
import { operator } from "../../src/access/permission.ts";
import { openKeptSecrets } from "../../src/access/secrets/kept-secrets.ts";
import { placeIn, sealedColumns } from "../../src/access/secrets/sealed-places.ts";
import { masterKeyOf, SecretUnreadable } from "../../src/access/secrets/sealed-value.ts";
import { derivedHashKeys, openSecrets, type Secrets } from "../../src/access/secrets/secrets.ts";
import { findProviderAccount, setApiKey } from "../../src/product/connections/provider-accounts.ts";
import { setPartnerEmail } from "../../src/product/partners/emails.ts";
import { setPayoutRecipient } from "../../src/product/payouts/recipients.ts";
import { killChildren, startChild } from "../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { whileHeld } from "../support/held-rows.ts";
import { asOwner } from "../support/service.ts";
import { createTestProgram } from "../support/submissions.ts";
import { runSvc, svcScript } from "../support/svc.ts";

const oldKey = "the-old-secret-the-old-secret-the-old";
const newKey = "the-new-secret-the-new-secret-the-new";
const idOf = (key: string): string => masterKeyOf(key).id;
const recipient = { email: "anna@pay.test", name: "Anna Nguyen", kind: "person" } as const;
/** More than one batch of rows that no partner needs to stand behind. */
const manyRows = 250;
/** Of two connections, their API keys, a partner's e-mail and a recipient. */
const valuesFilled = 7;
const hashKeyValues = 3;

let db: TestDatabase;
let programId: number;
let partnerIds: readonly number[];
let connectionIds: readonly number[];
beforeEach(async () => {
  db = await createTestDatabase();
  ({ programId, partnerIds } = await createTestProgram(db, {}, ["anna"]));
});
afterEach(() => db.drop());
afterAll(killChildren);

/** As an installation that the release before began, with one secret. */
async function fillAsBefore(keys: readonly string[] = [oldKey]): Promise<void> {
  await asOwner(db.url, "insert into secrets_unbound default values");
  await fill(openSecrets(keys, { hashKeys: derivedHashKeys(keys), bindsValues: false }));
}

async function fill(secrets: Secrets): Promise<void> {
  const connection = { programId, provider: "stripe", livemode: true, secrets: ["whsec_one", "whsec_two"] };
  const other = { ...connection, secrets: ["whsec_other"] };
  const made = [
    await addConnection(db.database, secrets, connection, operator),
    await addConnection(db.database, secrets, other, operator),
  ];
  connectionIds = made.map(Number);
  for (const connectionId of connectionIds) {
    await setApiKey(db.database, secrets, { programId, connectionId, apiKey: `rk_${connectionId}` }, operator);
  }
  await setPartnerEmail(db.database, secrets, { programId, partnerId: first(), email: "anna@partners.test" }, operator);
  await setPayoutRecipient(db.database, secrets, { programId, partnerId: first(), recipient }, operator);
}

async function fillMany(secrets: Secrets): Promise<void> {
  const ids = Array.from({ length: manyRows }, (_, index) => 1_000_000 + index);
  const sealed = ids.map((id) =>
    secrets.encrypt(placeIn("payout_recipient", programId, id), JSON.stringify(recipient)),
  );
  await asOwner(
    db.url,
    `insert into payout_recipient (program_id, partner_id, recipient_encrypted)
     select $1, row.* from unnest($2::bigint[], $3::bytea[]) row`,
    [programId, ids, sealed],
  );
}

const first = (): number => partnerIds[0] ?? 0;
const connectionSecrets = async (secrets: Secrets, connectionId = connectionIds[0] ?? 0) =>
  (await db.database.withSession((session) => findConnection(session, secrets, connectionId)))?.secrets;

function svc(keys: readonly string[], ...words: string[]) {
  return runSvc([...words, "--json"], { env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: keys.join(",") } });
}

type KeyLine = { key_id: string; position: number | null; values: number; unbound: number };

async function status(keys: readonly string[]): Promise<KeyLine[]> {
  const { code, stdout, stderr } = await svc(keys, "secrets", "status");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout).keys;
}

test("every encrypted column of the schema is one that a rotation goes through", async () => {
  const rows = await asOwner<{ place: string }>(
    db.url,
    `select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = current_schema() and column_name like '%encrypted%'`,
  );
  const known = Object.values(sealedColumns).map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ place }) => place).toSorted()).toEqual(known.toSorted());
});

test("a value that is moved to another row or another table opens nothing there", async () => {
  const secrets = openSecrets([oldKey]);
  await fill(secrets);
  const [from = 0, to = 0] = connectionIds;
  const moved = /does not belong to its row/;
  await asOwner(
    db.url,
    `update connection set secrets_encrypted = (select secrets_encrypted from connection where connection_id = ${from})
      where connection_id = ${to}`,
  );
  await expect(connectionSecrets(secrets, to)).rejects.toThrow(moved);
  expect(await connectionSecrets(secrets, from)).toEqual(["whsec_one", "whsec_two"]);
  await asOwner(
    db.url,
    `update provider_account set api_key_encrypted = (select secrets_encrypted[1] from connection where connection_id = ${from})
      where connection_id = ${from}`,
  );
  const account = await findProviderAccount(db.database, from);
  const place = placeIn("provider_account", from);
  expect(() => secrets.decrypt(place, account?.apiKeyEncrypted ?? Buffer.alloc(0))).toThrow(moved);
});

test("values of an older release are read, and written so that it can read them until they are rotated", async () => {
  await fillAsBefore();
  const before = await openKeptSecrets(db.database, [oldKey]);
  expect(await connectionSecrets(before)).toEqual(["whsec_one", "whsec_two"]);
  const place = placeIn("connection", 1);
  expect(before.encrypt(place, "x").includes("svc\u0001")).toBe(false);
  expect(await status([oldKey])).toMatchObject([{ position: 1, values: valuesFilled, unbound: valuesFilled }]);
  expect(await svc([oldKey], "secrets", "rotate")).toMatchObject({ code: 0 });
  // The keys of hashes are stored values now.
  expect(await status([oldKey])).toMatchObject([{ position: 1, values: valuesFilled + hashKeyValues, unbound: 0 }]);
  const after = await openKeptSecrets(db.database, [oldKey]);
  expect(after.encrypt(place, "x").includes("svc\u0001")).toBe(true);
  expect(await connectionSecrets(after)).toEqual(["whsec_one", "whsec_two"]);
});

test("a rotated secret can be removed: everything decrypts without it, and hashes are unchanged", async () => {
  await fillAsBefore();
  const before = await openKeptSecrets(db.database, [oldKey]);
  const hashes = [before.hashEmail("Anna@partners.test"), before.hashReference("ref-1"), before.fingerprint("call")];
  const changes = () => asOwner<{ change: string }>(db.url, "select change from access_change order by change_id");
  const changesBefore = (await changes()).length;

  const rotated = await svc([newKey, oldKey], "secrets", "rotate");
  expect([rotated.code, JSON.parse(rotated.stdout)]).toMatchObject([0, { unreadable: 0 }]);
  expect(await status([newKey, oldKey])).toMatchObject([
    { key_id: idOf(newKey), position: 1, values: valuesFilled + hashKeyValues, unbound: 0 },
    { key_id: idOf(oldKey), position: 2, values: 0 },
  ]);
  // No recipient or key was set: only the rotation is recorded.
  expect((await changes()).slice(changesBefore)).toEqual([{ change: "secrets_rotated" }]);

  const after = await openKeptSecrets(db.database, [newKey]);
  expect([after.hashEmail("anna@partners.test"), after.hashReference("ref-1"), after.fingerprint("call")]).toEqual(
    hashes,
  );
  expect(await connectionSecrets(after)).toEqual(["whsec_one", "whsec_two"]);
  const again = await svc([newKey, oldKey], "secrets", "rotate");
  expect(JSON.parse(again.stdout)).toMatchObject({ resealed: 0 });
});

test("a process with the old secrets works until it reads a value of the new secret, which it names", async () => {
  await fillAsBefore();
  const running = await openKeptSecrets(db.database, [oldKey]);
  await svc([newKey, oldKey], "secrets", "rotate");
  const missing = new RegExp(`encrypted with the secret key ${idOf(newKey)}, which is not in SVC_SECRET_KEYS`);
  await expect(connectionSecrets(running)).rejects.toThrow(missing);
  await expect(connectionSecrets(running)).rejects.toThrow(SecretUnreadable);
  // One that begins now does not hash with another key than all others: it does not begin.
  await expect(openKeptSecrets(db.database, [oldKey])).rejects.toThrow(missing);
  // In either order, a process that has both secrets reads and hashes the same.
  const reversed = await openKeptSecrets(db.database, [oldKey, newKey]);
  expect(await connectionSecrets(reversed)).toEqual(["whsec_one", "whsec_two"]);
  expect(reversed.hashEmail("a@b.test")).toBe((await openKeptSecrets(db.database, [newKey])).hashEmail("a@b.test"));
  // What it writes in the meantime is found and rewritten by the next rotation.
  await setPayoutRecipient(db.database, reversed, { programId, partnerId: first(), recipient }, operator);
  const [, old] = await status([newKey, oldKey]);
  expect(old).toMatchObject({ key_id: idOf(oldKey), values: 1 });
  expect(await svc([newKey, oldKey], "secrets", "rotate")).toMatchObject({ code: 0 });
  const lost = await svc([newKey], "secrets", "status");
  expect(JSON.parse(lost.stdout).keys).toHaveLength(1);
});

test("a secret that is missing is named with how many values need it, and a rotation leaves those as they are", async () => {
  const two = openSecrets([oldKey]);
  await fill(two);
  expect(await svc([newKey], "secrets", "rotate")).toMatchObject({ code: 1 });
  expect(await status([newKey])).toMatchObject([
    { position: 1 },
    { key_id: idOf(oldKey), position: null, values: valuesFilled },
  ]);
  expect(await connectionSecrets(two)).toEqual(["whsec_one", "whsec_two"]);
});

test("secrets in the wrong order are detected before hashing: the hashing secret is recorded", async () => {
  await fillAsBefore();
  const hash = (await openKeptSecrets(db.database, [oldKey])).hashEmail("anna@partners.test");
  await svc([oldKey, newKey], "secrets", "rotate");
  expect((await openKeptSecrets(db.database, [newKey, oldKey])).hashEmail("anna@partners.test")).toBe(hash);
});

test("a rotation that is killed continues where it stopped", async () => {
  await fillAsBefore();
  await fillMany(openSecrets([oldKey]));
  const env = { DATABASE_URL: db.url, SVC_SECRET_KEYS: `${newKey},${oldKey}` };
  const held = `select 1 from payout_recipient where program_id = ${programId} order by partner_id desc limit 1 for update`;
  await whileHeld(db.url, held, async () => {
    const rotation = startChild(svcScript, ["secrets", "rotate"], env);
    const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(() => asOwner(db.url, waits), { timeout: 30_000 }).toHaveLength(1);
    const one = await svc([newKey, oldKey], "secrets", "rotate");
    expect([one.code, one.stderr]).toEqual([1, expect.stringContaining("Another process is rotating")]);
    rotation.process.kill("SIGKILL");
    await rotation.exit;
  });
  const [fresh, old] = await status([newKey, oldKey]);
  expect(fresh?.values).toBeGreaterThan(200);
  expect(old?.values).toBeGreaterThan(0);
  const reading = await openKeptSecrets(db.database, [newKey, oldKey]);
  expect(await connectionSecrets(reading)).toEqual(["whsec_one", "whsec_two"]);
  expect(await svc([newKey, oldKey], "secrets", "rotate")).toMatchObject({ code: 0 });
  expect((await status([newKey, oldKey]))[1]).toMatchObject({ values: 0 });
}, 60_000);

test("a new installation hashes with keys that no secret alone gives", async () => {
  const empty = await createTestDatabase();
  const both = await Promise.all([
    openKeptSecrets(empty.database, [oldKey]),
    openKeptSecrets(empty.database, [oldKey]),
  ]);
  expect(both[0]?.hashEmail("a@b.test")).toBe(both[1]?.hashEmail("a@b.test"));
  expect(both[0]?.hashEmail("a@b.test")).not.toBe(openSecrets([oldKey]).hashEmail("a@b.test"));
  await empty.drop();
});

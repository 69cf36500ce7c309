// A person who may write to the database names an owner as the actor, so that every line of who changed what is there, and has no secret
// of the service. What the service did not sign is found by the next checkpoint and by `verify --against`; what it signed is not.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addConnection, changeConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { regenerateKey } from "../../../src/access/program-keys.ts";
import { openSecrets, type Secrets } from "../../../src/access/secrets/secrets.ts";
import { checkAgainst } from "../../../src/engine/integrity/against.ts";
import { makeCheckpoint } from "../../../src/engine/integrity/make.ts";
import { readPublished } from "../../../src/engine/integrity/published-checkpoints.ts";
import { openNote } from "../../../src/engine/integrity/signed-note.ts";
import { openTargets } from "../../../src/engine/integrity/targets.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { setPartnerEmail } from "../../../src/product/partners/emails.ts";
import { removePayoutRecipient, setPayoutRecipient } from "../../../src/product/payouts/recipients.ts";
import { checkpointParts, give, testSigner } from "../../support/checkpoints.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { beginTrade, type Traders } from "../../support/traders.ts";

const before = openSecrets([secretKey]);
const newKey = "the-new-secret-the-new-secret-the-new";
const rotating = openSecrets([newKey, secretKey]);

let db: TestDatabase;
let folder: string;
let program: Traders & { connectionId: number };
/** Of the recipient that was set first, and of the one after it. */
let ciphertexts: Buffer[];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const payTo = (name: string, secrets: Secrets = before) => {
  const { programId, annaId: partnerId } = program;
  const recipient = { kind: "person", email: `${name}@example.com`, name } as const;
  return setPayoutRecipient(db.database, secrets, { programId, partnerId, recipient }, operator);
};

async function checkpoint(secrets: Secrets = before): Promise<string[]> {
  const parts = { ...checkpointParts(db.database), secrets };
  const alarms = await makeCheckpoint(parts, { programId: program.programId, occasion: "daily" });
  return [...new Set(alarms.map(({ kind }) => kind))];
}

async function against(): Promise<string> {
  const given = await readPublished(folder, [testSigner.verifier]);
  const parts = { ...checkpointParts(db.database), secrets: before };
  const { faults } = await checkAgainst(parts, given, { programId: program.programId, sinceNumber: 1 });
  return faults.map(({ kind, detail }) => `${kind}: ${detail}`).join("\n");
}

beforeEach(async () => {
  folder = mkdtempSync(join(temporaryFolder(), "svc-forged-"));
  const traders = await beginTrade(db);
  const { programId, annaId: partnerId } = traders;
  const connection = { programId, provider: "stripe", livemode: true, secrets: ["whsec_1"] } as const;
  const connectionId = (await addConnection(db.database, before, connection, operator)) ?? 0;
  program = { ...traders, connectionId };
  await setPartnerEmail(db.database, before, { programId, partnerId, email: "anna@example.com" }, operator);
  ciphertexts = [];
  for (const name of ["first", "second"]) {
    await payTo(name);
    const [row] = await asOwner<{ sealed: Buffer }>(
      db.url,
      "select recipient_encrypted as sealed from payout_recipient where program_id = $1",
      [programId],
    );
    if (row !== undefined) ciphertexts.push(row.sealed);
    expect(await checkpoint()).toEqual([]);
  }
  await give(db.database, openTargets({ folder, bucket: null, url: null }, Date.now));
  return () => rmSync(folder, { recursive: true });
});

/** With every trigger, in the name of an owner. */
function asForger(text: string, ...values: readonly unknown[]): Promise<void> {
  return withClient(db.url, async (client) => {
    await client.query("select set_config('svc.actor', 'account:owner', false)");
    await client.query(text, [program.programId, ...values]);
  });
}

const forgeries: Readonly<Record<string, { does: () => Promise<void>; says: RegExp }>> = {
  "another key of the program": {
    does: () => asForger("update program_key set key_hash = sha256('mallory') where program_id = $1"),
    says: /the program's key/,
  },
  "a connection in test mode": {
    does: () => asForger("update connection set livemode = false where program_id = $1"),
    says: /connection \d+/,
  },
  "an older recipient's ciphertext": {
    does: () => asForger("update payout_recipient set recipient_encrypted = $2 where program_id = $1", ciphertexts[0]),
    says: /where the payouts of partner \d+ go/,
  },
  "the hash of a partner's e-mail": {
    does: () => asForger("update partner_email set email_hash = repeat('0', 64) where program_id = $1"),
    says: /by which address partner \d+ is found/,
  },
  "a recipient's ciphertext of the last checkpoint, after it was replaced": {
    does: async () => {
      await payTo("third");
      await asForger("update payout_recipient set recipient_encrypted = $2 where program_id = $1", ciphertexts[1]);
    },
    says: /where the payouts of partner \d+ go/,
  },
};

test.each(Object.entries(forgeries))("%s is found, though a line names an owner", async (_, { does, says }) => {
  expect(await against()).toBe("");
  await does();
  expect(await against()).toMatch(/^configuration_changed/);
  expect(await against()).toMatch(says);
  expect(await checkpoint()).toEqual(["configuration_changed"]);
});

test("a signature that is put in again does not count", async () => {
  await payTo("third");
  await asForger("update payout_recipient set recipient_encrypted = $2 where program_id = $1", ciphertexts[1]);
  const columns = "program_id, kind, subject, signed_by, signed_at, nonce, signature";
  const older = `select ${columns} from access_signature where program_id = $1 and kind = 'recipient' order by signature_id offset 1 limit 1`;
  await expect(asForger(`insert into access_signature (${columns}) ${older}`)).rejects.toThrow(
    /a_signature_counts_once/,
  );
  expect(await checkpoint()).toEqual(["configuration_changed"]);
});

test("what people change by the service is no fault, also while a secret is rotated", async () => {
  const { programId, annaId: partnerId, connectionId } = program;
  for (const secrets of [before, rotating]) {
    await payTo("third", secrets);
    const change = { programId, connectionId, status: null, livemode: false, secrets: null } as const;
    await changeConnection(db.database, secrets, change, operator);
    await setPartnerEmail(db.database, secrets, { programId, partnerId, email: "new@example.com" }, operator);
    await regenerateKey(db.database, programId, operator, secrets);
    expect(await checkpoint(rotating)).toEqual([]);
  }
  await removePayoutRecipient(db.database, rotating, { programId, partnerId }, operator);
  expect(await checkpoint(rotating)).toEqual([]);
});

test("changes from before they were signed are accepted up to the first checkpoint that says they are", async () => {
  const { programId } = program;
  const [stored] = await asOwner<{ note: string }>(
    db.url,
    "select note from checkpoint where program_id = $1 and number = 2",
    [programId],
  );
  const { text } = openNote(stored?.note ?? "", [testSigner.verifier]);
  const ofBefore = text.replace("changes signed\n", "").replace(/^configuration email_hashes .*\n/m, "");
  expect(ofBefore.length).toBeLessThan(text.length - 60);
  await asOwner(db.url, "update checkpoint set note = $2 where program_id = $1 and number = 2", [
    programId,
    testSigner.sign(ofBefore),
  ]);
  await regenerateKey(db.database, programId, operator);
  expect(await checkpoint()).toEqual([]);
  await regenerateKey(db.database, programId, operator);
  expect(await checkpoint()).toEqual(["configuration_changed"]);
});

// Where a program's messages, exports and notices go, who belongs to its workspace and who operates the installation: changed or removed by
// the service's own database role, with an owner's name as the actor and without one. What the service did not sign is named.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addConnection, removeConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { checkAgainst } from "../../../src/engine/integrity/against.ts";
import { makeCheckpoint } from "../../../src/engine/integrity/make.ts";
import { readPublished } from "../../../src/engine/integrity/published-checkpoints.ts";
import { openNote } from "../../../src/engine/integrity/signed-note.ts";
import { openTargets } from "../../../src/engine/integrity/targets.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { createEndpoint, removeEndpoint, rotateEndpointSecret } from "../../../src/product/endpoints/change.ts";
import { updateEndpoint } from "../../../src/product/endpoints/update-change.ts";
import { createExport, removeExport } from "../../../src/product/exports/schedules.ts";
import { addMember, removeMember } from "../../../src/product/members/members.ts";
import { addChannel, removeChannel, updateChannel } from "../../../src/product/notices/channels.ts";
import { becomeOperatorByLink, endOperator, makeOperatorLink } from "../../../src/product/operators/operators.ts";
import { removePartnerEmail, setPartnerEmail } from "../../../src/product/partners/emails.ts";
import { removePayoutRecipient, setPayoutRecipient } from "../../../src/product/payouts/recipients.ts";
import { checkpointParts, give, testSigner } from "../../support/checkpoints.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { testSecrets } from "../../support/replaying.ts";
import { asOwner } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { beginTrade, type Traders } from "../../support/traders.ts";

let db: TestDatabase;
let folder: string;
let program: Traders & { workspaceId: number };
let ids: { connection: number; endpoint: number; export: number; channel: number; ann: string; bob: string };
/** Of the channel's address of before. */
let olderAddress: Buffer;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

async function checkpoint(): Promise<string[]> {
  const parts = { programId: program.programId, occasion: "daily" } as const;
  const alarms = await makeCheckpoint(checkpointParts(db.database), parts);
  return alarms.map(({ kind, detail }) => `${kind}: ${detail}`);
}

async function against(): Promise<string> {
  const given = await readPublished(folder, [testSigner.verifier]);
  const wanted = { programId: program.programId, sinceNumber: 1 };
  const { faults } = await checkAgainst(checkpointParts(db.database), given, wanted);
  return faults.map(({ kind, program_id, detail }) => `${program_id} ${kind}: ${detail}`).join("\n");
}

async function account(name: string): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  const email = `${name}-${id}@example.com`;
  await asOwner(db.url, "insert into account_user (id, name, email, email_verified) values ($1, $2, $3, true)", [
    ...[id, name, email],
  ]);
  return { id, email };
}

async function addToWorkspace(email: string, role: "owner" | "member"): Promise<void> {
  const added = { workspaceId: program.workspaceId, email, role, sendsMail: false, invitationDays: 7 };
  expect(await addMember(db.database.kysely, testSecrets, added, operator)).toEqual({ kind: "joined" });
}

async function becomeOperator(accountId: string): Promise<void> {
  const link = await makeOperatorLink(db.database.kysely, { onlyFirst: false });
  const used = await becomeOperatorByLink(db.database.kysely, testSecrets, link.secret, accountId);
  expect(used).toMatchObject({ kind: "done" });
}

const person = { kind: "person", email: "anna@example.com", name: "Anna" } as const;
const bucket = {
  target: "s3",
  endpoint: "https://s3.example.com",
  bucket: "books",
  region: "eu-1",
  prefix: null,
  accessKeyId: "key",
  secretAccessKey: "secret",
} as const;

async function addChannelAt(url: string): Promise<number> {
  const channel = { programId: program.programId, name: "#sales", url, kinds: ["first_sale"] } as const;
  return Number(await addChannel(db.database, testSecrets, channel, operator));
}

/** What a test before left of operators is of the whole installation. */
function forgetOperators(): Promise<void> {
  return withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query("delete from access_signature where kind = 'operator'");
    await client.query("delete from operator_account");
  });
}

beforeEach(async () => {
  await forgetOperators();
  folder = mkdtempSync(join(temporaryFolder(), "svc-places-"));
  const traders = await beginTrade(db);
  const { programId, annaId: partnerId } = traders;
  const [row] = await asOwner<{ workspace_id: number }>(
    db.url,
    "select workspace_id from program where program_id = $1",
    [programId],
  );
  program = { ...traders, workspaceId: row?.workspace_id ?? 0 };
  const connection = { programId, provider: "stripe", livemode: true, secrets: ["whsec_1"] } as const;
  const [ann, bob] = [await account("ann"), await account("bob")];
  await addToWorkspace(ann.email, "owner");
  await addToWorkspace(bob.email, "member");
  await becomeOperator(ann.id);
  await setPayoutRecipient(db.database, testSecrets, { programId, partnerId, recipient: person }, operator);
  await setPartnerEmail(db.database, testSecrets, { programId, partnerId, email: "anna@example.com" }, operator);
  const hook = {
    programId,
    partnerId: null,
    kind: "webhook",
    url: "https://shop.example/hook",
    description: null,
    eventTypes: ["sale.created"],
    payload: "full",
    position: null,
    credentials: null,
  } as const;
  ids = {
    connection: (await addConnection(db.database, testSecrets, connection, operator)) ?? 0,
    endpoint: Number(await createEndpoint(db.database, testSecrets, hook, operator)),
    export: Number(
      await createExport(
        db.database,
        testSecrets,
        { programId, list: "sales", format: "csv", place: bucket },
        operator,
      ),
    ),
    channel: await addChannelAt("https://hooks.example/older"),
    ann: ann.id,
    bob: bob.id,
  };
  const sealed = "select url_encrypted as sealed from notice_channel where program_id = $1";
  olderAddress = (await asOwner<{ sealed: Buffer }>(db.url, sealed, [programId]))[0]?.sealed ?? Buffer.alloc(0);
  const address = { programId, channelId: ids.channel, name: null, url: "https://hooks.example/new", kinds: null };
  await updateChannel(db.database, testSecrets, { ...address, status: null }, operator);
  expect(await checkpoint()).toEqual([]);
  await give(db.database, openTargets({ folder, bucket: null, url: null }, Date.now));
  return () => rmSync(folder, { recursive: true });
});

/** With every trigger and no right but the service's. */
function asService(actor: string | null, text: string, values: readonly unknown[]): Promise<void> {
  return withClient(db.url, async (client) => {
    await client.query("set role svc_service");
    if (actor !== null) await client.query("select set_config('svc.actor', $1, false)", [actor]);
    const { rowCount } = await client.query(text, [...values]);
    expect(rowCount).toBe(1);
  });
}

type Forgery = { readonly text: string; readonly values: () => readonly unknown[]; readonly says: () => string };

const ofProgram = () => [program.programId];
const ofMember = () => [program.workspaceId, ids.bob];
const forgeries: Readonly<Record<string, Forgery>> = {
  "an endpoint's address": {
    text: "update outbound_endpoint set url = 'https://mallory.example' where program_id = $1",
    values: ofProgram,
    says: () => `Changed since .*: endpoint ${ids.endpoint} `,
  },
  "an endpoint's secret": {
    text: "update outbound_endpoint set secrets_encrypted = array['\\x00'::bytea] where program_id = $1",
    values: ofProgram,
    says: () => `Changed since .*: endpoint ${ids.endpoint} `,
  },
  "what an endpoint subscribes to": {
    text: "update outbound_endpoint set event_types = '{}' where program_id = $1",
    values: ofProgram,
    says: () => `Changed since .*: endpoint ${ids.endpoint} `,
  },
  "an endpoint that is put in": {
    text: `insert into outbound_endpoint (program_id, kind, url, event_types, payload, secrets_encrypted, position)
           values ($1, 'webhook', 'https://mallory.example', '{sale.created}', 'full', '{}', 0)`,
    values: ofProgram,
    says: () => "Changed since .*: endpoint \\d+ ",
  },
  "a removed endpoint": {
    text: "update outbound_endpoint set status = 'removed', secrets_encrypted = '{}' where program_id = $1",
    values: ofProgram,
    says: () => `Removed since .*: endpoint ${ids.endpoint} `,
  },
  "where an export is written": {
    text: "update export_schedule set bucket = 'mallory' where program_id = $1",
    values: ofProgram,
    says: () => `Changed since .*: export ${ids.export} `,
  },
  "an export whose row is deleted": {
    text: "delete from export_schedule where program_id = $1",
    values: ofProgram,
    says: () => `Removed since .*: export ${ids.export} `,
  },
  "the older address of a notice channel": {
    text: "update notice_channel set url_encrypted = $2 where program_id = $1",
    values: () => [program.programId, olderAddress],
    says: () => `Changed since .*: notice channel ${ids.channel} `,
  },
  "a notice channel whose row is deleted": {
    text: "delete from notice_channel where program_id = $1",
    values: ofProgram,
    says: () => `Removed since .*: notice channel ${ids.channel} `,
  },
  "a member who becomes an owner": {
    text: "update workspace_member set role = 'owner' where workspace_id = $1 and user_id = $2",
    values: ofMember,
    says: () => `Changed since .*: the role of account ${ids.bob} `,
  },
  "a member who is removed": {
    text: "delete from workspace_member where workspace_id = $1 and user_id = $2",
    values: ofMember,
    says: () => `Removed since .*: the role of account ${ids.bob} `,
  },
  "a member who is put in": {
    text: `insert into workspace_member (id, workspace, user_id, role)
           select gen_random_uuid()::text, $1::text, u.id, 'owner' from account_user u
            where u.id not in (select user_id from workspace_member where workspace = $1::text) limit 1`,
    values: () => [String(program.workspaceId)],
    says: () => "Changed since .*: the role of account \\S+ ",
  },
  "an operator who is put in": {
    text: "insert into operator_account (user_id) values ($1)",
    values: () => [ids.bob],
    says: () => `Changed since .*: whether account ${ids.bob} operates`,
  },
  "an operator who is removed": {
    text: "delete from operator_account where user_id = $1",
    values: () => [ids.ann],
    says: () => `Removed since .*: whether account ${ids.ann} operates`,
  },
  "a recipient that is removed": {
    text: "delete from payout_recipient where program_id = $1",
    values: ofProgram,
    says: () => `Removed since .*: where the payouts of partner ${program.annaId} go`,
  },
  "a partner's e-mail that is removed": {
    text: "delete from partner_email where program_id = $1",
    values: ofProgram,
    says: () => `Removed since .*: the e-mail by which partner ${program.annaId} signs in`,
  },
  "a connection that is removed": {
    text: "update connection set status = 'removed', secrets_encrypted = '{}' where program_id = $1",
    values: ofProgram,
    says: () => `Removed since .*: connection ${ids.connection} `,
  },
};

describe.each([
  ["in the name of an owner", "account:owner"],
  ["without an actor", null],
])("%s", (_, actor) => {
  test.each(Object.entries(forgeries))("%s is named", async (_name, { text, values, says }) => {
    expect(await against()).toBe("");
    await asService(actor, text, values());
    const named = new RegExp(`^${program.programId} configuration_changed: ${says()}`, "m");
    expect(await against()).toMatch(named);
    expect((await checkpoint()).join("\n")).toMatch(/^configuration_changed: /);
  });
});

/** All that people do by the service, and nothing is named. */
test("what the service changes and removes is no fault", async () => {
  const { programId, annaId: partnerId, workspaceId } = program;
  const { endpoint: endpointId, channel: channelId, export: exportId, connection: connectionId } = ids;
  const unchanged = { description: undefined, eventTypes: null, payload: null, credentials: undefined };
  const change = { ...unchanged, url: "https://shop.example/other" };
  const bobs = `select email from account_user where id = $1`;
  const [bob] = await asOwner<{ email: string }>(db.url, bobs, [ids.bob]);
  const [ann] = await asOwner<{ email: string }>(db.url, bobs, [ids.ann]);
  const steps: (() => Promise<unknown>)[] = [
    () => updateEndpoint(db.database, testSecrets, { programId, endpointId, ...change }, operator),
    () => rotateEndpointSecret(db.database, testSecrets, { programId, endpointId }, operator),
    () => removeEndpoint(db.database, testSecrets, { programId, endpointId }, operator),
    () => removeExport(db.database, testSecrets, { programId, exportId }, operator),
    () => removeChannel(db.database, testSecrets, { programId, channelId }, operator),
    () => addChannelAt("https://hooks.example/third"),
    () => addToWorkspace(bob?.email ?? "", "owner"),
    () => removeMember(db.database.kysely, testSecrets, { workspaceId, email: bob?.email ?? "" }, operator),
    () => becomeOperator(ids.bob),
    () => endOperator(db.database, testSecrets, ann?.email ?? "", operator),
    () => removePayoutRecipient(db.database, testSecrets, { programId, partnerId }, operator),
    () => removePartnerEmail(db.database, testSecrets, { programId, partnerId }, operator),
    () => removeConnection(db.database, testSecrets, { programId, connectionId }, operator),
  ];
  for (const step of steps) {
    await step();
    expect(await against()).toBe("");
  }
  expect(await checkpoint()).toEqual([]);
});

test("what was removed by the service and is put back is named", async () => {
  const { programId, annaId } = program;
  const sealed = "select recipient_encrypted as sealed from payout_recipient where program_id = $1";
  const [row] = await asOwner<{ sealed: Buffer }>(db.url, sealed, [programId]);
  await removePayoutRecipient(db.database, testSecrets, { programId, partnerId: annaId }, operator);
  const putBack = "insert into payout_recipient (program_id, partner_id, recipient_encrypted) values ($1, $2, $3)";
  await asService("account:owner", putBack, [programId, annaId, row?.sealed]);
  expect(await against()).toMatch(new RegExp(`where the payouts of partner ${annaId} go`));
});

test("removals of before they were signed are accepted up to the first checkpoint that says they are", async () => {
  const { programId } = program;
  const kept = "select note from checkpoint where program_id = $1 and number = 1";
  const [stored] = await asOwner<{ note: string }>(db.url, kept, [programId]);
  const { text } = openNote(stored?.note ?? "", [testSigner.verifier]);
  const ofBefore = text
    .replace("removals signed\n", "")
    .replace(/^configuration (endpoints|exports|channels|members|operators) .*\n/gm, "");
  expect(ofBefore.split("\n").length).toBe(text.split("\n").length - 6);
  const rewrite = "update checkpoint set note = $2 where program_id = $1 and number = 1";
  await asOwner(db.url, rewrite, [programId, testSigner.sign(ofBefore)]);
  const steps = [
    "delete from payout_recipient where program_id = $1",
    "delete from export_schedule where program_id = $1",
  ];
  for (const step of steps) await asService("account:owner", step, [programId]);
  expect(await checkpoint()).toEqual([]);
  await asService("account:owner", "delete from partner_email where program_id = $1", [programId]);
  expect((await checkpoint()).join("\n")).toMatch(/signs in was removed/);
});

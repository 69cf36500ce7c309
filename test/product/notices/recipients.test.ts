// Who receives which notice of a program unless they chose otherwise, from the people and channels that a database holds.
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { type NoticeKind, noticeKinds } from "../../../src/core/vocabulary/notice-kinds.ts";
import { addChannel } from "../../../src/product/notices/channels.ts";
import { findRecipients } from "../../../src/product/notices/people-read.ts";
import { createTestDatabase } from "../../support/database.ts";
import { beginOutbound } from "../../support/outbound.ts";
import { asOwner, createTestProgram, secretKey, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const { database, url: databaseUrl } = testDatabase;
const service = await startService(databaseUrl, { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any" });
const { programId } = await createTestProgram(database);

type Person = {
  readonly id: string;
  readonly role: "owner" | "member" | null;
  readonly isProven?: boolean;
  readonly isOperator?: boolean;
};

async function add({ id, role, isProven = true, isOperator = false }: Person): Promise<void> {
  await asOwner(
    databaseUrl,
    "insert into account_user (id, name, email, email_verified) values ($1, $1, $1 || '@acme.test', $2)",
    [id, isProven],
  );
  if (isOperator) await asOwner(databaseUrl, "insert into operator_account (user_id) values ($1)", [id]);
  if (role === null) return;
  await asOwner(
    databaseUrl,
    `insert into workspace_member (id, workspace, user_id, role)
     select gen_random_uuid()::text, workspace_id::text, $1, $2 from program where program_id = $3`,
    [id, role, programId],
  );
}

beforeAll(async () => {
  await add({ id: "owner", role: "owner" });
  await add({ id: "member", role: "member" });
  await add({ id: "unconfirmed-owner", role: "owner", isProven: false });
  await add({ id: "operator", role: null, isOperator: true });
  await add({ id: "member-and-operator", role: "member", isOperator: true });
  await add({ id: "stranger", role: null });
});
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

async function kindsFor(recipient: string, sendsMail = true): Promise<NoticeKind[]> {
  const kinds: NoticeKind[] = [];
  for (const kind of noticeKinds) {
    const recipients = await findRecipients(database.kysely, programId, kind, sendsMail);
    if (recipients.includes(recipient)) kinds.push(kind);
  }
  return kinds;
}

const allBut = (left: NoticeKind): readonly NoticeKind[] => noticeKinds.filter((kind) => kind !== left);

test("a member receives what needs no owner to act: the first sale and the weekly digest", async () => {
  expect(await kindsFor("account:member")).toEqual(["first_sale", "weekly_digest"]);
});

test("an owner receives everything but the daily digest, which is for those who ask for it", async () => {
  expect(await kindsFor("account:owner")).toEqual(allBut("daily_digest"));
});

test("an operator outside of the workspace receives only that a verification failed", async () => {
  expect(await kindsFor("account:operator")).toEqual(["verification_failed"]);
});

test("a member who is an operator receives what either does", async () => {
  expect(await kindsFor("account:member-and-operator")).toEqual(["first_sale", "verification_failed", "weekly_digest"]);
});

test.each(["unconfirmed-owner", "stranger"])("%s receives nothing", async (id) => {
  expect(await kindsFor(`account:${id}`)).toEqual([]);
});

test("without a mail server no person receives anything", async () => {
  expect(await kindsFor("account:owner", false)).toEqual([]);
});

test("a channel receives everything but the daily digest where no kinds were chosen for it, else those", async () => {
  const outbound = await beginOutbound(service);
  const made = await outbound.run("notice-channels.add", {
    program_id: programId,
    name: "#affiliates",
    url: "https://hooks.chat.example/services/XXXX",
  });
  expect(await kindsFor(`channel:${made.channel_id}`, false)).toEqual(allBut("daily_digest"));
  const chosen = { programId, name: "#payouts", url: "https://hooks.chat.example/p", kinds: ["payouts_due"] as const };
  const channelId = await addChannel(database, openSecrets([secretKey]), chosen, operator);
  expect(await kindsFor(`channel:${channelId}`, false)).toEqual(["payouts_due"]);
});

// Who changed who may do what: keys, connections, payout recipients, partners' addresses, people, agents' keys and operators.
import { expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openKeptSecrets } from "../../../src/access/secrets/kept-secrets.ts";
import { addAgentKey, revokeAgentKey } from "../../../src/product/agents/keys.ts";
import { setApiKey } from "../../../src/product/connections/provider-accounts.ts";
import { flagKey, unflagKey } from "../../../src/product/keys/rotation.ts";
import { setOwnRecipient } from "../../../src/product/payouts/own-recipient.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { auth, manyPeople, newCompany, newPerson } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf, secretKey } from "../../support/service.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
const { database } = service;
const secrets = await openKeptSecrets(database, [secretKey]);
const { workspaceId, programId, owner, member, stranger } = await newCompany(service);
const path = `/api/v1/programs/${programId}`;

type Line = {
  readonly change: string;
  readonly summary: string;
  readonly by_kind: string | null;
  readonly by_name: string | null;
};
const list = (query: string, key = member.token): Promise<Answer> =>
  service.request(`${path}/access-changes?${query}`, { key });
const linesOf = (answer: Answer): Line[] => fieldOf(answer, "data") as Line[];
const reported = async (query = ""): Promise<string[]> =>
  linesOf(await list(query)).map(({ change, by_kind, by_name }) => `${change} by ${by_name ?? by_kind}`);
async function send(method: string, to: string, body?: object): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const answer = await service.request(to, {
    method,
    key: owner.token,
    ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
  });
  if (answer.status >= 300) throw new Error(`${to} was answered ${answer.status} ${answer.text}`);
  return answer;
}

test("names who joined and was invited, as the accounts library changed it", async () => {
  expect(await reported()).toEqual([
    `member_joined by ${owner.name}`,
    `member_invited by ${owner.name}`,
    `invitation_accepted by ${member.name}`,
    `member_joined by ${member.name}`,
  ]);
});

test("keeps every change of keys, connections, recipients and addresses, by any author, and no secret", async () => {
  const seen = linesOf(await list("")).length;
  const partner = await send("POST", `${path}/partners`, { name: "Anna", code: "anna" });
  const partnerId = Number(fieldOf(partner, "data.partner_id"));
  await send("POST", `${path}/api-key`);
  const rotateBy = new Date(Date.now() + 86_400_000);
  await flagKey(database, { programId, rotateBy, now: new Date() }, operator);
  await unflagKey(database, programId, operator);
  const connection = await send("POST", `${path}/connections`, {
    provider: "stripe",
    signing_secret: "whsec_first_one",
  });
  const connectionId = Number(fieldOf(connection, "data.connection_id"));
  await send("PATCH", `${path}/connections/${connectionId}`, { signing_secret: "whsec_second_one", livemode: false });
  await send("PATCH", `${path}/connections/${connectionId}`, { livemode: false });
  await setApiKey(database, secrets, { programId, connectionId, apiKey: "rk_only_for_tests" }, operator);
  await send("DELETE", `${path}/connections/${connectionId}`);
  await send("PUT", `${path}/partners/${partnerId}/email`, { email: "anna@example.com" });
  const recipient = { email: "anna@pay.test", name: "Anna Nguyen", kind: "person" } as const;
  await send("PUT", `${path}/partners/${partnerId}/recipient`, recipient);
  await setOwnRecipient(
    database,
    secrets,
    { programId, recipient },
    { emailHash: secrets.hashEmail("anna@example.com") },
  );
  await send("DELETE", `${path}/partners/${partnerId}/recipient`);
  const answer = await list("order=newest&limit=100");
  expect(linesOf(answer).slice(0, -seen).toReversed()).toMatchObject([
    { change: "key_regenerated", by_name: owner.name },
    { change: "key_flagged", by_kind: "operator", by_name: null },
    { change: "key_unflagged", by_kind: "operator" },
    {
      change: "connection_added",
      by_name: owner.name,
      summary: `Connection ${connectionId} (stripe) was added, in live mode.`,
    },
    {
      change: "connection_changed",
      summary: `Connection ${connectionId} (stripe) was changed: test mode, 2 signing secrets are valid.`,
    },
    { change: "api_key_set", by_kind: "operator" },
    { change: "connection_removed", by_name: owner.name },
    { change: "api_key_removed", by_name: owner.name },
    { change: "partner_email_set", subject_name: "Anna", by_name: owner.name },
    { change: "recipient_set", summary: "Where payouts of Anna go was set.", by_name: owner.name },
    { change: "recipient_set", by_kind: "partner", by_name: "Anna" },
    { change: "recipient_removed", by_name: owner.name },
  ]);
  expect(answer.text).not.toMatch(/whsec_|rk_only|anna@|Nguyen/);
});

test("keeps roles, removals, withdrawn invitations, agents' keys and operators, each with its author", async () => {
  const last = (fieldOf(await list("order=newest&limit=1"), "data.0.change_id") as number) ?? 0;
  const organizationId = String(workspaceId);
  const people = fieldOf(
    await auth(
      service,
      "/organization/invite-member",
      { organizationId, email: "ben@acme.test", role: "member" },
      owner,
    ),
    "id",
  );
  await auth(service, "/organization/cancel-invitation", { invitationId: people }, owner);
  const members = await service.request(`/api/auth/organization/list-members?organizationId=${organizationId}`, {
    key: owner.token,
  });
  const listed = fieldOf(members, "members") as { id: string; user: { email: string } }[];
  const memberId = listed.find(({ user }) => user.email === member.email)?.id ?? "";
  await auth(service, "/organization/update-member-role", { organizationId, memberId, role: "owner" }, owner);
  await auth(service, "/organization/update-member-role", { organizationId, memberId, role: "member" }, owner);
  const added = await addAgentKey(database, { workspaceId, name: "Helper", scopes: ["programs:read"] }, operator);
  await revokeAgentKey(database, added?.agentKeyId ?? 0, operator);
  const all = linesOf(await list("limit=1000")) as (Line & { readonly change_id: number })[];
  expect(all.filter(({ change_id }) => change_id > last)).toMatchObject([
    { change: "member_invited", summary: "ben@acme.test was invited as member.", by_name: owner.name },
    { change: "invitation_canceled", by_name: owner.name },
    { change: "member_role_changed", by_name: owner.name },
    { change: "member_role_changed", summary: `${member.name} became member.`, by_name: owner.name },
    { change: "agent_key_created", summary: "Agent key “Helper” was made.", by_kind: "operator" },
    { change: "agent_key_revoked", by_kind: "operator" },
  ]);
});

test("shows operators of the installation to operators alone, and nothing to strangers", async () => {
  const other = await newPerson(service, "operator@acme.test");
  const made =
    "insert into operator_change (user_id, email, change) select id, email, 'link' from account_user where email = $1";
  await asOwner(
    testDatabase.url,
    "insert into operator_account (user_id) select id from account_user where email = $1",
    [other.email],
  );
  await asOwner(testDatabase.url, made, [other.email]);
  expect(linesOf(await list("change=operator_made", owner.token))).toEqual([]);
  expect(linesOf(await list("change=operator_made", other.token))).toMatchObject([
    { summary: `${other.name} became an operator of the installation.`, by_name: other.name },
  ]);
  expect(refusalOf(await list("", stranger.token))).toBe("404 not_found");
});

test("cannot be changed, pages without loss, and keeps nothing of a failed change", async () => {
  for (const statement of [
    "update access_change set change = 'x'",
    "delete from access_change",
    "truncate access_change",
  ]) {
    await expect(asOwner(testDatabase.url, statement)).rejects.toThrow();
  }
  const whole = linesOf(await list("limit=1000"));
  const walked: Line[] = [];
  for (let cursor: unknown = ""; cursor !== null; ) {
    const page = await list(`limit=3${cursor === "" ? "" : `&cursor=${String(cursor)}`}`);
    walked.push(...linesOf(page));
    cursor = fieldOf(page, "next");
  }
  expect(walked).toEqual(whole);
  const refused = await service.post(`${path}/api-key`, undefined, { key: member.token });
  expect(refusalOf(refused)).toBe("403 forbidden");
  expect(linesOf(await list("limit=1000"))).toEqual(whole);
});

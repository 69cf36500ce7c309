// svc members: people let into and taken out of a workspace by the operator, against a service that runs.
import { expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import { auth, manyPeople, password, signIn, signUp } from "../../support/people.ts";
import { asOwner, fieldOf, secretKey, startService } from "../../support/service.ts";
import { runSvc } from "../../support/svc.ts";

const { service, testDatabase } = await serviceForFile({ ...manyPeople, SVC_SIGN_UP: "closed", INVITATION_DAYS: "3" });

async function svc(...words: readonly string[]) {
  const env = {
    DATABASE_URL: testDatabase.url,
    SVC_SECRET_KEYS: secretKey,
    SVC_BASE_URL: service.url,
    INVITATION_DAYS: "3",
  };
  const run = await runSvc([...words, "--json"], { env });
  return { ...run, json: run.stdout === "" ? undefined : (JSON.parse(run.stdout) as Record<string, unknown>) };
}

const workspacesOf = async (key: string) => fieldOf(await service.request("/api/v1/workspaces", { key }), "data");

test("a workspace made on the command line gets its owner by an invitation, though sign-up is closed", async () => {
  await svc("workspaces", "create", "--name", "Acme");
  const added = await svc("members", "add", "--workspace", "1", "--email", "Ann@acme.test", "--role", "owner");
  expect(added.json).toEqual({
    workspace_id: 1,
    email: "ann@acme.test",
    role: "owner",
    status: "invited",
    invitation_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/invitation\?ticket=[\w-]+\.[0-9a-f]{64}$/),
    message: expect.stringContaining("send this link to the person"),
  });
  const ticket = new URL(String(added.json?.invitation_url)).searchParams.get("ticket") ?? "";
  expect((await signUp(service, "ann@acme.test")).status).toBe(403);
  expect((await signUp(service, "ann@acme.test", { invitation: ticket })).status).toBe(200);
  const ann = await signIn(service, "ann@acme.test", password);
  const [invitationId = ""] = ticket.split(".");
  expect((await auth(service, "/organization/accept-invitation", { invitationId }, ann)).status).toBe(200);
  expect(await workspacesOf(ann.token)).toMatchObject([{ workspace_id: 1, name: "Acme", role: "owner" }]);
});

test("a person with an account joins at once, and gets another role by being added again", async () => {
  const ann = await signIn(service, "ann@acme.test");
  const second = await svc("workspaces", "create", "--name", "Second");
  const workspace = String(second.json?.workspace_id);
  const add = (role: string) =>
    svc("members", "add", "--workspace", workspace, "--email", "ann@acme.test", "--role", role);
  expect((await add("member")).json).toMatchObject({ status: "joined", invitation_url: null });
  expect(await workspacesOf(ann.token)).toContainEqual(expect.objectContaining({ name: "Second", role: "member" }));
  await add("owner");
  const list = await svc("members", "list", "--workspace", workspace);
  expect(list.json).toEqual({
    data: [{ email: "ann@acme.test", name: "ann", role: "owner", second_factor: false, joined_at: expect.any(String) }],
    next: null,
  });
  const last = await svc("members", "remove", "--workspace", workspace, "--email", "ann@acme.test");
  expect([last.code, last.stderr]).toEqual([1, expect.stringContaining("A workspace needs an owner")]);
});

test("a stranger's unconfirmed account with another person's address joins nothing", async () => {
  const open = await startService(testDatabase.url, manyPeople);
  await signUp(open, "boss@acme.test", { password: "known to the stranger" });
  const added = await svc("members", "add", "--workspace", "1", "--email", "boss@acme.test", "--role", "owner");
  expect(added.json).toMatchObject({ status: "invited", invitation_url: expect.any(String) });
  const ticket = new URL(String(added.json?.invitation_url)).searchParams.get("ticket") ?? "";
  const made = await signUp(open, "boss@acme.test", { invitation: ticket });
  await open.close();
  expect(made.status).toBe(200);
  await expect(signIn(service, "boss@acme.test", "known to the stranger")).rejects.toThrow("401");
  const boss = await signIn(service, "boss@acme.test", password);
  expect(await workspacesOf(boss.token)).toEqual([]);
  const [invitationId = ""] = ticket.split(".");
  expect((await auth(service, "/organization/accept-invitation", { invitationId }, boss)).status).toBe(200);
  expect(await workspacesOf(boss.token)).toMatchObject([{ workspace_id: 1, role: "owner" }]);
});

test("a removed member loses access at once", async () => {
  const bobAdded = await svc("members", "add", "--workspace", "1", "--email", "bob@acme.test", "--role", "member");
  const ticket = new URL(String(bobAdded.json?.invitation_url)).searchParams.get("ticket") ?? "";
  await signUp(service, "bob@acme.test", { invitation: ticket });
  const bob = await signIn(service, "bob@acme.test");
  await svc("members", "add", "--workspace", "1", "--email", "bob@acme.test", "--role", "member");
  expect(await workspacesOf(bob.token)).toHaveLength(1);
  const removed = await svc("members", "remove", "--workspace", "1", "--email", "BOB@acme.test");
  expect(removed.json).toMatchObject({ status: "removed" });
  expect(await workspacesOf(bob.token)).toEqual([]);
  expect((await svc("members", "remove", "--workspace", "1", "--email", "bob@acme.test")).code).toBe(1);
});

test("an invitation is valid for INVITATION_DAYS, regardless of its author", async () => {
  await svc("members", "add", "--workspace", "1", "--email", "by-command@acme.test", "--role", "member");
  const ann = await signIn(service, "ann@acme.test");
  const invited = { organizationId: "1", email: "by-owner@acme.test", role: "member" };
  expect((await auth(service, "/organization/invite-member", invited, ann)).status).toBe(200);
  const held = await asOwner(
    testDatabase.url,
    `select email, round(extract(epoch from expires_at - now()) / 86400)::int as days
       from workspace_invitation where email like 'by-%' order by email`,
  );
  expect(held).toEqual([
    { email: "by-command@acme.test", days: 3 },
    { email: "by-owner@acme.test", days: 3 },
  ]);
});

test("an impossible change is refused with a message", async () => {
  const nowhere = await svc("members", "add", "--workspace", "99", "--email", "a@acme.test", "--role", "owner");
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("There is no workspace 99.")]);
  const admin = await svc("members", "add", "--workspace", "1", "--email", "a@acme.test", "--role", "admin");
  expect([admin.code, admin.stderr]).toEqual([
    2,
    expect.stringContaining("--role must be one of owner, member, finance, support, viewer."),
  ]);
  const nobody = await svc("members", "add", "--workspace", "1", "--email", "nobody", "--role", "owner");
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining("--email must be an e-mail address.")]);
});

// A workspace's people: who may let others in and remove them, and what is left after changes at the same time.
import { beforeEach, describe, expect, test } from "vitest";
import { serviceForFile } from "../../../support/for-file.ts";
import {
  auth,
  joinWorkspace,
  mailsOf,
  manyMails,
  manyPeople,
  newOperator,
  newPerson,
  newWorkspace,
  type Person,
} from "../../../support/people.ts";
import { type Answer, asOwner, fieldOf } from "../../../support/service.ts";

const { service, testDatabase } = await serviceForFile({ ...manyPeople, ...manyMails });
const ann = await newPerson(service, "ann@acme.test");
const bob = await newPerson(service, "bob@acme.test");
const cid = await newPerson(service, "cid@acme.test");
const eve = await newPerson(service, "eve@else.test");
await newWorkspace(service, eve, "Else");
/** Ann owns it, Bob is a member, Cid another owner. */
let workspaceId: number;
beforeEach(async () => {
  workspaceId = await newWorkspace(service, ann);
  await joinWorkspace(service, workspaceId, { owner: ann, joins: bob, role: "member" });
  await joinWorkspace(service, workspaceId, { owner: ann, joins: cid, role: "owner" });
});

const organizationId = (): string => String(workspaceId);
const invite = (by: Person, email: string, role: unknown): Promise<Answer> =>
  auth(service, "/organization/invite-member", { organizationId: organizationId(), email, role }, by);

type Member = { readonly id: string; readonly role: string; readonly email: string };
const members = (): Promise<Member[]> =>
  asOwner<Member>(
    testDatabase.url,
    `select m.id, m.role, u.email from workspace_member m join account_user u on u.id = m.user_id
      where m.workspace_id = $1 order by u.email`,
    [workspaceId],
  );
async function memberId({ email }: Person): Promise<string> {
  return (await members()).find((member) => member.email === email)?.id ?? "";
}
const setRole = async (by: Person, of: Person, role: unknown): Promise<Answer> => {
  const body = { organizationId: organizationId(), memberId: await memberId(of), role };
  return auth(service, "/organization/update-member-role", body, by);
};

describe("letting people in", () => {
  test("is for owners: a member and a stranger are refused, and nothing is mailed", async () => {
    const mails = mailsOf(service).length;
    expect((await invite(bob, "new@acme.test", "member")).status).toBe(403);
    expect((await invite(eve, "new@acme.test", "member")).status).toBe(400);
    expect(mailsOf(service)).toHaveLength(mails);
  });

  test("knows its roles and no others, one at a time", async () => {
    for (const role of ["admin", "owner,member", ["owner"], ["owner", "member"], "", 1, null]) {
      expect([role, (await invite(ann, "new@acme.test", role)).status]).toEqual([role, 400]);
      expect([role, (await setRole(ann, bob, role)).status]).toEqual([role, 400]);
    }
  });

  test("again replaces the invitation before", async () => {
    const first = fieldOf(await invite(ann, "new@acme.test", "member"), "id");
    await invite(ann, "NEW@acme.test", "owner");
    const rows = await asOwner(
      testDatabase.url,
      "select id, status, role from workspace_invitation where workspace = $1 and email = 'new@acme.test' order by created_at",
      [organizationId()],
    );
    expect(rows).toMatchObject([
      { id: first, status: "canceled" },
      { status: "pending", role: "owner" },
    ]);
  });

  test.each(["Ann\r\nBcc: all@acme.test", "Ann https://evil.test/ click here"])(
    "refuses the name %j, which would appear in a mail",
    async (name) => {
      expect((await auth(service, "/update-user", { name }, ann)).status).toBe(400);
      await invite(ann, "new@acme.test", "member");
      expect(mailsOf(service).at(-1)?.text).toContain('ann@acme.test invites you to the workspace "Acme" as member:');
    },
  );
});

describe("roles", () => {
  test("are changed by owners: a member can neither raise itself nor lower others", async () => {
    expect((await setRole(bob, bob, "owner")).status).toBe(403);
    expect((await setRole(bob, ann, "member")).status).toBe(403);
    expect((await setRole(eve, bob, "owner")).status).toBe(400);
    expect((await setRole(ann, bob, "owner")).status).toBe(200);
    expect((await members()).map(({ role }) => role)).toEqual(["owner", "owner", "owner"]);
  });

  test("of another workspace's people are out of reach", async () => {
    const other = await newWorkspace(service, eve, "Other");
    const [foreign] = await asOwner<Member>(
      testDatabase.url,
      "select id from workspace_member where workspace_id = $1",
      [other],
    );
    const body = { organizationId: organizationId(), memberId: foreign?.id, role: "member" };
    expect((await auth(service, "/organization/update-member-role", body, ann)).status).toBe(403);
  });
});

describe("a workspace", () => {
  const leave = (who: Person) => auth(service, "/organization/leave", { organizationId: organizationId() }, who);
  const ownersLeft = async () => (await members()).filter(({ role }) => role === "owner").length;

  test("keeps its last owner, who can neither leave nor step back", async () => {
    expect((await leave(cid)).status).toBe(200);
    expect((await leave(ann)).status).toBe(400);
    expect((await setRole(ann, ann, "member")).status).toBe(400);
    expect(await ownersLeft()).toBe(1);
  });

  test("keeps one of two owners who leave at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      workspaceId = await newWorkspace(service, ann);
      await joinWorkspace(service, workspaceId, { owner: ann, joins: cid, role: "owner" });
      await Promise.all([leave(ann), leave(cid)]);
      expect(await ownersLeft()).toBe(1);
    }
  });

  test("keeps one of two owners who demote each other at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      workspaceId = await newWorkspace(service, ann);
      await joinWorkspace(service, workspaceId, { owner: ann, joins: cid, role: "owner" });
      await Promise.all([setRole(ann, cid, "member"), setRole(cid, ann, "member")]);
      expect(await ownersLeft()).toBe(1);
    }
  });

  test("shows its people to its people only", async () => {
    const list = (who: Person) =>
      service.request(`/api/auth/organization/list-members?organizationId=${workspaceId}`, { key: who.token });
    expect((await list(bob)).text).toContain("cid@acme.test");
    expect((await list(eve)).status).toBe(403);
  });

  test.each(["get-full-organization", "list-invitations"])(
    "shows invitations to its owners only, by %s",
    async (call) => {
      const ask = (who: Person) =>
        service.request(`/api/auth/organization/${call}?organizationId=${workspaceId}`, { key: who.token });
      expect((await ask(ann)).status).toBe(200);
      expect([(await ask(bob)).status, fieldOf(await ask(bob), "code")]).toEqual([403, "OWNERS_ONLY"]);
      expect((await ask(eve)).status).toBe(403);
    },
  );

  test("is renamed by its owners, and has nothing else to change", async () => {
    const update = (who: Person, data: object) =>
      auth(service, "/organization/update", { organizationId: organizationId(), data }, who);
    expect((await update(bob, { name: "Bob's" })).status).toBe(403);
    expect((await update(ann, { name: "" })).status).toBe(400);
    expect((await update(ann, { name: "Renamed", slug: "taken" })).status).toBe(400);
    expect((await update(ann, { name: "Renamed" })).status).toBe(200);
    expect((await auth(service, "/organization/create", { name: "X", metadata: { a: 1 } }, ann)).status).toBe(400);
    const renamed = await service.request("/api/v1/workspaces?limit=1000", { key: bob.token });
    expect(fieldOf(renamed, "data")).toContainEqual(
      expect.objectContaining({ workspace_id: workspaceId, name: "Renamed", role: "member" }),
    );
  });
});

test("a removed member sees nothing with a session that is still open", async () => {
  const created = await service.post("/api/v1/programs", { name: "P", workspace_id: workspaceId }, { key: ann.token });
  const path = `/api/v1/programs/${fieldOf(created, "data.program_id")}`;
  expect((await service.request(path, { key: bob.token })).status).toBe(200);
  const remove = { organizationId: organizationId(), memberIdOrEmail: bob.email };
  expect((await auth(service, "/organization/remove-member", remove, bob)).status).toBe(401);
  expect((await auth(service, "/organization/remove-member", remove, ann)).status).toBe(200);
  expect((await service.request(path, { key: bob.token })).status).toBe(404);
});

describe("where no mail is sent", () => {
  const inviteBy = ({ token }: Person, email: string): Promise<Answer> =>
    service.post(`/api/v1/workspaces/${workspaceId}/members`, { email, role: "member" }, { key: token });

  test("an owner gets no link that would confirm anyone's address, but an operator does", async () => {
    const refused = await inviteBy(cid, "stranger@else.test");
    expect([refused.status, fieldOf(refused, "error.code")]).toEqual([403, "forbidden"]);
    expect(refused.text).not.toContain("ticket=");
    const operator = await newOperator(service, "operator@svc.test");
    const invited = await inviteBy(operator, "stranger@else.test");
    expect([invited.status, fieldOf(invited, "data.invitation_url")]).toEqual([
      200,
      expect.stringContaining("ticket="),
    ]);
  });

  test("an owner still says what a member may do", async () => {
    expect(fieldOf(await inviteBy(cid, bob.email), "data.status")).toBe("joined");
  });
});

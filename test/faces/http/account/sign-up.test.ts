// Making an account: the first one, those who come after it, those who are invited, and what strangers learn by trying.
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createWorkspace } from "../../../../src/product/programs/change.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";
import {
  auth,
  comeAsPerson,
  confirm,
  cookieOf,
  cookiesOf,
  linkTo,
  mailsOf,
  manyHashesMilliseconds,
  manyPeople,
  newPerson,
  password,
  signIn,
  signUp,
} from "../../../support/people.ts";
import { type Answer, asOwner, fieldOf, type RunningService, startService } from "../../../support/service.ts";

/** A service on an empty installation for each claim. */
const started: { service: RunningService; testDatabase: TestDatabase }[] = [];
async function start(env: Record<string, string> = {}) {
  const testDatabase = await createTestDatabase();
  const service = await startService(testDatabase.url, { ...manyPeople, ...env });
  started.push({ service, testDatabase });
  return { service, testDatabase };
}
afterEach(async () => {
  for (const { service, testDatabase } of started.splice(0)) {
    await service.close();
    await testDatabase.drop();
  }
});
afterAll(() => expect(started).toEqual([]));

const workspacesOf = async (service: RunningService, key: string): Promise<unknown> =>
  fieldOf(await service.request("/api/v1/workspaces", { key }), "data");

describe("the first account of an empty installation", () => {
  test("may sign in at once and owns the first workspace", async () => {
    const { service } = await start();
    expect((await signUp(service, "ann@acme.test")).status).toBe(200);
    const ann = await signIn(service, "ann@acme.test");
    expect(await workspacesOf(service, ann.token)).toEqual([
      {
        workspace_id: 1,
        name: "ann's workspace",
        role: "owner",
        is_operator: true,
        second_factor_from: null,
        lacks_second_factor: false,
        created_at: expect.any(String),
      },
    ]);
    expect(mailsOf(service)).toEqual([]);
  });

  test("is asked for instead of a sign-in, and is signed in by its form", async () => {
    const { service } = await start();
    const asked = await service.request("/sign-in?next=%2F", { redirect: "manual" });
    expect([asked.status, asked.headers.get("location")]).toEqual([303, "/sign-up"]);
    const { text } = await service.request("/sign-up");
    expect(text).toContain("<h1>Create the first account</h1>");
    expect(text).toContain("8 to 128 characters.");
    const created = await service.request("/sign-up", {
      method: "POST",
      redirect: "manual",
      headers: { origin: service.url, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ name: "Ann", email: "ann@acme.test", password }).toString(),
    });
    expect([created.status, created.headers.get("location")]).toEqual([303, "/"]);
    const cookie = cookieOf(created);
    expect((await service.request("/api/v1/workspaces", { headers: { cookie } })).body).toMatchObject({
      data: [{ role: "owner", is_operator: true }],
    });
    expect((await service.request("/sign-in", { redirect: "manual" })).status).toBe(200);
  });

  test("may be created although sign-up is closed, and no account after it", async () => {
    const { service } = await start({ SVC_SIGN_UP: "closed" });
    const ann = await comeAsPerson(service, "ann@acme.test");
    expect(await workspacesOf(service, ann.token)).toHaveLength(1);
    const refused = await signUp(service, "eve@else.test");
    expect([refused.status, fieldOf(refused, "code")]).toEqual([403, "SIGN_UP_CLOSED"]);
  });

  test.each([
    ["open", 200],
    ["closed", 403],
  ])(
    "is one of twelve at once where sign-up is %s: the others are answered %i",
    async (rule, status) => {
      const { service, testDatabase } = await start({ SVC_SIGN_UP: rule });
      const emails = Array.from({ length: 12 }, (_, number) => `person-${number}@acme.test`);
      const answers = await Promise.all(emails.map((email) => signUp(service, email)));
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([
        200,
        ...Array.from({ length: 11 }, () => status),
      ]);
      const proven = await asOwner(testDatabase.url, "select email from account_user where email_verified");
      const owners = await asOwner(
        testDatabase.url,
        "select u.email from workspace_member m join account_user u on u.id = m.user_id where m.role = 'owner'",
      );
      expect([proven.length, owners]).toEqual([1, proven]);
    },
    manyHashesMilliseconds,
  );

  test("of two sign-ups with one address at once, neither learns that it is taken", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    const answers = await Promise.all([1, 2, 3, 4].map(() => signUp(service, "bob@acme.test")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test(
    "is one, however many try at once",
    async () => {
      const { service, testDatabase } = await start();
      // More than there are connections: none may wait for one while it holds another.
      const emails = Array.from({ length: 12 }, (_, number) => `person-${number}@acme.test`);
      const answers = await Promise.all(emails.map((email) => signUp(service, email)));
      expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
      expect(await asOwner(testDatabase.url, "select role from workspace_member")).toEqual([{ role: "owner" }]);
      expect(await asOwner(testDatabase.url, "select workspace_id from workspace")).toHaveLength(1);
    },
    manyHashesMilliseconds,
  );

  test("gets no workspace that the operator made before: those have no owner until the operator names one", async () => {
    const { service, testDatabase } = await start();
    await createWorkspace(testDatabase.database, "Made on the command line");
    const ann = await comeAsPerson(service, "ann@acme.test");
    expect(await workspacesOf(service, ann.token)).toEqual([]);
  });

  test("may not be made on a closed installation that has a workspace", async () => {
    const { service, testDatabase } = await start({ SVC_SIGN_UP: "closed" });
    await createWorkspace(testDatabase.database, "Made on the command line");
    expect((await signUp(service, "eve@else.test")).status).toBe(403);
  });
});

describe("an account that comes later", () => {
  test("counts when its address is confirmed, and belongs to no workspace", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    const signedUp = await signUp(service, "bob@acme.test");
    await expect(signIn(service, "bob@acme.test")).rejects.toThrow("401");
    await confirm(service, "bob@acme.test", signedUp);
    const bob = await signIn(service, "bob@acme.test");
    expect(await workspacesOf(service, bob.token)).toEqual([]);
  });

  test("is confirmed by a link to a page of ours, and by no altered one", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    const headers = { cookie: cookiesOf(await signUp(service, "bob@acme.test")) };
    const link = new URL(linkTo(service, "bob@acme.test", "/api/auth/verify-email"));
    expect(link.searchParams.get("callbackURL")).toBe(`${service.url}/sign-in?confirmed`);
    const token = link.searchParams.get("token") ?? "";
    const forged = await service.request(`${link.pathname}?token=${token.slice(0, -2)}xx`, { headers });
    expect(forged.status).toBe(401);
    const elsewhere = `${link.pathname}?token=${token}&callbackURL=${encodeURIComponent("https://evil.test/")}`;
    expect((await service.request(elsewhere, { headers })).status).toBe(403);
    await expect(signIn(service, "bob@acme.test")).rejects.toThrow("401");
  });

  test("is refused for a short password, no address, no name, or a name without end", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    const faults = [{ password: "short" }, { email: "nobody" }, { name: " " }, { name: "x".repeat(256) }];
    for (const fault of faults) {
      const answer = await signUp(service, "bob@acme.test", fault);
      expect([fault, answer.status]).toEqual([fault, 400]);
    }
  });
});

describe("a stranger who tries addresses", () => {
  test("gets the same answer for a taken address as for a new one", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    const taken = await signUp(service, "ann@acme.test");
    const free = await signUp(service, "new@acme.test");
    const shapeOf = (body: unknown) =>
      JSON.stringify(body, (key, value: unknown) =>
        ["id", "email", "name", "createdAt", "updatedAt"].includes(key) ? key : value,
      );
    expect(shapeOf(taken.body)).toBe(shapeOf(free.body));
    const cookieShapes = ({ headers }: Answer) => headers.getSetCookie().map((line) => line.replace(/=[^;]*/, "="));
    expect([taken.status, cookieShapes(taken)]).toEqual([free.status, cookieShapes(free)]);
    expect(cookieShapes(free)).toEqual(["svc.sign_up=; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax"]);
  });

  test("learns nothing by signing in afterwards with the password of the attempt", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    const attempt = { password: "another password" };
    await signUp(service, "ann@acme.test", attempt);
    await signUp(service, "new@acme.test", attempt);
    const answers = await Promise.all(
      ["ann@acme.test", "new@acme.test", "nobody@acme.test"].map((email) =>
        auth(service, "/sign-in/email", { email, ...attempt }),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
  });

  test("gets the same answer to a password reset", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    const answers = await Promise.all(
      ["ann@acme.test", "nobody@acme.test"].map((email) => auth(service, "/request-password-reset", { email })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  test("notifies the holder of a taken address", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    await signUp(service, "ann@acme.test");
    expect(mailsOf(service).map(({ to, subject }) => [to, subject])).toEqual([
      ["ann@acme.test", "You already have an account"],
    ]);
  });
});

describe("an invited person", () => {
  async function invited(env: Record<string, string>, role = "member") {
    const { service, testDatabase } = await start(env);
    const ann = await newPerson(service, "ann@acme.test");
    const invitation = { organizationId: "1", email: "bob@acme.test", role };
    const answer = await auth(service, "/organization/invite-member", invitation, ann);
    const ticket = new URL(linkTo(service, "bob@acme.test", "/invitation")).searchParams.get("ticket") ?? "";
    return { service, testDatabase, ann, invitationId: String(fieldOf(answer, "id")), ticket };
  }

  test("may sign up through the invitation's link though sign-up is closed, is confirmed by it, and may accept", async () => {
    const { service, ticket, invitationId } = await invited({ SVC_SIGN_UP: "closed" });
    expect((await signUp(service, "bob@acme.test")).status).toBe(403);
    expect((await signUp(service, "bob@acme.test", { invitation: ticket })).status).toBe(200);
    const bob = await signIn(service, "bob@acme.test");
    expect((await auth(service, "/organization/accept-invitation", { invitationId }, bob)).status).toBe(200);
    expect(await workspacesOf(service, bob.token)).toMatchObject([{ workspace_id: 1, role: "member" }]);
  });

  test("dies with its inviter's right, however that ends, and does not come back with it", async () => {
    const { service, testDatabase, ann, invitationId, ticket } = await invited({ SVC_SIGN_UP: "closed" });
    await asOwner(
      testDatabase.url,
      `with cid as (insert into account_user (id, name, email, email_verified) values ('cid', 'Cid', 'cid@acme.test', true)
                    returning id)
       insert into workspace_member (id, workspace, user_id, role) select 'm', '1', id, 'owner' from cid`,
    );
    const setRole = (role: string) =>
      asOwner(testDatabase.url, "update workspace_member set role = $1 where id <> 'm'", [role]);
    await setRole("member");
    expect((await service.request(`/invitation?ticket=${ticket}`)).status).toBe(404);
    await setRole("owner");
    expect((await signUp(service, "bob@acme.test", { invitation: ticket })).status).toBe(403);
    await asOwner(testDatabase.url, "update workspace_invitation set status = 'pending'");
    expect((await service.request(`/invitation?ticket=${ticket}`)).status).toBe(200);
    expect((await signUp(service, "bob@acme.test", { invitation: ticket })).status).toBe(200);
    const bob = await signIn(service, "bob@acme.test");
    const leave = await auth(service, "/organization/leave", { organizationId: "1" }, ann);
    const accepted = await auth(service, "/organization/accept-invitation", { invitationId }, bob);
    expect([leave.status, accepted.status, await workspacesOf(service, bob.token)]).toEqual([200, 400, []]);
  });

  test("cannot use the link for another address, nor one with another proof, nor one that is over", async () => {
    const { service, testDatabase, ticket } = await invited({ SVC_SIGN_UP: "closed" });
    expect((await signUp(service, "eve@else.test", { invitation: ticket })).status).toBe(403);
    const [id] = ticket.split(".");
    for (const forged of [`${id}.${"0".repeat(64)}`, String(id), "", "x"]) {
      expect((await signUp(service, "bob@acme.test", { invitation: forged })).status).toBe(403);
    }
    await asOwner(testDatabase.url, "update workspace_invitation set expires_at = now() - interval '1 second'");
    expect((await signUp(service, "bob@acme.test", { invitation: ticket })).status).toBe(403);
  });

  test("is not confirmed by knowing the invitation's id, which members and owners see: only the mail proves the address", async () => {
    const { service, invitationId } = await invited({}, "owner");
    await signUp(service, "bob@acme.test", { invitation: invitationId });
    await expect(signIn(service, "bob@acme.test")).rejects.toThrow("401");
  });

  test("takes the address from a stranger who had signed up with it: the stranger's password opens nothing", async () => {
    const { service, ticket, invitationId } = await invited({});
    const planted = await signUp(service, "bob@acme.test", { password: "known to the stranger" });
    const made = await signUp(service, "bob@acme.test", { name: "Bob", invitation: ticket });
    expect([made.status, fieldOf(made, "user.emailVerified"), fieldOf(made, "user.name")]).toEqual([200, true, "Bob"]);
    await confirm(service, "bob@acme.test", planted);
    await expect(signIn(service, "bob@acme.test", "known to the stranger")).rejects.toThrow("401");
    const bob = await signIn(service, "bob@acme.test");
    expect((await auth(service, "/organization/accept-invitation", { invitationId }, bob)).status).toBe(200);
  });

  test("cannot accept another person's invitation", async () => {
    const { service, invitationId } = await invited({});
    const eve = await newPerson(service, "eve@else.test");
    const answer = await auth(service, "/organization/accept-invitation", { invitationId }, eve);
    expect([answer.status, fieldOf(answer, "code")]).toEqual([403, "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION"]);
    expect(await workspacesOf(service, eve.token)).toEqual([]);
  });

  test("joins once, though accepting twice", async () => {
    const { service, invitationId } = await invited({});
    const bob = await newPerson(service, "bob@acme.test");
    const answers = await Promise.all(
      [1, 2, 3].map(() => auth(service, "/organization/accept-invitation", { invitationId }, bob)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await workspacesOf(service, bob.token)).toHaveLength(1);
  });
});

describe("an account that a stranger created with another person's address", () => {
  const stranger = { password: "known to the stranger" };

  test("is confirmed with the password of the mail's reader, in any browser", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    await signUp(service, "boss@acme.test", stranger);
    const opened = await confirm(service, "boss@acme.test");
    const page = new URL(opened.headers.get("location") ?? "");
    expect([opened.status, page.pathname]).toEqual([302, "/reset-password"]);
    await expect(signIn(service, "boss@acme.test", stranger.password)).rejects.toThrow("401");
    expect((await service.request(`${page.pathname}${page.search}`)).text).toContain("Choose the password");
    const set = { token: page.searchParams.get("token"), newPassword: password };
    expect((await auth(service, "/reset-password", set)).status).toBe(200);
    await expect(signIn(service, "boss@acme.test", stranger.password)).rejects.toThrow("401");
    await signIn(service, "boss@acme.test");
  });

  test("is not confirmed by the cookie of another attempt at the same address", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    await signUp(service, "boss@acme.test", stranger);
    const own = await signUp(service, "boss@acme.test");
    expect(mailsOf(service).map(({ subject }) => subject)).toEqual([
      "Confirm your e-mail address",
      "Confirm your e-mail address",
    ]);
    const opened = await confirm(service, "boss@acme.test", own);
    expect(opened.headers.get("location")).toContain("/reset-password?token=");
    await expect(signIn(service, "boss@acme.test", stranger.password)).rejects.toThrow("401");
    await expect(signIn(service, "boss@acme.test")).rejects.toThrow("401");
  });

  test("causes no mail by signing in", async () => {
    const { service } = await start();
    await newPerson(service, "ann@acme.test");
    await signUp(service, "boss@acme.test", stranger);
    await expect(signIn(service, "boss@acme.test", stranger.password)).rejects.toThrow("401");
    expect(mailsOf(service)).toHaveLength(1);
  });
});

test("a password is kept as its hash alone", async () => {
  const { service, testDatabase } = await start();
  await comeAsPerson(service, "ann@acme.test");
  const [row] = await asOwner<{ password: string }>(testDatabase.url, "select password from account_credential");
  expect(row?.password).toMatch(/^[0-9a-f]+:[0-9a-f]{64,}$/);
  expect(service.logged.join()).not.toContain(password);
});

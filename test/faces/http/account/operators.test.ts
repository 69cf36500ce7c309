// How an installation gets its first operator in a browser: by the first sign-up where it is empty, else by the one-time link that its
// start prints. Used by two at once it makes one operator; used up or too old it makes none.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFirstWay, makeOperatorLink } from "../../../../src/product/operators/operators.ts";
import { killChildren } from "../../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";
import {
  auth,
  cookieOf,
  manyHashesMilliseconds,
  manyPeople,
  newOperator,
  newPerson,
  password,
  signIn,
  signUp,
} from "../../../support/people.ts";
import {
  asOwner,
  createTestProgram,
  fieldOf,
  type RunningService,
  refusalOf,
  startService,
} from "../../../support/service.ts";
import { startServiceProcess } from "../../../support/service-process.ts";

const operatorsOf = (url: string) =>
  asOwner<{ email: string }>(url, "select u.email from operator_account o join account_user u on u.id = o.user_id");

describe("an installation with programs and without accounts", { timeout: manyHashesMilliseconds }, () => {
  let db: TestDatabase;
  let service: RunningService;
  let programId: number;
  beforeAll(async () => {
    db = await createTestDatabase();
    programId = (await createTestProgram(db.database)).programId;
    service = await startService(db.url, manyPeople);
  });
  afterAll(async () => {
    await killChildren();
    await service.close();
    await db.drop();
  });

  test("prints a link that makes one operator and owner, however many use it at once", async () => {
    const { child } = await startServiceProcess(db.url);
    const [, link = ""] = /\/operator\?link=(\S+)/.exec(child.said()) ?? [];
    expect(link).toMatch(/^opl_/);
    const stored = await asOwner<{ all: string }>(db.url, "select string_agg(l::text, '') as all from operator_link l");
    expect(stored[0]?.all).not.toContain(link);
    expect((await service.request(`/operator?link=${link}`)).text).toContain("Create account");

    const emails = ["anna@svc.test", "ben@svc.test", "cleo@svc.test"];
    const tried = await Promise.all(emails.map((email) => signUp(service, email, { operatorLink: link })));
    expect(tried.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    const operators = await operatorsOf(db.url);
    expect(operators).toHaveLength(1);
    expect(await asOwner(db.url, "select id from account_user")).toHaveLength(1);
    const traces = await asOwner(db.url, "select email, change from operator_change");
    expect(traces).toEqual([{ email: operators[0]?.email, change: "link" }]);

    const { token } = await signIn(service, operators[0]?.email ?? "");
    const workspaces = await service.request("/api/v1/workspaces", { key: token });
    expect(workspaces.body).toMatchObject({ data: [{ role: "owner" }] });
    expect((await service.request(`/operator?link=${link}`)).status).toBe(404);
    expect(await findFirstWay(db.database.kysely, { isOpen: false })).toEqual({ kind: "none" });
    child.process.kill("SIGTERM");
    await child.exit;
  });

  test("takes an account that is signed in, and no link that is too old", async () => {
    const dora = await newPerson(service, "dora@svc.test");
    const page = (link: string, cookie: string) =>
      service.request("/operator", {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin: service.url, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ link, decision: "use-account" }).toString(),
      });
    const old = await makeOperatorLink(db.database.kysely, { onlyFirst: false });
    await asOwner(db.url, "update operator_link set expires_at = now() where used_at is null");
    expect((await page(old.secret, dora.cookie)).status).toBe(404);
    const { secret } = await makeOperatorLink(db.database.kysely, { onlyFirst: false });
    const taken = await auth(service, "/sign-up/email", {
      name: "D",
      email: dora.email,
      password,
      operatorLink: secret,
    });
    expect(taken.status).toBe(400);
    const both = await Promise.all([page(secret, dora.cookie), page(secret, dora.cookie)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 404]);
    expect((await service.request(`/api/v1/programs/${programId}`, { key: dora.token })).status).toBe(200);
  });

  test("keeps platform_fee_bps for the command line, and refuses a former operator", async () => {
    const eve = await newOperator(service, "eve@svc.test");
    const path = `/api/v1/programs/${programId}`;
    const change = (fields: object) =>
      service.request(path, {
        method: "PATCH",
        key: eve.token,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(fields),
      });
    expect((await change({ name: "Renamed" })).status).toBe(200);
    expect(refusalOf(await change({ platform_fee_bps: 0 }))).toBe("403 forbidden");
    const removed = await service.post("/api/v1/operators/remove", { email: eve.email }, { key: eve.token });
    expect(removed.status).toBe(200);
    expect(refusalOf(await change({ name: "Again" }))).toBe("404 not_found");
  });
});

test("the first account of an empty installation operates it, and the second does not", {
  timeout: manyHashesMilliseconds,
}, async () => {
  const db = await createTestDatabase();
  const service = await startService(db.url, manyPeople);
  expect(await findFirstWay(db.database.kysely, { isOpen: true })).toEqual({ kind: "open" });
  await Promise.all(["one@svc.test", "two@svc.test"].map((email) => signUp(service, email)));
  const operators = await operatorsOf(db.url);
  expect(operators).toHaveLength(1);
  const { token } = await signIn(service, operators[0]?.email ?? "");
  const listed = await service.request("/api/v1/operators", { key: token });
  expect(fieldOf(listed, "data")).toMatchObject(operators);
  await service.close();
  await db.drop();
});

describe.each(["open", "closed"])("an empty installation that others reach, with sign-up %s", (rule) => {
  let db: TestDatabase;
  let service: RunningService;
  const env = { HOST: "0.0.0.0", SVC_SIGN_UP: rule };
  beforeAll(async () => {
    db = await createTestDatabase();
    service = await startService(db.url, { ...manyPeople, ...env });
  });
  afterAll(async () => {
    await killChildren();
    await service.close();
    await db.drop();
  });

  test("creates no account for strangers, and its pages say where the link is", async () => {
    const emails = Array.from({ length: 12 }, (_, number) => `stranger-${number}@else.test`);
    const answers = await Promise.all(emails.map((email) => signUp(service, email)));
    expect(answers.map((answer) => [answer.status, fieldOf(answer, "code")])).toEqual(
      emails.map(() => [403, "FIRST_ACCOUNT_NEEDS_LINK"]),
    );
    expect((await signUp(service, "eve@else.test", { operatorLink: "opl_guessed" })).status).toBe(403);
    expect(await asOwner(db.url, "select id from account_user")).toEqual([]);
    for (const path of ["/sign-in", "/sign-up"]) {
      const { text } = await service.request(path);
      expect(text).toContain("Create the first account");
      expect(text).toContain("svc accounts link");
      expect(text).not.toContain("<form");
    }
  });

  test("gives the printed link's account the first workspace and the installation", async () => {
    const { child } = await startServiceProcess(db.url, env);
    const [, link = ""] = /\/operator\?link=(\S+)/.exec(child.said()) ?? [];
    expect((await service.request(`/operator?link=${link}`)).text).toContain("Create the first account");
    const form = { link, name: "Ann", email: "ann@svc.test", password, decision: "sign-up" };
    const created = await service.request("/operator", {
      method: "POST",
      redirect: "manual",
      headers: { origin: service.url, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    });
    expect([created.status, created.headers.get("location")]).toEqual([303, "/"]);
    expect(await operatorsOf(db.url)).toEqual([{ email: "ann@svc.test" }]);
    const workspaces = await service.request("/api/v1/workspaces", { headers: { cookie: cookieOf(created) } });
    expect(workspaces.body).toMatchObject({ data: [{ name: "Ann's workspace", role: "owner", is_operator: true }] });
    expect((await service.request("/sign-in")).text).toContain("Sign in");
    child.process.kill("SIGTERM");
    await child.exit;
  });
});

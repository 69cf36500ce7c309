// A second factor: set up with an authenticator app, asked for at sign-in, recovered, reset, and required of a workspace.

import { beforeEach, describe, expect, test } from "vitest";
import { type Authenticator, authenticatorOf } from "../../../support/authenticator.ts";
import { serviceForFile } from "../../../support/for-file.ts";
import {
  auth,
  cookiesOf,
  joinWorkspace,
  manyHashesMilliseconds,
  manyPeople,
  newOperator,
  newPerson,
  newWorkspace,
  type Person,
  password,
  signIn,
} from "../../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf } from "../../../support/service.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
await newPerson(service, "founder@acme.test");
let number = 0;
let ann: Person;
beforeEach(async () => {
  number += 1;
  ann = await newPerson(service, `ann-${number}@acme.test`);
});

const withCookie = (path: string, body: object, cookie: string): Promise<Answer> =>
  service.post(`/api/auth${path}`, body, { headers: { cookie, origin: service.url } });
const programsBy = ({ token }: Pick<Person, "token">): Promise<Answer> =>
  service.request("/api/v1/programs", { headers: { authorization: `Bearer ${token}` } });

type App = Authenticator & { readonly recoveryCodes: readonly string[] };

async function begin(person: Person): Promise<App> {
  const answer = await withCookie("/two-factor/enable", { password }, person.cookie);
  expect(answer.status).toBe(200);
  const codes = fieldOf(answer, "backupCodes");
  return {
    ...authenticatorOf(String(fieldOf(answer, "totpURI"))),
    recoveryCodes: Array.isArray(codes) ? codes.map(String) : [],
  };
}

/** As if the code that turned it on had been used long ago. */
async function setUp(person: Person): Promise<App> {
  const app = await begin(person);
  const confirmed = await withCookie("/two-factor/verify-totp", { code: await app.codeAt(0) }, person.cookie);
  expect(confirmed.status).toBe(200);
  await asOwner(
    testDatabase.url,
    "update account_second_factor set used_step = 1 where user_id = (select id from account_user where email = $1)",
    [person.email],
  );
  return app;
}

/** The cookies of a sign-in that waits for its code. */
async function challenge(person: Person): Promise<string> {
  const answer = await auth(service, "/sign-in/email", { email: person.email, password });
  expect([answer.status, answer.body]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ["totp"] }]);
  expect(answer.headers.get("set-auth-token")).toBeNull();
  return cookiesOf(answer);
}

const answerWith = async (person: Person, code: string) =>
  withCookie("/two-factor/verify-totp", { code }, await challenge(person));

describe("a second factor", () => {
  test(
    "is on once a code of the app was entered, and ends sessions made without one",
    async () => {
      const earlier = await signIn(service, ann.email);
      const app = await begin(ann);
      expect(app.recoveryCodes).toHaveLength(10);
      expect((await signIn(service, ann.email)).token).not.toBe("");
      const wrong = await withCookie("/two-factor/verify-totp", { code: "000000" }, ann.cookie);
      expect(wrong.status).toBe(401);
      const code = await app.codeAt(0);
      const confirmed = await withCookie("/two-factor/verify-totp", { code }, ann.cookie);
      expect(confirmed.status).toBe(200);
      expect((await programsBy(earlier)).status).toBe(401);
      expect((await programsBy(ann)).status).toBe(401);
      expect(fieldOf(await answerWith(ann, code), "code")).toBe("CODE_ALREADY_USED");
    },
    manyHashesMilliseconds,
  );

  test(
    "is asked for after the password: the password alone opens no session",
    async () => {
      const app = await setUp(ann);
      const waiting = await challenge(ann);
      expect(refusalOf(await service.request("/api/v1/programs", { headers: { cookie: waiting } }))).toBe(
        "401 unauthorized",
      );
      const done = await withCookie("/two-factor/verify-totp", { code: await app.codeAt(0) }, waiting);
      expect(done.status).toBe(200);
      expect((await programsBy({ token: String(fieldOf(done, "token")) })).status).toBe(200);
    },
    manyHashesMilliseconds,
  );

  test(
    "accepts a clock that is one step off, and no more",
    async () => {
      const app = await setUp(ann);
      expect((await answerWith(ann, await app.codeAt(-3))).status).toBe(401);
      expect((await answerWith(ann, await app.codeAt(3))).status).toBe(401);
      expect((await answerWith(ann, await app.codeAt(1))).status).toBe(200);
    },
    manyHashesMilliseconds,
  );

  test(
    "takes each code once, also of two sign-ins at the same moment",
    async () => {
      const app = await setUp(ann);
      const code = await app.codeAt(1);
      const [one, other] = [await challenge(ann), await challenge(ann)];
      const answers = await Promise.all(
        [one, other].map((cookie) => withCookie("/two-factor/verify-totp", { code }, cookie)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      expect(fieldOf(await answerWith(ann, await app.codeAt(0)), "code")).toBe("CODE_ALREADY_USED");
    },
    manyHashesMilliseconds,
  );

  test(
    "is replaced by a recovery code, once",
    async () => {
      const { recoveryCodes } = await setUp(ann);
      const [code = ""] = recoveryCodes;
      const use = async () => withCookie("/two-factor/verify-backup-code", { code }, await challenge(ann));
      expect((await use()).status).toBe(200);
      expect((await use()).status).toBe(401);
    },
    manyHashesMilliseconds,
  );

  test(
    "locks the account after ten wrong codes, over all sign-ins",
    async () => {
      const app = await setUp(ann);
      for (let sign = 0; sign < 2; sign += 1) {
        const waiting = await challenge(ann);
        for (let guess = 0; guess < 5; guess += 1) {
          expect((await withCookie("/two-factor/verify-totp", { code: "000000" }, waiting)).status).toBe(401);
        }
      }
      expect((await answerWith(ann, await app.codeAt(0))).status).toBe(429);
    },
    manyHashesMilliseconds,
  );

  test(
    "is turned off with the password alone, and then not asked for",
    async () => {
      const app = await setUp(ann);
      const done = await withCookie("/two-factor/verify-totp", { code: await app.codeAt(0) }, await challenge(ann));
      const cookie = cookiesOf(done);
      expect((await withCookie("/two-factor/disable", { password: "not-this-one" }, cookie)).status).toBe(400);
      expect((await withCookie("/two-factor/disable", { password }, cookie)).status).toBe(200);
      expect((await programsBy(await signIn(service, ann.email))).status).toBe(200);
    },
    manyHashesMilliseconds,
  );

  test(
    "trusts no browser for later, and has no other calls",
    async () => {
      const app = await setUp(ann);
      const body = { code: await app.codeAt(0), trustDevice: true };
      expect((await withCookie("/two-factor/verify-totp", body, await challenge(ann))).status).toBe(400);
      for (const path of ["/two-factor/send-otp", "/two-factor/get-totp-uri", "/two-factor/view-backup-codes"]) {
        expect((await withCookie(path, {}, ann.cookie)).status).toBe(404);
      }
    },
    manyHashesMilliseconds,
  );
});

describe("a workspace that requires one", () => {
  async function workspace() {
    const workspaceId = await newWorkspace(service, ann);
    const made = await service.post(
      "/api/v1/programs",
      { name: "Acme", workspace_id: workspaceId },
      { key: ann.token },
    );
    const programId = Number(fieldOf(made, "data.program_id"));
    const bob = await newPerson(service, `bob-${number}@acme.test`);
    await joinWorkspace(service, workspaceId, { owner: ann, joins: bob, role: "member" });
    return { programId, workspaceId, bob };
  }
  const call = (method: string, path: string, { token }: Pick<Person, "token">, body?: object): Promise<Answer> =>
    service.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const require = (workspaceId: number, person: Pick<Person, "token">, grace_days: number) =>
    call("PUT", `/api/v1/workspaces/${workspaceId}/second-factor`, person, { required: true, grace_days });
  async function signInWithCode(person: Person): Promise<Pick<Person, "token">> {
    const app = await setUp(person);
    return { token: String(fieldOf(await answerWith(person, await app.codeAt(1)), "token")) };
  }

  test(
    "is closed to members without one after the days of grace, on every call, and opens once they have one",
    async () => {
      const { programId, workspaceId, bob } = await workspace();
      expect(fieldOf(await require(workspaceId, ann, 0), "error.code")).toBe("invalid_request");
      const owner = await signInWithCode(ann);
      expect((await require(workspaceId, owner, 7)).status).toBe(200);
      expect((await call("GET", `/api/v1/programs/${programId}`, bob)).status).toBe(200);
      expect((await require(workspaceId, owner, 0)).status).toBe(200);
      for (const [method, path, body] of [
        ["GET", `/api/v1/programs/${programId}`],
        ["GET", `/api/v1/programs/${programId}/sales`],
        ["POST", `/api/v1/programs/${programId}/partners`, { name: "Anna", code: "anna" }],
        ["POST", "/api/v1/programs", { name: "Other", workspace_id: workspaceId }],
      ] as const) {
        expect(refusalOf(await call(method, path, bob, body))).toBe("403 second_factor_required");
      }
      expect(fieldOf(await call("GET", "/api/v1/programs", bob), "data")).toEqual([]);
      const members = `/api/auth/organization/list-members?organizationId=${workspaceId}`;
      expect(fieldOf(await call("GET", members, bob), "code")).toBe("SECOND_FACTOR_REQUIRED");
      const listed = await call("GET", "/api/v1/workspaces", bob);
      expect(listed.text).toContain('"lacks_second_factor":true');
      expect((await call("GET", `/api/v1/programs/${programId}`, owner)).status).toBe(200);
      const proven = await signInWithCode(bob);
      expect((await call("GET", `/api/v1/programs/${programId}`, proven)).status).toBe(200);
    },
    manyHashesMilliseconds,
  );

  test(
    "has its owner reset a member's lost one, with a line of who did it, but not of whom another workspace trusts",
    async () => {
      const { programId, workspaceId, bob } = await workspace();
      await setUp(bob);
      const reset = (person: Pick<Person, "token">, email: string) =>
        call("POST", `/api/v1/workspaces/${workspaceId}/members/reset-factor`, person, { email });
      expect(refusalOf(await reset(await newPerson(service, `eve-${number}@else.test`), bob.email))).toBe(
        "404 not_found",
      );
      expect(fieldOf(await reset(ann, bob.email), "data.status")).toBe("reset");
      expect((await signIn(service, bob.email)).token).not.toBe("undefined");
      const changes = await call("GET", `/api/v1/programs/${programId}/access-changes?change=second_factor_off`, ann);
      expect(changes.text).toContain(`The second factor of ${bob.name} was turned off.`);
      expect(changes.text).toContain(`"by_name":"${ann.name}"`);

      await newWorkspace(service, await signIn(service, bob.email));
      await setUp(await signIn(service, bob.email));
      expect(refusalOf(await reset(ann, bob.email))).toBe("403 forbidden");
      const operator = await newOperator(service, `operator-${number}@svc.test`);
      expect(refusalOf(await call("POST", "/api/v1/accounts/reset-factor", ann, { email: bob.email }))).toBe(
        "403 forbidden",
      );
      const done = await call("POST", "/api/v1/accounts/reset-factor", operator, { email: bob.email });
      expect(fieldOf(done, "data.status")).toBe("reset");
    },
    manyHashesMilliseconds,
  );
});

// Text that PostgreSQL cannot store, and text without end, in every field of every call and page of accounts: reported as the caller's
// fault, and never as one of ours.
import { afterAll, expect, test } from "vitest";
import { libraryCalls } from "../../../../src/faces/http/account/library-calls.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { manyHashesMilliseconds, manyMails, manyPeople, newPerson, signIn } from "../../../support/people.ts";
import { type Answer, refusalOf, startService } from "../../../support/service.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, {
  ...manyPeople,
  ...manyMails,
  RATE_LIMIT_MANAGEMENT_PER_MINUTE: "100000",
});
const ann = await newPerson(service, "ann@acme.test");
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const nul = "a\u0000b";
const bodies: Readonly<Record<string, string>> = {
  email: "ann@acme.test",
  name: "Ann",
  password: "correct horse battery",
  newPassword: "correct horse battery",
  currentPassword: "not this one at all",
  token: "x",
  invitation: "x",
  client_id: "svc-cli",
  device_code: "x",
  userCode: "ABCDEFGH",
  organizationId: "1",
  role: "member",
  memberId: "x",
  memberIdOrEmail: "ann@acme.test",
  invitationId: "x",
  slug: "x",
  callbackURL: "/",
  redirectTo: "/",
  image: "x",
  grant_type: "urn:ietf:params:oauth:grant-type:device_code",
};

function callWith(path: string, name: string, value: unknown, key: string | undefined): Promise<Answer> {
  const credential = key === undefined ? {} : { key };
  if (libraryCalls[path]?.method === "GET") {
    return service.request(`/api/auth${path}?${name}=${encodeURIComponent(String(value))}`, {
      ...credential,
      redirect: "manual",
    });
  }
  return service.post(`/api/auth${path}`, { ...bodies, [name]: value }, credential);
}

const calls = Object.entries(libraryCalls).map(([path, { method }]) => [path, method] as const);

test.each(calls)("%s answers a NUL in any place with 400", async (path, method) => {
  const names = method === "GET" ? (libraryCalls[path]?.query ?? []) : [...Object.keys(bodies), "data"];
  for (const name of names) {
    const value = name === "data" ? { name: nul } : nul;
    for (const key of [undefined, ann.token]) {
      expect([name, refusalOf(await callWith(path, name, value, key))]).toEqual([name, "400 invalid_request"]);
    }
  }
});

test.each(calls.filter(([, method]) => method === "GET"))(
  "%s finds a NUL behind a name that comes twice",
  async (path) => {
    for (const name of libraryCalls[path]?.query ?? []) {
      const answer = await service.request(`/api/auth${path}?${name}=a%00b&${name}=1`, { key: ann.token });
      expect([name, refusalOf(answer)]).toEqual([name, "400 invalid_request"]);
    }
  },
);

/** These end the session that the others need. */
const lasting = calls.filter(([path]) => path !== "/sign-out" && !path.includes("revoke"));

test.each(lasting)(
  "%s never fails on our side for what a stranger writes",
  async (path, method) => {
    const strange = ["9".repeat(30), `\ud7ff\uffff${"x".repeat(5000)}`];
    const names =
      method === "GET" ? (libraryCalls[path]?.query ?? []) : ["email", "token", "organizationId", "role", "userCode"];
    const asked = names.flatMap((name) => strange.map((value) => callWith(path, name, value, ann.token)));
    for (const answer of await Promise.all(asked))
      expect([answer.status < 500, answer.text]).toEqual([true, answer.text]);
  },
  manyHashesMilliseconds,
);

test("a token or a cookie with a NUL belongs to no one", async () => {
  for (const headers of [
    { authorization: "Bearer %00.%00" },
    { cookie: "svc.session_token=%00.AAAA" },
    { cookie: "svc.sign_up=%00; svc.known_0=%00" },
  ]) {
    const session = await service.request("/api/auth/get-session", { headers });
    expect([headers, session.status, session.text]).toEqual([headers, 200, "null"]);
    expect(refusalOf(await service.request("/api/v1/programs", { headers }))).toBe("401 unauthorized");
  }
});

test("pages take a NUL in address and form for what it is: something wrong that was written", async () => {
  const addresses = [
    "/sign-in?next=%00",
    "/sign-up?email=%00&ticket=%00",
    "/reset-password?token=%00",
    "/device?x=%00",
  ];
  for (const path of addresses) expect([path, (await service.request(path)).status]).toEqual([path, 200]);
  expect((await service.request("/invitation?ticket=%00")).status).toBe(404);
  const forms = {
    "/sign-in": "email=a%00b&password=x&next=%00",
    "/sign-up": "name=A&email=a%00b%40acme.test&password=correct%20horse&next=&ticket=%00",
    "/forgot-password": "email=%00",
    "/reset-password": "token=%00&password=correct%20horse%20battery",
    "/device": "user_code=%00&decision=approve",
  };
  const { cookie } = await signIn(service, "ann@acme.test");
  for (const [path, body] of Object.entries(forms)) {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: service.url,
      ...(path === "/device" ? { cookie } : {}),
    };
    const answer = await service.request(path, { method: "POST", headers, body });
    expect([path, answer.status, answer.text.includes("NUL")]).toEqual([path, 400, true]);
  }
});

// Passkeys over HTTP: what an authenticator proves is checked, a passkey is a second factor, and adding or removing one takes the password.
import { beforeEach, describe, expect, test } from "vitest";
import { authenticatorOf } from "../../../support/authenticator.ts";
import { serviceForFile } from "../../../support/for-file.ts";
import { newPasskey, type PasskeyAuthenticator, type PasskeyClaims } from "../../../support/passkeys.ts";
import {
  auth,
  cookieOf,
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
const origin = service.url.replace("127.0.0.1", "localhost");
let number = 0;
let ann: Person;
beforeEach(async () => {
  number += 1;
  ann = await newPerson(service, `ann-${number}@acme.test`);
});

const post = (path: string, body: object, cookie = ""): Promise<Answer> =>
  service.post(`/api/auth${path}`, body, { headers: { origin: service.url, ...(cookie === "" ? {} : { cookie }) } });
const get = (path: string, { cookie }: Pick<Person, "cookie">): Promise<Answer> =>
  service.request(`/api/auth${path}`, { headers: { cookie } });
const statusOf = async ({ token }: Pick<Person, "token">): Promise<number> =>
  (await service.request("/api/v1/programs", { key: token })).status;

async function register(
  { cookie }: Pick<Person, "cookie">,
  passkey: PasskeyAuthenticator,
  claims: Partial<PasskeyClaims> = {},
): Promise<Answer> {
  const begun = await post("/passkey/begin-registration", { password }, cookie);
  expect(begun.status).toBe(200);
  const response = passkey.make(String(fieldOf(begun, "challenge")), { origin, ...claims });
  return post("/passkey/verify-registration", { name: "Laptop", response }, `${cookie}; ${cookiesOf(begun)}`);
}

async function added(person: Pick<Person, "cookie">): Promise<PasskeyAuthenticator & { readonly rowId: string }> {
  const passkey = newPasskey();
  const answer = await register(person, passkey);
  expect(answer.status).toBe(200);
  return { ...passkey, rowId: String(fieldOf(answer, "id")) };
}

async function challenge(): Promise<{ readonly challenge: string; readonly cookie: string }> {
  const begun = await service.request("/api/auth/passkey/generate-authenticate-options");
  expect(fieldOf(begun, "userVerification")).toBe("required");
  return { challenge: String(fieldOf(begun, "challenge")), cookie: cookiesOf(begun) };
}

async function use(passkey: PasskeyAuthenticator, claims: Partial<PasskeyClaims> = {}): Promise<Answer> {
  const begun = await challenge();
  const response = passkey.use(begun.challenge, { origin, ...claims });
  return post("/passkey/verify-authentication", { response }, begun.cookie);
}

const codeOf = (answer: Answer): unknown => [answer.status, fieldOf(answer, "code")];

describe("a passkey", () => {
  test("signs its account in, without a password or a code, and shows nothing else of the account", async () => {
    const passkey = await added(ann);
    const answer = await use(passkey);
    expect(answer.status).toBe(200);
    expect(fieldOf(answer, "user.email")).toBe(ann.email);
    expect(Object.keys(Object(answer.body)).toSorted()).toEqual(["redirect", "token", "user"]);
    expect(await statusOf({ token: String(fieldOf(answer, "token")) })).toBe(200);
    expect((await service.request("/api/v1/programs", { headers: { cookie: cookieOf(answer) } })).status).toBe(200);
  });

  test("is refused from another origin, for another domain, and with no verification of its user", async () => {
    const passkey = await added(ann);
    for (const claims of [
      { origin: "https://evil.test" },
      { origin: service.url },
      { domain: "evil.test" },
      { isUserVerified: false },
    ]) {
      const answer = await use(passkey, claims);
      expect([answer.status, answer.headers.getSetCookie().some((line) => line.includes("session_token=ey"))]).toEqual([
        claims.isUserVerified === false ? 401 : 400,
        false,
      ]);
      expect(answer.text).not.toContain("token");
    }
    expect((await use(passkey)).status).toBe(200);
  });

  test("is added by nothing that comes from another origin, another domain or an unverified user", async () => {
    for (const claims of [{ origin: "https://evil.test" }, { domain: "evil.test" }]) {
      expect(codeOf(await register(ann, newPasskey(), claims))).toEqual([400, "PASSKEY_NOT_VERIFIED"]);
    }
    expect(codeOf(await register(ann, newPasskey(), { isUserVerified: false }))).toEqual([401, "USER_NOT_VERIFIED"]);
    expect((await get("/passkey/list-user-passkeys", ann)).body).toEqual([]);
  });

  test("answers each challenge once, also when the answer comes twice at the same moment", async () => {
    const passkey = await added(ann);
    const begun = await challenge();
    const body = { response: passkey.use(begun.challenge, { origin }) };
    const answers = await Promise.all([1, 2].map(() => post("/passkey/verify-authentication", body, begun.cookie)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(codeOf(await post("/passkey/verify-authentication", body, begun.cookie))).toEqual([
      400,
      "CHALLENGE_NOT_FOUND",
    ]);
    const other = await challenge();
    expect((await post("/passkey/verify-authentication", body, other.cookie)).status).toBe(400);
  });

  test("that counts backwards is a copy, and is refused", async () => {
    const passkey = await added(ann);
    expect((await use(passkey, { counter: 5 })).status).toBe(200);
    expect((await use(passkey, { counter: 5 })).status).toBe(400);
    expect((await use(passkey, { counter: 4 })).status).toBe(400);
    expect((await use(passkey, { counter: 4_000_000_000 })).status).toBe(200);
  });

  test("of one account is not added to another, and signs in as its own", async () => {
    const passkey = await added(ann);
    const eve = await newPerson(service, `eve-${number}@else.test`);
    expect(codeOf(await register(eve, passkey))).toEqual([400, "PASSKEY_KNOWN"]);
    expect(fieldOf(await use(passkey), "user.email")).toBe(ann.email);
  });

  test("is refused once it is removed, and only its own account renames and removes it, with the password", async () => {
    const passkey = await added(ann);
    const eve = await newPerson(service, `eve-${number}@else.test`);
    const { rowId: id } = passkey;
    expect((await post("/passkey/delete-passkey", { id, password }, eve.cookie)).status).toBe(401);
    expect((await post("/passkey/update-passkey", { id, name: "Mine" }, eve.cookie)).status).toBe(401);
    expect(codeOf(await post("/passkey/delete-passkey", { id }, ann.cookie))).toEqual([400, "INVALID_PASSWORD"]);
    const wrong = { id, password: "not this one" };
    expect(codeOf(await post("/passkey/delete-passkey", wrong, ann.cookie))).toEqual([400, "INVALID_PASSWORD"]);
    expect((await post("/passkey/update-passkey", { id, name: "Phone" }, ann.cookie)).status).toBe(200);
    expect(fieldOf(await get("/passkey/list-user-passkeys", ann), "0.name")).toBe("Phone");
    expect((await post("/passkey/delete-passkey", { id, password }, ann.cookie)).status).toBe(200);
    expect(codeOf(await use(passkey))).toEqual([401, "PASSKEY_NOT_FOUND"]);
    expect((await signIn(service, ann.email)).token).not.toBe("undefined");
  });

  test("is added with the password alone: a session is not enough, nor is a challenge of another account", async () => {
    expect(codeOf(await post("/passkey/begin-registration", {}, ann.cookie))).toEqual([400, "INVALID_PASSWORD"]);
    const options = await service.request("/api/auth/passkey/generate-register-options", {
      headers: { cookie: ann.cookie },
    });
    expect(options.status).toBe(404);
    const begun = await post("/passkey/begin-registration", { password }, ann.cookie);
    const response = newPasskey().make(String(fieldOf(begun, "challenge")), { origin });
    const eve = await newPerson(service, `eve-${number}@else.test`);
    const body = { name: "Laptop", response };
    const taken = await post("/passkey/verify-registration", body, `${eve.cookie}; ${cookiesOf(begun)}`);
    expect(taken.status).toBe(401);
    expect((await get("/passkey/list-user-passkeys", eve)).body).toEqual([]);
  });

  test("of an account without a password takes a session of the last 15 minutes", async () => {
    const change = (text: string) => asOwner(testDatabase.url, text, [ann.email]);
    await change(
      "update account_credential set password = null where user_id = (select id from account_user where email = $1)",
    );
    expect((await post("/passkey/begin-registration", {}, ann.cookie)).status).toBe(200);
    await change(
      "update account_session set created_at = now() - interval '16 minutes' where user_id = (select id from account_user where email = $1)",
    );
    expect(codeOf(await post("/passkey/begin-registration", {}, ann.cookie))).toEqual([403, "SESSION_NOT_NEW"]);
  });

  test("has a name of 1 to 100 plain characters, and an account has at most 20", async () => {
    const begun = await post("/passkey/begin-registration", { password }, ann.cookie);
    const response = newPasskey().make(String(fieldOf(begun, "challenge")), { origin });
    for (const name of ["", " ", "a".repeat(101), "a\nb", undefined]) {
      const body = { response, ...(name === undefined ? {} : { name }) };
      const answer = await post("/passkey/verify-registration", body, `${ann.cookie}; ${cookiesOf(begun)}`);
      expect(codeOf(answer)).toEqual([400, "INVALID_NAME"]);
    }
    await asOwner(
      testDatabase.url,
      `insert into account_passkey (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
       select u.id || n, u.id, 'Old', '', u.id || n, 0, 'singleDevice', false
         from account_user u, generate_series(1, 20) n where email = $1`,
      [ann.email],
    );
    expect(codeOf(await post("/passkey/begin-registration", { password }, ann.cookie))).toEqual([400, "LIMIT_REACHED"]);
  });

  test.each([
    {},
    { response: "text" },
    { response: { id: 1 } },
    { response: { id: { $ne: 1 } } },
    { response: { id: "a".repeat(2000) } },
    { response: { id: "unknown", response: null } },
  ])("in any other form is refused: %j", async (body) => {
    const { cookie } = await challenge();
    const answer = await post("/passkey/verify-authentication", body, cookie);
    expect([400, 401]).toContain(answer.status);
    const begun = await post("/passkey/begin-registration", { password }, ann.cookie);
    const made = await post(
      "/passkey/verify-registration",
      { name: "Laptop", ...body },
      `${ann.cookie}; ${cookiesOf(begun)}`,
    );
    expect(made.status).toBe(400);
  });
});

describe("an account with a passkey and no authenticator app", () => {
  test("gets no session by the password alone, and lost those that were opened so", async () => {
    const earlier = await signIn(service, ann.email);
    await added(ann);
    expect([await statusOf(earlier), await statusOf(ann)]).toEqual([401, 200]);
    const answer = await auth(service, "/sign-in/email", { email: ann.email, password });
    expect([answer.status, answer.body]).toEqual([200, { passkeyRedirect: true }]);
    expect(answer.headers.get("set-auth-token")).toBeNull();
    const programs = await service.request("/api/v1/programs", { headers: { cookie: cookiesOf(answer) } });
    expect(programs.status).toBe(401);
    const [left] = await asOwner<{ count: number }>(
      testDatabase.url,
      "select count(*)::integer as count from account_session s join account_user u on u.id = s.user_id where email = $1",
      [ann.email],
    );
    expect(left?.count).toBe(1);
  });

  test("is asked for a code after the password where it has an authenticator app as well", async () => {
    const enabled = await post("/two-factor/enable", { password }, ann.cookie);
    const app = authenticatorOf(String(fieldOf(enabled, "totpURI")));
    const confirmed = await post("/two-factor/verify-totp", { code: await app.codeAt(0) }, ann.cookie);
    const passkey = await added({ cookie: cookieOf(confirmed) });
    const asked = await auth(service, "/sign-in/email", { email: ann.email, password });
    expect(fieldOf(asked, "twoFactorRedirect")).toBe(true);
    expect((await use(passkey)).status).toBe(200);
  });
});

describe("a workspace that requires a second factor", () => {
  const require = (workspaceId: number, { token }: Pick<Person, "token">) =>
    service.request(`/api/v1/workspaces/${workspaceId}/second-factor`, {
      ...{ method: "PUT", key: token, headers: { "content-type": "application/json" } },
      body: JSON.stringify({ required: true, grace_days: 0 }),
    });

  test(
    "takes a passkey for one until it is removed or reset, and each is a line with its author",
    async () => {
      const workspaceId = await newWorkspace(service, ann);
      const made = await service.post(
        "/api/v1/programs",
        { name: "Acme", workspace_id: workspaceId },
        { key: ann.token },
      );
      const path = `/api/v1/programs/${fieldOf(made, "data.program_id")}`;
      const bob = await newPerson(service, `bob-${number}@acme.test`);
      await joinWorkspace(service, workspaceId, { owner: ann, joins: bob, role: "member" });
      const read = ({ token }: Pick<Person, "token">) => service.request(path, { key: token });

      expect(fieldOf(await require(workspaceId, ann), "error.code")).toBe("invalid_request");
      await added(ann);
      expect((await require(workspaceId, ann)).status).toBe(200);
      expect([(await read(ann)).status, refusalOf(await read(bob))]).toEqual([200, "403 second_factor_required"]);
      const { rowId } = await added(bob);
      expect((await read(bob)).status).toBe(200);
      const members = await service.request(`/api/v1/workspaces/${workspaceId}/members`, { key: ann.token });
      expect(fieldOf(members, "data.1.second_factor")).toBe(true);
      await post("/passkey/delete-passkey", { id: rowId, password }, bob.cookie);
      expect(refusalOf(await read(bob))).toBe("403 second_factor_required");

      await added(bob);
      const reset = await service.post(
        `/api/v1/workspaces/${workspaceId}/members/reset-factor`,
        { email: bob.email },
        { key: ann.token },
      );
      expect(fieldOf(reset, "data.status")).toBe("reset");
      expect(await statusOf(bob)).toBe(401);
      const again = await signIn(service, bob.email);
      expect(refusalOf(await read(again))).toBe("403 second_factor_required");

      const lines = await service.request(`${path}/access-changes`, { key: ann.token });
      const said = [...JSON.stringify(lines.body).matchAll(/"change":"(passkey_\w+)"/g)].map(([, change]) => change);
      expect(said).toEqual([
        ...["passkey_added", "passkey_added", "passkey_removed", "passkey_added", "passkey_removed"],
      ]);
      expect(lines.text).toContain(`A passkey of ${bob.name} was removed.`);
      const removals = await service.request(`${path}/access-changes?change=passkey_removed`, { key: ann.token });
      expect([fieldOf(removals, "data.0.by_name"), fieldOf(removals, "data.1.by_name")]).toEqual([bob.name, ann.name]);
    },
    manyHashesMilliseconds,
  );

  test("has an operator reset anyone's passkeys", async () => {
    await added(ann);
    const operator = await newOperator(service, `operator-${number}@svc.test`);
    const reset = await service.post("/api/v1/accounts/reset-factor", { email: ann.email }, { key: operator.token });
    expect(fieldOf(reset, "data.status")).toBe("reset");
    expect((await signIn(service, ann.email)).token).not.toBe("undefined");
    const none = await service.post("/api/v1/accounts/reset-factor", { email: ann.email }, { key: operator.token });
    expect(fieldOf(none, "data.status")).toBe("none");
  });
});

test("a public address without a domain has no passkeys, and says so", async () => {
  const { passkeySiteOf } = await import("../../../../src/product/accounts/passkeys/passkey-site.ts");
  expect(passkeySiteOf("https://203.0.113.7")).toBeUndefined();
  expect(passkeySiteOf("https://[2001:db8::7]:8443")).toBeUndefined();
  expect(passkeySiteOf("http://svc.example")).toBeUndefined();
  expect(passkeySiteOf("https://svc.example/whence")).toEqual({ domain: "svc.example", origin: "https://svc.example" });
  expect(passkeySiteOf("http://127.0.0.1:8080")).toEqual({ domain: "localhost", origin: "http://localhost:8080" });
});

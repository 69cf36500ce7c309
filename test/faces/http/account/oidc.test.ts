// Signing in through an OIDC issuer: whom it opens which account for, with which roles, and what is refused.
import { beforeEach, describe, expect, test } from "vitest";
import { callbackPath } from "../../../../src/product/accounts/oidc/oidc-sign-in.ts";
import { authenticatorOf } from "../../../support/authenticator.ts";
import { serviceForFile } from "../../../support/for-file.ts";
import {
  type BrowserPage,
  clientId,
  clientSecret,
  type Forgery,
  issuerForFile,
  newKey,
  PlainBrowser,
} from "../../../support/oidc-issuer.ts";
import { newPasskey } from "../../../support/passkeys.ts";
import {
  auth,
  cookiesOf,
  joinWorkspace,
  linkTo,
  manyHashesMilliseconds,
  manyPeople,
  newPerson,
  newWorkspace,
  password,
  signIn,
} from "../../../support/people.ts";
import { asOwner, fieldOf } from "../../../support/service.ts";

const issuer = await issuerForFile();
const { service, testDatabase } = await serviceForFile({
  ...manyPeople,
  ...issuer.env,
  OIDC_DOMAINS: "acme.test=1:member, else.test",
  OIDC_GROUPS: "affiliate-owners=1:owner, finance=2:member",
});
issuer.trust(service.url);
const founder = await newPerson(service, "founder@acme.test");
const otherWorkspace = await newWorkspace(service, founder, "Else");

let number = 0;
let email: string;
beforeEach(() => {
  number += 1;
  email = `ann-${number}@acme.test`;
  Object.assign(issuer, { forgery: null, fault: null, isTerse: false });
  issuer.person = { sub: `sub-${number}`, email, email_verified: true, name: "Ann Lee", groups: [] };
});

const begin = `${service.url}/sign-in/oidc`;

/** Up to the redirect that brings the code. */
async function comeBack(browser: PlainBrowser): Promise<string> {
  return (await browser.open(begin, { stopAt: callbackPath })).url;
}

async function signInBy(browser = new PlainBrowser(), next = "/account"): Promise<PlainBrowser & BrowserPage> {
  return Object.assign(browser, await browser.open(`${begin}?next=${encodeURIComponent(next)}`));
}

async function workspacesOf({ cookie }: { readonly cookie: string }): Promise<Record<string, string>> {
  const answer = await service.request("/api/v1/workspaces", { headers: { cookie } });
  if (answer.status !== 200) return { [answer.status]: "refused" };
  const lines = fieldOf(answer, "data");
  if (!Array.isArray(lines)) throw new Error("no list");
  return Object.fromEntries(lines.map(({ workspace_id, role }) => [workspace_id, role]));
}

const accountsOf = (address: string) =>
  asOwner<{ id: string; name: string; email_verified: boolean }>(
    testDatabase.url,
    "select id, name, email_verified from account_user where email = $1",
    [address],
  );
const sessionsOf = async (address: string) =>
  (
    await asOwner(
      testDatabase.url,
      "select 1 from account_session s join account_user u on u.id = s.user_id where u.email = $1",
      [address],
    )
  ).length;

describe("the first sign-in", () => {
  test("makes the account, gives it the role of its domain, and goes on to where it began", async () => {
    const page = await signInBy(undefined, "/account?from=test");
    expect([page.status, page.url]).toEqual([200, `${service.url}/account?from=test`]);
    expect(page.text).toContain(`You are signed in as Ann Lee, ${email}.`);
    expect(await workspacesOf(page)).toEqual({ 1: "member" });
    expect(await accountsOf(email)).toMatchObject([{ name: "Ann Lee", email_verified: true }]);
  });

  test("gives no role where the domain gives none", async () => {
    issuer.person = { ...issuer.person, email: `ann-${number}@else.test` };
    expect(await workspacesOf(await signInBy())).toEqual({});
  });

  test("makes one account of two browsers at the same moment", async () => {
    const browsers = [new PlainBrowser(), new PlainBrowser(), new PlainBrowser()];
    const links = await Promise.all(browsers.map(comeBack));
    const pages = await Promise.all(browsers.map((browser, index) => browser.open(links[index] ?? "")));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  test("asks the issuer for what its token does not say", async () => {
    issuer.isTerse = true;
    issuer.trust(service.url);
    issuer.person = { ...issuer.person, groups: ["affiliate-owners"] };
    const page = await signInBy();
    expect(page.text).toContain(email);
    expect(await workspacesOf(page)).toEqual({ 1: "owner" });
    issuer.isTerse = false;
    issuer.trust(service.url);
  });

  test("takes a name that no account may have from the e-mail", async () => {
    issuer.person = { ...issuer.person, name: "see https://else.test" };
    expect((await signInBy()).text).toContain(`signed in as ann-${number}, `);
  });
});

describe("the next sign-in", () => {
  test("opens the same account by the issuer's id, also after the e-mail changed", async () => {
    await signInBy();
    issuer.person = { ...issuer.person, email: `lee-${number}@acme.test` };
    const page = await signInBy();
    expect(page.text).toContain(email);
    expect(await accountsOf(`lee-${number}@acme.test`)).toEqual([]);
  });

  test("brings the roles in line with the groups, and takes those away that no group gives", async () => {
    issuer.person = { ...issuer.person, groups: ["affiliate-owners", "finance", "other"] };
    expect(await workspacesOf(await signInBy())).toEqual({ 1: "owner", [otherWorkspace]: "member" });
    issuer.person = { ...issuer.person, groups: ["other"] };
    const page = await signInBy();
    expect(await workspacesOf(page)).toEqual({ 1: "member" });
    issuer.person = { ...issuer.person, email: `ann-${number}@else.test` };
    expect(await workspacesOf(await signInBy())).toEqual({});
  });

  test("leaves a role that an owner gave by hand", async () => {
    const bob = await newPerson(service, email);
    await joinWorkspace(service, otherWorkspace, { owner: founder, joins: bob, role: "owner" });
    issuer.person = { ...issuer.person, groups: [] };
    expect(await workspacesOf(await signInBy())).toEqual({ 1: "member", [otherWorkspace]: "owner" });
  });

  test("leaves a workspace its last owner", async () => {
    issuer.person = { ...issuer.person, groups: ["affiliate-owners"] };
    const page = await signInBy();
    const others = "update workspace_member set role = 'member' where workspace = '1' and user_id <> $1";
    await asOwner(testDatabase.url, others, [(await accountsOf(email))[0]?.id]);
    issuer.person = { ...issuer.person, groups: [] };
    await signInBy();
    expect(await workspacesOf(page)).toEqual({ 1: "owner" });
    await asOwner(testDatabase.url, "update workspace_member set role = 'owner' where workspace = '1'");
  });

  test("records which role each account received, and signs it", async () => {
    await signInBy();
    const [line] = await asOwner(
      testDatabase.url,
      "select change, changed_by, subject from access_change order by change_id desc limit 1",
    );
    const id = (await accountsOf(email))[0]?.id;
    expect(line).toEqual({ change: "member_joined", changed_by: `account:${id}`, subject: id });
  });
});

describe("an account that is there", () => {
  test(
    "is opened if both sides have proven its e-mail, and keeps its password",
    async () => {
      const bob = await newPerson(service, email);
      const page = await signInBy();
      expect(page.status).toBe(200);
      expect(await accountsOf(email)).toHaveLength(1);
      expect((await signIn(service, email)).email).toBe(bob.email);
    },
    manyHashesMilliseconds,
  );

  test(
    "loses the password of an account that only claimed its e-mail",
    async () => {
      await auth(service, "/sign-up/email", { name: "Eve", email, password });
      expect((await signInBy()).text).toContain("signed in as Ann Lee");
      expect((await auth(service, "/sign-in/email", { email, password })).status).toBe(401);
      expect(await accountsOf(email)).toMatchObject([{ name: "Ann Lee", email_verified: true }]);
    },
    manyHashesMilliseconds,
  );

  test("asks for the code of its second factor", async () => {
    const bob = await newPerson(service, email);
    const headers = { cookie: bob.cookie, origin: service.url };
    const enabled = await service.post("/api/auth/two-factor/enable", { password }, { headers });
    const app = authenticatorOf(String(fieldOf(enabled, "totpURI")));
    await service.post("/api/auth/two-factor/verify-totp", { code: await app.codeAt(0) }, { headers });
    const page = await signInBy();
    expect(page.url).toBe(`${service.url}/sign-in/code?next=%2Faccount`);
    expect(await workspacesOf(page)).toEqual({ 401: "refused" });
    const code = await app.codeAt(1);
    const done = await service.post(
      "/api/auth/two-factor/verify-totp",
      { code },
      { headers: { cookie: page.cookie, origin: service.url } },
    );
    expect(done.status).toBe(200);
  });

  test("of another identity at the issuer stays that one's until an operator unlinks it", async () => {
    await signInBy();
    issuer.person = { ...issuer.person, sub: `other-${number}` };
    const page = await signInBy();
    expect(page.status).toBe(403);
    expect(page.text).toContain("belongs to another identity at Acme ID");
    const unlinked = await service.post("/api/v1/accounts/unlink", { email }, { key: (await operator()).token });
    expect([unlinked.status, fieldOf(unlinked, "data.status")]).toEqual([200, "unlinked"]);
    expect((await signInBy()).status).toBe(200);
  });

  test("is kept with its author when an identity is linked or unlinked, in each of its workspaces", async () => {
    const bob = await newPerson(service, email);
    await joinWorkspace(service, otherWorkspace, { owner: founder, joins: bob, role: "viewer" });
    await signInBy();
    const by = await operator();
    await service.post("/api/v1/accounts/unlink", { email }, { key: by.token });
    await signInBy();
    const [account] = await accountsOf(email);
    const kept = await asOwner<{ change: string; changed_by: string; detail: object }>(
      testDatabase.url,
      `select change, changed_by, detail from access_change
        where workspace_id = $1 and subject = $2 and change like 'identity%' order by change_id`,
      [otherWorkspace, account?.id],
    );
    const [operating] = await accountsOf(by.email);
    expect(kept.map(({ change, changed_by }) => `${change} ${changed_by}`)).toEqual([
      `identity_linked account:${account?.id}`,
      `identity_unlinked account:${operating?.id}`,
      `identity_linked account:${account?.id}`,
    ]);
    expect(kept[0]?.detail).toEqual({ issuer: issuer.url });
    const made = await service.post(
      "/api/v1/programs",
      { name: "Acme", workspace_id: otherWorkspace },
      { key: founder.token },
    );
    const path = `/api/v1/programs/${fieldOf(made, "data.program_id")}/access-changes`;
    const listed = await service.request(path, { key: founder.token });
    expect(listed.text).toContain(`An identity at ${issuer.url} no longer opens the account of`);
  });

  test("without a password sets up a second factor without one", async () => {
    const { cookie } = await signInBy();
    const shown = await service.request("/account/second-factor", { headers: { cookie } });
    expect(shown.text).not.toContain("password");
    const enabled = await service.post("/api/auth/two-factor/enable", {}, { headers: { cookie, origin: service.url } });
    expect(enabled.status).toBe(200);
  });

  test("with a passkey and no authenticator app is opened by the passkey, and not by the issuer alone", async () => {
    const { cookie } = await signInBy();
    const call = (path: string, body: object, cookies: string) =>
      service.post(`/api/auth${path}`, body, { headers: { cookie: cookies, origin: service.url } });
    const begun = await call("/passkey/begin-registration", {}, cookie);
    const origin = service.url.replace("127.0.0.1", "localhost");
    const response = newPasskey().make(String(fieldOf(begun, "challenge")), { origin });
    const added = await call(
      "/passkey/verify-registration",
      { name: "Laptop", response },
      `${cookie}; ${cookiesOf(begun)}`,
    );
    expect(added.status).toBe(200);
    const page = await signInBy();
    expect([page.status, new URL(page.url).pathname]).toEqual([200, "/sign-in/passkey"]);
    expect(page.cookie).not.toMatch(/session_token=[^;]/);
  });

  test("without a password gets a first one by a mail, which is kept as a reset", async () => {
    await signInBy();
    await auth(service, "/request-password-reset", { email });
    const token = new URL(linkTo(service, email, "/reset-password")).searchParams.get("token") ?? "";
    expect((await auth(service, "/reset-password", { token, newPassword: password })).status).toBe(200);
    const [account] = await accountsOf(email);
    const kept = await asOwner<{ change: string; workspace_id: number }>(
      testDatabase.url,
      "select change, workspace_id from access_change where subject = $1 and change like 'password%'",
      [account?.id],
    );
    expect(kept).toEqual([{ change: "password_reset", workspace_id: 1 }]);
  });

  test("with a password sets up a second factor only with it", async () => {
    const bob = await newPerson(service, email);
    const enabled = await auth(service, "/two-factor/enable", {}, bob);
    expect([enabled.status, fieldOf(enabled, "code")]).toEqual([400, "INVALID_PASSWORD"]);
  });
});

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;
const stranger = newKey();
const forgeries: Readonly<Record<string, () => Forgery>> = {
  "is for another client": () => ({ claims: (claims) => ({ ...claims, aud: "another-client" }) }),
  "is for another client first": () => ({
    claims: (claims) => ({ ...claims, aud: [clientId, "other"], azp: "other" }),
  }),
  "names another issuer": () => ({ claims: (claims) => ({ ...claims, iss: "https://else.test" }) }),
  "has another sign-in's nonce": () => ({ claims: (claims) => ({ ...claims, nonce: "another" }) }),
  "has no nonce": () => ({ claims: ({ nonce: _nonce, ...claims }) => claims }),
  "has run out": () => ({ claims: (claims) => ({ ...claims, iat: hourAgo() - 60, exp: hourAgo() }) }),
  "has no end": () => ({ claims: ({ exp: _exp, ...claims }) => claims }),
  "is signed by a stranger": () => ({ key: stranger }),
  "is signed by a stranger under the issuer's name for its key": () => ({ key: { ...stranger, kid: issuer.key.kid } }),
  "is signed by a key that was retired": () => ({ key: issuer.rotate() }),
  "is missing": () => ({ isLeftOut: true }),
};

describe("no one is signed in by a token that", () => {
  test.each(Object.keys(forgeries))("%s", async (what) => {
    issuer.forgery = forgeries[what]?.() ?? null;
    const page = await signInBy();
    expect(page.status).toBe(403);
    expect(page.text).toContain("The answer of Acme ID could not be verified");
    expect(await accountsOf(email)).toEqual([]);
    expect(page.cookie).not.toContain("session_token");
  });
});

test("a rotated key counts at once", async () => {
  await signInBy();
  issuer.rotate();
  expect((await signInBy()).status).toBe(200);
});

describe("a person is refused", () => {
  test.each([
    ["whose e-mail the issuer has not verified", { email_verified: false }, "has not verified your e-mail"],
    ["of whose e-mail it does not say so", { email_verified: undefined }, "has not verified your e-mail"],
    ["without an e-mail", { email: undefined }, "did not say your e-mail"],
    ["with what is no e-mail", { email: "ann" }, "did not say your e-mail"],
    ["of a domain that is not configured", { email: "ann@strange.test" }, "E-mails of your domain"],
    ["of a domain below one that is", { email: "ann@x.acme.test" }, "E-mails of your domain"],
    ["of a domain that ends like one", { email: "ann@notacme.test" }, "E-mails of your domain"],
    ["whose groups the issuer left out", { _claim_names: { groups: "src1" } }, "You are in more groups"],
  ])("%s", async (_who, claims, words) => {
    issuer.person = { ...issuer.person, ...claims };
    const page = await signInBy();
    expect(page.status).toBe(403);
    expect(page.text).toContain(words);
    expect(await sessionsOf(email)).toBe(0);
  });
});

describe("the browser's return from the issuer", () => {
  test("counts once", async () => {
    const browser = new PlainBrowser();
    const link = await comeBack(browser);
    const kept = browser.cookie;
    expect((await browser.open(link)).url).toBe(`${service.url}/`);
    expect((await browser.open(link)).status).toBe(400);
    const again = await service.request(link.slice(service.url.length), {
      headers: { cookie: kept },
      redirect: "manual",
    });
    expect(again.status).toBe(403);
    expect(await sessionsOf(email)).toBe(1);
  });

  test("counts in the browser that began, and in no other", async () => {
    const link = await comeBack(new PlainBrowser());
    const page = await new PlainBrowser().open(link);
    expect(page.status).toBe(400);
    expect(page.text).toContain("started in another browser");
    expect(await sessionsOf(email)).toBe(0);
  });

  test("is refused with a forged state or cookie", async () => {
    const browser = new PlainBrowser();
    const link = new URL(await comeBack(browser));
    const [name = "", value = ""] = (
      browser.cookie.split("; ").find((pair) => pair.startsWith("svc.oidc_")) ?? ""
    ).split("=");
    const open = (search: string, cookie: string) =>
      service.request(`${callbackPath}${search}`, { headers: { cookie }, redirect: "manual" });
    const forged = new URLSearchParams(link.search);
    forged.set("state", "made-up");
    expect((await open(`?${forged}`, browser.cookie)).status).toBe(400);
    forged.set("state", `${link.searchParams.get("state")}x`);
    expect((await open(`?${forged}`, browser.cookie)).status).toBe(400);
    const kept: unknown = JSON.parse(Buffer.from(value.split(".")[0] ?? "", "base64url").toString("utf8"));
    const other = Buffer.from(JSON.stringify({ ...Object(kept), next: "/elsewhere" })).toString("base64url");
    expect((await open(link.search, `${name}=${other}.${value.split(".")[1]}`)).status).toBe(400);
    for (const search of ["", "?", "?state=", "?code=x", "?state=%00&code=%00", `?state=${"s".repeat(3000)}`]) {
      expect((await open(search, browser.cookie)).status).toBe(400);
    }
    expect(await sessionsOf(email)).toBe(0);
  });

  test("does not carry a code that another browser was given", async () => {
    const theirs = new URL(await comeBack(new PlainBrowser()));
    const browser = new PlainBrowser();
    const own = new URL(await comeBack(browser));
    own.searchParams.set("code", theirs.searchParams.get("code") ?? "");
    expect((await browser.open(own.href)).status).toBe(403);
    expect(await sessionsOf(email)).toBe(0);
  });

  test("says that the person or the issuer said no", async () => {
    const browser = new PlainBrowser();
    const link = new URL(await comeBack(browser));
    link.searchParams.delete("code");
    link.searchParams.set("error", "access_denied");
    const page = await browser.open(link.href);
    expect([page.status, page.text.includes("Acme ID did not sign you in.")]).toEqual([403, true]);
  });

  test.each(["https://else.test/", "//else.test", "/\\else.test", "javascript:alert(1)", `/${"x".repeat(5000)}`])(
    "leads to no other site: %s",
    async (next) => {
      expect((await signInBy(undefined, next)).url).toMatch(new RegExp(`^${service.url}/(?:$|\\?)`));
    },
  );
});

describe("while the issuer is away", () => {
  test.each(["busy", "silent"] as const)("a page says so, at both ends: %s", async (fault) => {
    const browser = new PlainBrowser();
    const link = await comeBack(browser);
    issuer.fault = fault;
    const pages = [await browser.open(begin), await browser.open(link)];
    for (const page of pages) {
      expect(page.status).toBe(503);
      expect(page.text).toContain("Acme ID does not answer now");
      expect(page.text).toContain('href="/sign-in/oidc');
    }
    expect(await sessionsOf(email)).toBe(0);
  });
});

test("the log says why, and never what a token or a person says", async () => {
  issuer.forgery = { claims: (claims) => ({ ...claims, aud: "another-client" }) };
  await signInBy();
  const lines = service.logged.filter((line) => line.includes("OIDC issuer"));
  expect(lines.at(-1)).toContain('unexpected JWT \\"aud\\" (audience) claim value');
  expect(lines.join()).not.toMatch(/Ann Lee|@acme\.test|eyJ/);
  expect(service.logged.join()).not.toContain(clientSecret);
});

async function operator() {
  const person = await newPerson(service, `operator-${number}@acme.test`);
  await asOwner(
    testDatabase.url,
    "insert into operator_account (user_id) select id from account_user where email = $1",
    [person.email],
  );
  return person;
}

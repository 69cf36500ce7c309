// An installation that people enter through its OIDC issuer alone: passwords open nothing, and the first operator comes by the printed link.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeOperatorLink } from "../../../../src/product/operators/operators.ts";
import { serviceForFile } from "../../../support/for-file.ts";
import { issuerForFile, PlainBrowser } from "../../../support/oidc-issuer.ts";
import { auth, manyPeople, newPerson, password } from "../../../support/people.ts";
import { fieldOf } from "../../../support/service.ts";

const issuer = await issuerForFile();
const { service, database } = await serviceForFile({
  ...manyPeople,
  ...issuer.env,
  OIDC_DOMAINS: "acme.test",
  ACCOUNTS: "oidc",
});
issuer.trust(service.url);
issuer.person = { sub: "1", email: "ann@acme.test", email_verified: true, name: "Ann" };

test("the first operator signs in through the issuer and uses the printed link", async () => {
  expect((await service.request("/sign-in")).text).toContain("one-time link");
  const { secret } = await makeOperatorLink(database.kysely, { onlyFirst: true });
  const path = `/operator?link=${secret}`;
  const shown = await service.request(path);
  expect(shown.text).not.toContain('type="password"');
  const [, href = ""] = /href="(\/sign-in\/oidc[^"]+)"/.exec(shown.text) ?? [];
  const browser = new PlainBrowser();
  const page = await browser.open(`${service.url}${href.replaceAll("&amp;", "&")}`);
  expect(page.url).toBe(`${service.url}${path}`);
  expect(page.text).toContain("You are signed in as Ann, ann@acme.test.");
  const used = await service.request("/operator", {
    method: "POST",
    headers: { cookie: browser.cookie, origin: service.url, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ link: secret, decision: "use-account" }).toString(),
    redirect: "manual",
  });
  expect(used.status).toBe(303);
  const workspaces = await service.request("/api/v1/workspaces", { headers: { cookie: browser.cookie } });
  expect(fieldOf(workspaces, "data.0.is_operator")).toBe(true);
});

test.each([
  ["/sign-in/email", { email: "bob@acme.test", password }],
  ["/sign-up/email", { name: "Bob", email: "bob@acme.test", password }],
  ["/request-password-reset", { email: "bob@acme.test" }],
  ["/reset-password", { token: "any", newPassword: password }],
  ["/send-verification-email", { email: "bob@acme.test" }],
  ["/change-password", { currentPassword: password, newPassword: "another horse battery" }],
])("%s is refused", async (path, body) => {
  await newPerson(service, "bob@acme.test").catch(() => undefined);
  const answer = await auth(service, path, body);
  expect([answer.status, fieldOf(answer, "code")]).toEqual([403, "OIDC_ONLY"]);
});

test.each([
  ["/passkey/verify-authentication", { response: { id: "any" } }],
  ["/passkey/begin-registration", { password }],
  ["/passkey/verify-registration", { name: "Laptop", response: { id: "any" } }],
])("%s is refused", async (path, body) => {
  const bob = await newPerson(service, `bob-${randomUUID()}@acme.test`);
  const answer = await auth(service, path, body, bob);
  expect([answer.status, fieldOf(answer, "code")]).toEqual([403, "OIDC_ONLY"]);
});

test("no sign-in with a passkey begins, and a passkey from before is no second factor: a sign-in removes it", async () => {
  const begun = await service.request("/api/auth/passkey/generate-authenticate-options");
  expect([begun.status, fieldOf(begun, "code")]).toEqual([403, "OIDC_ONLY"]);
  await new PlainBrowser().open(`${service.url}/sign-in/oidc`);
  await sql`
    insert into account_passkey (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
    select 'old', id, 'Old', '', 'old', 0, 'singleDevice', false from account_user where email = 'ann@acme.test'`.execute(
    database.kysely,
  );
  const page = await new PlainBrowser().open(`${service.url}/sign-in/oidc?next=/account/passkeys`);
  expect(page.text).toContain("People sign in with Acme ID alone here");
  const { rows } = await sql`select 1 from account_passkey`.execute(database.kysely);
  expect(rows).toEqual([]);
});

test("a confirmation link is refused", async () => {
  const answer = await service.request("/api/auth/verify-email?token=any", { redirect: "manual" });
  expect([answer.status, fieldOf(answer, "code")]).toEqual([403, "OIDC_ONLY"]);
});

test("no page shows a password", async () => {
  for (const path of ["/sign-in", "/sign-in/passkey", "/sign-up", "/forgot-password", "/reset-password?token=x"]) {
    const page = await service.request(path);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<input");
    expect(page.text).toContain("Sign in with Acme ID</a>");
  }
});

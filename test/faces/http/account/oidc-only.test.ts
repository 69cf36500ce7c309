// An installation that people enter through its OIDC issuer alone: passwords open nothing, and the first operator comes by the printed link.
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

test("a confirmation link is refused", async () => {
  const answer = await service.request("/api/auth/verify-email?token=any", { redirect: "manual" });
  expect([answer.status, fieldOf(answer, "code")]).toEqual([403, "OIDC_ONLY"]);
});

test("no page shows a password", async () => {
  for (const path of ["/sign-in", "/sign-up", "/forgot-password", "/reset-password?token=x"]) {
    const page = await service.request(path);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<input");
    expect(page.text).toContain("Sign in with Acme ID</a>");
  }
});

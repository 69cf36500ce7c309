// The pages of accounts in a real browser: what it says of itself with a form, and the cookies it keeps, are its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, startBrowser, type Visitor } from "../../../support/browser.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { auth, linkTo, manyPeople, newPerson, password } from "../../../support/people.ts";
import { fieldOf, startService } from "../../../support/service.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, manyPeople);
const browser = await startBrowser();
let visitor: Visitor;
beforeAll(async () => {
  visitor = await newVisitor(browser);
});
afterAll(async () => {
  await browser.close();
  await service.close();
  await testDatabase.drop();
});

test("a person signs up by an invitation, joins, and authorizes a device", async () => {
  const ann = await newPerson(service, "ann@acme.test");
  const invitation = { organizationId: "1", email: "bob@acme.test", role: "member" };
  await auth(service, "/organization/invite-member", invitation, ann);
  const page = await visitor.open(linkTo(service, "bob@acme.test", "/invitation"));
  await page.getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("Name").fill("Bob");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  // The invitation proves the e-mail, so the sign-up signs in.
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByText("You belong to the workspace").waitFor();

  const codes = await auth(service, "/device/code", { client_id: "svc-cli" });
  await page.goto(String(fieldOf(codes, "verification_uri_complete")));
  await page.getByLabel("Code").fill(String(fieldOf(codes, "user_code")));
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Device authorized" }).waitFor();
  const granted = await auth(service, "/device/token", {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: fieldOf(codes, "device_code"),
    client_id: "svc-cli",
  });
  const key = String(fieldOf(granted, "access_token"));
  const workspaces = await service.request("/api/v1/workspaces", { key });
  expect(fieldOf(workspaces, "data")).toMatchObject([{ workspace_id: 1, role: "member" }]);

  await page.goto(`${service.url}/account`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
  expect(visitor.complaints).toEqual([]);
});

test("a page of ours may call with the cookie, another site's page may not", async () => {
  const page = await visitor.open(`${service.url}/sign-in`);
  await page.getByLabel("E-mail").fill("ann@acme.test");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  const create = (): Promise<number> =>
    page.evaluate(async (url) => {
      const answer = await fetch(`${url}/api/v1/programs`, {
        method: "POST",
        credentials: "include",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "P" }),
      }).catch(() => null);
      return answer?.status ?? 0;
    }, service.url);
  await page.goto(`${service.url}/healthz`);
  expect(await create()).toBe(201);
  const elsewhere = service.url.replace("127.0.0.1", "evil.test");
  await page.goto(`${elsewhere}/healthz`);
  expect(await create()).toBe(0);
  const programs = await service.request("/api/v1/programs", { headers: { cookie: await cookieOf() } });
  expect(fieldOf(programs, "data")).toHaveLength(1);
});

async function cookieOf(): Promise<string> {
  const cookies = await visitor.context.cookies(service.url);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

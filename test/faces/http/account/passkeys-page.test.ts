// /account/passkeys and /sign-in/passkey in a real browser, with the authenticator that Chromium brings for tests.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../../../support/axe.ts";
import { newVisitor, type Visitor } from "../../../support/browser.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../../../support/console.ts";
import { newPerson, type Person, password } from "../../../support/people.ts";

const { service, browser } = await startConsole();
const ann = await newPerson(service, "ann@acme.test");
/** Browsers have no passkeys for an IP address. */
const site = service.url.replace("127.0.0.1", "localhost");

async function signedIn({ cookie }: Person): Promise<Visitor> {
  const visitor = await newVisitor(browser);
  const [name = "", value = ""] = cookie.split("=");
  await visitor.context.addCookies([{ name, value, url: site }]);
  return visitor;
}

/** One that keeps passkeys and verifies its user, as a phone does. */
async function addAuthenticator(visitor: Visitor, page: Page) {
  const devtools = await visitor.context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

async function isFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("a passkey is added, signs in, is asked for after the password, gets another name, and is removed", async () => {
  const visitor = await signedIn(ann);
  const page = await visitor.open(`${site}/account`);
  const authenticator = await addAuthenticator(visitor, page);
  await page.getByRole("link", { name: "Passkeys" }).click();
  await isFit(page);
  await page.getByLabel("Name of the new passkey").fill("<b>Laptop</b>");
  await page.getByLabel("Password").fill("not this one");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("alert").filter({ hasText: "The password is wrong." }).waitFor();
  await page.getByLabel("Name of the new passkey").fill("<b>Laptop</b>");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("The passkey was added.").waitFor();
  await page.getByRole("listitem").filter({ hasText: "<b>Laptop</b>" }).waitFor();
  await isFit(page);

  await page.goto(`${site}/account`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
  await isFit(page);
  await page.goto(`${site}/sign-in?next=%2Faccount`);
  await page.getByRole("link", { name: "Sign in with a passkey" }).click();
  await page.getByText(`You are signed in as ${ann.name}`).waitFor();

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
  await page.goto(`${site}/sign-in?next=%2Faccount`);
  await authenticator.setVerified(false);
  await page.getByLabel("E-mail").fill(ann.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Your account has a passkey").waitFor();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("Nothing was confirmed. Try again.").waitFor();
  await isFit(page);
  await authenticator.setVerified(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText(`You are signed in as ${ann.name}`).waitFor();

  await page.getByRole("link", { name: "Passkeys" }).click();
  await page.getByRole("link", { name: /^Change <b>Laptop/ }).click();
  await isFit(page);
  await page.getByLabel("Name").fill("Phone");
  await page.getByRole("button", { name: "Save the name" }).click();
  await page.getByText("The name was changed.").waitFor();
  await page.getByRole("link", { name: /^Change Phone/ }).click();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("The passkey was removed.").waitFor();

  await page.goto(`${site}/account`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
  await page.goto(`${site}/sign-in/passkey`);
  await page.getByText("Passkey not found").waitFor();
  await page.getByRole("link", { name: "Try again" }).waitFor();
  expect(visitor.complaints.filter((text) => !text.includes("Failed to load resource"))).toEqual([]);
  await visitor.close();
});

test("a page that is opened by another name says where passkeys work", async () => {
  const visitor = await newVisitor(browser);
  const page = await visitor.open(`${service.url}/sign-in/passkey`);
  await page.getByText(`Passkeys work only at ${site}: open this page there.`).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("the page leads to sign-in without a session, and takes no form of another site", async () => {
  const shown = await service.request("/account/passkeys", { redirect: "manual" });
  expect([shown.status, shown.headers.get("location")]).toEqual([303, "/sign-in?next=%2Faccount%2Fpasskeys"]);
  const sent = await service.request("/account/passkeys", {
    method: "POST",
    body: new URLSearchParams({ decision: "begin", name: "x", password }).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      cookie: ann.cookie,
      origin: "https://evil.test",
    },
  });
  expect(sent.status).toBe(403);
});

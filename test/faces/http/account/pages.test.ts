// The pages for people without a console, used as a browser uses them: forms with cookies, followed from page to page.
import { beforeAll, describe, expect, test } from "vitest";
import { authenticatorOf } from "../../../support/authenticator.ts";
import { serviceForFile } from "../../../support/for-file.ts";
import {
  auth,
  cookieOf,
  cookiesOf,
  linkTo,
  manyHashesMilliseconds,
  manyMails,
  manyPeople,
  newPerson,
  type Person,
  password,
} from "../../../support/people.ts";
import { type Answer, fieldOf, startService } from "../../../support/service.ts";

const { service, testDatabase } = await serviceForFile({ ...manyPeople, ...manyMails });
let ann: Person;
beforeAll(async () => {
  ann = await newPerson(service, "ann@acme.test");
});

type Sent = { readonly cookie?: string; readonly origin?: string };

/** As a browser sends a form of a page of ours. */
async function submit(path: string, values: Record<string, string>, { cookie, origin = service.url }: Sent = {}) {
  const response = await fetch(`${service.url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin,
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: new URLSearchParams(values),
  });
  const text = await response.text();
  const answer: Answer = { status: response.status, headers: response.headers, body: undefined, text };
  return { ...answer, location: response.headers.get("location") };
}

async function open(path: string, cookie?: string) {
  const response = await fetch(`${service.url}${path}`, {
    redirect: "manual",
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const pathOf = (link: string): string => link.slice(service.url.length);

describe("signing up and in", () => {
  test("leads from page to page into one's account", async () => {
    const made = await submit("/sign-up", { name: "Bob", email: "bob@acme.test", password });
    expect([made.status, made.location]).toEqual([303, "/sign-in?email=bob%40acme.test&unsent"]);
    expect((await open(made.location ?? "")).text).toContain("No mail server is set up here");
    const early = await submit("/sign-in", { email: "bob@acme.test", password, next: "" });
    expect([early.status, early.text.includes("not confirmed yet")]).toEqual([401, true]);

    const link = pathOf(linkTo(service, "bob@acme.test", "/api/auth/verify-email"));
    const confirmed = await open(link, cookiesOf(made));
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([302, `${service.url}/sign-in?confirmed`]);
    const signedIn = await submit("/sign-in", { email: "bob@acme.test", password, next: "/device" });
    expect([signedIn.status, signedIn.location]).toEqual([303, "/device"]);
    const account = await open("/account", cookieOf(signedIn));
    expect(account.text).toContain("You are signed in as Bob, bob@acme.test.");

    const out = await submit("/sign-out", {}, { cookie: cookieOf(signedIn) });
    expect([out.status, out.location]).toEqual([303, "/sign-in?out"]);
    expect((await open("/account", cookieOf(signedIn))).headers.get("location")).toBe("/sign-in");
  });

  test("says what is wrong on the page, and keeps what was written but the password", async () => {
    const wrong = await submit("/sign-in", { email: "ann@acme.test", password: "not-this-one-at-all" });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('value="ann@acme.test"');
    expect(wrong.text).not.toContain("not-this-one-at-all");
    const short = await submit("/sign-up", { name: "Eve", email: "eve@else.test", password: "short" });
    expect([short.status, short.text.includes("The password must have at least 8 characters.")]).toEqual([400, true]);
  });

  test("never leads to another site", async () => {
    for (const next of ["https://evil.test/", "//evil.test/", "/\\evil.test", "javascript:alert(1)", "/a\r\nb"]) {
      const answer = await submit("/sign-in", { email: "ann@acme.test", password, next });
      expect([next, answer.location]).toEqual([next, "/"]);
    }
  });
});

describe("a form", () => {
  test("that another site's page sends is refused, with the cookie and without", async () => {
    for (const [path, values] of [
      ["/sign-in", { email: "ann@acme.test", password }],
      ["/device", { user_code: "ABCDEFGH", decision: "approve" }],
      ["/sign-out", {}],
    ] as const) {
      const answer = await submit(path, values, { cookie: ann.cookie, origin: "https://evil.test" });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect((await open("/account", ann.cookie)).status).toBe(200);
  });

  test("shows what people wrote as text, and loads and frames nothing", async () => {
    const answer = await open(`/sign-in?next=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(answer.text).not.toContain("<script>");
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("that is sent too often says so on the page", async () => {
    const limited = await startService(testDatabase.url, { RATE_LIMIT_SIGN_IN_PER_MINUTE: "1" });
    const send = () =>
      limited.request("/sign-in", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: limited.url },
        body: "email=ann%40acme.test&password=wrong",
      });
    expect((await send()).status).toBe(401);
    const stopped = await send();
    await limited.close();
    expect([stopped.status, stopped.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(stopped.text).toContain("Too many requests");
  });
});

test("a forgotten password is reset by the mailed link", async () => {
  await newPerson(service, "cid@acme.test");
  expect((await submit("/forgot-password", { email: "cid@acme.test" })).status).toBe(200);
  const link = pathOf(linkTo(service, "cid@acme.test", "/reset-password"));
  expect((await open(link)).text).toContain("New password");
  const token = new URL(link, service.url).searchParams.get("token") ?? "";
  const set = await submit("/reset-password", { token, password: "a whole new password" });
  expect([set.status, set.location]).toEqual([303, "/sign-in?reset"]);
  const again = await submit("/reset-password", { token, password: "a whole new password" });
  expect([again.status, again.text.includes("Invalid token")]).toEqual([400, true]);
});

test("an invitation leads a person without an account into the workspace", async () => {
  const invitation = { organizationId: "1", email: "dan@acme.test", role: "member" };
  await auth(service, "/organization/invite-member", invitation, ann);
  const link = pathOf(linkTo(service, "dan@acme.test", "/invitation"));
  const ticket = new URL(link, service.url).searchParams.get("ticket") ?? "";
  expect((await open(link)).text).toContain("You are invited to the workspace ann&#39;s workspace as member.");
  expect((await open(link, ann.cookie)).text).toContain("the invitation is for dan@acme.test");
  const form = await open(`/sign-up?ticket=${ticket}`);
  expect(form.text).toContain('value="dan@acme.test"');
  const made = await submit("/sign-up", { name: "Dan", email: "dan@acme.test", password, ticket });
  const signedIn = await submit("/sign-in", { email: "dan@acme.test", password, next: link });
  expect([made.status, signedIn.location]).toEqual([303, link]);
  const cookie = cookieOf(signedIn);
  expect((await open(link, cookie)).text).toContain("Accept");
  expect((await submit("/invitation", { ticket }, { cookie })).text).toContain("You belong to the workspace");
  expect((await submit("/invitation", { ticket }, { cookie })).status).toBe(404);
  expect((await open(link)).status).toBe(404);
});

test("a signed-in person authorizes a command line", async () => {
  const codes = await auth(service, "/device/code", { client_id: "svc-cli" });
  const userCode = String(fieldOf(codes, "user_code"));
  const signInFirst = await open(`/device?user_code=${userCode}`);
  expect(signInFirst.headers.get("location")).toBe(`/sign-in?next=${encodeURIComponent("/device")}`);
  const page = await open(`/device?user_code=${userCode}`, ann.cookie);
  expect([page.status, page.text.includes("Authorize this device"), page.text.includes(userCode)]).toEqual([
    200,
    true,
    false,
  ]);
  expect((await submit("/device", { user_code: userCode, decision: "approve" })).status).toBe(401);
  const unknown = await submit("/device", { user_code: "AAAAAAAA", decision: "approve" }, { cookie: ann.cookie });
  expect([unknown.status, unknown.text.includes("Invalid user code")]).toEqual([400, true]);
  const written = `${userCode.slice(0, 4)}-${userCode.slice(4)}`.toLowerCase();
  const approved = await submit("/device", { user_code: written, decision: "approve" }, { cookie: ann.cookie });
  expect([approved.status, approved.text.includes("Device authorized")]).toEqual([200, true]);
  const token = await auth(service, "/device/token", {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: fieldOf(codes, "device_code"),
    client_id: "svc-cli",
  });
  expect(token.status).toBe(200);
});

describe("a second factor", () => {
  test("is set up, asked for and turned off by pages", { timeout: manyHashesMilliseconds }, async () => {
    const cay = await newPerson(service, "cay@acme.test");
    expect((await open("/account/second-factor")).headers.get("location")).toContain("/sign-in?next=");
    const wrong = await submit("/account/second-factor", { decision: "set-up", password: "not-this" }, cay);
    expect([wrong.status, wrong.text.includes("<svg")]).toEqual([400, false]);
    const begun = await submit("/account/second-factor", { decision: "set-up", password }, cay);
    expect(begun.text).toContain("<svg");
    const secret = /<code class="key">([A-Z2-7]{40,})<\/code>/.exec(begun.text)?.[1] ?? "";
    const [, recoveryCode = ""] = /<li><code>([^<]+)<\/code><\/li>/.exec(begun.text) ?? [];
    const { codeAt } = authenticatorOf(`otpauth://totp/x?secret=${secret}`);
    const mistyped = await submit("/account/second-factor", { decision: "confirm", code: "000000" }, cay);
    expect([mistyped.status, mistyped.text.includes("Turn on")]).toEqual([401, true]);
    const confirmed = await submit("/account/second-factor", { decision: "confirm", code: await codeAt(0) }, cay);
    expect([confirmed.status, confirmed.location]).toEqual([303, "/account/second-factor"]);
    expect((await open("/account/second-factor", cookieOf(confirmed))).text).toContain("It is on");

    const values = { email: cay.email, password, next: "/device" };
    const waiting = await submit("/sign-in", values);
    expect([waiting.status, waiting.location]).toEqual([303, "/sign-in/code?next=%2Fdevice"]);
    const code = { code: recoveryCode, next: "/device" };
    const done = await submit("/sign-in/code", code, { cookie: cookiesOf(waiting) });
    expect([done.status, done.location]).toEqual([303, "/device"]);
    const again = await submit("/sign-in/code", code, { cookie: cookiesOf(await submit("/sign-in", values)) });
    expect([again.status, again.text.includes("Enter your code")]).toEqual([401, true]);

    const off = await submit("/account/second-factor", { decision: "turn-off", password }, { cookie: cookieOf(done) });
    expect(off.location).toBe("/account/second-factor");
    expect((await submit("/sign-in", values)).location).toBe("/device");
  });
});

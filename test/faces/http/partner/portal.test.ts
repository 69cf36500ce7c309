// Partners who sign up, are approved, sign in by a mailed link and see what is theirs: in a real browser, with mail through a real server.
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { operator } from "../../../../src/access/permission.ts";
import { openKeptSecrets } from "../../../../src/access/secrets/kept-secrets.ts";
import { approveCommissions } from "../../../../src/product/commissions/approvals.ts";
import { setPartnerEmail } from "../../../../src/product/partners/emails.ts";
import { newVisitor, startBrowser } from "../../../support/browser.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { manyPeople, newCompany } from "../../../support/people.ts";
import { fieldOf, type RunningService, refusalOf, secretKey, startService } from "../../../support/service.ts";
import { startSmtpServer } from "../../../support/smtp-server.ts";

const testDatabase = await createTestDatabase();
const smtp = await startSmtpServer();
const service = await startService(testDatabase.url, {
  ...manyPeople,
  RATE_LIMIT_BROWSER_PER_MINUTE: "10000",
  SMTP_URL: smtp.url,
  MAIL_FROM: "partners@svc.test",
});
const browser = await startBrowser();
afterAll(async () => {
  await browser.close();
  await service.close();
  await smtp.close();
  await testDatabase.drop();
});

const { programId, owner, member } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const asOwner = { key: owner.token };

async function change(settings: object): Promise<void> {
  const body = JSON.stringify(settings);
  const headers = { "content-type": "application/json" };
  const answer = await service.request(program, { method: "PATCH", body, headers, ...asOwner });
  if (answer.status !== 200) throw new Error(answer.text);
}

await change({ site_url: "https://acme.example/", hold_period_days: 15 });

/** The link in the newest mail to this address, once there are that many. */
async function mailedLink(to: string, mails = 1): Promise<string> {
  const withLink = () => smtp.received.filter((mail) => mail.to === to && mail.data.includes("/partners/link"));
  await expect.poll(() => withLink().length).toBe(mails);
  const { data = "" } = withLink().at(-1) ?? {};
  const text = data.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
  const [link] = /http\S+\/partners\/link\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in ${data}`);
  return link;
}

function form(path: string, fields: Record<string, string>, on: RunningService = service) {
  return on.request(path, {
    method: "POST",
    headers: { origin: on.url, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });
}

async function signInBy(link: string, page: Page): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a program whose sign-up is closed, and a missing one, refuse applicants in the same way", async () => {
  const closed = await service.request(`/partners/join/${programId}`);
  expect(closed.status).toBe(404);
  expect(closed.text).toContain("Sign-up is closed");
  expect((await service.request("/partners/join/987654")).text).toBe(closed.text);
  const fields = { name: "Eve", email: "eve@partners.test", code: "eve" };
  expect((await form(`/partners/join/${programId}`, fields)).text).toBe(closed.text);
  expect(smtp.received.filter(({ to }) => to === "eve@partners.test")).toEqual([]);
});

test("a person signs up, is approved, signs in by a mailed link, copies the link and sees a commission with its state in words", async () => {
  await change({ partner_sign_up: "by_approval", brand_color: "#7c2d12" });
  const visitor = await newVisitor(browser);
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await visitor.open(`${service.url}/partners/join/${programId}`);
  await page.getByText("You earn 20% of each sale").waitFor();
  await page.getByLabel("Name").fill("Dora");
  await page.getByLabel("E-mail").fill("dora@partners.test");
  await page.getByLabel("Your code").fill("dora");
  await page.getByRole("button", { name: "Ask to become a partner" }).click();
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
  const applications = `${program}/partner-applications`;
  const confirming = await mailedLink("dora@partners.test");
  // The brand sees no application before the mailbox is proven.
  expect((await service.request(applications, asOwner)).body).toMatchObject({ data: [] });
  await signInBy(confirming, page);
  await page.getByText("Waiting for approval").waitFor();

  const waiting = await service.request(`${applications}?status=pending`, { key: member.token });
  expect(waiting.body).toMatchObject({ data: [{ name: "Dora", code: "dora", email: "dora@partners.test" }] });
  const [applicationId] = (waiting.body as { data: { application_id: number }[] }).data.map(
    (row) => row.application_id,
  );
  const approved = await service.post(`${applications}/${applicationId}/approve`, {}, asOwner);
  expect(approved.body).toMatchObject({
    data: { name: "Dora", code: "dora", status: "active" },
    mail: { is_sent: true },
  });
  expect(smtp.received.at(-1)?.data).toContain("You are a partner now");
  expect(refusalOf(await service.post(`${applications}/${applicationId}/decline`, {}, asOwner))).toBe(
    "409 application_decided",
  );

  const regenerated = await service.post(`${program}/api-key`, {}, asOwner);
  const click = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.example/?aff=dora" });
  const sold = { transaction_id: "order-1", amount_cents: 123_400, click_id: fieldOf(click, "click_id") };
  await service.post("/api/v1/track/sale", sold, { key: String(fieldOf(regenerated, "data.api_token")) });

  await page.goto(`${service.url}/partners`);
  await page.getByRole("heading", { name: "Dora" }).waitFor();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${service.url}/r/dora`);
  await page.getByText("246.80 USD").first().waitFor();
  await page.getByText(/On hold until \d+ \w+ 20\d\d/).waitFor();
  await page.getByText("The program waits 15 days after a sale, because the customer may still ask").waitFor();
  await page.getByLabel("Link to one page of the site").fill("acme.example/pricing?plan=pro");
  await page.getByLabel("Your own label").fill("video-7");
  await page.getByRole("button", { name: "Make link" }).click();
  await expect.poll(() => page.locator("#link").inputValue()).toContain("/r/dora?");
  const made = new URL(await page.locator("#link").inputValue());
  expect(Object.fromEntries(made.searchParams)).toEqual({ to: "/pricing?plan=pro", sub1: "video-7" });
  const followed = await service.request(made.pathname + made.search, { redirect: "manual" });
  expect(followed.headers.get("location")).toContain("https://acme.example/pricing?plan=pro&aff=dora&svc_click_id=");
  await page.getByLabel("Link to one page of the site").fill("https://elsewhere.example/");
  await page.getByRole("button", { name: "Make link" }).click();
  await page.getByText("This page is not on acme.example").waitFor();

  // The brand's own name, once it has one: what is copied, and what the QR code holds.
  await service.request(program, {
    ...asOwner,
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ link_domain: "go.acme.example" }),
  });
  await page.goto(`${service.url}/partners`);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("https://go.acme.example/r/dora");

  await page.getByRole("link", { name: "Payout details" }).first().click();
  await page.getByLabel("E-mail of your account").fill("dora@pay.test");
  await page.getByLabel("Name", { exact: true }).fill("Dora Duong");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  const recipients = await service.request(`${program}/payout-recipients`, asOwner);
  expect(recipients.body).toMatchObject({ data: [{ email: "dora@pay.test", name: "Dora Duong", kind: "person" }] });

  await approveCommissions(testDatabase.database);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
  await page.goto(`${service.url}/partners/${programId}`);
  await page.getByRole("heading", { name: "Sign in as a partner" }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a used or invalid link is refused with the next step", async () => {
  const page = await (await newVisitor(browser, /410/)).open(`${service.url}/partners/sign-in`);
  await page.getByLabel("E-mail").fill("dora@partners.test");
  await page.getByRole("button", { name: "Mail me a link" }).click();
  await page.getByText("If dora@partners.test is a partner's, a link to sign in is on its way.").waitFor();
  const link = await mailedLink("dora@partners.test", 2);
  // Looking at it does not use it up.
  expect((await service.request(new URL(link).pathname + new URL(link).search)).status).toBe(200);
  await signInBy(link, page);
  await page.getByRole("heading", { name: "Dora" }).waitFor();
  const token = new URL(link).searchParams.get("token") ?? "";
  for (const used of [token, "x".repeat(43), "x", ""]) {
    const shown = await service.request(`/partners/link?token=${used}`);
    const sent = await form("/partners/link", { token: used });
    expect([shown.status, sent.status]).toEqual([410, 410]);
    for (const { text } of [shown, sent]) expect(text).toContain("Request a new one below.");
    expect(sent.headers.get("set-cookie")).toBeNull();
  }
  await page.context().close();
});

test("a link is over after half an hour, and a session after two weeks", async () => {
  const person = { email: "dora@partners.test" };
  await form("/partners/sign-in", person);
  const token = new URL(await mailedLink(person.email, 3)).searchParams.get("token") ?? "";
  await service.database.transaction((session) =>
    session.query(
      { name: "links_end", text: "update partner_sign_in_link set expires_at = now() - interval '1 second'" },
      [],
    ),
  );
  expect((await form("/partners/link", { token })).status).toBe(410);
  await form("/partners/sign-in", person);
  const next = new URL(await mailedLink(person.email, 4)).searchParams.get("token") ?? "";
  const signedIn = await form("/partners/link", { token: next });
  expect(signedIn.headers.get("set-cookie")).toMatch(
    /^svc\.partner=[\w-]{43}; Path=\/partners; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
  );
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const own = () => service.request(`/partners/${programId}`, { headers: { cookie }, redirect: "manual" });
  expect((await own()).status).toBe(200);
  await service.database.transaction((session) =>
    session.query({ name: "sessions_end", text: "update partner_session set expires_at = now()" }, []),
  );
  expect((await own()).headers.get("location")).toBe("/partners/sign-in");
});

test("the answer is the same for every e-mail, and only a partner gets a mail", async () => {
  const known = await form("/partners/sign-in", { email: "dora@partners.test" });
  const unknown = await form("/partners/sign-in", { email: "nora@partners.test" });
  expect(unknown.text.replaceAll("nora@", "dora@")).toBe(known.text);
  await mailedLink("dora@partners.test", 5);
  expect(smtp.received.some(({ to }) => to === "nora@partners.test")).toBe(false);
});

test("another program's partner sees nothing, and changes nothing", async () => {
  const secrets = await openKeptSecrets(testDatabase.database, [secretKey]);
  const other = await service.post("/api/v1/programs", { name: "Other", workspace_id: 1 }, asOwner);
  const otherId = Number(fieldOf(other, "data.program_id"));
  const partner = await service.post(`/api/v1/programs/${otherId}/partners`, { name: "Olga", code: "olga" }, asOwner);
  const olga = {
    programId: otherId,
    partnerId: Number(fieldOf(partner, "data.partner_id")),
    email: "olga@partners.test",
  };
  expect(await setPartnerEmail(testDatabase.database, secrets, olga, operator)).toBe("set");
  await form("/partners/sign-in", { email: "Olga@partners.test" });
  const token = new URL(await mailedLink("Olga@partners.test")).searchParams.get("token") ?? "";
  const signedIn = await form("/partners/link", { token });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await service.request(`/partners/${otherId}`, { headers: { cookie } })).text).toContain("Olga");
  for (const path of ["", "/payout-details", "/postback", "/qr.svg"]) {
    const foreign = await service.request(`/partners/${programId}${path}`, { headers: { cookie } });
    expect([path, foreign.status]).toEqual([path, 404]);
    expect(foreign.text).not.toContain("Dora");
  }
  const details = { email: "olga@pay.test", name: "Olga", kind: "person" };
  const changed = await service.request(`/partners/${programId}/payout-details`, {
    method: "POST",
    headers: { cookie, origin: service.url, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(details).toString(),
  });
  expect(changed.status).toBe(404);
  const recipients = await service.request(`${program}/payout-recipients`, asOwner);
  expect(recipients.text).not.toContain("olga@pay.test");
  const setPostback = (ofProgram: number, url: string) =>
    service.request(`/partners/${ofProgram}/postback`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, origin: service.url, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ url, method: "get", scope: "all" }).toString(),
    });
  const network = "https://network.example/postback?c={click_id}";
  expect((await setPostback(otherId, network)).status).toBe(303);
  expect((await setPostback(programId, network)).status).toBe(404);
  const refused = await setPostback(otherId, "https://169.254.169.254/{click_id}");
  expect([refused.status, refused.text.includes("must be a full address on the public internet")]).toEqual([400, true]);
  const own = await service.request(`/api/v1/programs/${otherId}/endpoints`, asOwner);
  expect(fieldOf(own, "data")).toMatchObject([{ url: network, kind: "postback_get", partner_id: olga.partnerId }]);
  expect(fieldOf(await service.request(`${program}/endpoints`, asOwner), "data")).toEqual([]);
  // Nor does another site's page, with the cookie.
  const foreignPage = await service.request(`/partners/${otherId}/payout-details`, {
    method: "POST",
    headers: { cookie, origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(details).toString(),
  });
  expect(refusalOf(foreignPage)).toBe("403 forbidden");
});

test("in an open program the link is ready at once; a code that is taken waits for the brand", async () => {
  await change({ partner_sign_up: "open" });
  for (const [email, code] of [
    ["finn@partners.test", "finn"],
    ["gus@partners.test", "finn"],
  ] as const) {
    await form(`/partners/join/${programId}`, { name: "Somebody", email, code });
    const token = new URL(await mailedLink(email)).searchParams.get("token") ?? "";
    expect((await form("/partners/link", { token })).status).toBe(303);
  }
  const { body } = await service.request(`${program}/partner-applications`, asOwner);
  expect(body).toMatchObject({
    data: [
      { email: "dora@partners.test", status: "approved" },
      { email: "finn@partners.test", status: "approved" },
      { email: "gus@partners.test", status: "pending" },
    ],
  });
});

test("a group is joined by its own link where it says so itself, on its own terms, and by no other", async () => {
  await change({ partner_sign_up: "open" });
  const setGroup = (groupId: string, group: object) =>
    service.request(`${program}/groups/${groupId}`, {
      ...asOwner,
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(group),
    });
  const commission = { type: "percentage", rate_bps: 4_000, duration_months: null };
  await setGroup("creators", {
    commission,
    hold_period_days: 3,
    join_text: "For people who make videos.",
    partner_sign_up: "open",
  });
  await setGroup("hidden", { commission });
  const path = `/partners/join/${programId}`;
  const { text } = await service.request(`${path}?group=creators`);
  expect(text).toContain("For people who make videos.");
  expect(text).toMatch(/40\s?% of each sale/);
  const fields = { name: "Vera", email: "vera@partners.test", code: "vera-v" };
  // An applicant who knows the name of a better-paid group cannot choose it.
  for (const group of ["hidden", "nowhere", "../x"]) {
    expect((await service.request(`${path}?group=${group}`)).status).toBe(404);
    expect((await form(`${path}?group=${group}`, fields)).text).toContain("Sign-up is closed");
  }
  await form(`${path}?group=creators`, fields);
  const page = await (await newVisitor(browser)).open(`${service.url}/partners/sign-in`);
  await signInBy(await mailedLink(fields.email), page);
  await page.getByRole("heading", { name: "Vera" }).waitFor();
  const partners = await service.request(`${program}/partners?group_id=creators`, asOwner);
  expect(fieldOf(partners, "data")).toMatchObject([{ name: "Vera", code: "vera-v", group_id: "creators" }]);

  // What it earns, and what is missing to the next tier, on its own page.
  const tiers = { metric: "sales", period: "month", applies: "next", steps: [{ from: 3, rate_bps: 4_500 }] };
  await setGroup("creators", { commission: { ...commission, tiers } });
  await page.reload();
  await page.getByText("You earn 40% of each sale, 45% from 3 sales a month.").waitFor();
  await page.getByText("You have 0 sales this month. 3 more sales this month and you earn 45%.").waitFor();
  const apiKey = String(fieldOf(await service.post(`${program}/api-key`, undefined, asOwner), "data.api_token"));
  for (const transaction_id of ["tier-1", "tier-2", "tier-3"]) {
    const clicked = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.example/?aff=vera-v" });
    const sale = { transaction_id, amount_cents: 1_000, currency: "USD", click_id: fieldOf(clicked, "click_id") };
    expect((await service.post("/api/v1/track/sale", sale, { key: apiKey })).status).toBe(200);
    if (transaction_id !== "tier-2") continue;
    await page.reload();
    await page.getByText("You have 2 sales this month. 1 more sale this month and you earn 45%.").waitFor();
  }
  await page.reload();
  await page.getByText("You have 3 sales this month, so you earn 45% now: the highest tier.").waitFor();
});

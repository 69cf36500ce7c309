// Mails to partners with the program's name, logo, colour and words: as they come by SMTP, as a preview, and as a browser shows them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languageCodes } from "../../../src/core/wording/languages.ts";
import { apply } from "../../support/applications.ts";
import { violationsInBothLooks } from "../../support/axe.ts";
import { startBrowser } from "../../support/browser.ts";
import { sidewaysPixels } from "../../support/console.ts";
import { createTestDatabase } from "../../support/database.ts";
import { manyMails, manyPeople, newCompany } from "../../support/people.ts";
import { fieldOf, refusalOf, startService } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";

const shots = process.env.SHOTS;
const testDatabase = await createTestDatabase();
const smtp = await startSmtpServer();
const service = await startService(testDatabase.url, {
  ...manyPeople,
  ...manyMails,
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

const { programId, workspaceId, owner } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const change = (settings: object) =>
  service.request(program, {
    method: "PATCH",
    body: JSON.stringify(settings),
    headers: { "content-type": "application/json" },
    key: owner.token,
  });
const preview = async (mail: string, language = "en"): Promise<Record<"subject" | "text" | "html", string>> => {
  const answer = await service.request(`${program}/mail-preview?mail=${mail}&language=${language}`, {
    key: owner.token,
  });
  const part = (name: string) => String(fieldOf(answer, `data.${name}`));
  return { subject: part("subject"), text: part("text"), html: part("html") };
};

/** The decoded parts of a mail, by type. */
function partsOf(data: string): Record<string, string> {
  const boundary = /boundary="?([^"\r\n]+)"?/.exec(data)?.[1] ?? "none";
  return Object.fromEntries(
    data.split(`--${boundary}`).flatMap((part) => {
      const [head = "", ...body] = part.split(/\r?\n\r?\n/);
      const type = /content-type: ([\w/]+)/i.exec(head)?.[1];
      return type === undefined || type.startsWith("multipart") ? [] : [[type, decoded(head, body.join("\r\n\r\n"))]];
    }),
  );
}

function decoded(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

beforeAll(async () => {
  await change({
    partner_sign_up: "by_approval",
    name: 'Acme & <b>"Sons"</b>',
    brand_color: "#f2c200",
    logo_url: "https://acme.example/logo.png?a=1&b=2",
    mail_approved_text: "Welcome to {program}!\nWe wrote to {email}.\n\nYour contact is <Ada>.",
  });
});

describe("a decision on an application", () => {
  async function decide(decision: "approved" | "declined", email: string) {
    const applicationId = await apply(service.database, {
      program_id: programId,
      code: email.split("@")[0] ?? "",
      email,
    });
    const before = smtp.received.length;
    const verb = decision === "approved" ? "approve" : "decline";
    await service.post(`${program}/partner-applications/${applicationId}/${verb}`, {}, { key: owner.token });
    await expect.poll(() => smtp.received.length).toBe(before + 1);
    return partsOf(smtp.received[before]?.data ?? "");
  }

  test("has the owner's words, filled in, as text and as HTML that no word can break", async () => {
    const parts = await decide("approved", "dora@partners.test");
    expect(parts["text/plain"]?.replaceAll("\r", "").trim()).toBe(
      [
        'Welcome to Acme & <b>"Sons"</b>!\nWe wrote to dora@partners.test.',
        "Your contact is <Ada>.",
        `${service.url}/partners`,
        "You get this mail because you asked to become a partner.",
      ].join("\n\n"),
    );
    const html = parts["text/html"] ?? "";
    expect(html).toContain(
      "Welcome to Acme &amp; &lt;b&gt;&quot;Sons&quot;&lt;/b&gt;!<br>We wrote to dora@partners.test.",
    );
    expect(html).toContain("Your contact is &lt;Ada&gt;.");
    expect(html).toContain('src="https://acme.example/logo.png?a=1&amp;b=2"');
    expect(html).toContain("background:#f2c200;color:#0f1113");
    expect(html).toContain(`href="${service.url}/partners"`);
  });

  test("has ours where the owner wrote none", async () => {
    const parts = await decide("declined", "emil@partners.test");
    expect(parts["text/plain"]).toContain('Acme & <b>"Sons"</b> has not accepted you as a partner.');
    expect(parts["text/html"]).toContain("has not accepted you as a partner.");
    expect(parts["text/html"]).not.toContain("<a ");
  });
});

describe("a link to sign in", () => {
  const signIn = async (email: string) => {
    const before = smtp.received.length;
    const body = new URLSearchParams({ email });
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: service.url };
    await service.request("/partners/sign-in", { method: "POST", body: body.toString(), headers });
    await expect.poll(() => smtp.received.length).toBe(before + 1);
    return partsOf(smtp.received[before]?.data ?? "");
  };

  test("looks like the program where the partner is in that one alone, and like none where it is in several", async () => {
    const one = await signIn("dora@partners.test");
    expect(one["text/html"]).toContain("logo.png");
    expect(one["text/plain"]).toContain("/partners/link?token=");
    const other = await service.post(
      "/api/v1/programs",
      { name: "Other", workspace_id: workspaceId },
      { key: owner.token },
    );
    const own = `/api/v1/programs/${fieldOf(other, "data.program_id")}`;
    const made = await service.post(`${own}/partners`, { name: "Dora", code: "dora-2" }, { key: owner.token });
    await service.request(`${own}/partners/${fieldOf(made, "data.partner_id")}/email`, {
      method: "PUT",
      body: JSON.stringify({ email: "dora@partners.test" }),
      headers: { "content-type": "application/json" },
      key: owner.token,
    });
    const several = await signIn("dora@partners.test");
    expect(Object.keys(several)).not.toContain("text/html");
  });
});

test("words with an unknown placeholder are refused by its name", async () => {
  const refused = await change({ mail_declined_text: "Dear {name}, no." });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("has {name}, which is no placeholder: there are {program} and {email}");
});

test("a preview is in each language, in the owner's words where there are some, and sends nothing", async () => {
  const before = smtp.received.length;
  const declined = await Promise.all(languageCodes.map((language) => preview("declined", language)));
  expect(new Set(declined.map(({ text }) => text)).size).toBe(languageCodes.length);
  for (const [at, { html }] of declined.entries()) expect(html).toContain(`<html lang="${languageCodes[at]}">`);
  expect((await preview("approved", "de")).text).toContain("Welcome to Acme");
  expect((await preview("sign_in")).text).toContain("/partners/link?token=…");
  expect(smtp.received.length).toBe(before);
  expect(refusalOf(await service.request(`${program}/mail-preview?mail=other`, { key: owner.token }))).toBe(
    "400 invalid_request",
  );
  expect((await service.request(`${program}/mail-preview?mail=approved`)).status).toBe(401);
});

test("it can be read in light and dark, and on a phone", async () => {
  const { html } = await preview("approved");
  const context = await browser.newContext({ viewport: { width: 360, height: 700 } });
  const page = await context.newPage();
  await page.route(/./, (route) => (route.request().url().startsWith("https://") ? route.abort() : route.continue()));
  await page.setContent(html);
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await page.getByRole("img").getAttribute("alt")).toBe('Acme & <b>"Sons"</b>');
  expect(await violationsInBothLooks(page)).toEqual([]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    if (shots !== undefined) await page.screenshot({ path: `${shots}/mail-${colorScheme}.png`, fullPage: true });
    const ground = await page.locator(".sheet").evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(ground).toBe(colorScheme === "dark" ? "rgb(31, 35, 39)" : "rgb(255, 255, 255)");
  }
  await context.close();
});

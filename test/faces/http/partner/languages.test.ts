// Partners' pages and mails in the reader's language. German is replaced by a language whose every message is in brackets: what is
// outside of them came from no catalogue.
import { afterAll, describe, expect, test, vi } from "vitest";
import { operator } from "../../../../src/access/permission.ts";
import { openKeptSecrets } from "../../../../src/access/secrets/kept-secrets.ts";
import { payoutStatuses } from "../../../../src/core/rules/rows/payout-rows.ts";
import { commissionStages, commissionStatuses } from "../../../../src/core/vocabulary/statuses.ts";
import { wordsIn } from "../../../../src/core/wording/catalogue/catalogues.ts";
import { languages } from "../../../../src/core/wording/languages.ts";
import { commissionState } from "../../../../src/faces/http/pages/commission-words.ts";
import { payoutsTable } from "../../../../src/faces/http/pages/partner-tables.ts";
import { openMailApplicant } from "../../../../src/product/partners/application-mail.ts";
import { makePartnerLink } from "../../../../src/product/portal/links.ts";
import type { OwnCommission } from "../../../../src/product/portal/view-rows.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { outsideOfMarks, unknownWords } from "../../../support/marked-words.ts";
import { linkTo, mailsOf, manyMails, manyPeople, newCompany } from "../../../support/people.ts";
import { type Answer, fieldOf, secretKey, startService } from "../../../support/service.ts";

vi.mock(import("../../../../src/core/wording/catalogue/catalogues.ts"), async (importOriginal) => {
  const original = await importOriginal();
  const { markedCatalogue } = await import("../../../support/marked-words.ts");
  const { openWords } = await import("../../../../src/core/wording/say.ts");
  const { readerIn } = await import("../../../../src/core/wording/languages.ts");
  const marked = openWords(readerIn("de"), markedCatalogue);
  return {
    ...original,
    wordsOf: (reader) => (reader.language === "de" ? marked : original.wordsOf(reader)),
    wordsIn: (language) => (language === "de" ? marked : original.wordsIn(language)),
  };
});

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, {
  ...manyPeople,
  ...manyMails,
  RATE_LIMIT_BROWSER_PER_MINUTE: "10000",
  RATE_LIMIT_SIGN_IN_PER_MINUTE: "10000",
});
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});
const { programId, owner } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const programName = String(fieldOf(await service.request(program, { key: owner.token }), "data.name"));

async function send(method: string, path: string, body: object): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const answer = await service.request(path, { method, body: JSON.stringify(body), headers, key: owner.token });
  if (answer.status >= 400) throw new Error(answer.text);
  return answer;
}

const tiers = {
  metric: "sales",
  period: "month",
  applies: "next",
  steps: [
    { from: 5, rate_bps: 3000 },
    { from: 9, rate_bps: 4000 },
  ],
};
await send("PATCH", program, {
  partner_sign_up: "by_approval",
  ...{ tax_required: true, legal_name: "Acme GmbH", legal_address: "Hauptstrasse 1", legal_country: "DE" },
  invoice_prefix: "ACME",
  site_url: "https://acme.example",
  commission: { type: "percentage", rate_bps: 2000, duration_months: 12, tiers, caps: { per_customer_cents: 90_000 } },
});
const partner = await send("POST", `${program}/partners`, { name: "Nguyễn", code: "nguyen" });
const partnerId = Number(fieldOf(partner, "data.partner_id"));
const email = "nguyen@partners.test";
await send("PUT", `${program}/partners/${partnerId}/email`, { email });
const key = String(fieldOf(await send("POST", `${program}/api-key`, {}), "data.api_token"));
for (const order of ["order-1", "order-2"]) {
  const click = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.example/?aff=nguyen" });
  const sale = { transaction_id: order, amount_cents: 123_450, click_id: fieldOf(click, "click_id") };
  await service.post("/api/v1/track/sale", sale, { key });
}
const secrets = await openKeptSecrets(service.database, [secretKey]);
const link = await makePartnerLink(service.database, secrets, { programId, partnerId, days: 30 }, operator);

/** Data that the pages show, which is not a sentence to translate. */
const data = [
  ...[programName, "Nguyễn", "nguyen", "Whence", "USD", "UTC", email, "eve@partners.test", "Eve"],
  ...["https://acme.example/pricing", "video-7", "acme.example", service.url, "r/", "svg"],
];

function form(path: string, fields: Record<string, string>, cookie = ""): Promise<Answer> {
  return service.request(path, {
    method: "POST",
    headers: {
      ...{
        origin: service.url,
        "content-type": "application/x-www-form-urlencoded",
        "accept-language": "de-AT, en;q=0.5",
      },
      ...(cookie === "" ? {} : { cookie }),
    },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });
}

async function signedIn(): Promise<string> {
  const before = mailsOf(service).length;
  await form("/partners/sign-in", { email });
  await vi.waitFor(() => expect(mailsOf(service).length).toBe(before + 1));
  const token = new URL(linkTo(service, email, "/partners/link")).searchParams.get("token") ?? "";
  const answer = await form("/partners/link", { token });
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}

const cookie = await signedIn();
const own = `/partners/${programId}`;
const details = `${own}/payout-details`;
const postback = `${own}/postback`;
const joining = `/partners/join/${programId}`;
const wish = { name: "Eve", email: "eve@partners.test", code: "eve" };

describe("a page says nothing that is not in the catalogue", () => {
  test.each<[path: string, status: number, cookie?: string]>([
    ["/partners/sign-in", 200],
    ["/partners/sign-in?out", 200],
    ["/partners/link?token=x", 410],
    [joining, 200],
    ["/partners/join/987654", 404],
    ["/partner/x", 404],
    [link?.path ?? "", 200],
    [`${link?.path}?embed=1`, 200],
    [`${link?.path}?page=https%3A%2F%2Felsewhere.example&mark=video-7`, 200],
    [`${link?.path}?page=not+an+address`, 200],
    [own, 200, cookie],
    [`${own}?days=90&page=%2Fpricing`, 200, cookie],
    [details, 200, cookie],
    [`${details}?saved`, 200, cookie],
    [`${own}/invoices`, 200, cookie],
    [postback, 200, cookie],
    [`${postback}?saved`, 200, cookie],
    ["/partners/987654", 404, cookie],
  ])("%s", async (path, status, cookieSent) => {
    const headers = { "accept-language": "de", ...(cookieSent === undefined ? {} : { cookie: cookieSent }) };
    const answer = await service.request(path, { headers });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain('<html lang="de-DE">');
    expect(answer.text).toContain("⟦");
    expect(unknownWords(answer.text, [...data, "elsewhere.example", "not an address", "/pricing"])).toEqual([]);
  });

  test.each<[path: string, fields: Record<string, string>, status: number, cookie?: string]>([
    ["/partners/sign-in", { email: "no address" }, 400],
    ["/partners/sign-in", { email: "eve@partners.test" }, 200],
    ["/partners/link", { token: "x" }, 410],
    [joining, { ...wish, name: "https://spam.example" }, 400],
    [joining, { ...wish, code: "?" }, 400],
    [joining, { ...wish, email: "?" }, 400],
    [joining, wish, 200],
    [details, { email: "?", name: "Nguyễn", kind: "person" }, 400, cookie],
    [details, { email, name: "", kind: "person" }, 400, cookie],
    [details, { email, name: "Nguyễn", kind: "?" }, 400, cookie],
    [details, { email, name: "Nguyễn", kind: "person" }, 401],
    [postback, { url: "https://n.example/?x={unknown}", method: "get", scope: "all" }, 400, cookie],
    [postback, { url: "http://localhost/", method: "get", scope: "all" }, 400, cookie],
    [postback, { url: "", method: "get", scope: "all" }, 401],
    [`${own}/invoices`, { decision: "agree", version: "1" }, 409, cookie],
    [`${own}/invoices`, { decision: "agree", version: "0" }, 409, cookie],
    [`${own}/invoices`, { decision: "agree", version: "1" }, 401],
  ])("%s, sent %o", async (path, fields, status, cookieSent) => {
    const answer = await form(path, fields, cookieSent);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain("⟦");
    expect(unknownWords(answer.text, data)).toEqual([]);
  });

  test.each(payoutStatuses.filter((status) => status !== "cancelled"))("of a payout that is %s", (status) => {
    const at = new Date("2026-05-01T00:00:00Z");
    const row = {
      payout_id: 7,
      currency: "USD",
      amount_cents: 5,
      item_count: 1,
      created_at: at,
      reference: null,
    } as const;
    const paid = { ...row, status, method: "paypal", paid_at: status === "paid" ? at : null };
    const pager = { newest: null, older: () => "/older" };
    const table = payoutsTable({ data: [paid], next: null }, pager, wordsIn("de"));
    expect(unknownWords(table.text, [...data, "PayPal"])).toEqual([]);
  });

  test("of any state that a commission has", () => {
    const words = wordsIn("de");
    const at = new Date("2026-05-01T00:00:00Z");
    const later = new Date("2026-05-16T00:00:00Z");
    const base = {
      commission_id: 1,
      kind: "sale",
      sale_at: at,
      sale_cents: 1,
      sale_currency: "USD",
      currency: "USD",
    } as const;
    const payments = [
      { amount_cents: 5, adjustment_cents: 0, payout_id: null, paid_at: null, hold_until: later, hold_note: "7" },
      { amount_cents: 5, adjustment_cents: -2, payout_id: 7, paid_at: null, hold_until: at, hold_note: null },
      { amount_cents: 0, adjustment_cents: 2, payout_id: 7, paid_at: later, hold_until: later, hold_note: null },
      { amount_cents: 5, adjustment_cents: 2, payout_id: null, paid_at: later, hold_until: later, hold_note: null },
    ] as const;
    const states = commissionStatuses.flatMap((status) => commissionStages.map((stage) => ({ status, stage })));
    const reasons = [
      { held_because: "program", reversed_by: "dispute" },
      { held_because: "dispute", reversed_by: "refund" },
      { held_because: "chain", reversed_by: null },
      { held_because: null, reversed_by: null },
      { held_because: null, reversed_by: "program" },
      { held_because: null, reversed_by: "decision" },
    ] as const;
    const rows = states.flatMap((state) =>
      reasons.flatMap((reason) =>
        payments.map((payment): OwnCommission => ({ ...base, ...state, ...reason, ...payment })),
      ),
    );
    for (const row of rows) {
      const { word, why } = commissionState(row, words);
      expect([outsideOfMarks(word), outsideOfMarks(why).trim()]).toEqual(["", ""]);
    }
  });
});

test("a mail is in the language of the page that asked for it, subject and text", async () => {
  const marked = mailsOf(service).filter(({ to }) => to === email || to === "eve@partners.test");
  expect(marked.length).toBeGreaterThanOrEqual(2);
  for (const { subject, text } of marked) {
    expect(outsideOfMarks(subject)).toBe("");
    expect(
      outsideOfMarks(text)
        .replace(/http\S+/, "")
        .trim(),
    ).toBe("");
  }
});

test("the decision about an application is mailed in the language of the page on which it was made", async () => {
  const token = new URL(linkTo(service, "eve@partners.test", "/partners/link")).searchParams.get("token") ?? "";
  // Confirmed in another browser, in another language.
  const headers = { origin: service.url, "content-type": "application/x-www-form-urlencoded", "accept-language": "fr" };
  await service.request("/partners/link", { method: "POST", headers, body: `token=${token}`, redirect: "manual" });
  const applications = await service.request(`${program}/partner-applications`, { key: owner.token });
  const [{ application_id: applicationId = 0 } = {}] = (applications.body as { data: { application_id: number }[] })
    .data;
  const sent: { subject: string; text: string }[] = [];
  const mailApplicant = openMailApplicant({
    ...{ db: service.database.kysely, secrets, baseUrl: service.url, log: service.log },
    mailBudget: { take: () => Promise.resolve(undefined) },
    mailer: { send: (mail) => Promise.resolve(void sent.push(mail)) },
  });
  for (const decision of ["approved", "declined"] as const) {
    expect(await mailApplicant({ programId, applicationId, decision })).toBe(true);
  }
  expect(sent).toHaveLength(2);
  for (const { subject, text } of sent) {
    expect(outsideOfMarks(subject)).toBe("");
    expect(
      outsideOfMarks(text)
        .replace(/http\S+/, "")
        .trim(),
    ).toBe("");
  }
});

describe("the reader's language", () => {
  const read = async (path: string, headers: Record<string, string> = {}) => service.request(path, { headers });

  test("is what the address asks for, which a cookie keeps; else the browser's; else English", async () => {
    const asked = await read("/partners/sign-in?lang=ja", { "accept-language": "fr" });
    expect(asked.text).toContain("パートナーとしてログイン");
    expect(asked.text).toContain('<html lang="ja-JP">');
    const [kept = ""] = asked.headers.getSetCookie();
    expect(kept).toMatch(/^svc\.language=ja; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
    const next = await read("/partners/sign-in", { "accept-language": "fr", cookie: kept.split(";")[0] ?? "" });
    expect(next.text).toContain("パートナーとしてログイン");
    expect((await read("/partners/sign-in", { "accept-language": "nl, fr-CA;q=0.9" })).text).toContain('lang="fr-CA"');
    expect((await read("/partners/sign-in")).text).toContain("Sign in as a partner");
    const unknown = await read("/partners/sign-in?lang=%22%3E", { cookie: "svc.language=klingon" });
    expect(unknown.text).toContain("Sign in as a partner");
    expect(unknown.headers.getSetCookie()).toEqual([]);
  });

  test("can be changed at the foot of each page, whose other parameters stay", async () => {
    const { text } = await read("/partners/link?token=abc", { "accept-language": "vi" });
    for (const [language, { name }] of Object.entries(languages)) {
      expect(text).toContain(`href="?token=abc&amp;lang=${language}" lang="${language}" hreflang="${language}"`);
      expect(text).toContain(`>${name}</a>`);
    }
    expect(text).toContain('hreflang="vi" aria-current="true">');
  });

  test("stays with a page within another site, which keeps no cookie", async () => {
    const { text } = await read(`${link?.path}?embed=1&lang=es`);
    expect(text).toContain("days=90&amp;embed=1&amp;lang=es");
    expect(text).toContain('<input type="hidden" name="lang" value="es">');
  });

  test("writes money and days", async () => {
    const { text } = await read(link?.path ?? "", { "accept-language": "vi" });
    expect(text).toContain('246,90 <span class="unit">USD</span>');
    expect(text).toMatch(/Tạm giữ đến \d+ tháng \d+, 20\d\d/);
  });
});

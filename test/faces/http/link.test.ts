// GET /r/<code>: where a partner's link leads and where it must not, and the click that is recorded before the visitor is redirected.
import { describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { changePartner, changeProgram } from "../../../src/product/programs/change.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { asOwner, createTestProgram, fieldOf, startService } from "../../support/service.ts";

const { service, databaseUrl, database } = await serviceForFile({ RATE_LIMIT_BROWSER_PER_MINUTE: "200" });

const settings = { site_url: "https://www.acme.example/shop?lang=en", link_hosts: ["pay.other.example"] };
const program = await createTestProgram(database, { ...settings, cookie_window_days: 45 });

const follow = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  service.request(path, { method, headers, redirect: "manual" });

async function location(path: string, headers?: Record<string, string>): Promise<URL> {
  const answer = await follow(path, headers);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([302, "no-store"]);
  return new URL(answer.headers.get("location") ?? "");
}

async function storedClick(clickId: string | null) {
  const [row] = await asOwner<{ sub_ids: unknown; is_bot: boolean; data: Record<string, unknown> }>(
    databaseUrl,
    `select c.sub_ids, c.is_bot, e.data from click c join event e on e.program_id = c.program_id and e.id = c.event_id
      where c.click_id = $1`,
    [clickId],
  );
  return row;
}

const countClicks = async () =>
  (await asOwner<{ n: number }>(databaseUrl, "select count(*)::int as n from click"))[0]?.n;

describe("a partner's link", () => {
  test("leads to the brand's site with a click that is recorded, and hands its id over", async () => {
    const url = await location(`/r/${program.code}?sub1=video-7&utm_source=x&sub2=&secret=1`, {
      referer: "https://blog.example/post",
    });
    const clickId = url.searchParams.get("svc_click_id");
    expect(`${url.origin}${url.pathname}`).toBe("https://www.acme.example/shop");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      lang: "en",
      utm_source: "x",
      secret: "1",
      aff: program.code,
      svc_click_id: clickId,
      svc_days: "45",
    });
    const click = await storedClick(clickId);
    expect(click).toMatchObject({ sub_ids: { sub1: "video-7" }, is_bot: false });
    expect(click?.data).toMatchObject({ referrer_url: "https://blog.example/post", partner_code: program.code });
    expect(String(click?.data.affiliate_url)).not.toContain("secret");
  });

  test.each([
    ["/pricing?plan=pro", "https://www.acme.example/pricing"],
    ["https://acme.example/de", "https://acme.example/de"],
    ["https://docs.acme.example/", "https://docs.acme.example/"],
    ["https://pay.other.example/x", "https://pay.other.example/x"],
  ])("leads deeper: %s", async (to, expected) => {
    const url = await location(`/r/${program.code}?to=${encodeURIComponent(to)}`);
    expect(`${url.origin}${url.pathname}`).toBe(expected);
    expect([url.searchParams.has("to"), url.searchParams.has("svc_click_id")]).toEqual([false, true]);
  });

  test.each([
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://www.acme.example/",
    "https://www.acme.example:8443/",
    "https://acme.example@evil.example/",
    "https://you@acme.example/",
    "https://acme.example.evil.example/",
    "https://evilacme.example/",
    "https://sub.pay.other.example/",
    "https://",
    `/${"x".repeat(1_600)}`,
  ])("leads nowhere else, and records nothing: %s", async (to) => {
    const before = await countClicks();
    const answer = await follow(`/r/${program.code}?to=${encodeURIComponent(to)}`);
    const isOwnSite = to.startsWith("https:evil");
    // Without slashes it is a path of the site itself.
    expect(answer.status).toBe(isOwnSite ? 302 : 400);
    if (isOwnSite) expect(answer.headers.get("location")).toMatch(/^https:\/\/www\.acme\.example\/evil\.example\?/);
    else expect([answer.headers.get("location"), await countClicks()]).toEqual([null, before]);
  });

  test("is unknown by an unknown code, and leads nowhere while the brand names no site", async () => {
    expect((await follow("/r/nobody")).status).toBe(404);
    const bare = await createTestProgram(database);
    expect((await follow(`/r/${bare.code}`)).status).toBe(404);
  });

  test("does not let an address hand over a click, or a partner, of its own", async () => {
    const forged = "clk_1_aaaaaaaaaaaaaaaaaaaaaa";
    const url = await location(`/r/${program.code}?svc_click_id=${forged}&svc_days=365&aff=ben`);
    expect(url.searchParams.getAll("svc_click_id")).not.toContain(forged);
    expect([url.searchParams.getAll("aff"), url.searchParams.getAll("svc_days")]).toEqual([[program.code], ["45"]]);
  });
});

describe("a click by a link", () => {
  test("of a bot is kept and flagged", async () => {
    const url = await location(`/r/${program.code}`, { "user-agent": "Slackbot 1.0" });
    expect(await storedClick(url.searchParams.get("svc_click_id"))).toMatchObject({ is_bot: true });
  });

  test.each([
    ["HEAD", {}],
    ["GET", { "sec-purpose": "prefetch;prerender" }],
    ["GET", { purpose: "prefetch" }],
  ])("is none before a visitor has arrived (%s %o): the page's tracker reports it", async (method, headers) => {
    const before = await countClicks();
    const answer = await follow(`/r/${program.code}?sub1=a`, headers, method);
    const url = new URL(answer.headers.get("location") ?? "");
    expect([answer.status, await countClicks()]).toEqual([302, before]);
    expect(Object.fromEntries(url.searchParams)).toEqual({ lang: "en", aff: program.code, sub1: "a" });
  });

  test("beyond what one address may make sends the visitor on with the code alone", async () => {
    const limited = await startService(databaseUrl, { RATE_LIMIT_BROWSER_PER_MINUTE: "1" });
    try {
      const send = () => limited.request(`/r/${program.code}`, { redirect: "manual" });
      const parametersOf = (location: string | null) => [...new URL(location ?? "").searchParams.keys()];
      expect(parametersOf((await send()).headers.get("location"))).toContain("svc_click_id");
      const second = await send();
      expect([second.status, parametersOf(second.headers.get("location"))]).toEqual([302, ["lang", "aff"]]);
    } finally {
      await limited.close();
    }
  });

  test("is not counted while its partner or its program is inactive, and still redirects", async () => {
    const left = await createTestProgram(database, settings);
    const { programId, partnerId } = left;
    await changePartner(database, { programId, partnerId, name: null, status: "inactive" }, operator);
    expect(Object.fromEntries((await location(`/r/${left.code}?sub1=a`)).searchParams)).toEqual({ lang: "en" });
    await changeProgram(database, programId, { name: null, status: "inactive", settings: {} }, operator);
    expect(Object.fromEntries((await location(`/r/${left.code}`)).searchParams)).toEqual({ lang: "en" });
  });
});

test("sub-ids of a click come through to its sale, and lists are filtered by them", async () => {
  const link = `https://shop.example/?aff=${program.code}&sub1=from-link&sub3=three`;
  const said = { affiliate_url: link, sub1: "said", sub4: "x".repeat(101), sub5: "" };
  const clickId = fieldOf(await service.post("/api/v1/track/click", said), "click_id");
  const sale = { transaction_id: "marked", amount_cents: 100, click_id: clickId };
  await service.post("/api/v1/track/sale", sale, { key: program.key });
  const marks = { sub1: "said", sub2: null, sub3: "three", sub4: null, sub5: null };
  const { listSales } = await import("../../../src/product/sales/list.ts");
  const { listClicks } = await import("../../../src/product/customers/clicks-list.ts");
  const page = { limit: 10, cursor: null };
  const lists = [listSales, listClicks] as const;
  for (const list of lists) {
    const of = (filter: object) => list(database.kysely, program.programId, page, filter);
    expect((await of({ sub1: "said", sub3: "three" })).data).toEqual([expect.objectContaining(marks)]);
    expect((await of({ sub1: "three" })).data).toEqual([]);
  }
});

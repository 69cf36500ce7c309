// POST /api/v1/track/click: which links are taken, whose click counts, and what is only flagged.
import { describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { addPartner, changePartner, changeProgram } from "../../../src/product/programs/change.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { asOwner, clickOn, createTestProgram, fieldOf, refusalOf, startService } from "../../support/service.ts";

const { service, databaseUrl, database } = await serviceForFile({ RATE_LIMIT_BROWSER_PER_MINUTE: "10000" });

const program = await createTestProgram(database, { cookie_window_days: 45 });
const benCode = "ben";
const benId = await addPartner(database, { programId: program.programId, name: "Ben", code: benCode }, operator);
const benLink = `https://shop.example/?aff=${benCode}`;

const click = (body: unknown, headers: Record<string, string> = {}) =>
  service.post("/api/v1/track/click", body, { headers });

async function stored(eventId: unknown): Promise<Record<string, unknown> | undefined> {
  const [event] = await asOwner<{ data: Record<string, unknown> }>(
    databaseUrl,
    "select data from event where id = $1",
    [eventId],
  );
  return event?.data;
}

async function storedClick(clickId: unknown) {
  const [row] = await asOwner<{ event_id: number; partner_id: number; is_bot: boolean }>(
    databaseUrl,
    "select event_id, partner_id, is_bot from click where click_id = $1",
    [clickId],
  );
  return row;
}

async function partnerOfSaleBy(clickId: unknown): Promise<unknown> {
  const body = { transaction_id: `sale of ${clickId}`, amount_cents: 100, click_id: clickId };
  const answer = await service.post("/api/v1/track/sale", body, { key: program.key });
  if (answer.status !== 200) return refusalOf(answer);
  const [row] = await asOwner<{ partner_id: number }>(databaseUrl, "select partner_id from sale where sale_id = $1", [
    fieldOf(answer, "sale_id"),
  ]);
  return row?.partner_id;
}

describe("a click", () => {
  test("is answered with its id, its partner, its program and how long to remember it", async () => {
    const answer = await click({ affiliate_url: program.link });
    const clickId = fieldOf(answer, "click_id");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      click_id: clickId,
      partner_code: program.code,
      cookie_window_days: 45,
      program_id: program.programId,
    });
    expect(clickId).toMatch(/^clk_[0-9a-z]+_[\w-]{22}$/);
  });

  test("keeps what the browser said", async () => {
    const said = {
      page_url: "https://shop.example/landing",
      page_title: "Landing",
      referrer_url: "https://blog.example/",
      session_id: "s1",
      visitor_id: "v1",
      user_agent: "Mozilla/5.0",
      screen_resolution: "1920x1080",
      viewport_size: "1200x800",
      language: "vi-VN",
      timezone: "Asia/Ho_Chi_Minh",
    };
    const answer = await click({ affiliate_url: program.link, ...said });
    const row = await storedClick(fieldOf(answer, "click_id"));
    expect(await stored(row?.event_id)).toMatchObject(said);
  });

  test("falls back to the request's own user agent", async () => {
    const answer = await click({ affiliate_url: program.link }, { "user-agent": "Browser/1.0" });
    const row = await storedClick(fieldOf(answer, "click_id"));
    expect(await stored(row?.event_id)).toMatchObject({ user_agent: "Browser/1.0" });
  });

  test("is not lost over a long title, agent or address of the page: they are cut", async () => {
    const body = {
      affiliate_url: program.link,
      page_title: `${"x".repeat(254)}😀`,
      user_agent: "u".repeat(600),
      page_url: `https://shop.example/?q=${"x".repeat(3000)}`,
    };
    const answer = await click(body);
    const row = await storedClick(fieldOf(answer, "click_id"));
    expect(await stored(row?.event_id)).toMatchObject({
      page_title: expect.stringMatching(/^x{200,254}$/),
      user_agent: "u".repeat(255),
      page_url: "https://shop.example/",
    });
  });

  test.each([
    ["the first of two aff", `https://shop.example/?aff=${benCode}&aff=other`],
    ["aff with spaces around it", `https://shop.example/?aff=%20${benCode}%20`],
    ["aff behind other parameters", `http://shop.example:8080/a/b?x=1&aff=${benCode}#top`],
  ])("goes by %s", async (_, affiliate_url) => {
    expect((await click({ affiliate_url })).body).toMatchObject({ success: true, partner_code: benCode });
  });

  test("may come as text/plain, as a beacon sends it", async () => {
    const body = JSON.stringify({ affiliate_url: program.link });
    const answer = await service.post("/api/v1/track/click", body, { headers: { "content-type": "text/plain" } });
    expect(answer.status).toBe(200);
  });
});

describe("of what a browser says a click keeps", () => {
  const dataOf = async (body: object): Promise<Record<string, unknown>> => {
    const answer = await click({ affiliate_url: program.link, ...body });
    const row = await storedClick(fieldOf(answer, "click_id"));
    return (await stored(row?.event_id)) ?? {};
  };

  test.each([
    ["the link, its subs and the campaign", "?sub1=a&aff=CODE&utm_source=mail&sub5=z&gclid=G-1&UTM_Campaign=x", true],
    ["no other parameter", "?aff=CODE&email=ann%40acme.test&token=secret&sub6=x&utmost=1", "?aff=CODE"],
    ["no fragment", "?aff=CODE#access_token=secret", "?aff=CODE"],
  ])("of an address: %s", async (_, given, expected) => {
    const withCode = (query: string) => `https://shop.example/a${query.replace("CODE", program.code)}`;
    const kept = withCode(expected === true ? given : String(expected));
    const url = withCode(given);
    const data = await dataOf({ affiliate_url: url, page_url: url, referrer_url: url });
    expect(data).toMatchObject({ affiliate_url: kept, page_url: kept, referrer_url: kept });
  });

  test.each([
    ["no name and password", "https://ann:secret@shop.example/x", "https://shop.example/x"],
    ["no address of something that is neither page nor app", "data:text/html,<p>free text</p>", null],
    ["no text that is no address", "free text", null],
    ["the app it came from", "android-app://com.example.reader/", "android-app://com.example.reader/"],
  ])("%s", async (_, referrer_url, kept) => {
    expect(await dataOf({ referrer_url })).toMatchObject({ referrer_url: kept });
  });

  test("nothing free-form", async () => {
    const additional_data = { test_mode: false, program_id: String(program.programId), note: "x", deep: { a: [1] } };
    const kept = { test_mode: false, program_id: program.programId };
    expect(await dataOf({ additional_data, note: "x" })).toMatchObject({ additional_data: kept });
    expect(await dataOf({ additional_data: ["free", "form"] })).toMatchObject({ additional_data: null });
  });

  test.each([
    ["x", 1],
    ["\u0001", 6],
    ["😀", 2],
  ])("at most 1 KiB, however it is written: %j", async (character) => {
    const long = character.repeat(Math.floor(255 / character.length));
    const query = new URLSearchParams({ aff: program.code, utm_campaign: "y".repeat(1_900) });
    const url = `https://shop.example/?${query}`;
    const all = {
      affiliate_url: url,
      page_url: url,
      page_title: long,
      referrer_url: url,
      session_id: long,
      visitor_id: long,
      user_agent: long,
      screen_resolution: long,
      viewport_size: long,
      language: long,
      timezone: long,
      additional_data: { note: "z".repeat(16_000) },
    };
    const answer = await click(all);
    expect(answer.status).toBe(200);
    const row = await storedClick(fieldOf(answer, "click_id"));
    const [size] = await asOwner<{ bytes: number }>(
      databaseUrl,
      "select octet_length(data::text) as bytes from event where id = $1",
      [row?.event_id],
    );
    expect(size?.bytes).toBeLessThanOrEqual(1024);
    expect(size?.bytes).toBeGreaterThan(800);
  });

  test("an id as a whole or not at all: a cut one is another's", async () => {
    const data = await dataOf({
      user_agent: "u".repeat(255),
      affiliate_url: `https://shop.example/${"p".repeat(400)}?aff=${program.code}`,
      visitor_id: "v".repeat(255),
    });
    expect(data.visitor_id).toBeNull();
  });
});

describe("test clicks and test leads without a key", () => {
  test("are limited together by program, and those with its key are not", async () => {
    const limited = await startService(databaseUrl, { RATE_LIMIT_ANONYMOUS_TESTS_PER_HOUR: "3" });
    try {
      const own = await createTestProgram(database);
      const additional_data = { test_mode: true, program_id: own.programId };
      const ask = (call: string, key?: string) =>
        limited.post(`/api/v1/track/${call}`, { additional_data }, key === undefined ? {} : { key });
      const asked: number[] = [];
      for (const call of ["click", "lead", "click", "lead", "click"]) asked.push((await ask(call)).status);
      expect(asked).toEqual([200, 200, 200, 429, 429]);
      const refused = await ask("click");
      expect(fieldOf(refused, "error.code")).toBe("rate_limited");
      expect((await ask("lead", own.key)).status).toBe(200);
      expect((await limited.post("/api/v1/track/click", { affiliate_url: own.link })).status).toBe(200);
      expect(
        (
          await limited.post("/api/v1/track/click", {
            additional_data: { ...additional_data, program_id: program.programId },
          })
        ).status,
      ).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

describe("a click of a visitor who has one already", () => {
  test("on the same partner's link stays the earlier one", async () => {
    const first = await clickOn(service, program);
    const answer = await click({ affiliate_url: program.link, existing_click_id: first });
    expect(fieldOf(answer, "click_id")).toBe(first);
  });

  test("on another partner's link supersedes it, also for a caller who sends the old id", async () => {
    const first = await clickOn(service, program);
    const answer = await click({ affiliate_url: benLink, existing_click_id: first });
    expect(fieldOf(answer, "click_id")).not.toBe(first);
    expect(await partnerOfSaleBy(first)).toBe(benId);
  });

  test("stays the earlier one where the first click counts", async () => {
    const first = await createTestProgram(database, { attribution_model: "first_click" });
    const carol = { programId: first.programId, name: "Carol", code: "carol" };
    await addPartner(database, carol, operator);
    const existing = await clickOn(service, first);
    const answer = await click({ affiliate_url: "https://shop.example/?aff=carol", existing_click_id: existing });
    expect(answer.body).toMatchObject({ click_id: existing, partner_code: first.code });
  });

  test.each([
    ["none of ours", "gclid-1"],
    ["made up", "clk_1_AAAAAAAAAAAAAAAAAAAAAA"],
    ["empty", ""],
  ])("is a new one when the earlier id is %s", async (_, existing_click_id) => {
    const answer = await click({ affiliate_url: program.link, existing_click_id });
    expect(answer.body).toMatchObject({ success: true, partner_code: program.code });
  });

  test("is a new one when the earlier click is another program's", async () => {
    const foreign = await clickOn(service, await createTestProgram(database));
    const answer = await click({ affiliate_url: program.link, existing_click_id: foreign });
    expect(fieldOf(answer, "click_id")).not.toBe(foreign);
  });
});

describe("a bot's click", () => {
  test("is answered like any other, and never earns", async () => {
    const answer = await click(
      { affiliate_url: program.link },
      { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" },
    );
    const clickId = fieldOf(answer, "click_id");
    expect(answer.body).toMatchObject({ success: true, partner_code: program.code });
    expect(await storedClick(clickId)).toMatchObject({ is_bot: true });
    expect(await partnerOfSaleBy(clickId)).toBe("400 no_attribution");
  });

  test("does not take a visitor's click away", async () => {
    const first = await clickOn(service, program);
    await click({ affiliate_url: benLink, existing_click_id: first, user_agent: "Slackbot-LinkExpanding 1.0" });
    expect(await partnerOfSaleBy(first)).toBe(program.partnerId);
  });
});

describe("a link that is not active", () => {
  test("is answered 200 without success when its partner is not", async () => {
    const left = await createTestProgram(database);
    const { programId, partnerId } = left;
    await changePartner(database, { programId, partnerId, name: null, status: "inactive" }, operator);
    const answer = await click({ affiliate_url: left.link });
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: false, message: expect.stringContaining("partner") },
    ]);
  });

  test("is answered 200 without success when its program is not", async () => {
    const closed = await createTestProgram(database);
    await changeProgram(database, closed.programId, { name: null, status: "inactive", settings: {} }, operator);
    const answer = await click({ affiliate_url: closed.link });
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: false, message: expect.stringContaining("program") },
    ]);
  });
});

describe("a test click", () => {
  const test_mode = true;
  const { programId } = program;

  test.each([
    ["names its program", { additional_data: { test_mode, program_id: programId } }],
    ["names its program in digits", { additional_data: { test_mode, program_id: String(programId) } }],
    ["comes from an affiliate link", { affiliate_url: program.link, additional_data: { test_mode } }],
    [
      "names its program and a page without aff",
      { affiliate_url: "https://shop.example/", additional_data: { test_mode, program_id: programId } },
    ],
  ])("is recorded when it %s", async (_, body) => {
    const answer = await click(body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      message: "Test click recorded.",
      data: { eventId: fieldOf(answer, "data.eventId"), programId, test_mode },
    });
  });

  test("leaves a flagged event and no click", async () => {
    const answer = await click({ affiliate_url: program.link, additional_data: { test_mode } });
    const data = await stored(fieldOf(answer, "data.eventId"));
    expect(data).toBeDefined();
    expect(await storedClick(data?.click_id)).toBeUndefined();
  });

  test.each([
    ["names neither link nor program", { additional_data: { test_mode } }, "400 invalid_request"],
    ["names an unknown program", { additional_data: { test_mode, program_id: 999_999 } }, "400 unknown_link"],
    [
      "comes from an unknown link, though its program is known",
      { affiliate_url: "https://shop.example/?aff=nobody", additional_data: { test_mode, program_id: programId } },
      "400 unknown_link",
    ],
  ])("is refused when it %s", async (_, body, refusal) => {
    expect(refusalOf(await click(body))).toBe(refusal);
  });
});

describe("a click is refused when its affiliate_url", () => {
  test.each([
    ["is missing", {}, "400 invalid_request"],
    ["is empty", { affiliate_url: "" }, "400 invalid_request"],
    ["is a number", { affiliate_url: 1 }, "400 invalid_request"],
    ["is no URL", { affiliate_url: "aff=ann" }, "400 invalid_request"],
    ["is only a path", { affiliate_url: `/?aff=${benCode}` }, "400 invalid_request"],
    ["is no web address", { affiliate_url: `ftp://shop.example/?aff=${benCode}` }, "400 invalid_request"],
    ["runs a script", { affiliate_url: `javascript:alert(1)?aff=${benCode}` }, "400 invalid_request"],
    ["has no aff", { affiliate_url: "https://shop.example/" }, "400 invalid_request"],
    ["has an empty aff", { affiliate_url: "https://shop.example/?aff=%20" }, "400 invalid_request"],
    ["has a NUL in its aff", { affiliate_url: "https://shop.example/?aff=a%00b" }, "400 invalid_request"],
    ["has an aff of 256", { affiliate_url: `https://shop.example/?aff=${"x".repeat(256)}` }, "400 invalid_request"],
    ["has 2,049 characters", { affiliate_url: `${benLink}&x=`.padEnd(2049, "x") }, "400 invalid_request"],
    ["leads to no partner", { affiliate_url: "https://shop.example/?aff=nobody" }, "400 unknown_link"],
  ])("%s", async (_, body, refusal) => {
    expect(refusalOf(await click(body))).toBe(refusal);
  });
});

// Flags over HTTP: from the addresses of partners and the clicks of visitors to a commission that is held or refused, a person who resolves
// it, and what everyone reads of it. The balance is zero throughout, and a rebuild finds nothing.
import { beforeAll, describe, expect, test } from "vitest";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { noteAllEmails } from "../../../src/product/flags/note-emails.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { type Answer, fieldOf, refusalOf, rowsOf } from "../../support/service.ts";

const { service } = await serviceForFile({ ...manyPeople, RATE_LIMIT_BROWSER_PER_MINUTE: "10000" });
const { owner, member, stranger, programId } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;

const call = (method: string, path: string, body?: unknown, key = owner.token): Promise<Answer> =>
  service.request(`${program}${path}`, {
    key,
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

let projectKey: string;

const track = (path: string, body: unknown, key?: string) =>
  service.request(`/api/v1/track/${path}`, {
    ...(key === undefined ? {} : { key }),
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function join(code: string, email?: string): Promise<number> {
  const partnerId = Number(fieldOf(await call("POST", "/partners", { name: code, code }), "data.partner_id"));
  if (email !== undefined) expect((await call("PUT", `/partners/${partnerId}/email`, { email })).status).toBe(200);
  return partnerId;
}

type Visit = { readonly query?: string; readonly referrer?: string };

async function clickOf(code: string, { query = "", referrer }: Visit = {}): Promise<string> {
  const clicked = await track("click", {
    affiliate_url: `https://acme.example/?aff=${code}${query}`,
    referrer_url: referrer ?? null,
  });
  return String(fieldOf(clicked, "click_id"));
}

/** A signup by this address and a sale of 100.00 USD, which earns 20.00. */
async function buy(name: string, code: string, email: string, visit: Visit = {}): Promise<Answer> {
  const click_id = await clickOf(code, visit);
  expect((await track("lead", { click_id, customer_key: name, email }, projectKey)).status).toBe(200);
  return track("sale", { transaction_id: name, customer_key: name, amount_cents: 10_000, currency: "USD" }, projectKey);
}

const saleIdOf = (answer: Answer) => Number(fieldOf(answer, "sale_id"));

const rows = async (path: string, key = owner.token) => rowsOf(await call("GET", path, undefined, key));

const flagsOf = async (saleId: number) =>
  (await rows("/flags")).filter(({ flag_id }) => String(flag_id).startsWith(`${saleId}-`));

async function commission(id: number) {
  const row = (await rows("/commissions?limit=200")).find(({ commission_id }) => commission_id === id);
  return (
    row && { status: row.status, amount_cents: row.amount_cents, held_because: row.held_because, reason: row.reason }
  );
}

const resolve = (flag_ids: readonly unknown[], as: "fine" | "abuse", key = owner.token) =>
  call("POST", "/flags/resolve", { flag_ids, as, reason: "looked at" }, key);
const reopen = (flag_ids: readonly unknown[], key = owner.token) =>
  call("POST", "/flags/reopen", { flag_ids, reason: "looked at again" }, key);

const expectBalanced = async () =>
  expect(fieldOf(await call("GET", "/balance"), "data.lines.0")).toMatchObject({
    total_cents: 0,
    items_difference_cents: 0,
  });

beforeAll(async () => {
  projectKey = String(fieldOf(await call("POST", "/api-key"), "data.api_token"));
  await call("PATCH", "", { hold_period_days: 0, site_url: "https://acme.example" });
});

test("a new program holds what partners buy themselves, and only flags the rest", async () => {
  expect(fieldOf(await call("GET", ""), "data")).toMatchObject({
    ...{ flag_own_email: "hold", flag_paid_ads: "flag", flag_banned_site: "flag" },
    ...{ forbids_ads: false, banned_sites: [] },
  });
});

describe("settings", () => {
  test("are an owner's, and what is wrong is refused by its field", async () => {
    expect((await call("PATCH", "", { flag_own_email: "off" }, member.token)).status).toBe(403);
    expect((await call("PATCH", "", { banned_sites: ["a.example"] }, member.token)).status).toBe(403);
    expect((await call("PATCH", "", { flag_own_email: "off" }, stranger.token)).status).toBe(404);
    for (const wrong of [
      ...[
        { flag_own_email: "no" },
        { flag_paid_ads: "refuse" },
        { flag_banned_site: "refuse" },
        { flag_own_email: null },
      ],
      ...[{ forbids_ads: "yes" }, { banned_sites: "a.example" }, { banned_sites: ["https://a.example/"] }],
      { banned_sites: Array.from({ length: 201 }, (_, index) => `a${index}.example`) },
    ]) {
      expect(refusalOf(await call("PATCH", "", wrong)), JSON.stringify(wrong)).toBe("400 invalid_request");
    }
  });
});

describe("a partner's own purchase", () => {
  test("is held, says so everywhere, and is released by a person who found it fine", async () => {
    const partnerId = await join("self", "self@partners.test");
    const saleId = saleIdOf(await buy("self-1", "self", "Self@Partners.Test"));
    expect(await commission(saleId)).toMatchObject({ status: "held", amount_cents: 2_000, held_because: "flag" });
    await approveCommissions(service.database);
    expect(await commission(saleId)).toMatchObject({ status: "held" });
    const [flag] = await flagsOf(saleId);
    expect(flag).toMatchObject({
      ...{ flag_id: `${saleId}-own_email-${partnerId}`, kind: "own_email", status: "open", choice: "hold" },
      ...{ partner_name: "self", commission_id: saleId, commission_status: "held", commission_cents: 2_000 },
      ...{ transaction_id: "self-1", customer_key: "self-1", email_found_in: "customer", by_kind: null },
      summary: "The customer's e-mail is the partner's own.",
    });
    expect(JSON.stringify(flag)).not.toMatch(/@|[0-9a-f]{64}/i);
    expect(fieldOf(await resolve([flag?.flag_id], "fine"), "data.0.result")).toBe("resolved");
    await approveCommissions(service.database);
    expect(await commission(saleId)).toMatchObject({ status: "approved", held_because: null });
    expect((await flagsOf(saleId))[0]).toMatchObject({
      ...{ status: "fine", reason: "looked at", by_kind: "account", by_name: owner.name },
    });
    const story = fieldOf(await call("GET", "/payment-story?transaction_id=self-1"), "data.steps");
    expect(JSON.stringify(story)).toContain(
      "The commission was flagged and held: The customer's e-mail is the partner's own.",
    );
    expect(JSON.stringify(story)).toContain("The flag was resolved as fine: looked at");
    await expectBalanced();
  });

  test("is reversed as abuse, and owed again as it was where that is taken back", async () => {
    await join("abuses", "abuses@partners.test");
    const saleId = saleIdOf(await buy("abuses-1", "abuses", "abuses@partners.test"));
    const [flag] = await flagsOf(saleId);
    await resolve([flag?.flag_id], "abuse");
    expect(await commission(saleId)).toMatchObject({ status: "reversed", amount_cents: 0, reason: "abuse" });
    await expectBalanced();
    expect(fieldOf(await resolve([flag?.flag_id], "abuse"), "data.0.result")).toBe("resolved_already");
    expect(fieldOf(await reopen([flag?.flag_id]), "data.0.result")).toBe("reopened");
    expect(fieldOf(await reopen([flag?.flag_id]), "data.0.result")).toBe("open_already");
    expect(await commission(saleId)).toMatchObject({ status: "held", amount_cents: 2_000, reason: null });
    await expectBalanced();
  });

  test("is refused its commission where the program refuses, which the call says", async () => {
    await call("PATCH", "", { flag_own_email: "refuse" });
    await join("refused", "refused@partners.test");
    const answer = await buy("refused-1", "refused", "refused@partners.test");
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, commission_id: null, reason: "self_referral" },
    });
    const saleId = saleIdOf(answer);
    expect(await commission(saleId)).toBeUndefined();
    const [flag] = await flagsOf(saleId);
    expect(flag).toMatchObject({ choice: "refuse", commission_id: null, sale_id: saleId });
    await resolve([flag?.flag_id], "fine");
    expect(await commission(saleId)).toMatchObject({ status: "pending", amount_cents: 2_000 });
    await reopen([flag?.flag_id]);
    expect(await commission(saleId)).toBeUndefined();
    await call("PATCH", "", { flag_own_email: "hold" });
    await expectBalanced();
  });

  test("is not found where nothing is looked for, and no address is noted then", async () => {
    await call("PATCH", "", { flag_own_email: "off" });
    await join("unseen", "unseen@partners.test");
    const saleId = saleIdOf(await buy("unseen-1", "unseen", "unseen@partners.test"));
    expect(await commission(saleId)).toMatchObject({ status: "pending" });
    expect(await noteAllEmails(service.database)).toBe(0);
    await call("PATCH", "", { flag_own_email: "hold" });
    const next = saleIdOf(await buy("unseen-2", "unseen", "unseen@partners.test"));
    expect(await commission(next)).toMatchObject({ held_because: "flag" });
  });
});

describe("a click", () => {
  test("by an ad, or from a banned site, flags its sale by the program's rules", async () => {
    await call("PATCH", "", { forbids_ads: true, banned_sites: ["coupons.example"], flag_banned_site: "hold" });
    await join("clicks");
    const byAd = saleIdOf(await buy("ad-1", "clicks", "one@customers.test", { query: "&gclid=Cj0KCQ" }));
    const fromSite = { referrer: "https://www.coupons.example/acme?x=1" };
    const bySite = saleIdOf(await buy("site-1", "clicks", "two@customers.test", fromSite));
    const plain = saleIdOf(
      await buy("plain-1", "clicks", "three@customers.test", { referrer: "https://blog.example/" }),
    );
    expect(await flagsOf(byAd)).toMatchObject([{ kind: "paid_ads", choice: "flag", ad_parameter: "gclid" }]);
    expect(await commission(byAd)).toMatchObject({ status: "pending" });
    expect(await flagsOf(bySite)).toMatchObject([{ kind: "banned_site", choice: "hold", site: "coupons.example" }]);
    expect(await commission(bySite)).toMatchObject({ held_because: "flag" });
    expect(await flagsOf(plain)).toEqual([]);
  });
});

describe("who may", () => {
  test("look: members; resolve: owners; and no one of another workspace does either", async () => {
    expect((await call("GET", "/flags", undefined, member.token)).status).toBe(200);
    expect((await call("GET", "/flags", undefined, stranger.token)).status).toBe(404);
    const [flag] = await rows("/flags?status=open");
    const ids = [flag?.flag_id];
    expect((await resolve(ids, "fine", member.token)).status).toBe(403);
    expect((await reopen(ids, member.token)).status).toBe(403);
    expect((await resolve(ids, "fine", stranger.token)).status).toBe(404);
    const made = await service.post("/api/v1/programs", { name: "Else" }, { key: stranger.token });
    const elsewhere = `/api/v1/programs/${fieldOf(made, "data.program_id")}/flags/resolve`;
    const answer = await service.post(elsewhere, { flag_ids: ids, as: "fine", reason: "x" }, { key: stranger.token });
    expect(fieldOf(answer, "data.0.result")).toBe("not_found");
    expect((await rows("/flags?status=open")).map(({ flag_id }) => flag_id)).toContain(flag?.flag_id);
  });

  test("wrong calls are refused by their field", async () => {
    for (const wrong of [
      ...[{}, { flag_ids: [], as: "fine", reason: "x" }, { flag_ids: ["1-own_email-2"], as: "maybe", reason: "x" }],
      ...[
        { flag_ids: ["1"], as: "fine", reason: "x" },
        { flag_ids: [1], as: "fine", reason: "x" },
      ],
      ...[
        { flag_ids: ["0-own_email-2"], as: "fine", reason: "x" },
        { flag_ids: ["1-own_email-2"], as: "fine" },
      ],
      ...[
        { flag_ids: ["1-own_email-2"], as: "fine", reason: " " },
        { flag_ids: "1-own_email-2", as: "fine", reason: "x" },
      ],
      { flag_ids: Array.from({ length: 501 }, (_, index) => `${index + 1}-own_email-2`), as: "fine", reason: "x" },
    ]) {
      expect(refusalOf(await call("POST", "/flags/resolve", wrong)), JSON.stringify(wrong)).toBe("400 invalid_request");
    }
    const huge = "9999999999999999-own_email-2";
    expect(fieldOf(await resolve([huge], "fine"), "data")).toEqual([]);
  });

  test("ten people at once resolve a flag once", async () => {
    await join("raced", "raced@partners.test");
    const [flag] = await flagsOf(saleIdOf(await buy("raced-1", "raced", "raced@partners.test")));
    const answers = await Promise.all(Array.from({ length: 10 }, () => resolve([flag?.flag_id], "fine")));
    const results = answers.map((answer) => fieldOf(answer, "data.0.result"));
    expect(results.filter((result) => result === "resolved")).toHaveLength(1);
    expect(results.filter((result) => result === "resolved_already")).toHaveLength(9);
    const events = await rows("/events?type=flags_resolved&limit=100");
    expect(events.filter(({ data }) => JSON.stringify(data).includes(`"sale_id":${flag?.sale_id},`))).toHaveLength(1);
  });
});

test("pages of the list hold each flag once, by every filter", async () => {
  const all = await rows("/flags?limit=1000");
  const ids: unknown[] = [];
  let cursor: unknown = null;
  do {
    const page = await call("GET", `/flags?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
    ids.push(...rowsOf(page).map(({ flag_id }) => flag_id));
    cursor = fieldOf(page, "next");
  } while (cursor !== null);
  expect(ids).toEqual(all.map(({ flag_id }) => flag_id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const [field, value] of [
    ["status", "fine"],
    ["kind", "paid_ads"],
    ["partner_id", all[0]?.partner_id],
  ] as const) {
    expect(await rows(`/flags?${field}=${value}`)).toEqual(all.filter((row) => row[field] === value));
  }
  expect(refusalOf(await call("GET", "/flags?kind=nothing"))).toBe("400 invalid_request");
});

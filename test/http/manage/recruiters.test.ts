// The second level over HTTP: who recruited whom, what recruiters earn by sales, refunds and payouts, and what everyone reads of it. The
// balance is zero throughout, and a rebuild finds nothing.
import { beforeAll, describe, expect, test } from "vitest";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { listStatementLines } from "../../../src/product/statements/lines-read.ts";
import { apply } from "../../support/applications.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { replayParts } from "../../support/replaying.ts";
import { type Answer, asOwner, fieldOf, refusalOf, rowsOf } from "../../support/service.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
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

const rows = async (path: string) => rowsOf(await call("GET", path));

const join = async (code: string) =>
  Number(fieldOf(await call("POST", "/partners", { name: code, code }), "data.partner_id"));

/** Of 100.00 USD by a new customer of the partner, who earns 20.00. */
async function sell(name: string, code: string): Promise<number> {
  const clicked = await track("click", { affiliate_url: `https://acme.example/?aff=${code}` });
  const sale = { transaction_id: name, customer_key: name, amount_cents: 10_000, currency: "USD" };
  const answer = await track("sale", { ...sale, click_id: fieldOf(clicked, "click_id") }, projectKey);
  expect(answer.status).toBe(200);
  return Number(fieldOf(answer, "sale_id"));
}

const recruit = (partnerId: number, recruited_by: unknown, key = owner.token) =>
  call("POST", `/partners/${partnerId}/recruiter`, { recruited_by }, key);
const setReferral = (referral: unknown) => call("PATCH", "", { referral });

const expectBalanced = async () =>
  expect(fieldOf(await call("GET", "/balance"), "data.lines.0")).toMatchObject({
    total_cents: 0,
    items_difference_cents: 0,
  });

/** Ids of commissions and of sales, each as often as there are. */
async function commissions(query = ""): Promise<unknown[][]> {
  const all = await rows(`/commissions?limit=200${query}`);
  return all.map(({ kind, sale_id, partner_id, amount_cents, status }) => [
    kind,
    sale_id,
    partner_id,
    amount_cents,
    status,
  ]);
}

let [annaId, benId]: number[] = [];

beforeAll(async () => {
  projectKey = String(fieldOf(await call("POST", "/api-key"), "data.api_token"));
  await call("PATCH", "", { hold_period_days: 0, site_url: "https://acme.example", partner_sign_up: "by_approval" });
  [annaId, benId] = [await join("anna"), await join("ben")];
});

describe("who recruited a partner", () => {
  test("is set once by an owner, and the partner shows it", async () => {
    expect((await setReferral({ share_bps: 1_000, months: null })).status).toBe(200);
    expect((await recruit(benId ?? 0, annaId, member.token)).status).toBe(403);
    expect((await recruit(benId ?? 0, annaId, stranger.token)).status).toBe(404);
    expect(fieldOf(await recruit(benId ?? 0, annaId), "data.recruited_by")).toBe(annaId);
    expect(fieldOf(await recruit(benId ?? 0, annaId), "data.recruited_by")).toBe(annaId);
    expect((await rows(`/partners?recruited_by=${annaId}`)).map(({ partner_id }) => partner_id)).toEqual([benId]);
  });

  test("is never another, itself, or in a circle", async () => {
    const carlId = await join("carl");
    expect(refusalOf(await recruit(benId ?? 0, carlId))).toBe("409 recruiter_refused");
    expect(refusalOf(await recruit(carlId, carlId))).toBe("409 recruiter_refused");
    expect((await recruit(carlId, benId)).status).toBe(200);
    expect(refusalOf(await recruit(annaId ?? 0, carlId))).toBe("409 recruiter_refused");
    expect((await recruit(annaId ?? 0, 987_654)).status).toBe(404);
    expect((await recruit(987_654, annaId)).status).toBe(404);
    for (const wrong of [0, -1, 1.5, "x", null, 2 ** 53]) expect((await recruit(carlId, wrong)).status).toBe(400);
  });

  test("is in no circle where two are set at once, and set once where the same is set fifty times", async () => {
    const [one, other] = [await join("one"), await join("other")];
    const crossed = await Promise.all([recruit(one, other), recruit(other, one)]);
    expect(crossed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const third = await join("third");
    const answers = await Promise.all(Array.from({ length: 50 }, () => recruit(third, one)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const found = await asOwner(
      testDatabase.url,
      "select 1 from event where type = 'partner_recruited' and (data ->> 'partner_id')::bigint = $1",
      [third],
    );
    expect(found).toHaveLength(1);
  });

  test("is not set after the first commission", async () => {
    const doraId = await join("dora");
    await sell("dora-1", "dora");
    expect(refusalOf(await recruit(doraId, annaId))).toBe("409 recruiter_refused");
  });

  test("is whose join link a person applied by", async () => {
    const wish = { program_id: programId, code: "eve", email: "eve@example.com", via: "ANNA" };
    const applicationId = await apply(service.database, wish);
    const [waiting] = (await rows("/partner-applications")).filter(
      ({ application_id }) => application_id === applicationId,
    );
    expect(waiting).toMatchObject({ recruited_by: annaId });
    const approved = await call("POST", `/partner-applications/${applicationId}/approve`, {});
    const partnerId = Number(fieldOf(approved, "data.partner_id"));
    expect(fieldOf(await call("GET", `/partners/${partnerId}`), "data.recruited_by")).toBe(annaId);
    const page = await service.request(`/partners/join/${programId}?via=anna`);
    expect(page.text).toContain(`action="/partners/join/${programId}?via=anna"`);
  });

  test("is no one where the link names no partner of the program", async () => {
    const wish = { program_id: programId, code: "finn", email: "finn@example.com", via: "nobody" };
    const applicationId = await apply(service.database, wish);
    const [waiting] = (await rows("/partner-applications")).filter(
      ({ application_id }) => application_id === applicationId,
    );
    expect(waiting).toMatchObject({ recruited_by: null });
    const page = await service.request(`/partners/join/${programId}?via=${encodeURIComponent('"><script>')}`);
    expect(page.text).toContain(`action="/partners/join/${programId}"`);
  });
});

describe("the settings", () => {
  test("are an owner's, and what is wrong is refused", async () => {
    expect((await call("PATCH", "", { referral: null }, member.token)).status).toBe(403);
    for (const wrong of [
      0,
      "x",
      {},
      { share_bps: 0, months: null },
      { share_bps: 10_001, months: 1 },
      { share_bps: 10, months: 0 },
    ])
      expect((await setReferral(wrong)).status).toBe(400);
    expect((await setReferral({ share_bps: 10, months: 121 })).status).toBe(400);
  });
});

describe("a recruiter's commission", () => {
  let saleId: number;

  test("is listed behind its sale's, of both and of one partner, and every page of one row has the same", async () => {
    saleId = await sell("ben-1", "ben");
    const later = await sell("ben-2", "ben");
    const all = (await commissions()).slice(-4);
    expect(all).toEqual([
      ["sale", saleId, benId, 2_000, "pending"],
      ["referral", saleId, annaId, 200, "pending"],
      ["sale", later, benId, 2_000, "pending"],
      ["referral", later, annaId, 200, "pending"],
    ]);
    expect((await commissions(`&partner_id=${annaId}`)).map(([kind]) => kind)).toEqual(["referral", "referral"]);
    expect((await commissions("&kind=referral")).length).toBe(2);
    expect((await commissions("&status=pending")).slice(-4)).toEqual(all);
    const paged: unknown[] = [];
    for (let cursor = ""; ; ) {
      const page = await call("GET", `/commissions?limit=1${cursor}`);
      paged.push(...rowsOf(page).map(({ commission_id }) => commission_id));
      const next = fieldOf(page, "next");
      if (next === null) break;
      cursor = `&cursor=${String(next)}`;
    }
    expect(paged).toEqual((await rows("/commissions?limit=200")).map(({ commission_id }) => commission_id));
  });

  test("follows a refund, counts in the figures and the statement, and balances", async () => {
    const before = Number(
      fieldOf(await call("GET", "/performance?period=7d"), "data.totals.currencies.0.commission_cents"),
    );
    await track("refund", { transaction_id: "ben-1", refund_amount_cents: 5_000 }, projectKey);
    expect((await commissions("&kind=referral"))[0]).toEqual(["referral", saleId, annaId, 100, "refunded"]);
    const after = Number(
      fieldOf(await call("GET", "/performance?period=7d"), "data.totals.currencies.0.commission_cents"),
    );
    expect(after - before).toBe(-1_100);
    await expectBalanced();

    const month = new Date().toISOString().slice(0, 7);
    const request = { limit: 200, cursor: null };
    const { data: lines } = await listStatementLines(service.database.kysely, programId, month, request);
    const ofRecruiter = lines.filter(({ transaction_id }) => transaction_id === `referral:${saleId}`);
    expect(ofRecruiter.map(({ what, partner_id, commission_cents }) => [what, partner_id, commission_cents])).toEqual([
      ["referral", annaId, 200],
      ["change", annaId, -100],
    ]);
    const sum = lines.reduce((cents, { commission_cents }) => cents + commission_cents, 0);
    expect(fieldOf(await call("GET", `/statements/${month}`), "data.totals.0.commission_cents")).toBe(sum);
  });

  test("is shown in the sale's story, as it was and as the refund left it", async () => {
    const story = await call("GET", `/payment-story?sale_id=${saleId}`);
    const steps = fieldOf(story, "data.steps");
    const earned = (Array.isArray(steps) ? steps : []).filter(({ kind }) => kind === "commission");
    const summary = "anna recruited ben and earned a commission of 2.00 USD by it. It is 1.00 USD now.";
    expect(earned[1]).toMatchObject({ partner_id: annaId, amount_cents: 200, summary });
  });

  test("shows in the story of its event", async () => {
    expect(fieldOf(await call("GET", `/events/${saleId}`), "data.rows")).toContainEqual(
      expect.objectContaining({ kind: "commission", sale_id: saleId, partner_id: annaId, amount_cents: 100 }),
    );
  });

  test("is held alone or with the sale's, and approved and paid by itself", async () => {
    const [referral] = await rows("/commissions?kind=referral");
    const id = Number(referral?.commission_id);
    const decide = (what: "hold" | "release", ids: readonly number[]) =>
      call("POST", `/commissions/${what}`, { commission_ids: ids, reason: "looked at" });
    expect((await decide("hold", [saleId])).status).toBe(200);
    expect((await rows("/commissions?kind=referral"))[0]).toMatchObject({ status: "held", held_because: "by_hand" });
    await decide("release", [saleId]);
    expect((await decide("hold", [id])).status).toBe(200);
    expect((await rows("/commissions?kind=sale")).find(({ sale_id }) => sale_id === saleId)).toMatchObject({
      status: "refunded",
    });
    await decide("release", [id]);
    await approveCommissions(service.database);
    const made = await call("POST", "/payouts", { partner_id: annaId, currency: "USD" });
    expect(fieldOf(made, "data.0")).toMatchObject({ partner_id: annaId, amount_cents: 300, item_count: 2 });
    const payoutId = fieldOf(made, "data.0.payout_id");
    expect((await call("POST", `/payouts/${payoutId}/mark-paid`, {})).status).toBe(200);
    await track("refund", { transaction_id: "ben-1" }, projectKey);
    expect(await rows("/adjustments")).toEqual([
      expect.objectContaining({ sale_id: id, partner_id: annaId, amount_cents: -100, transaction_id: "ben-1" }),
    ]);
    await expectBalanced();
  });

  test("is what the partner sees in its portal, without the sale's amount", async () => {
    const link = await call("POST", `/partners/${annaId}/link`, {});
    const page = await service.request(new URL(String(fieldOf(link, "data.url"))).pathname);
    expect(page.text).toContain('id="recruits"');
    expect(page.text).toContain(`/partners/join/${programId}?via=anna`);
    expect(page.text).toContain("You earn 10% of the commission of each partner that you recruit.");
    const token = new URL(String(fieldOf(link, "data.url"))).pathname.split("/").at(-1);
    const listed = await service.request(`/partner/${token}/commissions`);
    const own = fieldOf(listed, "data");
    expect((Array.isArray(own) ? own : []).map(({ kind, sale_cents }) => [kind, sale_cents])).toEqual([
      ["referral", null],
      ["referral", null],
    ]);
  });

  test("is the same in a rebuild", async () => {
    const [verified] = await verifyPrograms(replayParts(testDatabase), [programId]);
    expect(verified && isVerified(verified)).toBe(true);
  });
});

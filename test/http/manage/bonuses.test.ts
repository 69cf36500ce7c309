// Bonuses over HTTP: who may offer them, what is wrong with a call, what partners earn by sales and lose by refunds, and what everyone reads
// of it. The balance is zero throughout, and a rebuild finds nothing.
import { beforeAll, describe, expect, test } from "vitest";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { recordReachedBonuses } from "../../../src/product/bonuses/record-reached.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { listStatementLines } from "../../../src/product/statements/lines-read.ts";
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

/** Of 100.00 USD by a new customer of the partner. */
async function sell(name: string, code: string): Promise<void> {
  const clicked = await track("click", { affiliate_url: `https://acme.example/?aff=${code}` });
  const sale = { transaction_id: name, customer_key: name, amount_cents: 10_000, currency: "USD" };
  const answer = await track("sale", { ...sale, click_id: fieldOf(clicked, "click_id") }, projectKey);
  expect(answer.status).toBe(200);
}

const two = {
  ...{ bonus_id: "two", metric: "sales", at_least: 2, period: "month", amount_cents: 5_000, currency: "USD" },
};
const bonusesOf = async (query = "") =>
  (await rows(`/commissions?kind=bonus${query}`)).map(({ bonus_id, partner_id, amount_cents, status }) => [
    ...[bonus_id, partner_id, amount_cents, status],
  ]);
const record = () => recordReachedBonuses(service.database);

const expectBalanced = async () =>
  expect(fieldOf(await call("GET", "/balance"), "data.lines.0")).toMatchObject({
    total_cents: 0,
    items_difference_cents: 0,
  });

let annaId: number;
let benId: number;

beforeAll(async () => {
  projectKey = String(fieldOf(await call("POST", "/api-key"), "data.api_token"));
  await call("PATCH", "", { hold_period_days: 0, site_url: "https://acme.example" });
  [annaId, benId] = [await join("anna"), await join("ben")];
});

describe("a bonus", () => {
  test("is offered by an owner, and no one else", async () => {
    expect((await call("POST", "/bonuses", two, member.token)).status).toBe(403);
    expect((await call("POST", "/bonuses", two, stranger.token)).status).toBe(404);
    expect((await call("GET", "/bonuses", undefined, stranger.token)).status).toBe(404);
    const added = await call("POST", "/bonuses", two);
    expect([added.status, fieldOf(added, "data")]).toEqual([
      200,
      expect.objectContaining({ ...two, from: null, until: null, status: "running", earned: 0 }),
    ]);
    expect(fieldOf(await call("GET", "/bonuses", undefined, member.token), "data.0.bonus_id")).toBe("two");
  });

  test("is refused with what is wrong of it", async () => {
    const wrong = [
      ...[{ bonus_id: "" }, { bonus_id: "Gold Star" }, { bonus_id: 7 }, { metric: "clicks" }, { metric: null }],
      ...[{ at_least: 0 }, { at_least: 1.5 }, { at_least: "2" }, { at_least: 2 ** 53 }, { period: "year" }],
      ...[{ amount_cents: 0 }, { amount_cents: -1 }, { amount_cents: 1e13 }, { currency: "XXX" }, { from: "soon" }],
      ...[{ until: 7 }, { from: "2027-02-01", until: "2027-02-01" }, { applies: "next" }],
    ];
    for (const fields of wrong) {
      const answer = await call("POST", "/bonuses", { ...two, bonus_id: "other", ...fields });
      expect([fields, refusalOf(answer)]).toEqual([fields, "400 invalid_request"]);
    }
    expect(await rows("/bonuses")).toHaveLength(1);
  });

  test("is there once, however often the same is added, and never changes", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call("POST", "/bonuses", two)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const events = await asOwner(testDatabase.url, "select 1 from event where type = 'bonus_added'", []);
    expect(events).toHaveLength(1);
    expect(refusalOf(await call("POST", "/bonuses", { ...two, at_least: 3 }))).toBe("409 bonus_taken");
  });

  test("is one of at most 20 at a time", async () => {
    const many = await Promise.all(
      Array.from({ length: 22 }, (_, index) =>
        call("POST", "/bonuses", { ...two, bonus_id: `many-${index}`, currency: "EUR" }),
      ),
    );
    expect(many.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(many.filter(({ status }) => status !== 200).map(refusalOf))).toEqual(new Set(["409 limit_reached"]));
    for (const { bonus_id } of (await rows("/bonuses?status=running&limit=200")).filter(
      ({ currency }) => currency === "EUR",
    ))
      expect((await call("POST", `/bonuses/${bonus_id}/stop`)).status).toBe(200);
    expect((await rows("/bonuses?status=running")).map(({ bonus_id }) => bonus_id)).toEqual(["two"]);
    expect(await rows("/bonuses?status=stopped&limit=200")).toHaveLength(19);
  });
});

describe("a partner whose sales reach it", () => {
  test("sees how far it is, and earns it once the job has run, once", async () => {
    await sell("a", "anna");
    const progress = async (id: number) => fieldOf(await call("GET", `/partners/${id}/bonuses`), "data.bonuses.0");
    expect(await progress(annaId)).toMatchObject({ bonus_id: "two", reached: 1, at_least: 2, is_earned: false });
    expect(await progress(benId)).toMatchObject({ reached: 0, is_earned: false });
    expect((await call("GET", "/partners/987654/bonuses")).status).toBe(404);
    expect(await record()).toBe(0);
    await sell("b", "anna");
    await sell("c", "ben");
    const counts = await Promise.all(Array.from({ length: 5 }, record));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await record()).toBe(0);
    expect(await bonusesOf()).toEqual([["two", annaId, 5_000, "pending"]]);
    expect(await bonusesOf(`&partner_id=${benId}`)).toEqual([]);
    expect(await progress(annaId)).toMatchObject({ reached: 2, is_earned: true });
    expect(fieldOf(await call("GET", "/bonuses?status=running"), "data.0.earned")).toBe(1);
    await expectBalanced();
  });

  test("loses it by a refund while it is on hold, and has it back by another sale", async () => {
    await track("refund", { transaction_id: "b" }, projectKey);
    expect(await bonusesOf()).toEqual([["two", annaId, 0, "reversed"]]);
    await expectBalanced();
    await sell("d", "anna");
    expect(await bonusesOf()).toEqual([["two", annaId, 5_000, "pending"]]);
    await expectBalanced();
  });

  test("has it on the statement, in the month it was reached in", async () => {
    const month = new Date().toISOString().slice(0, 7);
    const { data: lines } = await listStatementLines(service.database.kysely, programId, month, {
      ...{ limit: 200, cursor: null },
    });
    const id = Number((await rows("/commissions?kind=bonus"))[0]?.commission_id);
    const own = lines.filter(({ transaction_id }) => transaction_id === `bonus:${id}`);
    expect(own.map(({ what, partner_id, commission_cents }) => [what, partner_id, commission_cents])).toEqual([
      ["bonus", annaId, 5_000],
      ["change", annaId, -5_000],
      ["change", annaId, 5_000],
    ]);
    const sum = lines.reduce((cents, { commission_cents }) => cents + commission_cents, 0);
    expect(fieldOf(await call("GET", `/statements/${month}`), "data.totals.0.commission_cents")).toBe(sum);
    expect(fieldOf(await call("GET", `/events/${id}`), "data.rows")).toContainEqual(
      expect.objectContaining({ kind: "commission", sale_id: null, partner_id: annaId, amount_cents: 5_000 }),
    );
  });

  test("reads of it in the portal, in its own language", async () => {
    const ofAnna = await call("POST", `/partners/${annaId}/link`, {});
    const address = new URL(String(fieldOf(ofAnna, "data.url"))).pathname;
    expect((await service.request(address)).text).toContain("You have earned the bonus of 50.00");
    const ofBen = await call("POST", `/partners/${benId}/link`, {});
    const page = await service.request(new URL(String(fieldOf(ofBen, "data.url"))).pathname);
    expect(page.text).toContain("1 more sale this month and you earn a bonus of 50.00");
  });

  test("keeps it once it is approved, and is paid it with its sales", async () => {
    await approveCommissions(service.database);
    expect(await bonusesOf()).toEqual([["two", annaId, 5_000, "approved"]]);
    await track("refund", { transaction_id: "d" }, projectKey);
    expect(await bonusesOf()).toEqual([["two", annaId, 5_000, "approved"]]);
    const made = await call("POST", "/payouts", { partner_id: annaId, currency: "USD" });
    expect(fieldOf(made, "data.0")).toMatchObject({ partner_id: annaId, amount_cents: 7_000, item_count: 2 });
    const payoutId = fieldOf(made, "data.0.payout_id");
    expect((await call("POST", `/payouts/${payoutId}/mark-paid`, {})).status).toBe(200);
    expect(await bonusesOf()).toEqual([["two", annaId, 5_000, "paid"]]);
    await expectBalanced();
  });

  test("that is banned meanwhile is recorded once it is back", async () => {
    const banned = await call("POST", `/partners/${benId}/ban`, { reason: "paid_ads", unpaid: "keep" });
    expect(banned.status).toBe(200);
    await call("POST", `/partners/${benId}/unban`, {});
    await sell("e", "ben");
    await call("PATCH", `/partners/${benId}`, { status: "inactive" });
    expect(await record()).toBe(0);
    await call("PATCH", `/partners/${benId}`, { status: "active" });
    expect(await record()).toBe(1);
    expect(await bonusesOf(`&partner_id=${benId}`)).toEqual([["two", benId, 5_000, "pending"]]);
  });

  test("loses it by a ban that forfeits what is unpaid, and has it back after", async () => {
    await call("POST", `/partners/${benId}/ban`, { reason: "paid_ads", unpaid: "forfeit" });
    expect(await bonusesOf(`&partner_id=${benId}`)).toEqual([["two", benId, 0, "reversed"]]);
    await call("POST", `/partners/${benId}/unban`, {});
    expect(await bonusesOf(`&partner_id=${benId}`)).toEqual([["two", benId, 5_000, "pending"]]);
    await expectBalanced();
  });
});

test("a stopped bonus counts no further sale, is not started again, and is known by its id alone", async () => {
  expect((await call("POST", "/bonuses/two/stop", undefined, member.token)).status).toBe(403);
  expect((await call("POST", "/bonuses/none/stop")).status).toBe(404);
  expect(fieldOf(await call("POST", "/bonuses/two/stop"), "data.status")).toBe("stopped");
  expect((await call("POST", "/bonuses/two/stop")).status).toBe(200);
  expect(refusalOf(await call("POST", "/bonuses", two))).toBe("409 bonus_taken");
  await join("carl");
  await sell("f", "carl");
  await sell("g", "carl");
  expect(await record()).toBe(0);
  expect(fieldOf(await call("GET", `/partners/${annaId}/bonuses`), "data")).toEqual({
    partner_id: annaId,
    bonuses: [],
  });
});

test("a rebuild finds the same", async () => {
  const [verified] = await verifyPrograms(replayParts(testDatabase), [programId]);
  expect(verified && isVerified(verified)).toBe(true);
});

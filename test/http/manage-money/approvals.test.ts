// Payouts that need a second person, over HTTP: who may approve, once each, and what waits until then.
import { describe, expect, test } from "vitest";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { cancelPayout, createPayouts } from "../../../src/product/payouts/change.ts";
import { approvePayout } from "../../../src/product/payouts/control/approve.ts";
import { createAgent } from "../../support/agents.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { joinWorkspace, manyPeople, newCompany, newPerson, type Person } from "../../support/people.ts";
import { type Answer, clickOn, fieldOf, refusalOf } from "../../support/service.ts";
import { createToken } from "../../support/tokens.ts";

const { service } = await serviceForFile({ ...manyPeople, RATE_LIMIT_MANAGEMENT_PER_MINUTE: "100000" });
const { owner, member, stranger, programId, workspaceId } = await newCompany(service);
const ben = await newPerson(service, "ben@acme.test");
await joinWorkspace(service, workspaceId, { owner, joins: ben, role: "owner" });
const cleo = await newPerson(service, "cleo@acme.test");
await joinWorkspace(service, workspaceId, { owner, joins: cleo, role: "owner" });

const own = (path: string) => `/api/v1/programs/${programId}${path}`;
await call(owner, "PATCH", own(""), { hold_period_days: 0, payout_approvals: 2 });
const key = String(fieldOf(await call(owner, "POST", own("/api-key")), "data.api_token"));
const partner = await call(owner, "POST", own("/partners"), { name: "Anna", code: "anna-four-eyes" });
const partnerId = Number(fieldOf(partner, "data.partner_id"));
await call(owner, "PUT", own(`/partners/${partnerId}/recipient`), { email: "anna@example.com", name: "Anna" });

function call(person: Person, method: string, path: string, body?: object): Promise<Answer> {
  const sent = body ?? (method === "GET" ? undefined : {});
  return service.request(path, {
    method,
    key: person.token,
    ...(sent === undefined ? {} : { body: JSON.stringify(sent), headers: { "content-type": "application/json" } }),
  });
}

let sold = 0;

/** One of ten dollars, approved. */
async function sell(): Promise<void> {
  const link = "https://shop.example/?aff=anna-four-eyes";
  const clickId = await clickOn(service, { programId, key, partnerId, link, code: "anna-four-eyes" });
  sold += 1;
  const sale = { transaction_id: `order-${sold}`, amount_cents: 1_000, click_id: clickId };
  expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);
  await approveCommissions(service.database);
}

async function newPayout(): Promise<number> {
  await sell();
  const made = await call(owner, "POST", own("/payouts"), { currency: "USD" });
  return Number(fieldOf(made, "data.0.payout_id"));
}

const all = { partnerId: null, currency: null, minimumCents: 1, onlyWithRecipient: false };
const approve = (person: Person, payoutId: number) => call(person, "POST", own(`/payouts/${payoutId}/approve`));
const missingOf = async (payoutId: number) =>
  fieldOf(await call(owner, "GET", own(`/payouts/${payoutId}`)), "data.approvals.missing");

describe("a payout of a program with payout_approvals 2", () => {
  test("is neither exported nor paid until a person other than its creator approves it", async () => {
    const id = await newPayout();
    const queue = await call(owner, "GET", own("/payouts?awaits_approval=true"));
    expect(queue.body).toMatchObject({ data: [{ payout_id: id, approvals: { needed: 2, missing: 1, given: [] } }] });

    expect(refusalOf(await call(ben, "POST", own(`/payouts/${id}/mark-paid`)))).toBe("409 payout_withheld");
    const csv = `payout_id,status\n${id},completed\n`;
    const results = await call(ben, "POST", own("/payout-results"), { tool: "bank", csv, apply: true });
    expect(results.body).toMatchObject({ data: [{ payout_id: id, result: "fault" }] });
    const file = await call(ben, "GET", own("/payout-file?tool=wise&currency=USD"));
    expect(file.body).toMatchObject({
      data: {
        payout_ids: [],
        left_out: [{ payout_id: id, why: "approved by 1 of 2 people: another person must approve it" }],
      },
    });

    expect(refusalOf(await approve(owner, id))).toBe("403 second_person_required");
    const approved = await approve(ben, id);
    expect(approved.body).toMatchObject({
      data: {
        approvals: { needed: 2, missing: 0 },
        people: [
          { did: "created", name: "owner" },
          { did: "approved", name: "ben" },
        ],
      },
    });
    const paidFile = await call(owner, "GET", own("/payout-file?tool=wise&currency=USD"));
    expect(paidFile.body).toMatchObject({ data: { payout_ids: [id] } });
    expect((await call(owner, "POST", own(`/payouts/${id}/mark-paid`))).body).toMatchObject({
      data: { status: "paid" },
    });
    const audit = await call(owner, "GET", own("/audit?type=payout_approved&order=newest"));
    expect(audit.body).toMatchObject({ data: [{ type: "payout_approved", by_kind: "account", by_name: "ben" }] });
  });

  test("is approved once by each person, also by many at the same time", async () => {
    const id = await newPayout();
    const answers = await Promise.all([ben, cleo, ben, cleo, owner].map((person) => approve(person, id)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 403]);
    const payout = await call(owner, "GET", own(`/payouts/${id}`));
    // The first one was enough: no other approval is recorded.
    expect(payout.body).toMatchObject({ data: { approvals: { missing: 0, given: [{}] } } });
    expect((await approve(ben, id)).status).toBe(200);
  });

  test("is approved by no member, no stranger, no agent and not by the operator's command line", async () => {
    const id = await newPayout();
    expect(refusalOf(await approve(member, id))).toBe("403 forbidden");
    expect(refusalOf(await approve(stranger, id))).toBe("404 not_found");
    const { agentKeyId } = await createAgent(service.database, { programId });
    const agent = { kind: "agent", agentKeyId } as const;
    for (const actor of [agent, { kind: "operator" } as const]) {
      await expect(approvePayout(service.database, { programId, payoutId: id }, actor)).rejects.toMatchObject({
        name: "AccessRefused",
        kind: "forbidden",
      });
    }
    expect(await missingOf(id)).toBe(1);
    await cancelPayout(service.database, { programId, payoutId: id }, { kind: "operator" });
  });

  test("needs two people where a token created it, also its holder, and no token approves it", async () => {
    await sell();
    const { token } = await createToken(service, { workspaceId }, owner, "finance");
    const machine = { ...owner, token };
    const made = await call(machine, "POST", own("/payouts"), { currency: "USD" });
    const id = Number(fieldOf(made, "data.0.payout_id"));
    expect(await missingOf(id)).toBe(2);
    expect(refusalOf(await approve(machine, id))).toBe("403 insufficient_scope");
    await approve(owner, id);
    expect(refusalOf(await call(machine, "POST", own(`/payouts/${id}/mark-paid`)))).toBe("409 payout_withheld");
    await approve(ben, id);
    expect((await call(machine, "POST", own(`/payouts/${id}/mark-paid`))).status).toBe(200);
  });

  test("needs two owners where the operator's command line created it", async () => {
    await sell();
    const { payoutIds } = await createPayouts(service.database, programId, all, { kind: "operator" });
    const [id = 0] = payoutIds;
    expect(await missingOf(id)).toBe(2);
    await approve(ben, id);
    await approve(ben, id);
    expect(await missingOf(id)).toBe(1);
    expect(refusalOf(await call(owner, "POST", own(`/payouts/${id}/mark-paid`)))).toBe("409 payout_withheld");
    await approve(owner, id);
    expect((await call(owner, "POST", own(`/payouts/${id}/mark-paid`))).status).toBe(200);
  });

  test("is refused with a reason, and what it held is owed again", async () => {
    const id = await newPayout();
    const refused = await call(ben, "POST", own(`/payouts/${id}/refuse`), { reason: "Own orders" });
    expect(refused.body).toMatchObject({ data: { status: "cancelled", withdrawn_because: "Own orders" } });
    expect(refusalOf(await approve(ben, id))).toBe("409 payout_closed");
    const owed = await call(owner, "GET", own(`/owed?partner_id=${partnerId}&currency=USD`));
    expect(fieldOf(owed, "data.0.owed_cents")).toBeGreaterThan(0);
  });

  test("still needs it after the setting is back to one person, which a later payout does not", async () => {
    const id = await newPayout();
    await call(owner, "PATCH", own(""), { payout_approvals: 1 });
    expect(refusalOf(await call(owner, "POST", own(`/payouts/${id}/mark-paid`)))).toBe("409 payout_withheld");
    const later = await newPayout();
    expect(fieldOf(await call(owner, "GET", own(`/payouts/${later}`)), "data.approvals")).toBeNull();
    await call(owner, "PATCH", own(""), { payout_approvals: 2 });
  });

  test("keeps its setting from members and agents", async () => {
    expect(refusalOf(await call(member, "PATCH", own(""), { payout_approvals: 1 }))).toBe("403 forbidden");
    const { key: agentKey } = await createAgent(service.database, { programId });
    const answer = await service.request(`/api/agent/v1/programs/${programId}`, {
      method: "PATCH",
      key: agentKey,
      body: JSON.stringify({ payout_approvals: 1 }),
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(403);
    expect(fieldOf(await call(owner, "GET", own("")), "data.payout_approvals")).toBe(2);
  });
});

describe("limits", () => {
  test("leave out what is over a payout's limit whole, and withhold what is over the day's limit", async () => {
    await call(owner, "PATCH", own(""), { payout_approvals: 1 });
    await call(owner, "POST", own("/payouts"), { currency: "USD" });
    const ids = [await newPayout(), await newPayout()];
    await sell();
    const set = await call(owner, "PUT", own("/payout-limits"), { currency: "USD", payout_limit_cents: 199 });
    expect(set.body).toEqual({ data: [{ currency: "USD", payout_limit_cents: 199, day_limit_cents: null }] });
    const left = { partner_id: partnerId, currency: "USD", owed_cents: 200, reason: "over_payout_limit" };
    const preflight = await call(member, "GET", own("/payout-preflight?currency=USD"));
    expect(preflight.body).toMatchObject({ data: { payouts: [], left_out: [left], left_out_count: 1, totals: [] } });
    const created = await call(owner, "POST", own("/payouts"), { currency: "USD" });
    expect(created.body).toMatchObject({ data: [], left_out: [left] });

    // Of the day's limit one payout of 2.00 is left.
    await call(owner, "PUT", own("/payout-limits"), { currency: "USD", payout_limit_cents: null });
    const released = await service.database.kysely
      .selectFrom("payout")
      .select((payout) => payout.fn.sum<number>("amount_cents").as("cents"))
      .where("program_id", "=", programId)
      .where((payout) => payout.or([payout("exported_at", "is not", null), payout("paid_at", "is not", null)]))
      .executeTakeFirstOrThrow();
    const day_limit_cents = Number(released.cents) + 300;
    await call(owner, "PUT", own("/payout-limits"), { currency: "USD", day_limit_cents });
    const chosen = ids.map((id) => `payout_ids=${id}`).join("&");
    const exporting = () => call(owner, "GET", own(`/payout-file?tool=wise&currency=USD&${chosen}`));
    for (const file of [await exporting(), await exporting()]) {
      expect(file.body).toMatchObject({ data: { payout_ids: [ids[0]], left_out: [{ payout_id: ids[1] }] } });
      expect(fieldOf(file, "data.left_out.0.why")).toMatch(/^over the limit of \d+\.\d\d USD a day/);
    }
    await call(owner, "PUT", own("/payout-limits"), { currency: "USD", day_limit_cents: null });
    expect((await exporting()).body).toMatchObject({ data: { payout_ids: ids } });
  });
});

test("a preflight says to the cent what the run then does, and changes nothing", async () => {
  await call(owner, "POST", own("/payouts"), { currency: "USD" });
  await sell();
  await sell();
  const query = own("/payout-preflight?currency=USD&minimum_cents=300");
  const [before, again] = [await call(member, "GET", query), await call(member, "GET", query)];
  expect(again.body).toEqual(before.body);
  expect(before.body).toMatchObject({
    data: {
      payouts: [{ partner_id: partnerId, partner_name: "Anna", currency: "USD", amount_cents: 400, item_count: 2 }],
      left_out: [],
      totals: [{ currency: "USD", amount_cents: 400, count: 1 }],
    },
  });
  const low = await call(member, "GET", own("/payout-preflight?currency=USD&minimum_cents=401"));
  expect(low.body).toMatchObject({ data: { payouts: [], left_out: [{ owed_cents: 400, reason: "below_minimum" }] } });
  const made = await call(owner, "POST", own("/payouts"), { currency: "USD", minimum_cents: 300 });
  expect(made.body).toMatchObject({ data: [{ amount_cents: 400, item_count: 2 }] });
});

// Partners' money over HTTP: the way of a payout from owed to returned, statements, and what is not understood.
import { describe, expect, test } from "vitest";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany, type Person } from "../../support/people.ts";
import { type Answer, clickOn, fieldOf, refusalOf } from "../../support/service.ts";

const { service } = await serviceForFile({ ...manyPeople, RATE_LIMIT_MANAGEMENT_PER_MINUTE: "100000" });
const { owner, member, programId } = await newCompany(service);
const own = (path: string) => `/api/v1/programs/${programId}${path}`;
await call(owner, "PATCH", own(""), { hold_period_days: 0 });
const key = String(fieldOf(await call(owner, "POST", own("/api-key")), "data.api_token"));
const partner = await call(owner, "POST", own("/partners"), { name: "Anna", code: "anna-money" });
const partnerId = Number(fieldOf(partner, "data.partner_id"));

function call(person: Person, method: string, path: string, body?: object): Promise<Answer> {
  const sent = body ?? (method === "GET" ? undefined : {});
  return service.request(path, {
    method,
    key: person.token,
    ...(sent === undefined ? {} : { body: JSON.stringify(sent), headers: { "content-type": "application/json" } }),
  });
}

let sold = 0;

/** Of ten dollars each, and approved. */
async function sell(count = 1): Promise<void> {
  const link = "https://shop.example/?aff=anna-money";
  const clickId = await clickOn(service, { programId, key, partnerId, link, code: "anna-money" });
  for (let index = 0; index < count; index++) {
    sold += 1;
    const sale = { transaction_id: `order-${sold}`, amount_cents: 1_000, click_id: clickId };
    expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);
  }
  await approveCommissions(service.database);
}

async function newPayout(): Promise<number> {
  await sell();
  const made = await call(owner, "POST", own("/payouts"), { currency: "USD" });
  return Number(fieldOf(made, "data.0.payout_id"));
}

const recipient = { email: "anna@example.com", name: "Anna" };
const month = new Date().toISOString().slice(0, 7);

describe("a payout", () => {
  test("goes from owed to created, paid and returned, each once", async () => {
    await call(owner, "POST", own("/payouts"), { currency: "USD" });
    await sell(3);
    const owed = await call(owner, "GET", own("/owed?currency=USD"));
    expect(owed.body).toMatchObject({
      data: [{ partner_id: partnerId, partner_name: "Anna", owed_cents: 600, item_count: 3 }],
    });
    expect((await call(owner, "POST", own("/payouts"), { currency: "USD", minimum_cents: 601 })).body).toEqual({
      data: [],
    });

    const made = await call(owner, "POST", own("/payouts"), {
      currency: "USD",
      minimum_cents: 600,
      partner_id: partnerId,
    });
    expect(made.body).toMatchObject({
      data: [{ partner_id: partnerId, amount_cents: 600, item_count: 3, status: "created" }],
    });
    const payout = own(`/payouts/${String(fieldOf(made, "data.0.payout_id"))}`);
    expect(fieldOf(await call(owner, "GET", own("/owed?currency=USD")), "data")).toEqual([]);

    const paid = await call(owner, "POST", `${payout}/mark-paid`, { method: "paypal", reference: "B-1" });
    expect(paid.body).toMatchObject({ data: { status: "paid", method: "paypal", reference: "B-1" } });
    for (const again of ["mark-paid", "cancel"]) {
      expect(refusalOf(await call(owner, "POST", `${payout}/${again}`))).toBe("409 payout_closed");
    }
    const items = await call(owner, "GET", `${payout}/items`);
    expect(items.body).toMatchObject({ data: [{ amount_cents: 200 }, { amount_cents: 200 }, { amount_cents: 200 }] });
    const returned = await call(owner, "POST", `${payout}/mark-returned`, { reason: "unclaimed" });
    expect(returned.body).toMatchObject({ data: { status: "returned", withdrawn_because: "unclaimed" } });
    expect(fieldOf(await call(owner, "GET", own("/owed?currency=USD")), "data.0.owed_cents")).toBe(600);
  });

  test("is a line of the list as JSON and as CSV", async () => {
    const payoutId = await newPayout();
    const json = await call(owner, "GET", own("/payouts?status=created&limit=1000"));
    expect(fieldOf(json, "data")).toContainEqual(expect.objectContaining({ payout_id: payoutId }));
    const csv = await call(owner, "GET", own("/payouts?format=csv"));
    expect(csv.text).toContain(`\r\n${payoutId},${partnerId},USD,`);
  });
});

test("a file for a payment tool names what it left out", async () => {
  await call(owner, "PUT", own(`/partners/${partnerId}/recipient`), recipient);
  const payoutId = await newPayout();
  const file = await call(owner, "GET", own("/payout-file?tool=paypal&currency=USD"));
  expect(fieldOf(file, "data.csv")).toContain(`anna@example.com,`);
  expect(fieldOf(file, "data.payout_ids")).toContain(payoutId);
  await call(owner, "DELETE", own(`/partners/${partnerId}/recipient`));
  const empty = await call(owner, "GET", own("/payout-file?tool=paypal&currency=USD"));
  expect(fieldOf(empty, "data.left_out")).toContainEqual({
    payout_id: payoutId,
    partner_id: partnerId,
    why: "the partner has no payout recipient",
  });
});

test("a payout a file was made of says so, when it is read and when it is cancelled; making it again changes nothing", async () => {
  await call(owner, "PUT", own(`/partners/${partnerId}/recipient`), recipient);
  const [exported, unexported] = [await newPayout(), await newPayout()];
  const before = await call(owner, "GET", own(`/payouts/${exported}`));
  expect(fieldOf(before, "data.exported_at")).toBeNull();
  await call(owner, "POST", own(`/payouts/${unexported}/cancel`), {});
  const file = own("/payout-file?tool=paypal&currency=USD");
  expect(fieldOf(await call(owner, "GET", file), "data.payout_ids")).toContain(exported);
  const exportedAt = fieldOf(await call(owner, "GET", own(`/payouts/${exported}`)), "data.exported_at");
  expect(exportedAt).toEqual(expect.stringMatching(/^\d{4}-/));
  await call(owner, "GET", file);
  const events = await call(owner, "GET", own("/events?type=payouts_exported&limit=1000"));
  const ofPayout = (fieldOf(events, "data") as object[]).filter((event) =>
    JSON.stringify(event).includes("payouts_exported"),
  );
  expect(ofPayout.length).toBeGreaterThan(0);
  const cancelled = await call(owner, "POST", own(`/payouts/${exported}/cancel`), {});
  expect(fieldOf(cancelled, "data")).toMatchObject({ status: "cancelled", exported_at: exportedAt });
  expect(fieldOf(cancelled, "warnings")).toEqual([
    { code: "payout_was_exported", message: expect.stringContaining(`payout ${exported} `) },
  ]);
  const quiet = await call(owner, "GET", own(`/payouts/${unexported}`));
  expect(fieldOf(quiet, "data")).toMatchObject({ status: "cancelled", exported_at: null });
});

test("a link to a partner's page opens it", async () => {
  const made = await call(member, "POST", own(`/partners/${partnerId}/link`), { expires_in_days: 1 });
  const path = String(fieldOf(made, "data.url")).slice(service.url.length);
  expect((await service.request(path)).text).toContain("Anna");
});

describe("a statement", () => {
  test("comes as figures, as a page and as CSV", async () => {
    await sell();
    const figures = await call(member, "GET", own(`/statements/${month}`));
    expect(figures.body).toMatchObject({ data: { month, is_final: false, invoice: { currency: "USD" } } });
    const page = await call(member, "GET", own(`/statements/${month}?format=html`));
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.text).toContain(`order-${sold}`);
    const csv = await call(member, "GET", own(`/statements/${month}?format=csv`));
    expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="statement-${programId}-${month}.csv"`);
    expect(csv.text.split("\r\n")[0]).toBe(
      "event_id,sale_id,what,booked_at,transaction_id,partner_id,currency,amount,platform_fee,commission_currency,commission",
    );
    expect(csv.text).toMatch(new RegExp(`,order-${sold},${partnerId},USD,10.00,0.35,USD,2.00\r\n$`));
  });

  test.each(["2026-13", "2026-1", "2026", "x", "2026-01-01"])("of %s is not found", async (wrong) => {
    expect(refusalOf(await call(owner, "GET", own(`/statements/${wrong}`)))).toBe("404 not_found");
  });
});

describe("what is not understood is refused", () => {
  test.each<readonly [string, string, object]>([
    ["POST", "/payouts", {}],
    ["POST", "/payouts", { currency: "XAU" }],
    ["POST", "/payouts", { currency: "USD", minimum_cents: 0 }],
    ["POST", "/payouts", { currency: "USD", minimum_cents: 1.5 }],
    ["POST", "/payouts", { currency: "USD", partner: 1 }],
    ["PUT", `/partners/${partnerId}/recipient`, { email: "=a@b.example", name: "A" }],
    ["PUT", `/partners/${partnerId}/recipient`, { email: "a@b.example" }],
    ["POST", `/partners/${partnerId}/link`, { expires_in_days: 0 }],
    ["POST", `/partners/${partnerId}/link`, { expires_in_days: 367 }],
  ])("%s %s %j", async (method, path, body) => {
    expect(refusalOf(await call(owner, method, own(path), body))).toBe("400 invalid_request");
  });

  test.each([
    "/owed?minimum_cents=x",
    "/owed?currency=XXX",
    "/payouts?status=open",
    "/payout-file?tool=paypal",
    "/payout-file?tool=cash&currency=USD",
  ])("GET %s", async (path) => {
    expect(refusalOf(await call(owner, "GET", own(path)))).toBe("400 invalid_request");
  });

  test.each<readonly [string, string]>([
    ["GET", "/payouts/999999"],
    ["POST", "/payouts/999999/cancel"],
    ["POST", "/payouts/x/cancel"],
    ["DELETE", "/partners/999999/recipient"],
    ["POST", "/partners/999999/link"],
  ])("%s %s names nothing", async (method, path) => {
    expect(refusalOf(await call(owner, method, own(path)))).toBe("404 not_found");
  });
});

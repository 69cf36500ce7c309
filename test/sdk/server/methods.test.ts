// The server library's methods against the running service: what each sends, what it leaves in the books, what comes back.
import { afterAll, describe, expect, test } from "vitest";
import { Svc } from "../../../sdk/src/server.ts";
import { createTestDatabase } from "../../support/database.ts";
import { startHttpWire } from "../../support/http-wire.ts";
import { asOwner, clickOn, createTestProgram, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl);
const wire = await startHttpWire(service.url);
afterAll(async () => {
  await wire.close();
  await service.close();
  await testDatabase.drop();
});

const program = await createTestProgram(database);
const svc = new Svc({ apiKey: program.key, apiUrl: wire.url });

let made = 0;
const newId = (what: string): string => {
  made += 1;
  return `${what}-${made}`;
};

async function newCustomer(): Promise<string> {
  const customerExternalId = newId("customer");
  const lead = await svc.trackLead({ customerExternalId, clickId: await clickOn(service, program) });
  expect(lead.ok).toBe(true);
  return customerExternalId;
}

async function newSale(): Promise<{ invoiceId: string; saleId: number | null | undefined }> {
  const invoiceId = newId("invoice");
  const sale = await svc.trackSale({ customerExternalId: await newCustomer(), amount: 10_000, invoiceId });
  return { invoiceId, saleId: sale.data?.sale_id };
}

async function lastEvent(type: string): Promise<{ data: Record<string, unknown>; source: string; is_test: boolean }> {
  const [row] = await asOwner<{ data: Record<string, unknown>; source: string; is_test: boolean }>(
    databaseUrl,
    "select data, source, is_test from event where type = $1 order by id desc limit 1",
    [type],
  );
  if (row === undefined) throw new Error(`there is no ${type}`);
  return row;
}

/** What went over the wire last, with its key or without. */
function lastRequest(): { path: string; key: string | undefined; body: unknown } {
  const request = wire.requests.at(-1);
  if (request === undefined) throw new Error("nothing was sent");
  return { path: request.path, key: request.headers.authorization, body: JSON.parse(request.body) };
}

describe("trackLead", () => {
  test("binds the customer to the click, as a server's call", async () => {
    const clickId = await clickOn(service, program);
    const result = await svc.trackLead({
      customerExternalId: "user-1",
      clickId,
      email: "ann@shop.example",
      eventName: "trial",
      additionalData: { plan: "pro" },
    });
    expect(result).toEqual({
      ok: true,
      status: 200,
      data: { success: true, message: "Lead recorded.", lead_id: expect.any(Number) },
    });
    const { data, source } = await lastEvent("lead_reported");
    expect(source).toBe("api");
    expect(data).toMatchObject({
      customer_key: "user-1",
      click_ids: [clickId],
      event_name: "trial",
      additional_data: { plan: "pro" },
    });
    expect(JSON.stringify(data)).not.toContain("ann@shop.example");
    expect(data.email_hash).toEqual(expect.any(String));
  });

  test("repeated, answers the same lead", async () => {
    const lead = { customerExternalId: newId("customer"), clickId: await clickOn(service, program) };
    const first = await svc.trackLead(lead);
    const again = await svc.trackLead(lead);
    expect(again.data?.lead_id).toBe(first.data?.lead_id);
    expect(first.data?.lead_id).toEqual(expect.any(Number));
  });

  test("with a click alone is taken, with ids that are null as absent", async () => {
    const result = await svc.trackLead({ clickId: await clickOn(service, program), customerExternalId: null });
    expect(result.ok).toBe(true);
  });

  test("in test mode leaves a flagged event", async () => {
    const result = await svc.trackLead({ customerExternalId: "anyone", additionalData: { test_mode: true } });
    expect(result.data?.data).toEqual({
      eventId: expect.any(Number),
      programId: program.programId,
      test_mode: true,
    });
    expect(await lastEvent("lead_reported")).toMatchObject({ is_test: true });
  });
});

describe("trackSale", () => {
  test("is answered with the sale and its commission, and books both", async () => {
    const customerExternalId = await newCustomer();
    const result = await svc.trackSale({ customerExternalId, amount: 10_000, invoiceId: newId("invoice") });
    expect(result).toEqual({
      ok: true,
      status: 200,
      data: {
        success: true,
        sale_id: expect.any(Number),
        commission_id: result.data?.sale_id,
        message: expect.any(String),
      },
    });
    const sql = `select s.amount_cents as sale, c.amount_cents as commission
                   from sale s join commission c using (program_id, sale_id) where s.sale_id = $1`;
    expect(await asOwner(databaseUrl, sql, [result.data?.sale_id])).toEqual([{ sale: 10_000, commission: 2000 }]);
  });

  test("hands every field on by its name on the wire", async () => {
    const clickId = await clickOn(service, program);
    const customerExternalId = newId("customer");
    const invoiceId = newId("invoice");
    await svc.trackLead({ clickId, customerExternalId });
    const result = await svc.trackSale({
      customerExternalId,
      clickId,
      amount: 2900,
      taxCents: 400,
      invoiceId,
      currency: "EUR",
      saleType: "subscription",
      isRecurring: true,
      subscriptionId: "sub-1",
      subscriptionInterval: "monthly",
      eventName: "renewal",
    });
    expect(result.status).toBe(200);
    expect(lastRequest()).toEqual({
      path: "/api/v1/track/sale",
      key: `Bearer ${program.key}`,
      body: {
        customer_key: customerExternalId,
        click_id: clickId,
        amount_cents: 2900,
        tax_cents: 400,
        transaction_id: invoiceId,
        currency: "EUR",
        sale_type: "subscription",
        is_recurring: true,
        subscription_id: "sub-1",
        subscription_interval: "monthly",
        event_name: "renewal",
      },
    });
    expect((await lastEvent("sale_reported")).data).toMatchObject(lastRequest().body as object);
  });

  test("by the click alone is attributed too", async () => {
    const clickId = await clickOn(service, program);
    await svc.trackLead({ clickId, customerExternalId: newId("customer") });
    const result = await svc.trackSale({ clickId, amount: 500, invoiceId: newId("invoice") });
    expect(result.data?.commission_id).toEqual(expect.any(Number));
  });

  test("after the attribution window is a success without a sale", async () => {
    const customerExternalId = await newCustomer();
    const moved = "update customer set clicked_at = clicked_at - interval '61 days' where customer_key = $1";
    await asOwner(databaseUrl, moved, [customerExternalId]);
    const result = await svc.trackSale({ customerExternalId, amount: 500, invoiceId: newId("invoice") });
    expect(result).toMatchObject({
      ok: true,
      status: 200,
      data: { sale_id: null, commission_id: null, reason: "attribution_window_expired", attributed: false },
    });
  });
});

describe("trackClick", () => {
  test("makes a click, without the key", async () => {
    const click = {
      affiliateUrl: program.link,
      pageUrl: "https://shop.example/a",
      referrerUrl: "https://blog.example/",
    };
    const result = await svc.trackClick(click);
    expect(result).toEqual({
      ok: true,
      status: 200,
      data: {
        success: true,
        click_id: expect.any(String),
        partner_code: program.code,
        cookie_window_days: 60,
        program_id: program.programId,
      },
    });
    expect(lastRequest()).toEqual({
      path: "/api/v1/track/click",
      key: undefined,
      body: { affiliate_url: program.link, page_url: "https://shop.example/a", referrer_url: "https://blog.example/" },
    });
    expect((await lastEvent("click_recorded")).data).toMatchObject({ is_bot: false });
  });

  test("keeps the click the visitor has", async () => {
    const existingClickId = await clickOn(service, program);
    const result = await svc.trackClick({ affiliateUrl: program.link, existingClickId });
    expect(result.data?.click_id).toBe(existingClickId);
  });

  test("of a partner that left is a success that says there is no click", async () => {
    const left = await createTestProgram(database);
    await asOwner(databaseUrl, "update partner set status = 'inactive' where partner_id = $1", [left.partnerId]);
    const result = await svc.trackClick({ affiliateUrl: left.link });
    expect(result).toMatchObject({ ok: true, data: { success: false, message: expect.any(String) } });
  });
});

describe("trackRefund", () => {
  test("without an amount takes everything back", async () => {
    const { invoiceId, saleId } = await newSale();
    expect(await svc.trackRefund({ invoiceId })).toEqual({
      ok: true,
      status: 200,
      data: {
        success: true,
        status: "reversed",
        sale_id: saleId,
        commission_id: saleId,
        refunded_cents: 10_000,
        refunded_total_cents: 10_000,
        commission_cents: 0,
        commission_deducted_cents: 2000,
        message: expect.any(String),
      },
    });
  });

  test("with an amount takes that back, once", async () => {
    const { invoiceId } = await newSale();
    const refund = { invoiceId, refundAmountCents: 2500, refundReason: "late" };
    const first = await svc.trackRefund(refund);
    expect(first.data).toMatchObject({ status: "refunded", refunded_total_cents: 2500, commission_cents: 1500 });
    expect((await lastEvent("refund_reported")).data).toMatchObject({ refund_reason: "late" });
    const again = await svc.trackRefund(refund);
    expect(again.data).toMatchObject({ status: "skipped", refunded_total_cents: 2500, reason: "same_refund_amount" });
    expect(again.data?.warnings).toMatchObject([
      { code: "refund_skipped", message: expect.stringContaining("refund_id") },
    ]);
  });

  test("of one amount twice is two refunds by their ids, and each of them once", async () => {
    const { invoiceId } = await newSale();
    const refund = { invoiceId, refundAmountCents: 2500 };
    for (const refundId of ["re_1", "re_2"]) {
      expect((await svc.trackRefund({ ...refund, refundId })).data).toMatchObject({ status: "refunded" });
    }
    const again = await svc.trackRefund({ ...refund, refundId: "re_2" });
    expect(again.data).toMatchObject({ status: "skipped", refunded_total_cents: 5000, reason: "same_refund_id" });
    expect(again.data?.warnings).toBeUndefined();
  });

  test("with an amount of 0 takes the rest back", async () => {
    const { invoiceId } = await newSale();
    await svc.trackRefund({ invoiceId, refundAmountCents: 4000 });
    const rest = await svc.trackRefund({ invoiceId, refundAmountCents: 0 });
    expect(rest.data).toMatchObject({ status: "reversed", refunded_cents: 6000 });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])(
    "of %d cents is refused, and not taken for all of it",
    async (cents) => {
      const { invoiceId } = await newSale();
      const result = await svc.trackRefund({ invoiceId, refundAmountCents: cents });
      expect(result).toMatchObject({ ok: false, status: 400, code: "invalid_request" });
      expect(result.error).toContain("refund_amount_cents");
    },
  );
});

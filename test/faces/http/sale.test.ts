// POST /api/v1/track/sale: what it answers, what it leaves in the books, and every row of the interface's error table.
import { describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { changePartner } from "../../../src/product/programs/change.ts";
import { setPolicy } from "../../../src/product/terms/change.ts";
import { serviceForFile } from "../../support/for-file.ts";
import {
  asOwner,
  bindCustomer,
  clickOn,
  createTestProgram,
  fieldOf,
  type ProgramAtHand,
  refusalOf,
} from "../../support/service.ts";

const { service, databaseUrl, database, testDatabase } = await serviceForFile();

const program = await createTestProgram(database);
const { clickId, customerKey } = await bindCustomer(service, program, "customer-1");

const day = 86_400_000;
let transactionsMade = 0;

/** A good sale of 100.00 USD by a bound customer, under a transaction id of its own. */
function goodSale(changes: object = {}): Record<string, unknown> {
  transactionsMade += 1;
  return { transaction_id: `txn-${transactionsMade}`, amount_cents: 10_000, customer_key: customerKey, ...changes };
}

const report = (body: unknown, key: string = program.key) => service.post("/api/v1/track/sale", body, { key });

type Figures = { sale: number; commission: number | null; fee: number };

async function booked(saleId: unknown): Promise<Figures | undefined> {
  const [row] = await asOwner<Figures>(
    databaseUrl,
    `select s.amount_cents as sale, c.amount_cents as commission, f.amount_cents as fee
       from sale s
       left join commission c using (program_id, sale_id)
       left join platform_fee f using (program_id, sale_id)
      where s.sale_id = $1`,
    [saleId],
  );
  return row;
}

async function countOf(table: "event" | "sale" | "commission" | "platform_fee"): Promise<number> {
  const [row] = await asOwner<{ count: number }>(databaseUrl, `select count(*) as count from ${table}`);
  return row?.count ?? -1;
}

describe("a live sale", () => {
  test("is answered with its own and its commission's id", async () => {
    const answer = await report(goodSale());
    const saleId = fieldOf(answer, "sale_id");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, sale_id: saleId, commission_id: saleId, message: "Sale recorded." });
    expect(saleId).toBeTypeOf("number");
  });

  test("of 100.00 earns 20.00 commission and costs 3.50 platform fee", async () => {
    const answer = await report(goodSale());
    expect(await booked(fieldOf(answer, "sale_id"))).toEqual({ sale: 10_000, commission: 2000, fee: 350 });
  });

  test("of whole dong is rounded half up to whole dong", async () => {
    const answer = await report(goodSale({ amount_cents: 199_999, currency: "VND" }));
    expect(await booked(fieldOf(answer, "sale_id"))).toEqual({ sale: 199_999, commission: 40_000, fee: 7000 });
  });

  test("of the largest amount there is keeps every cent", async () => {
    const answer = await report(goodSale({ amount_cents: Number.MAX_SAFE_INTEGER }));
    expect(await booked(fieldOf(answer, "sale_id"))).toEqual({
      sale: 9_007_199_254_740_991,
      commission: 1_801_439_850_948_198,
      fee: 315_251_973_915_935,
    });
  });

  test("is found by the click where the customer is not named", async () => {
    expect((await report(goodSale({ customer_key: null, click_id: clickId }))).status).toBe(200);
  });

  test("is found by the click where the customer is not known", async () => {
    expect((await report(goodSale({ customer_key: "a newcomer", click_id: clickId }))).status).toBe(200);
  });

  test("keeps a negative tax as reported, and earns on the amount paid", async () => {
    const answer = await report(goodSale({ amount_cents: 5_000, tax_cents: -190 }));
    expect(answer.status).toBe(200);
    const books = await asOwner(
      testDatabase.url,
      `select s.amount_cents, s.tax_cents, c.amount_cents as commission
         from sale s join commission c on c.program_id = s.program_id and c.sale_id = s.sale_id
        where s.sale_id = $1`,
      [fieldOf(answer, "sale_id")],
    );
    expect(books).toEqual([{ amount_cents: 5_000, tax_cents: -190, commission: 1_000 }]);
  });

  test("takes every field of the interface, and fields it does not know", async () => {
    const answer = await report(
      goodSale({
        tax_cents: 700,
        click_id: clickId,
        currency: "EUR",
        sale_type: "subscription",
        line_items: { "1": { sku: "a", price: 1.5 } },
        is_recurring: false,
        subscription_id: "sub-full",
        subscription_interval: "monthly",
        product_id: "pro",
        occurred_at: new Date(Date.now() - day).toISOString(),
        provider: "stripe",
        provider_payment_id: "pi_1",
        livemode: true,
        event_name: "upgrade",
        additional_data: { campaign: "spring", test_mode: false },
        nobody_knows: "this",
      }),
    );
    expect(answer.status).toBe(200);
    const [row] = await asOwner<object>(
      databaseUrl,
      `select currency, sale_type, subscription_id, subscription_interval, product_id, provider, provider_payment_id
         from sale where sale_id = $1`,
      [fieldOf(answer, "sale_id")],
    );
    expect(row).toEqual({
      currency: "EUR",
      sale_type: "subscription",
      subscription_id: "sub-full",
      subscription_interval: "monthly",
      product_id: "pro",
      provider: "stripe",
      provider_payment_id: "pi_1",
    });
  });

  test("takes null and empty text for an optional field as its absence", async () => {
    const answer = await report(
      goodSale({ tax_cents: null, click_id: "", currency: null, sale_type: null, is_recurring: null, livemode: null }),
    );
    expect(answer.status).toBe(200);
  });

  test("of a product is paid by the product's own policy", async () => {
    const commission = { type: "flat", amount_cents: 1234, currency: "USD", duration_months: null } as const;
    await setPolicy(
      database,
      { programId: program.programId, scope: { product_id: "flat-one" }, commission },
      operator,
    );
    const answer = await report(goodSale({ product_id: "flat-one" }));
    expect(await booked(fieldOf(answer, "sale_id"))).toMatchObject({ commission: 1234, fee: 350 });
  });

  test("goes to the newest partner of the chain, also with the old click", async () => {
    const two = await createTestProgram(database);
    const first = await clickOn(service, two);
    await service.post("/api/v1/track/click", { affiliate_url: two.link, existing_click_id: first });
    const answer = await report(goodSale({ customer_key: null, click_id: first }), two.key);
    expect(answer.status).toBe(200);
  });
});

describe("a renewal", () => {
  test("past the commission's months is recorded without commission, with the reason", async () => {
    const commission = { type: "percentage", rate_bps: 2000, duration_months: 1 } as const;
    const short = await createTestProgram(database, { commission });
    const bound = await bindCustomer(service, short, "subscriber");
    const renewal = { customer_key: bound.customerKey, is_recurring: true, subscription_id: "sub-1" };
    expect((await report(goodSale(renewal), short.key)).status).toBe(200);
    await asOwner(databaseUrl, "update subscription set started_at = started_at - interval '2 months'");

    const answer = await report(goodSale(renewal), short.key);
    const saleId = fieldOf(answer, "sale_id");
    expect(answer.body).toMatchObject({ success: true, commission_id: null, reason: "recurring_period_ended" });
    expect(await booked(saleId)).toEqual({ sale: 10_000, commission: null, fee: 350 });
  });
});

describe("a sale outside the attribution window", () => {
  const old = async (customerKey: string): Promise<ProgramAtHand> => {
    const late = await createTestProgram(database, { attribution_window_days: 30 });
    await bindCustomer(service, late, customerKey);
    for (const table of ["click", "customer"]) {
      await asOwner(
        databaseUrl,
        `update ${table} set clicked_at = clicked_at - interval '31 days' where program_id = $1`,
        [late.programId],
      );
    }
    return late;
  };
  const expired = {
    success: true,
    sale_id: null,
    commission_id: null,
    message: expect.any(String),
    attributed: false,
    reason: "attribution_window_expired",
    click_age_days: 31,
    window_days: 30,
  };

  test("is a success with no sale and no commission, and leaves none", async () => {
    const late = await old("late-1");
    const sales = await countOf("sale");
    const answer = await report(goodSale({ customer_key: "late-1" }), late.key);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(expired);
    expect(await countOf("sale")).toBe(sales);
  });

  test("gets the same answer when it is reported again, never 409", async () => {
    const late = await old("late-2");
    const sale = goodSale({ customer_key: "late-2" });
    const first = await report(sale, late.key);
    const events = await countOf("event");
    const again = await report(sale, late.key);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await countOf("event")).toBe(events);
  });
});

describe("a test sale", () => {
  const answered = (eventId: unknown) => ({
    success: true,
    message: "Test sale recorded. No commission and no platform fee were created.",
    data: { eventId, programId: program.programId, test_mode: true },
  });

  test.each([
    ["additional_data.test_mode", { additional_data: { test_mode: true } }],
    ["livemode: false", { livemode: false }],
    ["both", { livemode: false, additional_data: { test_mode: true } }],
    ["livemode: true, which does not force a live sale", { livemode: true, additional_data: { test_mode: true } }],
  ])("is chosen by %s and needs nothing else", async (_, body) => {
    const answer = await report(body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(answered(fieldOf(answer, "data.eventId")));
  });

  test("leaves a flagged event, a line in the tracking log and a tick, and no sale", async () => {
    const fresh = await createTestProgram(database);
    const before = await Promise.all([countOf("sale"), countOf("commission"), countOf("platform_fee")]);
    const answer = await report({ livemode: false, transaction_id: "test-1" }, fresh.key);
    const eventId = fieldOf(answer, "data.eventId");
    expect(await Promise.all([countOf("sale"), countOf("commission"), countOf("platform_fee")])).toEqual(before);
    const of = (sql: string) => asOwner<object>(databaseUrl, sql, [fresh.programId]);
    expect(await of("select id, is_test from event where program_id = $1 and type = 'sale_reported'")).toEqual([
      { id: eventId, is_test: true },
    ]);
    expect(await of("select call, is_test, code, transaction_id from tracking_log where program_id = $1")).toEqual([
      { call: "sale", is_test: true, code: null, transaction_id: "test-1" },
    ]);
    expect(await of("select step, is_test from checklist where program_id = $1")).toEqual([
      { step: "sale", is_test: true },
    ]);
  });

  test("may be reported any number of times and blocks no live sale", async () => {
    const sale = goodSale();
    for (let times = 0; times < 2; times++) expect((await report({ ...sale, livemode: false })).status).toBe(200);
    expect((await report(sale)).status).toBe(200);
  });

  test.each([
    ["transaction_id", { transaction_id: "" }],
    ["transaction_id", { transaction_id: 5 }],
    ["amount_cents", { amount_cents: 0 }],
    ["amount_cents", { amount_cents: "100" }],
    ["provider", { provider: "paypal" }],
  ])("is refused for a malformed %s all the same", async (field, body) => {
    const answer = await report({ livemode: false, ...body });
    expect(refusalOf(answer)).toBe("400 invalid_request");
    expect(answer.text).toContain(field);
  });

  test("needs the key", async () => {
    expect(refusalOf(await service.post("/api/v1/track/sale", { livemode: false }))).toBe("401 unauthorized");
  });
});

describe("a sale is refused with 400 invalid_request when", () => {
  test.each([
    ["transaction_id is missing", { transaction_id: undefined }],
    ["transaction_id is null", { transaction_id: null }],
    ["transaction_id is a number", { transaction_id: 17 }],
    ["transaction_id is empty", { transaction_id: "" }],
    ["transaction_id has 256 characters", { transaction_id: "x".repeat(256) }],
    ["amount_cents is missing", { amount_cents: undefined }],
    ["amount_cents is zero", { amount_cents: 0 }],
    ["amount_cents is negative", { amount_cents: -1 }],
    ["amount_cents has a fraction", { amount_cents: 10.5 }],
    ["amount_cents is text", { amount_cents: "10000" }],
    ["amount_cents is beyond 2^53", { amount_cents: 2 ** 53 }],
    ["amount_cents is true", { amount_cents: true }],
    ["tax_cents has a fraction", { tax_cents: 0.5 }],
    ["customer_key is a number", { customer_key: 1 }],
    ["customer_key has 256 characters", { customer_key: "x".repeat(256) }],
    ["click_id is a list", { click_id: ["x"] }],
    ["currency is a number", { currency: 1 }],
    ["sale_type is another word", { sale_type: "gift" }],
    ["line_items is larger than 16 KiB", { line_items: { note: "x".repeat(16_384) } }],
    ["line_items holds a number beyond 2^53", { line_items: { id: 2 ** 60 } }],
    ["is_recurring is text", { is_recurring: "true" }],
    ["subscription_interval is another word", { subscription_interval: "weekly" }],
    ["occurred_at has no offset", { occurred_at: "2026-01-31T12:00:00" }],
    ["occurred_at has neither seconds nor an offset", { occurred_at: "2026-01-31T12:00" }],
    ["occurred_at is a date", { occurred_at: "2026-01-31" }],
    ["occurred_at is no day of the calendar", { occurred_at: "2026-02-30T12:00:00Z" }],
    ["occurred_at is a number", { occurred_at: 1_700_000_000 }],
    ["occurred_at is 31 days old", { occurred_at: new Date(Date.now() - 31 * day).toISOString() }],
    ["occurred_at is 6 minutes ahead", { occurred_at: new Date(Date.now() + 360_000).toISOString() }],
    ["provider is unknown", { provider: "paypal" }],
    ["provider is a number", { provider: 1 }],
    ["provider_payment_id is empty", { provider_payment_id: "" }],
    ["provider_payment_id has 256 characters", { provider_payment_id: "x".repeat(256) }],
    ["provider_payment_id is a number", { provider_payment_id: 1 }],
    ["livemode is text", { livemode: "false" }],
    ["livemode is a number", { livemode: 0 }],
    ["additional_data.test_mode is text", { additional_data: { test_mode: "true" } }],
    ["additional_data is larger than 16 KiB", { additional_data: { note: "x".repeat(16_384) } }],
    ["test_mode is at the top level", { test_mode: true }],
    ["amount is an alias of amount_cents", { amount: 10_000 }],
    ["tax is an alias of tax_cents", { tax: 100 }],
  ])("%s", async (_, changes) => {
    const events = await countOf("event");
    const answer = await report(goodSale(changes));
    expect(refusalOf(answer)).toBe("400 invalid_request");
    expect(answer.text).toContain(Object.keys(changes)[0]);
    expect(await countOf("event")).toBe(events);
  });

  test("test_mode is at the top, and names its place", async () => {
    const answer = await report(goodSale({ test_mode: true }));
    expect(refusalOf(answer)).toBe("400 invalid_request");
    expect(answer.text).toContain("additional_data.test_mode");
  });

  test("several fields are wrong, and names them all", async () => {
    const answer = await report(goodSale({ transaction_id: 1, amount_cents: 0, provider: "x" }));
    expect(fieldOf(answer, "error.details")).toEqual({
      fields: [
        { field: "transaction_id", message: "must be a string." },
        { field: "amount_cents", message: "must be a positive integer in the smallest currency unit." },
        { field: "provider", message: expect.stringContaining("must be one of stripe, polar") },
      ],
    });
  });
});

describe("a sale is taken when", () => {
  test.each([
    [
      "occurred_at is 30 days old but for a minute",
      { occurred_at: new Date(Date.now() - 30 * day + 60_000).toISOString() },
    ],
    ["occurred_at is 4 minutes ahead", { occurred_at: new Date(Date.now() + 240_000).toISOString() }],
    ["occurred_at has another offset", { occurred_at: `${new Date(Date.now()).toISOString().slice(0, 19)}+00:30` }],
    ["occurred_at has no seconds", { occurred_at: `${new Date(Date.now()).toISOString().slice(0, 16)}Z` }],
    [
      "occurred_at has another offset and no seconds",
      { occurred_at: `${new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 16)}+07:00` },
    ],
    ["transaction_id has 255 characters", { transaction_id: "y".repeat(255) }],
    ["provider_payment_id has 255 characters", { provider_payment_id: "x".repeat(255) }],
    ["additional_data is just under 16 KiB", { additional_data: { note: "x".repeat(16_300) } }],
    ["program_id at the top level is ignored, since the key names the program", { program_id: 999 }],
    ["additional_data has a __proto__ of its own", JSON.parse('{"additional_data":{"__proto__":{"test_mode":true}}}')],
  ])("%s", async (_, changes: object) => {
    const answer = await report(goodSale(changes));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toHaveProperty("sale_id");
  });
});

describe("a sale is refused with 400 no_attribution when", () => {
  test.each([
    ["it names nobody", { customer_key: undefined }],
    ["its customer_key is empty", { customer_key: "" }],
    ["its customer is unknown", { customer_key: "a stranger" }],
    ["its click is unknown", { customer_key: undefined, click_id: "clk_1_AAAAAAAAAAAAAAAAAAAAAA" }],
    ["its click is none of ours", { customer_key: undefined, click_id: "gclid-1" }],
  ])("%s", async (_, changes) => {
    expect(refusalOf(await report(goodSale(changes)))).toBe("400 no_attribution");
  });

  test("it renews a subscription that is known, and names neither customer nor click", async () => {
    const subscription = { is_recurring: true, subscription_id: "sub-alone", sale_type: "subscription" };
    expect((await report(goodSale(subscription))).status).toBe(200);
    const renewal = await report(goodSale({ ...subscription, customer_key: undefined }));
    expect(refusalOf(renewal)).toBe("400 no_attribution");
  });

  test("the customer belongs to another program", async () => {
    const other = await createTestProgram(database);
    const foreign = await bindCustomer(service, other, "a customer of the other program");
    expect(refusalOf(await report(goodSale({ customer_key: foreign.customerKey })))).toBe("400 no_attribution");
    const byClick = goodSale({ customer_key: undefined, click_id: foreign.clickId });
    expect(refusalOf(await report(byClick))).toBe("400 no_attribution");
  });

  test("the partner is not active any more", async () => {
    const left = await createTestProgram(database);
    await bindCustomer(service, left, "left-1");
    const { programId, partnerId } = left;
    await changePartner(database, { programId, partnerId, name: null, status: "inactive" }, operator);
    expect(refusalOf(await report(goodSale({ customer_key: "left-1" }), left.key))).toBe("400 no_attribution");
  });
});

describe("a sale is refused with 401 unauthorized when its key", () => {
  test.each([
    ["is missing", {}],
    ["is empty", { authorization: "" }],
    ["has no scheme", { authorization: program.key }],
    ["has another scheme", { authorization: `Basic ${program.key}` }],
    ["is sent twice", { authorization: `Bearer ${program.key} ${program.key}` }],
    ["is followed by a comma", { authorization: `Bearer ${program.key},` }],
    ["is too long", { authorization: `Bearer ${"x".repeat(256)}` }],
    ["is in another case", { authorization: `Bearer ${program.key.toUpperCase()}` }],
    ["is cut short", { authorization: `Bearer ${program.key.slice(0, -1)}` }],
    ["is unknown", { authorization: "Bearer aff_unknown" }],
    ["is an agent's", { authorization: "Bearer agt_unknown" }],
  ])("%s", async (_, headers) => {
    const answer = await service.post("/api/v1/track/sale", goodSale(), { headers });
    expect(refusalOf(answer)).toBe("401 unauthorized");
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("is bad, before anything is said about the body or the currency", async () => {
    expect(refusalOf(await report("{broken", "aff_unknown"))).toBe("401 unauthorized");
    expect(refusalOf(await report(goodSale({ currency: "GBP" }), "aff_unknown"))).toBe("401 unauthorized");
  });

  test("is good but for the scheme's case, it is taken", async () => {
    const headers = { authorization: `bEARER ${program.key}` };
    expect((await service.post("/api/v1/track/sale", goodSale(), { headers })).status).toBe(200);
  });
});

describe("a sale is refused with 409 duplicate_transaction", () => {
  test("naming the first one's sale, and leaves one", async () => {
    const sale = goodSale();
    const saleId = fieldOf(await report(sale), "sale_id");
    const events = await countOf("event");
    const again = await report({ ...sale, amount_cents: 999 });
    expect(refusalOf(again)).toBe("409 duplicate_transaction");
    expect(fieldOf(again, "error.details")).toEqual({ sale_id: saleId });
    expect(await booked(saleId)).toMatchObject({ sale: 10_000 });
    expect(await countOf("event")).toBe(events);
  });

  test("before its attribution is looked at", async () => {
    const sale = goodSale();
    await report(sale);
    const again = await report({ ...sale, customer_key: "a stranger" });
    expect(refusalOf(again)).toBe("409 duplicate_transaction");
  });

  test("within one program only", async () => {
    const other = await createTestProgram(database);
    await bindCustomer(service, other, "customer-1");
    const sale = goodSale();
    expect((await report(sale)).status).toBe(200);
    expect((await report(sale, other.key)).status).toBe(200);
  });
});

describe("a sale is refused with 422 unsupported_currency", () => {
  test.each(["GBP", "usd", "US", "", "US Dollar"])("for %j, and leaves nothing", async (currency) => {
    const events = await countOf("event");
    expect(refusalOf(await report(goodSale({ currency })))).toBe("422 unsupported_currency");
    expect(await countOf("event")).toBe(events);
  });

  test("before it is looked up as a duplicate", async () => {
    const sale = goodSale();
    await report(sale);
    expect(refusalOf(await report({ ...sale, currency: "GBP" }))).toBe("422 unsupported_currency");
  });
});

describe("the tracking log", () => {
  test("keeps a line for every refusal to a valid key, and none for an invalid key", async () => {
    const watched = await createTestProgram(database);
    const sales = [
      { transaction_id: "log-1" },
      { transaction_id: "log-2", amount_cents: 1, currency: "GBP" },
      { transaction_id: "log-3", amount_cents: 1, customer_key: "a stranger" },
    ];
    for (const sale of sales) await report(sale, watched.key);
    await report("{broken", watched.key);
    await service.post("/api/v1/track/sale", "transaction_id=log-4", {
      key: watched.key,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    await report(sales[0], "aff_unknown");
    const lines = await asOwner<{ transaction_id: string | null; code: string }>(
      databaseUrl,
      "select transaction_id, code from tracking_log where program_id = $1 order by line_id",
      [watched.programId],
    );
    expect(lines.map((line) => `${line.transaction_id} ${line.code}`)).toEqual([
      "log-1 invalid_request",
      "log-2 unsupported_currency",
      "log-3 no_attribution",
      "null invalid_request",
      "null invalid_request",
    ]);
  });
});

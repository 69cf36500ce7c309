// What a Shopify app needs in addition to its payments, through the front door: the guide's snippet puts the click into the cart in a real
// browser and attributes the order by it, so does a partner's discount code, refunds of single lines add up, tests are no sales, and the
// privacy webhooks are answered.
import { afterAll, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { addCoupon } from "../../../src/product/coupons/change.ts";
import { newVisitor, startBrowser } from "../../support/browser.ts";
import { createTestDatabase } from "../../support/database.ts";
import { isRecord, parse, readFixtureFile } from "../../support/fixtures.ts";
import {
  type Answer,
  asOwner,
  clickOn,
  createTestProgram,
  fieldOf,
  type ProgramAtHand,
  secretKey,
  startService,
} from "../../support/service.ts";
import { hmacBase64 } from "../../support/signing.ts";
import { readTree } from "../../support/tree.ts";

type Json = Readonly<Record<string, unknown>>;

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl);
const browser = await startBrowser();
const secret = "shopify_client_secret_1";
afterAll(async () => {
  await browser.close();
  await service.close();
  await testDatabase.drop();
});

function fixture(name: string): Json {
  const json = parse(readFixtureFile(`shopify/${name}.written.json`));
  if (!isRecord(json)) throw new Error("a delivery is an object");
  return json;
}

/** An order without anything that leads to a partner. */
const order: Json = {
  ...fixture("orders.paid"),
  ...{ note_attributes: [], discount_codes: [], email: null, customer: null },
};

type Shop = ProgramAtHand & {
  readonly deliver: (topic: string, body: Json) => Promise<Answer>;
  readonly path: string;
};

async function openShop(): Promise<Shop> {
  const program = await createTestProgram(database);
  const connection = { programId: program.programId, provider: "shopify", livemode: true, secrets: [secret] };
  const connectionId = await addConnection(database, openSecrets([secretKey]), connection, operator);
  const path = `/webhooks/shopify/${connectionId}`;
  const deliver = (topic: string, body: Json): Promise<Answer> => {
    const text = JSON.stringify(body);
    const headers = { "x-shopify-hmac-sha256": hmacBase64(secret, text), "x-shopify-topic": topic };
    return service.post(path, text, { headers });
  };
  return { ...program, deliver, path };
}

const salesOf = ({ programId }: ProgramAtHand) =>
  asOwner<{ amount: number; refunded: number; commission: number; partner: string }>(
    databaseUrl,
    `select s.amount_cents::integer as amount, s.refunded_cents::integer as refunded,
            c.amount_cents::integer as commission, p.code as partner
       from sale s join commission c using (program_id, sale_id) join partner p on p.program_id = c.program_id and p.partner_id = c.partner_id
      where s.program_id = $1`,
    [programId],
  );

test("the guide's snippet puts the click of the tracker's cookie into the cart, and nothing without a click", async () => {
  const guide = readTree().find(({ path }) => path === "docs/providers/shopify.md")?.source ?? "";
  const [, snippet] = /```html\n([\s\S]*?)```/.exec(guide) ?? [];
  expect(snippet).toContain("cart/update.js");
  const shop = await openShop();
  const clickId = await clickOn(service, shop);
  const visitor = await newVisitor(browser);
  const carts: unknown[] = [];
  await visitor.context.route("http://shop.test/**", async (route) => {
    const request = route.request();
    if (new URL(request.url()).pathname !== "/de/cart/update.js") {
      const start = '<script>window.Shopify = { routes: { root: "/de/" } };</script>';
      return route.fulfill({ contentType: "text/html", body: `<!doctype html><body>${start}${snippet}</body>` });
    }
    carts.push([request.method(), request.postDataJSON()]);
    return route.fulfill({ json: {} });
  });
  const page = await visitor.open("http://shop.test/");
  expect(carts).toEqual([]);
  await visitor.context.addCookies([
    { name: "other", value: "svc_click_id=none", url: "http://shop.test" },
    { name: "svc_click_id", value: clickId, url: "http://shop.test" },
  ]);
  await Promise.all([page.waitForResponse("**/cart/update.js"), page.goto("http://shop.test/products/1")]);
  expect(carts).toEqual([["POST", { attributes: { svc_click_id: clickId } }]]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();

  // The order keeps the cart's attributes.
  const note_attributes = [{ name: "svc_click_id", value: clickId }];
  expect((await shop.deliver("orders/paid", { ...order, note_attributes })).status).toBe(200);
  expect(await salesOf(shop)).toEqual([{ amount: 11_997, refunded: 0, commission: 2_399, partner: shop.code }]);
});

test("a partner's discount code attributes an order that has no click", async () => {
  const shop = await openShop();
  const { programId, partnerId } = shop;
  await addCoupon(database, { programId, partnerId, code: "ANNA10", providerNames: null }, operator);
  const codes = (code: string) => ({ ...order, discount_codes: [{ code, amount: "10.00", type: "percentage" }] });
  const other = {
    ...codes("SUMMER"),
    id: 5_911_223_300_009,
    admin_graphql_api_id: "gid://shopify/Order/5911223300009",
  };
  expect(fieldOf(await shop.deliver("orders/paid", other), "status")).toBe("parked");
  expect(fieldOf(await shop.deliver("orders/paid", codes("anna10")), "status")).toBe("recorded");
  expect(await salesOf(shop)).toEqual([{ amount: 11_997, refunded: 0, commission: 2_399, partner: shop.code }]);
});

test("refunds of single lines add up to the cent, and a line that is only put back on the shelf takes nothing", async () => {
  const shop = await openShop();
  const clickId = await clickOn(service, shop);
  await shop.deliver("orders/paid", { ...order, note_attributes: [{ name: "svc_click_id", value: clickId }] });
  const lines = ["39.99", "39.99", "39.99"].map((amount, index) => ({
    ...fixture("refunds.create.partial"),
    id: 9_900_000_000_100 + index,
    refund_line_items: [{ id: index, line_item_id: index, quantity: 1, subtotal: 33.6, total_tax: 6.39 }],
    transactions: [{ kind: "refund", status: "success", amount, currency: "EUR", test: false }],
  }));
  const books: number[][] = [];
  for (const line of lines) {
    await shop.deliver("refunds/create", { ...line, id: line.id + 50, transactions: [] });
    await shop.deliver("refunds/create", line);
    books.push(...(await salesOf(shop)).map(({ refunded, commission }) => [refunded, commission]));
  }
  expect(books).toEqual([
    [3_999, 1_599],
    [7_998, 800],
    [11_997, 0],
  ]);
});

test("a test order and the refund of one are tests, and no sale", async () => {
  const shop = await openShop();
  const clickId = await clickOn(service, shop);
  const note_attributes = [{ name: "svc_click_id", value: clickId }];
  expect((await shop.deliver("orders/paid", { ...order, test: true, note_attributes })).status).toBe(200);
  expect((await shop.deliver("refunds/create", fixture("refunds.create.test"))).status).toBe(200);
  expect(await salesOf(shop)).toEqual([]);
  const events = await asOwner<{ type: string; is_test: boolean }>(
    databaseUrl,
    "select type, is_test from event where program_id = $1 and source = 'shopify' order by id",
    [shop.programId],
  );
  expect(events).toEqual([
    { type: "payment_succeeded", is_test: true },
    { type: "payment_refunded", is_test: true },
  ]);
});

describe("the privacy webhook", () => {
  test.each(["customers/data_request", "customers/redact", "shop/redact"])("%s is answered and kept", async (topic) => {
    const shop = await openShop();
    const body = fixture(topic.replace("/", "."));
    const answer = await shop.deliver(topic, body);
    expect([answer.status, fieldOf(answer, "status")]).toEqual([200, "ignored"]);
    const kept = await asOwner<{ type: string; verdict: string }>(
      databaseUrl,
      `select d.provider_event_type as type, o.outcome as verdict
         from delivery d join outcome o on o.program_id = d.program_id and o.event_id = d.event_id
        where d.program_id = $1`,
      [shop.programId],
    );
    expect(kept).toEqual([{ type: topic, verdict: "ignored" }]);
    const forged = { "x-shopify-hmac-sha256": hmacBase64("another_secret", JSON.stringify(body)) };
    const refused = await service.post(shop.path, JSON.stringify(body), { headers: forged });
    expect([refused.status, fieldOf(refused, "error.code")]).toEqual([400, "invalid_signature"]);
  });
});

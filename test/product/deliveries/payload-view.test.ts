// The payload viewer: what an operator sees of a stored payload, over every fixture of every provider, and what is always hidden.
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { headersView, payloadView } from "../../../src/product/deliveries/payload-view.ts";
import { isRecord, parse, readFixtureFile } from "../../support/fixtures.ts";

const fixtures = readdirSync(new URL("../../../fixtures/", import.meta.url), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".json") && !/\.facts\.|signature-vectors/.test(file));

/** Every text and its key, however deep. */
function* textsOf(value: unknown, key = ""): Generator<readonly [key: string, text: string]> {
  if (typeof value === "string") yield [key, value];
  if (Array.isArray(value)) for (const item of value) yield* textsOf(item, key);
  else if (isRecord(value)) for (const [name, item] of Object.entries(value)) yield* textsOf(item, name);
}

const view = (fixture: string) => payloadView(parse(readFixtureFile(fixture)));

describe("no fixture's view", () => {
  test.each(fixtures)("shows a person or a secret: %s", (fixture) => {
    const shown = [...textsOf(view(fixture))];
    for (const [key, text] of shown) {
      expect(text).not.toMatch(/[^\s@]@[^\s@]/);
      expect(text).not.toMatch(/^https?:\/\/[^/]+\/[^…]/);
      if (/^(name|email|phone|line1|line2|postal_code|last4|fingerprint|client_secret|signature)$/.test(key)) {
        expect(text).toMatch(/^\[hidden: /);
      }
      if (/\s/.test(text)) expect(text).toMatch(/^\[hidden: |^\d{4}-\d\d-\d\d \d/);
    }
  });

  test("lacks what can be shown: ids, amounts, currencies, states, times", () => {
    expect(view("stripe/checkout.session.async_payment_succeeded.written.json")).toMatchObject({
      id: "evt_1WrittenAsyncPaid",
      type: "checkout.session.async_payment_succeeded",
      created: 1_748_432_100,
      data: {
        object: {
          id: "cs_live_written_async",
          amount_total: 5950,
          currency: "eur",
          customer_details: { email: "[hidden: e-mail]", name: "[hidden: text]", phone: null },
          metadata: { svc_click_id: "clk_async", svc_customer_key: "user-78", program_id: "12" },
        },
      },
    });
  });
});

describe("a view", () => {
  test.each<[string, unknown, unknown]>([
    ["an e-mail address anywhere", { reference: "to ann@example.com" }, { reference: "[hidden: e-mail]" }],
    ["an API key anywhere", { x: "sk_live_0123" }, { x: "[hidden: secret]" }],
    ["a token in three parts", { x: "eyJhbGciOi.eyJzdWIi.sig" }, { x: "[hidden: secret]" }],
    ["a card number", { x: "4242 4242 4242 4242" }, { x: "[hidden: number]" }],
    ["the path of an address", { x: "https://pay.example/i/s3cret?k=1" }, { x: "https://pay.example/…" }],
    ["words", { x: "NGUYEN VAN A chuyen tien" }, { x: "[hidden: text of 24 characters]" }],
    ["letters beyond ASCII", { x: "Nguyễn" }, { x: "[hidden: text of 6 characters]" }],
    ["a long text", { x: "a".repeat(129) }, { x: "[hidden: text of 129 characters]" }],
    [
      "all below a key that says whose it is",
      { billing_address: { city: "x" } },
      { billing_address: "[hidden: object]" },
    ],
    [
      "the same in camel case",
      { counterAccountName: "A", vaNumber: "1" },
      { counterAccountName: "[hidden: text]", vaNumber: "1" },
    ],
    ["a phone number that is a number", { phone: 4_912_345 }, { phone: "[hidden: number]" }],
    ["a tax number, not a tax", { tax: 100, tax_ids: ["DE1"] }, { tax: 100, tax_ids: "[hidden: object]" }],
    [
      "what a brand keeps for itself",
      { metadata: { a: "x", b: 1, c: { d: "y" } } },
      {
        metadata: {
          a: "[hidden: text of 1 characters]",
          b: "[hidden: number]",
          c: { d: "[hidden: text of 1 characters]" },
        },
      },
    ],
    ["an e-mail address as a customer's key", { svc_customer_key: "a@b.c" }, { svc_customer_key: "[hidden: e-mail]" }],
  ])("hides %s", (_, payload, shown) => {
    expect(payloadView(payload)).toEqual(shown);
  });

  test.each<[string, unknown]>([
    ["what a brand keeps for us", { metadata: { svc_click_id: "clk_1", svc_customer_key: "u-1", program_id: 7 } }],
    ["times", { a: "2023-08-22T07:15:45.366122Z", b: "2025-01-01 10:00:00" }],
    ["amounts as text, and numbers", { a: "100000.00", b: 12, c: -1.5 }],
    ["what is empty", { a: "", b: null, c: [], d: {} }],
    ["names of events", { meta: { event_name: "order_created" } }],
  ])("shows %s", (_, payload) => {
    expect(payloadView(payload)).toEqual(payload);
  });

  test("ends where nesting has no end", () => {
    const deep = JSON.parse(`${"[".repeat(5000)}1${"]".repeat(5000)}`);
    expect(JSON.stringify(payloadView(deep))).toContain("[hidden: more]");
  });
});

test("headers keep who signed and when, and no signature", () => {
  const digest = "0123456789abcdef".repeat(4);
  expect(
    headersView({
      "stripe-signature": `t=1700000000,v1=${digest},v1=${digest}`,
      "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
      "x-signature": digest,
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "user-agent": "Stripe/1.0",
    }),
  ).toEqual({
    "stripe-signature": "t=1700000000,v1=••••,v1=••••",
    "webhook-signature": "v1,••••",
    "x-signature": "••••",
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "user-agent": "Stripe/1.0",
  });
});

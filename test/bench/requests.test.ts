// The requests of the bench: ready before any clock starts, each its own, each one that the service takes.
import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { stripe } from "../../adapters/stripe.ts";
import { idCharacters, idOf } from "../../bench/load/ids.ts";
import { stormOrder } from "../../bench/load/order.ts";
import { invoiceAmountCents, type Recipe } from "../../bench/load/recipe.ts";
import { makeRequests } from "../../bench/load/requests.ts";

const nowSeconds = 1_800_000_000;
const secret = "whsec_test";

type Sent = { readonly path: string; readonly headers: ReadonlyMap<string, string>; readonly body: string };

function sent(recipe: Recipe): Sent[] {
  return makeRequests(recipe, nowSeconds).map((request) => {
    const [head = "", body = ""] = request.toString().split("\r\n\r\n");
    const [line = "", ...headers] = head.split("\r\n");
    const pairs = headers.map((header) => header.split(": ")).map(([name = "", value = ""]) => [name, value] as const);
    return { path: line.split(" ")[1] ?? "", headers: new Map(pairs), body };
  });
}

const invoices: Recipe = {
  kind: "webhook",
  targets: [
    { path: "/webhooks/stripe/1", customerKeys: ["customer-1", "customer-2"] },
    { path: "/webhooks/stripe/2", customerKeys: ["customer-3"] },
  ],
  stripeSecret: secret,
  run: "c1",
  requests: 6,
};

test("every delivery is signed so that Stripe's own library takes it", () => {
  for (const { body, headers } of sent(invoices)) {
    const signature = headers.get("Stripe-Signature") ?? "";
    expect(() => Stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, nowSeconds)).not.toThrow();
    expect(Number(headers.get("Content-Length"))).toBe(Buffer.byteLength(body));
  }
});

test("every delivery is a live payment of its own, of the amount the books are held against", () => {
  const facts = sent(invoices).map(({ body }) => stripe.normalise({ body: Buffer.from(body), headers: {} }));
  const reported = facts.map(({ verdict, livemode }) => {
    if (verdict.kind !== "fact" || verdict.fact.type !== "payment_succeeded") throw new Error("no payment");
    return {
      livemode,
      amount: verdict.fact.amount_cents,
      id: verdict.fact.transaction_id,
      aliases: verdict.fact.aliases,
    };
  });
  expect(reported.every(({ livemode, amount }) => livemode === true && amount === invoiceAmountCents)).toBe(true);
  expect(new Set(reported.flatMap(({ aliases }) => aliases.map(({ value }) => value))).size).toBe(18);
});

test("targets take turns, and within a target its customers", () => {
  const customers = sent(invoices).map(({ path, body }) => [path.at(-1), JSON.parse(body).data.object.metadata]);
  const of = (number: number) => ({ svc_customer_key: `customer-${number}` });
  expect(customers).toEqual([
    ["1", of(1)],
    ["2", of(3)],
    ["1", of(2)],
    ["2", of(3)],
    ["1", of(1)],
    ["2", of(3)],
  ]);
});

test("ids have one width, never repeat within a run or between runs, and come in no order", () => {
  const ids = ["c1", "c2"].flatMap((run) => Array.from({ length: 50_000 }, (_, index) => idOf(run, index)));
  expect(new Set(ids).size).toBe(100_000);
  expect(new Set(ids.map((id) => id.length))).toEqual(new Set([idCharacters]));
  const ascending = ids.slice(1, 1_000).filter((id, index) => id > (ids[index] ?? "")).length;
  expect(ascending).toBeGreaterThan(300);
  expect(ascending).toBeLessThan(700);
});

test("a storm sends each request as often as asked: twice at once, then long after", () => {
  const order = [...stormOrder(2_000, 4)];
  const positions = new Map<number, number[]>();
  for (const [at, request] of order.entries()) positions.set(request, [...(positions.get(request) ?? []), at]);
  expect(positions.size).toBe(2_000);
  for (const [first = 0, second = 0, third = 0, fourth = 0] of positions.values()) {
    expect(second - first).toBe(1);
    expect(third - second).toBeGreaterThan(400);
    expect(fourth - third).toBeGreaterThan(400);
  }
});

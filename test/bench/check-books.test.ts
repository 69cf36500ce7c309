// The check that every scenario ends with: right books pass it, and every kind of wrong is found.
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBooks, type SentTraffic } from "../../bench/check-books.ts";
import type { ChildServer } from "../../bench/child-server.ts";
import {
  type BenchInstallation,
  bindCustomers,
  createBenchPrograms,
  openBenchInstallation,
  startService,
  stripeSecret,
} from "../../bench/installation.ts";
import { runClosedLoop } from "../../bench/load/closed-loop.ts";
import type { Recipe } from "../../bench/load/recipe.ts";
import { makeRequests } from "../../bench/load/requests.ts";
import { Supply } from "../../bench/load/supply.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const customersPerProgram = 3;
const event: SentTraffic = { payments: 30, sales: 20, clicks: 10 + 2 * customersPerProgram };

let testDatabase: TestDatabase;
let installation: BenchInstallation;
let service: ChildServer | undefined;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  installation = await openBenchInstallation(testDatabase.url);
  const programs = await createBenchPrograms(installation, { programs: 2, customersPerProgram });
  service = await startService(testDatabase.url);
  await bindCustomers(service.port, programs);
  const webhooks = programs.map(({ webhookPath, customerKeys }) => ({ path: webhookPath, customerKeys }));
  await send({ kind: "webhook", targets: webhooks, stripeSecret, run: "t", requests: event.payments });
  await send({ kind: "sale", targets: programs, run: "t", requests: event.sales });
  await send({ kind: "click", targets: programs, run: "t", requests: 10 });
  await service.stop();
});

afterAll(async () => {
  await service?.stop();
  await installation.close();
  await testDatabase.drop();
});

async function send(recipe: Recipe): Promise<void> {
  const supply = new Supply(makeRequests(recipe, Math.floor(Date.now() / 1000)), null);
  const loop = { kind: "closed", connections: 4, seconds: 60 } as const;
  const result = await runClosedLoop(supply, [service?.port ?? 0], loop, null);
  expect(result).toMatchObject({ succeeded: recipe.requests, firstFault: null });
}

async function asOwner(...statements: readonly string[]): Promise<void> {
  await withClient(testDatabase.url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

test("books that hold what was answered, to the cent, pass", async () => {
  expect(await checkBooks(installation, event)).toMatch(/^30 payments, 20 sale calls, 16 clicks, each once/);
});

test.each<readonly [string, Partial<SentTraffic>, RegExp]>([
  ["a payment that was answered and is not there", { payments: event.payments + 1 }, /^payment_events: 30 .* 31/],
  ["a sale that is there and was not answered", { sales: event.sales - 1 }, /^sale_events: 20 .* 19/],
  ["a click that was answered and is not there", { clicks: event.clicks + 1 }, /^click_events: 16 .* 17/],
])("%s is found", async (_what, change, words) => {
  await expect(checkBooks(installation, { ...event, ...change })).rejects.toThrow(words);
});

const oneSale = "(program_id, sale_id) = (select program_id, sale_id from sale order by sale_id limit 1)";

test.each<readonly [string, string, string, RegExp]>([
  [
    "a commission that is a cent too small",
    `update commission set amount_cents = amount_cents - 1 where ${oneSale}`,
    `update commission set amount_cents = amount_cents + 1 where ${oneSale}`,
    /^commission_cents/,
  ],
  [
    "a sale of another customer, though every count and sum is right",
    `update sale set customer_key = 'x' || customer_key where ${oneSale}`,
    `update sale set customer_key = substr(customer_key, 2) where ${oneSale}`,
    /does not verify/,
  ],
])("%s is found", async (_what, falsify, restore, words) => {
  await asOwner(falsify);
  await expect(checkBooks(installation, event)).rejects.toThrow(words);
  await asOwner(restore);
  await checkBooks(installation, event);
});

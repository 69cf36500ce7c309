// Deliveries that wait and are linked by their names in a long chain, on PostgreSQL: anyone may make one, with orders under addresses and
// customers of one's own choice. No delivery fails for it, what is near is settled, and the books are what a replay says.
import { afterAll, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { settlingStepsMax } from "../../../src/core/rules/fold.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { createTestDatabase } from "../../support/database.ts";
import { isRecord, parse, readFixtureFile } from "../../support/fixtures.ts";
import { asOwner, clickOn, createTestProgram, secretKey, startService } from "../../support/service.ts";
import { hmacBase64 } from "../../support/signing.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl);
const secrets = openSecrets([secretKey]);
const secret = "shopify_client_secret_1";
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const length = 2 * settlingStepsMax;
const written = parse(readFixtureFile("shopify/orders.paid.written.json"));

/** Each shares Shopify's customer with the one before, or the address. */
function orderOf(index: number, attributes: readonly object[] = []): string {
  if (!isRecord(written)) throw new Error("an order is an object");
  const id = 7_000_000_000_000 + index;
  return JSON.stringify({
    ...written,
    ...{ id, admin_graphql_api_id: `gid://shopify/Order/${id}`, note_attributes: attributes, discount_codes: [] },
    ...{ customer: { id: 1 + Math.ceil(index / 2) }, email: `e${Math.floor(index / 2)}@chain.example` },
  });
}

test("a chain of orders that wait fails no delivery and no lead, and a replay comes to the same", async () => {
  const program = await createTestProgram(database);
  const { programId, key } = program;
  const connection = { programId, provider: "shopify", livemode: true, secrets: [secret] };
  const connectionId = await addConnection(database, secrets, connection, operator);
  const deliver = async (body: string): Promise<number> => {
    const headers = { "x-shopify-hmac-sha256": hmacBase64(secret, body) };
    return (await service.post(`/webhooks/shopify/${connectionId}`, body, { headers })).status;
  };
  const click_id = await clickOn(service, program);
  const statuses = new Set<number>();
  for (let index = 0; index < length; index += 1) statuses.add(await deliver(orderOf(index)));
  expect([...statuses]).toEqual([200]);

  const lead = { click_id, customer_key: "buyer", email: "e0@chain.example" };
  expect((await service.post("/api/v1/track/lead", lead, { key })).status).toBe(200);
  const named = [{ name: "svc_click_id", value: click_id }];
  expect(await deliver(orderOf(length, named))).toBe(200);

  const [counted] = await asOwner<{ sales: number; failed: number }>(
    databaseUrl,
    `select (select count(*)::int from sale where program_id = $1) as sales,
            (select count(*)::int from outcome where program_id = $1 and outcome = 'failed') as failed`,
    [programId],
  );
  expect(counted?.failed).toBe(0);
  expect(counted?.sales).toBeGreaterThan(settlingStepsMax);
  const parts = { database, ownerUrl: databaseUrl, secrets, now: Date.now, actor: operator };
  expect((await verifyPrograms(parts, [programId])).map(isVerified)).toEqual([true]);
});

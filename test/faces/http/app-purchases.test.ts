// A partner's code that is typed into an app: the app's server claims it for its user, and RevenueCat's purchases of that user are the
// partner's.
import { afterAll, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { createTestDatabase } from "../../support/database.ts";
import { changed, readFixtureFile } from "../../support/fixtures.ts";
import { asOwner, createTestProgram, fieldOf, secretKey, startService } from "../../support/service.ts";
import { timestampedHeader } from "../../support/signing.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl);
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const secret = "revenuecat_signing_secret";
const program = await createTestProgram(database);
const connection = { programId: program.programId, provider: "revenuecat", livemode: true, secrets: [secret] };
const connectionId = await addConnection(database, openSecrets([secretKey]), connection, operator);

const own = (field: string, value: unknown) => [["event", field], value] as const;

/** A purchase of 9.99 EUR by the app's user, who brings nothing from the web. */
function purchase(appUserId: string) {
  const original = readFixtureFile("revenuecat/initial_purchase.written.json");
  const body = [
    own("id", `event-of-${appUserId}`),
    own("app_user_id", appUserId),
    own("original_app_user_id", appUserId),
    own("aliases", [appUserId]),
    own("transaction_id", `7001${appUserId}`),
    own("original_transaction_id", `7001${appUserId}`),
    own("subscriber_attributes", {}),
  ].reduce<Buffer>((bytes, [path, value]) => changed(bytes, path, value), original);
  const form = { separator: ",", timestamp: "t", signature: "v1", joint: "." };
  const signature = timestampedHeader(form, body, [secret], Math.floor(Date.now() / 1000));
  return service.post(`/webhooks/revenuecat/${connectionId}`, Uint8Array.from(body), {
    headers: { "x-revenuecat-webhook-signature": signature },
  });
}

const partnersOf = (appUserId: string) =>
  asOwner<{ partner_id: number; amount_cents: number }>(
    databaseUrl,
    `select c.partner_id::integer, c.amount_cents::integer
       from sale s join commission c using (program_id, sale_id) where s.transaction_id = $1`,
    [`app_store:7001${appUserId}`],
  );

test("a code that was claimed for a user by the app's server attributes the user's purchase", async () => {
  const click = await service.post(
    "/api/v1/track/click",
    { affiliate_url: `https://shop.example/?aff=${program.code}` },
    { key: program.key },
  );
  const claim = { click_id: fieldOf(click, "click_id"), customer_key: "user-with-code" };
  expect((await service.post("/api/v1/track/lead", claim, { key: program.key })).status).toBe(200);
  expect(fieldOf(await purchase("user-with-code"), "status")).toBe("recorded");
  expect(await partnersOf("user-with-code")).toEqual([{ partner_id: program.partnerId, amount_cents: 200 }]);
});

test("a purchase of a user without a claim waits, and a claim that comes after it earns nothing for it", async () => {
  expect(fieldOf(await purchase("user-without"), "status")).toBe("parked");
  const click = await service.post(
    "/api/v1/track/click",
    { affiliate_url: `https://shop.example/?aff=${program.code}` },
    { key: program.key },
  );
  const claim = { click_id: fieldOf(click, "click_id"), customer_key: "user-without" };
  expect((await service.post("/api/v1/track/lead", claim, { key: program.key })).status).toBe(200);
  expect(await partnersOf("user-without")).toEqual([]);
});

// POST /api/v1/track/payment-reference, and the bank transfer that is found by it.
import { expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { changed, readFixtureFile } from "../../support/fixtures.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, refusalOf, secretKey } from "../../support/service.ts";
import { sepayHeaders } from "../../support/signing.ts";

const path = "/api/v1/track/payment-reference";
const secret = "sepay-hmac-secret-of-this-test";
const { service, testDatabase } = await serviceForFile();

const program = await createTestProgram(testDatabase.database);
const { key } = program;
const { customerKey } = await bindCustomer(service, program, "customer-1");
const connectionId = await addConnection(
  testDatabase.database,
  openSecrets([secretKey]),
  {
    programId: program.programId,
    provider: "sepay",
    livemode: true,
    secrets: [secret],
  },
  operator,
);

const order = {
  provider: "sepay",
  reference: "DH-2048",
  customer_key: customerKey,
  amount_cents: 250_000,
  currency: "VND",
};

/** A transfer whose memo the bank has mangled. */
async function transfer(id: number, memo: string) {
  const original = readFixtureFile("sepay/bank-transfer.in.json");
  const fields = { id, code: null, content: memo, transferAmount: 250_000, referenceCode: `FT${id}` };
  const body = Object.entries(fields).reduce((bytes, [name, value]) => changed(bytes, [name], value), original);
  const headers = sepayHeaders(body, secret, Math.floor(Date.now() / 1000));
  return service.post(`/webhooks/sepay/${connectionId}`, new Uint8Array(body), { headers });
}

test("a transfer is found by the reference, however the bank changed it", async () => {
  const registered = await service.post(path, order, { key });
  expect(registered).toMatchObject({ status: 200, body: { success: true, reference: "DH2048" } });
  const delivered = await transfer(7001, "NGUYEN VAN A chuyen tien dh 2048 FT123");
  expect(delivered).toMatchObject({ status: 200, body: { success: true, status: "recorded" } });
  const sales = await asOwner(testDatabase.url, "select amount_cents, customer_key, provider from sale");
  expect(sales).toEqual([{ amount_cents: 250_000, customer_key: "customer-1", provider: "sepay" }]);
});

test("a second transfer of the order is kept and earns nothing", async () => {
  expect(fieldOf(await transfer(7002, "DH2048"), "status")).toBe("ignored");
});

test("no person's name from a memo is in the log", async () => {
  const rows = await asOwner<{ data: unknown }>(testDatabase.url, "select data from event where source = 'sepay'");
  expect(JSON.stringify(rows)).not.toMatch(/NGUYEN/i);
});

test("the same registration again answers the same; other content for a paid order is refused", async () => {
  expect((await service.post(path, order, { key })).status).toBe(200);
  const other = await service.post(path, { ...order, amount_cents: 5 }, { key });
  expect(refusalOf(other)).toBe("409 reference_already_paid");
});

test.each([
  ["without a key", order, undefined, "401 unauthorized"],
  ["of an unknown provider", { ...order, provider: "bank" }, key, "400 invalid_request"],
  ["without anybody to pay", { ...order, customer_key: null }, key, "400 invalid_request"],
  ["with an amount but no currency", { ...order, currency: null }, key, "400 invalid_request"],
  ["with nothing a bank would keep", { ...order, reference: "—" }, key, "400 invalid_request"],
  ["with a misspelt amount", { ...order, amount_cents: undefined, amount: 5 }, key, "400 invalid_request"],
])("a registration %s is refused", async (_, body, withKey, refusal) => {
  expect(refusalOf(await service.post(path, body, withKey === undefined ? {} : { key: withKey }))).toBe(refusal);
});

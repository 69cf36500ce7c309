// An x402 payment from the seller's signed assertion to what its chain says of it, as the service is put together.
import { afterAll, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { readConfig } from "../../../src/config/config.ts";
import { listSales } from "../../../src/product/sales/list.ts";
import { recurringJobs } from "../../../src/service/schedule.ts";
import { startChainNode } from "../../support/chain-node.ts";
import { createTestDatabase } from "../../support/database.ts";
import { changed, readFixtureFile } from "../../support/fixtures.ts";
import { authorisation, receipt, transfer } from "../../support/receipts.ts";
import { clickOn, createTestProgram, fieldOf, secretKey, startService } from "../../support/service.ts";
import { standardWebhookHeaders, standardWebhookKey } from "../../support/signing.ts";

const secret = "whsec_c3ZjLXg0MDItdGhlLXNlbGxlcg==";
const transactionHash = "0xabcdef1234567890abcdef1234567890abcdef1234567890abcdef1234567890";
const nonce = "0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480";

const testDatabase = await createTestDatabase();
const { url, database } = testDatabase;
const service = await startService(url);
const node = await startChainNode();
afterAll(async () => {
  await node.close();
  await service.close();
  await testDatabase.drop();
});

const config = readConfig({
  DATABASE_URL: url,
  SVC_SECRET_KEYS: secretKey,
  X402_RPC_URLS: `eip155:8453=${node.url}`,
});
const notNow = async () => undefined;
const chainCheck = recurringJobs(database, config, {
  reconcile: notNow,
  verify: notNow,
  watchFees: notNow,
  retryFailed: notNow,
  sendPayouts: notNow,
  makeDiscounts: notNow,
  issueInvoices: notNow,
  comparePartners: notNow,
  checkVatIds: notNow,
  countFaults: notNow,
  keyUse: { flush: notNow },
}).find((job) => job.name === "chain-check");

test("a signed assertion is the merchant's word until the chain shows the transfer", async () => {
  const program = await createTestProgram(database);
  const { programId } = program;
  const connection = { programId, provider: "x402", livemode: true, secrets: [secret] };
  const connectionId = await addConnection(database, openSecrets([secretKey]), connection, operator);
  const metadata = { svc_click_id: await clickOn(service, program) };
  const body = changed(readFixtureFile("x402/base.usdc.nonce.written.json"), ["metadata"], metadata);
  const signed = standardWebhookHeaders("msg_1", body, [standardWebhookKey(secret)], Math.floor(Date.now() / 1000));
  const headers = { "content-type": "application/json", ...signed };
  const answer = await service.post(`/webhooks/x402/${connectionId}`, Uint8Array.from(body), { headers });
  expect(fieldOf(answer, "status")).toBe("recorded");

  const sales = async () => (await listSales(database.kysely, programId, { limit: 10, cursor: null })).data;
  expect(await sales()).toMatchObject([{ amount_cents: 4999, currency: "USD", evidence: "merchant_asserted" }]);

  const logs = [
    authorisation({ logIndex: 4 }),
    transfer({ logIndex: 5 }),
    authorisation({ logIndex: 6, nonce }),
    transfer({ logIndex: 7 }),
  ];
  node.receipts.set(transactionHash, receipt({ transactionHash, logs }));
  await chainCheck?.runOnce();
  expect(await sales()).toMatchObject([{ amount_cents: 4999, evidence: "chain_verified" }]);
});

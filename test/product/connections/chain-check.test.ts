// x402 payments looked up on their chain: asserted deliveries in, a node's answers, and the books that follow.

import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import type { ChainTransfer } from "../../../src/core/vocabulary/facts.ts";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { acceptPayment } from "../../../src/product/commissions/decision.ts";
import { openChainCheck } from "../../../src/product/connections/chain-check.ts";
import { listSales } from "../../../src/product/sales/list.ts";
import { type ChainNode, startChainNode } from "../../support/chain-node.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, payment } from "../../support/event-builders.ts";
import { expectedTransfer, receipt, transfer } from "../../support/receipts.ts";
import { asOwner } from "../../support/service.ts";
import { createTestProgram, dumpBooks, emptyBooks, submission } from "../../support/submissions.ts";

let db: TestDatabase;
let node: ChainNode;
let programId = 0;
let programsMade = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

beforeEach(async () => {
  node = await startChainNode();
  programsMade += 1;
  const program = await createTestProgram(db, {}, [`anna-${programsMade}`]);
  programId = program.programId;
  await commitBatch(db.database, [submission(programId, click(program.partnerIds[0] ?? 0))]);
});
afterEach(async () => {
  await node.close();
  await asOwner(db.url, "update sale set received_at = now() - interval '8 days'");
});

const hashOf = (number: number): string => `0x${String(number).padStart(64, "0")}`;

/** Payments of the click's customer, each by a transaction of its own. */
async function assert(count: number, fields: Partial<ChainTransfer> = {}): Promise<void> {
  const events = Array.from({ length: count }, (_, index) =>
    payment({
      transaction_id: `eip155:8453:${hashOf(index)}`,
      payer: { click_id: "click-1" },
      chain_transfer: { ...expectedTransfer, transaction: hashOf(index), ...fields },
    }),
  );
  const submissions = events.map((one) => submission(programId, { ...one, source: "x402" }));
  await commitBatch(db.database, submissions);
}

function openCheck(rpcUrls: readonly (readonly [string, string])[] = [["eip155:8453", node.url]]) {
  return openChainCheck(db.database, { rpcUrls: new Map(rpcUrls), confirmationsMin: 12 });
}

async function evidences(): Promise<(string | null)[]> {
  const page = await listSales(db.database.kysely, programId, { limit: 100, cursor: null });
  return page.data.map((sale) => sale.evidence);
}

const askedForReceipts = () => node.asked.filter((method) => method === "eth_getTransactionReceipt").length;

describe("a payment on a chain", () => {
  test("is verified by its receipt, once, and a replay concludes the same", async () => {
    await assert(1);
    node.receipts.set(hashOf(0), receipt({ transactionHash: hashOf(0) }));
    const check = openCheck();
    expect(await check.runOnce()).toBe(1);
    expect(await evidences()).toEqual(["chain_verified"]);
    const [event] = await asOwner(db.url, "select * from event where program_id = $1 and source = 'chain'", [
      programId,
    ]);
    expect(event).toMatchObject({
      type: "payment_evidence_recorded",
      is_test: false,
      data: {
        transaction_id: `eip155:8453:${hashOf(0)}`,
        evidence: "chain_verified",
        transfer: `eip155:8453:${hashOf(0)}:log:1`,
        detail: "log 1 in block 100",
      },
    });
    node.asked.length = 0;
    expect(await check.runOnce()).toBe(0);
    expect(node.asked).toEqual([]);

    const live = await dumpBooks(db.url);
    await emptyBooks(db.url);
    await catchUpAll(db.database);
    expect(await dumpBooks(db.url)).toBe(live);
  });

  test("is contradicted by its receipt, and an operator may accept it all the same", async () => {
    await assert(1);
    node.receipts.set(hashOf(0), receipt({ transactionHash: hashOf(0), logs: [transfer({ value: 1n })] }));
    await openCheck().runOnce();
    expect(await evidences()).toEqual(["chain_contradicted"]);
    const statusOf = () => asOwner(db.url, "select status from commission where program_id = $1", [programId]);
    expect(await statusOf()).toEqual([{ status: "held" }]);

    const decision = { programId, transactionId: `eip155:8453:${hashOf(0)}`, reason: "paid by bank transfer" };
    expect(await acceptPayment(db.database, decision, operator)).toBeNull();
    expect(await evidences()).toEqual(["operator_accepted"]);
    expect(await statusOf()).toEqual([{ status: "pending" }]);
    expect(await acceptPayment(db.database, decision, operator)).toMatch(/^Nothing contradicts this sale/);
  });

  test("waits for its transaction and for blocks on top of it", async () => {
    await assert(1);
    const check = openCheck();
    expect(await check.runOnce()).toBe(0);
    node.receipts.set(hashOf(0), receipt({ transactionHash: hashOf(0) }));
    node.headBlockNumber = 110;
    expect(await check.runOnce()).toBe(0);
    expect(await evidences()).toEqual(["merchant_asserted"]);
    node.headBlockNumber = 111;
    expect(await check.runOnce()).toBe(1);
  });

  test("is recorded once by two processes that look at the same time", async () => {
    await assert(5);
    for (let index = 0; index < 5; index++)
      node.receipts.set(hashOf(index), receipt({ transactionHash: hashOf(index) }));
    const decided = await Promise.all([openCheck().runOnce(), openCheck().runOnce()]);
    expect(decided[0] + decided[1]).toBe(5);
    expect(await evidences()).toEqual(Array(5).fill("chain_verified"));
  });
});

describe("nothing is asked", () => {
  test.each<[string, Partial<ChainTransfer>]>([
    ["of a chain without a node", { network: "eip155:1" }],
    ["without a payee", { pay_to: null }],
  ])("%s", async (_, fields) => {
    await assert(1, fields);
    expect(await openCheck().runOnce()).toBe(0);
    expect(node.asked).toEqual([]);
    expect(await evidences()).toEqual(["merchant_asserted"]);
  });

  test("about a payment of more than a week ago", async () => {
    await assert(1);
    await asOwner(db.url, "update sale set received_at = now() - interval '169 hours'");
    await openCheck().runOnce();
    expect(node.asked).toEqual([]);
  });
});

test("payments that stay undecided do not keep the ones behind them waiting", async () => {
  await assert(60);
  node.receipts.set(hashOf(59), receipt({ transactionHash: hashOf(59) }));
  const check = openCheck();
  expect(await check.runOnce()).toBe(0);
  expect(askedForReceipts()).toBe(50);
  expect(await check.runOnce()).toBe(1);
  expect(askedForReceipts()).toBe(60);
  await check.runOnce();
  expect(askedForReceipts()).toBe(110);
});

describe("a node", () => {
  test.each([
    ["answers with an error", { status: 200, text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"no"}}' }],
    ["answers with a status", { status: 429, text: "slow down" }],
    ["answers with no JSON", { status: 200, text: "<html>" }],
    ["answers with no JSON-RPC", { status: 200, text: '{"id":1}' }],
    ["answers with a redirection", { status: 307, text: "" }],
  ])("that %s decides nothing, and its address is not shown", async (_, broken) => {
    await assert(1);
    node.broken = broken;
    const fault = await openCheck()
      .runOnce()
      .catch((error: unknown) => error);
    expect(inspect(fault, { depth: 9 })).toContain("eip155:8453 could not be asked");
    expect(inspect(fault, { depth: 9 })).not.toContain("only-for-the-operator");
    expect(await evidences()).toEqual(["merchant_asserted"]);
  });

  test("of another chain is not believed", async () => {
    await assert(1);
    node.receipts.set(hashOf(0), receipt({ transactionHash: hashOf(0) }));
    node.chainId = 1;
    await expect(openCheck().runOnce()).rejects.toThrow("1 chain(s) could not be asked");
    expect(await evidences()).toEqual(["merchant_asserted"]);
  });

  test("that fails keeps no other chain waiting", async () => {
    await assert(1, { network: "eip155:1" });
    const other = await startChainNode();
    other.chainId = 1;
    other.receipts.set(hashOf(0), receipt({ transactionHash: hashOf(0) }));
    node.broken = { status: 500, text: "" };
    const event = payment({
      transaction_id: "tx-8453",
      payer: { click_id: "click-1" },
      chain_transfer: expectedTransfer,
    });
    await commitBatch(db.database, [submission(programId, { ...event, source: "x402" })]);
    const check = openCheck([
      ["eip155:8453", node.url],
      ["eip155:1", other.url],
    ]);
    await expect(check.runOnce()).rejects.toThrow("1 chain(s) could not be asked");
    expect(await evidences()).toEqual(["chain_verified", "merchant_asserted"]);
    await other.close();
  });
});

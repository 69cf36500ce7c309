// The judge of receipts, over receipts as a node of Base gives them for USDC.
import { describe, expect, test } from "vitest";
import { type ExpectedTransfer, judgeReceipt } from "../../../src/core/vocabulary/chain-receipt.ts";
import { authorisation, expectedTransfer, receipt, transfer } from "../../support/receipts.ts";

const usdc = expectedTransfer.asset;

const judge = (
  seen: { readonly receipt: unknown; readonly headBlockNumber?: number },
  expected: Partial<ExpectedTransfer> = {},
) => judgeReceipt({ headBlockNumber: 111, ...seen }, { ...expectedTransfer, ...expected }, 12);

const contradicted = (reason: string) => ({ verdict: "contradicted", reason, blockNumber: 100 });
const undecided = (reason: string) => ({ verdict: "undecided", reason });

describe("a payment is verified", () => {
  test("by the transfer it is said to be", () => {
    const seen = receipt({ logs: [authorisation({ logIndex: 7 }), transfer({ logIndex: 8 })] });
    expect(judge({ receipt: seen })).toEqual({ verdict: "verified", logIndex: 8, blockNumber: 100 });
  });

  test("in either case of the node's hexadecimal", () => {
    const text = JSON.stringify(receipt()).replaceAll(/0x[0-9a-f]+/g, (hex) => `0x${hex.slice(2).toUpperCase()}`);
    expect(judge({ receipt: JSON.parse(text) as unknown }).verdict).toBe("verified");
  });

  test("with more fields and other contracts' logs around it", () => {
    const other = transfer({ logIndex: 1, address: `0x${"1".repeat(40)}`, value: 1n });
    const seen = { ...receipt({ logs: [other, transfer({ logIndex: 2 })] }), effectiveGasPrice: "0x1", type: "0x2" };
    expect(judge({ receipt: seen })).toMatchObject({ verdict: "verified", logIndex: 2 });
  });

  test("from any wallet when the payer was not reported", () => {
    const seen = receipt({ logs: [transfer({ from: `0x${"9".repeat(40)}` })] });
    expect(judge({ receipt: seen }, { payer: null }).verdict).toBe("verified");
  });

  test("of more than a double can hold", () => {
    const value = 2_500_000_000_000_000_001n;
    const seen = receipt({ logs: [transfer({ value })] });
    expect(judge({ receipt: seen }, { atomic_amount: String(value) }).verdict).toBe("verified");
    expect(judge({ receipt: seen }, { atomic_amount: String(value - 1n) })).toEqual(contradicted("no_such_transfer"));
  });
});

describe("a payment is not decided", () => {
  test.each<[string, unknown, string]>([
    ["the transaction is not known", null, "not_mined"],
    ["the receipt is another transaction's", receipt({ transactionHash: `0x${"0".repeat(64)}` }), "unreadable_receipt"],
    ["the receipt has no status", { ...receipt(), status: undefined }, "unreadable_receipt"],
    ["the receipt has no logs", { ...receipt(), logs: null }, "unreadable_receipt"],
    ["the block is none", { ...receipt(), blockNumber: null }, "unreadable_receipt"],
    ["the block is no text", { ...receipt(), blockNumber: 100 }, "unreadable_receipt"],
    ["the block is decimal", { ...receipt(), blockNumber: "100" }, "unreadable_receipt"],
    ["the block is no number", { ...receipt(), blockNumber: "0x6g" }, "unreadable_receipt"],
    ["an address is more than one", receipt({ logs: [{ ...transfer(), address: `0X${usdc}` }] }), "unreadable_receipt"],
    ["a value is no number", receipt({ logs: [{ ...transfer(), data: `0x${"g".repeat(64)}` }] }), "unreadable_receipt"],
    ["the block is beyond all numbers", { ...receipt(), blockNumber: `0x${"f".repeat(16)}` }, "unreadable_receipt"],
    ["the answer is a text", "0x1", "unreadable_receipt"],
    ["the answer is nothing", undefined, "unreadable_receipt"],
  ])("while %s", (_, answer, reason) => {
    expect(judge({ receipt: answer })).toEqual(undecided(reason));
  });

  test.each([receipt(), receipt({ status: "0x0" }), receipt({ logs: [] })])(
    "before enough blocks stand on it, whatever they say",
    (seen) => {
      expect(judge({ receipt: seen, headBlockNumber: 110 })).toEqual(undecided("not_confirmed"));
      expect(judge({ receipt: seen, headBlockNumber: 99 })).toEqual(undecided("not_confirmed"));
      expect(judge({ receipt: seen, headBlockNumber: 111 }).verdict).not.toBe("undecided");
    },
  );
});

describe("a payment is contradicted", () => {
  test("by a transaction that failed", () => {
    expect(judge({ receipt: receipt({ status: "0x0" }) })).toEqual(contradicted("transaction_failed"));
  });

  test.each([
    ["none at all", []],
    ["less", [transfer({ value: 49_989_999n })]],
    ["more", [transfer({ value: 49_990_001n })]],
    ["another payee's", [transfer({ to: `0x${"9".repeat(40)}` })]],
    ["another payer's", [transfer({ from: `0x${"9".repeat(40)}` })]],
    ["another contract's", [transfer({ address: `0x${"9".repeat(40)}` })]],
    ["an approval", [{ ...transfer(), topics: [`0x${"8".repeat(64)}`, ...transfer().topics.slice(1)] }]],
    ["one with its value among the topics", [{ ...transfer(), topics: [...transfer().topics, transfer().data] }]],
    ["one without a value", [{ ...transfer(), data: "0x" }]],
    ["one with two values", [{ ...transfer(), data: `${transfer().data}${"0".repeat(64)}` }]],
    ["the authorisation without it", [authorisation()]],
    ["no topics", [{ ...transfer(), topics: [] }]],
  ])("by a transaction whose transfer is %s", (_, logs) => {
    expect(judge({ receipt: receipt({ logs }) })).toEqual(contradicted("no_such_transfer"));
  });
});

describe("among several transfers alike", () => {
  const [first, second] = [`0x${"a1".repeat(32)}`, `0x${"b2".repeat(32)}`];
  const authorised = receipt({
    // As a node may list them: the place in the block counts, not the place in the list.
    logs: [
      transfer({ logIndex: 13 }),
      authorisation({ logIndex: 12, nonce: second }),
      transfer({ logIndex: 5 }),
      authorisation({ logIndex: 4, nonce: first }),
    ],
  });
  const bare = receipt({ logs: [transfer({ logIndex: 5 }), transfer({ logIndex: 13 })] });

  test("the nonce decides, before the place", () => {
    expect(judge({ receipt: authorised }, { nonce: first })).toMatchObject({ logIndex: 5 });
    expect(judge({ receipt: authorised }, { nonce: second })).toMatchObject({ logIndex: 13 });
    expect(judge({ receipt: authorised }, { nonce: second, log_index: 5 })).toMatchObject({ logIndex: 13 });
    expect(judge({ receipt: authorised }, { nonce: `0x${"c3".repeat(32)}` })).toEqual(contradicted("nonce_not_used"));
  });

  test("a nonce that no log contains decides nothing", () => {
    expect(judge({ receipt: bare }, { nonce: first })).toEqual(undecided("several_transfers"));
    const other = [
      transfer({ logIndex: 5 }),
      authorisation({ logIndex: 12, nonce: second }),
      transfer({ logIndex: 13 }),
    ];
    expect(judge({ receipt: receipt({ logs: other }) }, { nonce: first })).toEqual(undecided("several_transfers"));
    expect(judge({ receipt: receipt({ logs: other }) }, { nonce: second })).toMatchObject({ logIndex: 13 });
  });

  test("the place decides", () => {
    expect(judge({ receipt: bare }, { log_index: 13 })).toMatchObject({ verdict: "verified", logIndex: 13 });
    expect(judge({ receipt: bare }, { log_index: 6 })).toEqual(contradicted("not_at_log_index"));
  });

  test("any will do for a payment that names the whole transaction", () => {
    expect(judge({ receipt: bare })).toMatchObject({ verdict: "verified", logIndex: 5 });
  });

  test("a single one needs no distinction", () => {
    expect(judge({ receipt: receipt() }, { nonce: first, log_index: 99 }).verdict).toBe("verified");
  });
});

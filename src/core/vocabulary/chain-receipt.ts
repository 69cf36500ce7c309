// The judge of a payment on an EVM chain: does this receipt hold the token transfer that is said to have paid?
// It guarantees that nothing is called verified but a transfer of exactly this amount, from the asset's own contract to the
// payee, in a successful transaction that enough blocks stand on. A transaction that is not there yet contradicts nothing.
// It never asks a node: what a node answered is handed in, and believed no further than its form allows.
// Written from: https://ethereum.github.io/execution-apis (eth_getTransactionReceipt), ERC-20, ERC-3009.
import { z } from "zod";
import type { ChainTransfer } from "./facts.ts";

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** keccak256 of `AuthorizationUsed(address,bytes32)`: ERC-3009 logs it right before the transfer it allows. */
const authorizationUsedTopic = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";

const addressDigits = 40;
const wordDigits = 64;

const hexadecimal = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .transform((text) => text.toLowerCase());
/** A number as JSON-RPC writes it. */
export const quantity = z.string().startsWith("0x").transform(Number).pipe(z.int());

const logSchema = z.object({
  address: hexadecimal,
  topics: z.array(hexadecimal).max(4),
  data: hexadecimal,
  logIndex: quantity,
});
const receiptSchema = z.object({
  transactionHash: hexadecimal,
  blockNumber: quantity,
  status: z.enum(["0x0", "0x1"]),
  logs: z.array(logSchema),
});

type Log = z.infer<typeof logSchema>;

/** A transfer that can be looked for. */
export type ExpectedTransfer = ChainTransfer & { readonly pay_to: string };

export type Judgement =
  | { readonly verdict: "verified"; readonly logIndex: number; readonly blockNumber: number }
  | {
      readonly verdict: "contradicted";
      readonly reason: "transaction_failed" | "no_such_transfer" | "nonce_not_used" | "not_at_log_index";
      readonly blockNumber: number;
    }
  /** The chain does not show it: most often, not yet. */
  | {
      readonly verdict: "undecided";
      readonly reason: "not_mined" | "not_confirmed" | "unreadable_receipt" | "several_transfers";
    };

/** `receipt` is the result of `eth_getTransactionReceipt`, null for a transaction the node does not know. */
export function judgeReceipt(
  seen: { readonly receipt: unknown; readonly headBlockNumber: number },
  expected: ExpectedTransfer,
  confirmationsMin: number,
): Judgement {
  if (seen.receipt === null) return { verdict: "undecided", reason: "not_mined" };
  const { data: receipt } = receiptSchema.safeParse(seen.receipt);
  if (receipt?.transactionHash !== expected.transaction) return { verdict: "undecided", reason: "unreadable_receipt" };
  const { blockNumber, status } = receipt;
  // The block that contains it is the first confirmation.
  const confirmations = seen.headBlockNumber - blockNumber + 1;
  if (confirmations < confirmationsMin) return { verdict: "undecided", reason: "not_confirmed" };
  if (status !== "0x1") return { verdict: "contradicted", reason: "transaction_failed", blockNumber };
  const logs = receipt.logs
    .filter((log) => log.address === expected.asset)
    .sort((one, other) => one.logIndex - other.logIndex);
  const found = findTransfer(logs, expected);
  if (typeof found === "object") return { verdict: "verified", logIndex: found.logIndex, blockNumber };
  if (found === "several_transfers") return { verdict: "undecided", reason: found };
  return { verdict: "contradicted", reason: found, blockNumber };
}

type NotFound = "no_such_transfer" | "nonce_not_used" | "not_at_log_index" | "several_transfers";

/** `logs`: those of the asset's contract, in their order. */
function findTransfer(logs: readonly Log[], expected: ExpectedTransfer): Log | NotFound {
  const alike = logs.filter((log) => isTransfer(log, expected));
  const [first] = alike;
  if (first === undefined) return "no_such_transfer";
  if (alike.length === 1) return first;
  if (expected.nonce !== null) return findByNonce(logs, alike, expected.nonce);
  if (expected.log_index === null) return first;
  return alike.find((log) => log.logIndex === expected.log_index) ?? "not_at_log_index";
}

function findByNonce(logs: readonly Log[], alike: readonly Log[], nonce: string): Log | NotFound {
  const nonceOf = (transfer: Log): string | null => {
    const before = logs[logs.indexOf(transfer) - 1];
    return before?.topics[0] === authorizationUsedTopic ? (before.topics[2] ?? null) : null;
  };
  const named = alike.find((transfer) => nonceOf(transfer) === nonce);
  if (named !== undefined) return named;
  // Tokens can be moved by other permits than ERC-3009, whose nonces no log has.
  return alike.some((transfer) => nonceOf(transfer) === null) ? "several_transfers" : "nonce_not_used";
}

function isTransfer({ topics, data }: Log, expected: ExpectedTransfer): boolean {
  const [topic, from, to] = topics;
  return (
    topic === transferTopic &&
    topics.length === 3 &&
    to === wordOf(expected.pay_to) &&
    (expected.payer === null || from === wordOf(expected.payer)) &&
    data.length === 2 + wordDigits &&
    BigInt(data) === BigInt(expected.atomic_amount)
  );
}

/** An address as a topic holds it: in the low 20 of 32 bytes. */
function wordOf(address: string): string {
  return `0x${address.slice(-addressDigits).padStart(wordDigits, "0")}`;
}

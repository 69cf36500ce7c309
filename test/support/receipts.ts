// Receipts of USDC transfers on Base, as `eth_getTransactionReceipt` answers them; a test shows only what matters to it.
import type { ExpectedTransfer } from "../../src/core/vocabulary/chain-receipt.ts";

const usdc = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const payer = "0x857b06519e91e3a54538791bdbb0e22373e36b66";
const payee = "0x209693bc6afc0c5328ba36faf03c514ef312287c";
const transactionHash = `0x${"ab".repeat(32)}`;

export const expectedTransfer: ExpectedTransfer = {
  network: "eip155:8453",
  asset: usdc,
  pay_to: payee,
  payer,
  atomic_amount: "49990000",
  transaction: transactionHash,
  nonce: null,
  log_index: null,
};

export type Log = {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly logIndex: string;
};

export function receipt(
  fields: { readonly transactionHash?: string; readonly status?: string; readonly logs?: readonly Log[] } = {},
) {
  return { transactionHash, blockNumber: quantity(100), status: "0x1", logs: [transfer()], ...fields };
}

export function transfer(
  fields: {
    readonly address?: string;
    readonly from?: string;
    readonly to?: string;
    readonly value?: bigint;
    readonly logIndex?: number;
  } = {},
): Log {
  const { address = usdc, from = payer, to = payee, value = 49_990_000n, logIndex = 1 } = fields;
  const topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
  const topics = [topic, word(BigInt(from)), word(BigInt(to))];
  return { address, topics, data: word(value), logIndex: quantity(logIndex) };
}

export function authorisation(fields: { readonly nonce?: string; readonly logIndex?: number } = {}): Log {
  const { nonce = `0x${"a1".repeat(32)}`, logIndex = 0 } = fields;
  const topic = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";
  return { address: usdc, topics: [topic, word(BigInt(payer)), nonce], data: "0x", logIndex: quantity(logIndex) };
}

export function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}

function word(value: bigint): string {
  return `0x${value.toString(16).padStart(64, "0")}`;
}

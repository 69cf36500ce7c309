// The money x402 payments may be made in: stablecoin contracts by chain, and which chains are for tests.
// It guarantees that a token counts only by its contract on its chain, never by a name a payload gives it: anyone can
// issue a token called USDC.
// It never prices anything: one token is one dollar or one euro, as its issuer redeems it.
// Written from: https://github.com/coinbase/x402 (default assets of its packages `evm` and `svm`),
// https://developers.circle.com/stablecoins/usdc-contract-addresses and /eurc-contract-addresses.

/** Digits after the point in dollars and euros. */
const centDigits = 2;

const hexadecimalHash = /^0x[0-9a-f]{64}$/i;
const hexadecimalAddress = /^0x[0-9a-f]{40}$/i;
/** 32 bytes in base58. */
const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
/** 64 bytes in base58. */
const solanaSignature = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

type Chain = {
  /** CAIP-2 */
  readonly network: string;
  /** The name it has in version 1 of the protocol. */
  readonly oldName?: string;
  readonly isTest: boolean;
};

const chains: readonly Chain[] = [
  { network: "eip155:1", isTest: false },
  { network: "eip155:137", oldName: "polygon", isTest: false },
  { network: "eip155:143", isTest: false },
  { network: "eip155:988", isTest: false },
  { network: "eip155:4326", isTest: false },
  { network: "eip155:8453", oldName: "base", isTest: false },
  { network: "eip155:42161", isTest: false },
  { network: "eip155:43114", oldName: "avalanche", isTest: false },
  { network: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", oldName: "solana", isTest: false },
  { network: "eip155:2201", isTest: true },
  { network: "eip155:31611", isTest: true },
  { network: "eip155:43113", oldName: "avalanche-fuji", isTest: true },
  { network: "eip155:80002", oldName: "polygon-amoy", isTest: true },
  { network: "eip155:84532", oldName: "base-sepolia", isTest: true },
  { network: "eip155:421614", isTest: true },
  { network: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", oldName: "solana-devnet", isTest: true },
];

type Asset = { readonly currency: "USD" | "EUR"; readonly decimals: number };

const usd: Asset = { currency: "USD", decimals: 6 };
const eur: Asset = { currency: "EUR", decimals: 6 };

/** By network and contract; the contracts of `eip155` chains in lower case. */
const assets: ReadonlyMap<string, Asset> = new Map([
  // USDC
  ["eip155:1/0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", usd],
  ["eip155:137/0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", usd],
  ["eip155:143/0x754704bc059f8c67012fed69bc8a327a5aafb603", usd],
  ["eip155:8453/0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", usd],
  ["eip155:42161/0xaf88d065e77c8cc2239327c5edb3a432268e5831", usd],
  ["eip155:43114/0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e", usd],
  ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", usd],
  ["eip155:43113/0x5425890298aed601595a70ab815c96711a31bc65", usd],
  ["eip155:80002/0x41e94eb019c0762f9bfcf9fb1e58725bfb0e7582", usd],
  ["eip155:84532/0x036cbd53842c5426634e7929541ec2318f3dcf7e", usd],
  ["eip155:421614/0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d", usd],
  ["solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1/4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU", usd],
  // USDT0, MegaUSD and mUSD: what x402 charges in on the chains without USDC.
  ["eip155:988/0x779ded0c9e1022225f8e0630b35a9b54be713736", usd],
  ["eip155:2201/0x78cf24370174180738c5b8e352b6d14c83a6c9a9", usd],
  ["eip155:4326/0xfafddbb3fc7688494971a79cc65dca3ef82079e7", { currency: "USD", decimals: 18 }],
  ["eip155:31611/0x118917a40faf1cd7a13db0ef56c86de7973ac503", { currency: "USD", decimals: 18 }],
  // EURC
  ["eip155:1/0x1abaea1f7c830bd89acc67ec4af516284b1bc33c", eur],
  ["eip155:8453/0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42", eur],
  ["eip155:43114/0xc891eb4cbdeff6e073e859e987815ed1505c2acd", eur],
]);

const chainByName: ReadonlyMap<string, Chain> = new Map(
  chains.flatMap((chain) => [chain.network, chain.oldName ?? []].flat().map((name) => [name, chain] as const)),
);

/** The CAIP-2 name of a network; one that is not known here keeps its own. */
export function networkOf(name: string): string {
  return chainByName.get(name)?.network ?? name;
}

/** Null for a chain that is not known here. */
export function isTestNetwork(network: string): boolean | null {
  return chainByName.get(network)?.isTest ?? null;
}

/** Undefined when the contract is not on the list. */
export function assetOf(network: string, contract: string): Asset | undefined {
  return assets.get(`${network}/${canonicalCase(network, contract)}`);
}

/** Hexadecimal is written in either case (addresses carry a checksum in it); base58 means different things by it. */
export function canonicalCase(network: string, text: string): string {
  return isHexadecimal(network) ? text.toLowerCase() : text;
}

/** Whether the text can be the name of a transaction on this network, one of those with listed assets. */
export function isTransaction(network: string, text: string): boolean {
  return (isHexadecimal(network) ? hexadecimalHash : solanaSignature).test(text);
}

/** Whether the text can be an account or a contract on this network, one of those with listed assets. */
export function isAddress(network: string, text: string): boolean {
  return (isHexadecimal(network) ? hexadecimalAddress : solanaAddress).test(text);
}

/** Whole cents in an amount of the token's smallest unit; a part of a cent is dropped. */
export function wholeCents(asset: Asset, atomicAmount: bigint): bigint {
  return atomicAmount / 10n ** BigInt(asset.decimals - centDigits);
}

function isHexadecimal(network: string): boolean {
  return network.startsWith("eip155:");
}

// x402: payments over HTTP in stablecoins. Nobody sends a webhook, so the seller's own server asserts each settled payment
// to us, signed (Standard Webhooks) with a secret this service issued.
// It guarantees that only a settlement counts, never a verification, and only in a token on the list, in whole cents.
// It never says more than the seller says: it names the transfer for a look at the chain, and takes none, since an adapter
// does no I/O.
// Written from: https://github.com/coinbase/x402/blob/main/specs/x402-specification-v2.md and x402-specification-v1.md.
import { z } from "zod";
import type { ChainTransfer } from "../src/core/facts.ts";
import { idText } from "../src/core/facts.ts";
import type { Adapter, Delivery, Reading, Verification } from "./adapter.ts";
import type { Verdict } from "./reading.ts";
import {
  aliasesOf,
  attributionKeys,
  factVerdict,
  ignored,
  labelText,
  parseJson,
  readAs,
  referencesOf,
  unreadable,
} from "./reading.ts";
import { standardWebhookKeys, verifyStandardWebhook } from "./signature.ts";
import {
  assetOf,
  canonicalCase,
  isAddress,
  isTestNetwork,
  isTransaction,
  networkOf,
  wholeCents,
} from "./x402/assets.ts";

/** As many digits as the largest amount of a token there can be (2^256 - 1) has. */
const atomicAmount = z.string().regex(/^[0-9]{1,78}$/);
const nonce = z.string().regex(/^[0-9A-Za-z]{1,80}$/);

const assertionSchema = z.object({
  paymentRequirements: z.object({
    network: idText.transform(networkOf),
    asset: idText,
    amount: atomicAmount.nullish(),
    /** Its name in version 1. */
    maxAmountRequired: atomicAmount.nullish(),
    /** An address, or a word for one that only the seller knows. */
    payTo: z.string().nullish().catch(null),
  }),
  settleResponse: z.object({
    success: z.literal(true),
    network: idText.transform(networkOf),
    transaction: idText,
    payer: idText.nullish(),
    /** Where less than required can be settled (scheme `upto`). */
    amount: atomicAmount.nullish(),
  }),
  /** One chain transaction can hold several payments: the authorisation's nonce, or the log's index in the receipt. */
  nonce: nonce.nullish(),
  logIndex: z.int().nonnegative().nullish(),
  metadata: z.unknown().optional(),
});

const unsettledSchema = z.object({
  settleResponse: z.object({ success: z.literal(false), errorReason: z.string().nullish() }),
});

const labelsSchema = z
  .object({ paymentRequirements: z.object({ network: idText.transform(networkOf) }) })
  .nullable()
  .catch(null);

const metadataSchema = z.object({ reference: z.union([z.string(), z.int()]).nullish().catch(null) }).catch({});

type Assertion = z.infer<typeof assertionSchema>;

export const x402: Adapter = { provider: "x402", version: 1, verify, normalise };

function verify(delivery: Delivery, secrets: readonly string[], nowSeconds: number): Verification {
  return verifyStandardWebhook(delivery, standardWebhookKeys(secrets), nowSeconds);
}

function normalise({ body, headers }: Delivery): Reading {
  const json = parseJson(body);
  const network = labelsSchema.parse(json)?.paymentRequirements.network;
  const isTest = network === undefined ? null : isTestNetwork(network);
  return {
    providerEventId: labelText.parse(headers["webhook-id"]),
    providerEventType: null,
    livemode: isTest === null ? null : !isTest,
    verdict: json === undefined ? unreadable("body is not JSON") : readAssertion(json),
  };
}

function readAssertion(json: unknown): Verdict {
  const unsettled = unsettledSchema.safeParse(json);
  if (unsettled.success) {
    const isPending = unsettled.data.settleResponse.errorReason === "settlement_pending";
    return ignored(isPending ? "settlement_pending" : "settlement_failed");
  }
  return readAs("assertion", assertionSchema, json, paymentOf);
}

function paymentOf(assertion: Assertion): Verdict {
  const { paymentRequirements: required, settleResponse: settled, metadata } = assertion;
  if (settled.network !== required.network) {
    return unreadable("assertion.settleResponse.network: not the one in paymentRequirements");
  }
  const asset = assetOf(required.network, required.asset);
  if (asset === undefined) return ignored("asset_not_listed");
  if (!isTransaction(settled.network, settled.transaction)) {
    return unreadable("assertion.settleResponse.transaction: not a transaction of its network");
  }
  const amount = settled.amount ?? required.amount ?? required.maxAmountRequired;
  if (!amount) return unreadable("assertion.paymentRequirements.amount: missing");
  const cents = wholeCents(asset, BigInt(amount));
  if (cents === 0n) return ignored(BigInt(amount) === 0n ? "zero_amount" : "below_one_cent");
  const transactionId = transactionIdOf(assertion);
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: transactionId,
    aliases: aliasesOf([["transaction", transactionId]]),
    // Beyond 2^53 no longer exact, and refused by the fact's own rule.
    amount_cents: Number(cents),
    tax_cents: null,
    currency: asset.currency,
    occurred_at: null,
    payer: {
      ...attributionKeys([metadata]),
      provider_customer_id: settled.payer ? `x402:${canonicalCase(settled.network, settled.payer)}` : null,
      email: null,
    },
    subscription_id: null,
    is_recurring: false,
    subscription_interval: null,
    product_id: null,
    references: referencesOf([metadataSchema.parse(metadata).reference], null),
    chain_transfer: transferOf(assertion, BigInt(amount)),
  });
}

function transferOf(assertion: Assertion, atomicAmount: bigint): ChainTransfer {
  const { paymentRequirements: required, settleResponse: settled, nonce, logIndex } = assertion;
  const { network } = settled;
  const addressOf = (text: string | null | undefined) =>
    text && isAddress(network, text) ? canonicalCase(network, text) : null;
  return {
    network,
    asset: canonicalCase(network, required.asset),
    pay_to: addressOf(required.payTo),
    payer: addressOf(settled.payer),
    atomic_amount: String(atomicAmount),
    transaction: canonicalCase(network, settled.transaction),
    nonce: nonce ? canonicalCase(network, nonce) : null,
    log_index: logIndex ?? null,
  };
}

function transactionIdOf({ settleResponse, nonce, logIndex }: Assertion): string {
  const { network, transaction } = settleResponse;
  const names = [transaction, nonce, nonce ? null : logIndex].filter((name) => name !== null && name !== undefined);
  return [network, ...names.map((name) => canonicalCase(network, String(name)))].join(":");
}

// x402: payments over HTTP in stablecoins. No webhooks exist, so the seller's own server asserts each settled payment
// to us, signed (Standard Webhooks) with a secret this service issued.
// It guarantees that only a settlement counts, never a verification, only under a scheme whose answers are known to be a
// payment each, and only in a token on the list, in whole cents.
// It never says more than the seller says: it names the transfer for a look at the chain, and takes none, since an adapter
// does no I/O.
// Written from: https://github.com/x402-foundation/x402, specs/x402-specification-v2.md and x402-specification-v1.md,
// specs/schemes/exact, specs/schemes/upto and specs/schemes/batch-settlement/scheme_batch_settlement_evm.md.
import { z } from "zod";
import type { ChainTransfer } from "../src/core/vocabulary/facts.ts";
import { idCharactersMax, idText } from "../src/core/vocabulary/facts.ts";
import type { NamedScheme } from "../src/core/vocabulary/outcome-reasons.ts";
import type { Adapter, Delivery, Reading } from "./adapter.ts";
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
import { signedBy } from "./signature.ts";
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
/** The longest name of a scheme that is repeated in a reason. */
const schemeNameCharactersMax = 40;
const nonce = z.string().regex(/^[0-9A-Za-z]{1,80}$/);

/** A settlement that moved nothing on its chain has an empty amount. */
const settledAmount = z.union([atomicAmount, z.literal("").transform(() => null)]).nullish();
/** A channel's id: 32 bytes, in hexadecimal or base58. */
const channelId = z.string().regex(/^[0-9A-Za-z]{1,88}$/);

const settlementSchema = z.object({
  success: z.literal(true),
  network: idText.transform(networkOf),
  transaction: idText,
  payer: idText.nullish(),
  /** Where less than required can be settled (scheme `upto`); in a batch what moved on the chain, which is no charge. */
  amount: settledAmount,
  extra: z
    .object({
      /** Of scheme `batch-settlement`: what this request was charged. Refunds, claims and sweeps have none. */
      chargedAmount: atomicAmount.nullish(),
      channelState: z.object({ channelId, chargedCumulativeAmount: atomicAmount.nullish() }).nullish(),
    })
    .nullish(),
});

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
  settleResponse: settlementSchema,
  /** One chain transaction can hold several payments: the authorisation's nonce, or the log's index in the receipt. */
  nonce: nonce.nullish(),
  logIndex: z.int().nonnegative().nullish(),
  metadata: z.unknown().optional(),
});

/** A charge that is settled on the chain with others later has no transaction. */
const chargeSchema = assertionSchema.extend({
  settleResponse: settlementSchema.extend({ transaction: z.string().max(idCharactersMax) }),
});

/** Both versions of the protocol name it; assertions put together by hand may not, and were always of the first scheme. */
const schemeSchema = z.object({ paymentRequirements: z.object({ scheme: idText.default("exact") }) });

const unsettledSchema = z.object({
  settleResponse: z.object({ success: z.literal(false), errorReason: z.string().nullish() }),
});

const labelsSchema = z
  .object({ paymentRequirements: z.object({ network: idText.transform(networkOf) }) })
  .nullable()
  .catch(null);

const metadataSchema = z.object({ reference: z.union([z.string(), z.int()]).nullish().catch(null) }).catch({});

type Assertion = z.infer<typeof assertionSchema>;

export const x402: Adapter = {
  provider: "x402",
  title: "x402",
  version: 2,
  reports: {
    oneOff: "yes, as the merchant asserts",
    firstOfSubscription: "–",
    renewals: "–",
    partialRefunds: "not reported",
    disputes: "not reported",
    foundBy: "signed envelope",
  },
  clientReferenceField: null,
  events: [],
  connecting: "by_hand",
  ...signedBy({ family: "standard_webhook", key: "decoded" }),
  normalise,
};

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
  return readAs("assertion", schemeSchema, json, ({ paymentRequirements: { scheme } }) => {
    switch (scheme) {
      case "exact":
      case "upto":
        return readAs("assertion", assertionSchema, json, settledPayment);
      case "batch-settlement":
        return readAs("assertion", chargeSchema, json, chargeOfBatch);
      default:
        return ignored(schemeNotRead(scheme));
    }
  });
}

/**
 * What a successful answer means is each scheme's own: of `auth-capture` four answers report one payment, and one of them
 * its return. So a scheme is read when its specification was, and named otherwise.
 */
function schemeNotRead(scheme: string): "scheme_not_read" | NamedScheme {
  const name =
    scheme
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.join("_") ?? "";
  return name === "" || name.length > schemeNameCharactersMax ? "scheme_not_read" : `scheme_${name}_not_read`;
}

function settledPayment(assertion: Assertion): Verdict {
  const { paymentRequirements: required, settleResponse: settled } = assertion;
  const amount = settled.amount ?? required.amount ?? required.maxAmountRequired;
  if (!amount) return unreadable("assertion.paymentRequirements.amount: missing");
  return paymentOf(assertion, amount, () => {
    if (!isTransaction(settled.network, settled.transaction)) {
      return unreadable("assertion.settleResponse.transaction: not a transaction of its network");
    }
    return { transactionId: transactionIdOf(assertion), transfer: transferOf(assertion, BigInt(amount)) };
  });
}

/**
 * A channel is filled by a deposit and charged request by request; what it holds beyond its charges goes back by a refund,
 * which takes nothing from any charge. So the charge alone is money, named by the channel's running total, which only grows.
 */
function chargeOfBatch(assertion: Assertion): Verdict {
  const { paymentRequirements: required, settleResponse: settled } = assertion;
  const charged = settled.extra?.chargedAmount;
  if (!charged) return ignored("nothing_charged");
  const channel = settled.extra?.channelState;
  return paymentOf(assertion, charged, () => {
    if (!channel?.chargedCumulativeAmount) {
      return unreadable("assertion.settleResponse.extra.channelState.chargedCumulativeAmount: missing");
    }
    const { network } = required;
    const id = canonicalCase(network, channel.channelId);
    const transfer = transferOf(assertion, BigInt(charged));
    return {
      transactionId: `${network}:${id}:${BigInt(channel.chargedCumulativeAmount)}`,
      // No transfer on the chain is this charge's alone: there is nothing to look for.
      transfer: { ...transfer, pay_to: null, transaction: id, nonce: null, log_index: null },
    };
  });
}

type Settled = { readonly transactionId: string; readonly transfer: ChainTransfer };

function paymentOf(assertion: Assertion, amount: string, settlementOf: () => Settled | Verdict): Verdict {
  const { paymentRequirements: required, settleResponse: settled, metadata } = assertion;
  if (settled.network !== required.network) {
    return unreadable("assertion.settleResponse.network: not the one in paymentRequirements");
  }
  const asset = assetOf(required.network, required.asset);
  if (asset === undefined) return ignored("asset_not_listed");
  const settlement = settlementOf();
  if ("kind" in settlement) return settlement;
  const cents = wholeCents(asset, BigInt(amount));
  if (cents === 0n) return ignored(BigInt(amount) === 0n ? "zero_amount" : "below_one_cent");
  const { transactionId, transfer } = settlement;
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
    chain_transfer: transfer,
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

// Facts: what a provider's delivery means, in words no provider owns.
// Every adapter answers in this vocabulary and the log keeps a fact as the data of one event: one delivery, at most one
// fact, so a corrected reading can take the same place in the log.
// A fact never holds a conclusion (a commission, an attribution): those belong to the books and can be recomputed.
import { z } from "zod";

/** Longest identifier kept from a provider or a brand, in characters. */
export const idCharactersMax = 255;
/** Longest e-mail address there can be, in characters (RFC 5321). */
/** What a mail server takes: RFC 5321, as corrected by erratum 1690. */
export const emailCharactersMax = 254;
/** Most names one fact may give a payment. */
export const aliasesMax = 10;
/** Most discounts one fact may name. */
export const discountsMax = 10;
/** Most texts by which one payment may be found among the registered payment references. */
export const referencesMax = 20;

/** What a brand may put into the reference a checkout takes in addition to metadata (Stripe's `client_reference_id`). */
export const clientReferences = ["customer_key", "click_id"] as const;
export type ClientReference = (typeof clientReferences)[number];

/** PostgreSQL stores neither a NUL nor half of a surrogate pair: text with one could never reach the log. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

const text = z.string().refine(isStorableText, "holds a NUL or a lone surrogate");
/** An identifier of a provider or a brand. */
export const idText = text.min(1).max(idCharactersMax);
const amountCents = z.int().positive();
const currency = z.string().regex(/^[A-Z]{3,10}$/);
/**
 * The discounts a payment was made with, as the provider names them: a code that was typed, or the id of a code or a promotion. In the
 * provider's order; absent where it reports none.
 */
const discounts = z.array(idText).min(1).max(discountsMax);
const occurredAt = z.iso.datetime({ offset: true }).nullable();

/**
 * One of the names a payment goes by: a session, payment intent, charge, invoice, order or transaction id.
 * `value` must be unique over all providers: an adapter whose ids are bare numbers puts a word before them (`order:123`).
 */
const alias = z.object({ kind: text.min(1).max(40), value: idText });

/** The keys a payment can be attributed by, as the checkout's metadata and the provider's own customer give them. */
const payer = z.object({
  click_id: idText.nullable(),
  customer_key: idText.nullable(),
  /** `program_id` from metadata, as text. Untrusted: the fold compares it with the connection's own program. */
  program_id: idText.nullable(),
  /** The provider's own customer id, prefixed by the provider's name (`stripe:cus_123`). */
  provider_customer_id: idText.nullable(),
  /** Plain address from the payload. Ingest replaces it by its keyed hash before anything is stored in an event. */
  email: text.max(emailCharactersMax).nullable(),
});

/** The token transfer that is said to have paid, to be looked up on its chain. Addresses and hashes in one spelling. */
const chainTransfer = z.object({
  /** CAIP-2 */
  network: idText,
  asset: idText,
  /** Null where no address was given: then there is nothing to look for. */
  pay_to: idText.nullable(),
  payer: idText.nullable(),
  /** In the token's smallest unit: beyond 2^53 for tokens of 18 decimals. */
  atomic_amount: z.string().regex(/^[1-9][0-9]{0,77}$/),
  transaction: idText,
  /** Which of several transfers in one transaction: the authorisation's nonce, or the log's `logIndex` in the receipt. */
  nonce: idText.nullable(),
  log_index: z.int().nonnegative().nullable(),
});

/** Money arrived. Amounts are gross, as charged, in the currency's smallest unit. */
const paymentSucceeded = z.object({
  type: z.literal("payment_succeeded"),
  /** The name the brand should use in an API call for the same payment; also one of `aliases`. */
  transaction_id: idText,
  aliases: z.array(alias).min(1).max(aliasesMax),
  amount_cents: amountCents,
  /**
   * Absent where the amount is exactly what was paid. `estimate`: the provider gives it only roughly here, and exactly in the
   * payment's parts, where it gives those. `part`: it is one part, named `transaction_id`, of a payment that may have more.
   */
  amount_kind: z.enum(["estimate", "part"]).exactOptional(),
  /** Below zero where a credited line was taxed and the charge is not. */
  tax_cents: z.int().nullable(),
  /** ISO 4217, upper case, also when it is not one of ours: the fold says what is not supported. */
  currency,
  occurred_at: occurredAt,
  payer,
  subscription_id: idText.nullable(),
  /** True for every charge of a subscription after its first, and for the first too where the provider does not distinguish it. */
  is_recurring: z.boolean(),
  subscription_interval: z.enum(["monthly", "quarterly", "annual"]).nullable(),
  product_id: idText.nullable(),
  /**
   * What the brand may have registered this payment under (order code, payment code, words of the transfer's memo), each
   * normalised by `normaliseReference`, the likeliest first. Empty where the checkout carries metadata instead.
   */
  references: z
    .array(
      z
        .string()
        .regex(/^[0-9A-Z]+$/)
        .max(idCharactersMax),
    )
    .max(referencesMax),
  discounts: discounts.exactOptional(),
  /** Only where the payment was made on a chain. */
  chain_transfer: chainTransfer.exactOptional(),
});

/** A subscription began: teaches who it belongs to. Not money. */
const subscriptionStarted = z.object({
  type: z.literal("subscription_started"),
  subscription_id: idText,
  aliases: z.array(alias).max(aliasesMax),
  occurred_at: occurredAt,
  payer,
  discounts: discounts.exactOptional(),
  /** Where the subscription's payments do not name them. */
  product_id: idText.nullable().exactOptional(),
  subscription_interval: z.enum(["monthly", "quarterly", "annual"]).nullable().exactOptional(),
});

/** What one charge brought in for a payment that several may have paid: exact, where the payment's own amount is not. */
const paymentPart = z.object({
  part_id: idText,
  /** The charge this is a share of: where that one is reported itself, it counts whole and its shares do not. */
  within: idText.nullable(),
  amount_cents: amountCents,
  currency,
  /** Paid outside the provider, which only took note of it: known, and no income through the provider. */
  is_out_of_band: z.boolean(),
});

/**
 * Two or more names turned out to belong to one payment, or one of its charges is reported by what it brought in. Not money: the
 * payment itself is reported as a whole.
 */
const paymentIdentified = z.object({
  type: z.literal("payment_identified"),
  aliases: z.array(alias).min(1).max(aliasesMax),
  part: paymentPart.exactOptional(),
  occurred_at: occurredAt,
});

/**
 * Money went back. Either this refund's own amount (`amount_cents`) or the total refunded so far (`cumulative_cents`),
 * as the provider gives it, gross like the sale; both null means all that is left.
 */
const paymentRefunded = z.object({
  type: z.literal("payment_refunded"),
  aliases: z.array(alias).min(1).max(aliasesMax),
  /** The provider's id of this refund; null where it only gives a running total. */
  refund_id: idText.nullable(),
  amount_cents: amountCents.nullable(),
  cumulative_cents: amountCents.nullable(),
  /** What the payment itself came to, where the provider repeats it exactly. */
  payment_cents: amountCents.exactOptional(),
  currency: currency.nullable(),
  reason: text.max(255).nullable(),
  occurred_at: occurredAt,
});

/** A refund reported before did not go through: what it took is given back. */
const refundFailed = z.object({
  type: z.literal("refund_failed"),
  aliases: z.array(alias).max(aliasesMax),
  refund_id: idText,
  /** What it would have taken; null where the provider does not say. */
  amount_cents: amountCents.nullable(),
  occurred_at: occurredAt,
});

/** The payer's bank disputes a payment: the commission is held back until it closes. */
const disputeOpened = z.object({
  type: z.literal("dispute_opened"),
  aliases: z.array(alias).min(1).max(aliasesMax),
  dispute_id: idText,
  /** Null means the whole payment. */
  amount_cents: amountCents.nullable(),
  /** As for a refund. */
  payment_cents: amountCents.exactOptional(),
  currency: currency.nullable(),
  occurred_at: occurredAt,
});

/** The dispute ended. `lost` takes the disputed amount for good, `won` restores it. */
const disputeClosed = z.object({
  type: z.literal("dispute_closed"),
  aliases: z.array(alias).max(aliasesMax),
  dispute_id: idText,
  result: z.enum(["won", "lost"]),
  amount_cents: amountCents.nullable(),
  currency: currency.nullable(),
  occurred_at: occurredAt,
});

export const factSchema = z.discriminatedUnion("type", [
  paymentSucceeded,
  subscriptionStarted,
  paymentIdentified,
  paymentRefunded,
  refundFailed,
  disputeOpened,
  disputeClosed,
]);

export type Fact = z.infer<typeof factSchema>;
export type Alias = z.infer<typeof alias>;
export type Payer = z.infer<typeof payer>;
export type ChainTransfer = z.infer<typeof chainTransfer>;
export type PaymentSucceeded = z.infer<typeof paymentSucceeded>;

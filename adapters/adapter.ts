// The contract of a provider adapter: bytes, headers, secrets and the time in; a verdict out.
// An adapter is pure and total: it holds no state, reads no clock and never throws, for any bytes.
// It never decides about money or attribution; it only says what the provider said.
import type { ClientReference, Fact } from "../src/core/vocabulary/facts.ts";
import type { IgnoredDeliveryReason } from "../src/core/vocabulary/outcome-reasons.ts";

/** Header names are lower case; a header sent more than once is joined by ", ". */
export type DeliveryHeaders = Readonly<Record<string, string | undefined>>;

export type Delivery = {
  /** The exact bytes received. */
  readonly body: Buffer;
  readonly headers: DeliveryHeaders;
};

/** Why a signature was not accepted: shown to operators, never to the caller. */
export type SignatureFault =
  | "missing_signature"
  | "malformed_signature"
  | "timestamp_too_old"
  | "timestamp_in_future"
  | "signature_mismatch"
  /** What the delivery names must be asked of the provider, and the connection has no API key for it. */
  | "no_api_key"
  /** The provider does not know what the delivery names, or not under this API key. */
  | "unknown_to_provider";

export type Verification = { readonly valid: true } | { readonly valid: false; readonly fault: SignatureFault };

/**
 * What a verified delivery means.
 * `ignored`: understood, and nothing to book (a reason in snake case, such as `event_type_not_used` or `zero_amount`).
 * `unreadable`: an event we should understand but cannot; it is kept as failed until the adapter is corrected.
 */
export type Reading = {
  /** The provider's id of this event, the same over its retries; null where it has none (the bytes' digest is used). */
  readonly providerEventId: string | null;
  /** The provider's own name of the event, for operators; null where it has none. */
  readonly providerEventType: string | null;
  /** False when the payload says test mode; null where the payload does not say. */
  readonly livemode: boolean | null;
  readonly verdict: /** Within the bounds of `factSchema`, which `factVerdict` in reading.ts ensures: it is not checked again. */
    | { readonly kind: "fact"; readonly fact: Fact }
    | { readonly kind: "ignored"; readonly reason: IgnoredDeliveryReason }
    | { readonly kind: "unreadable"; readonly reason: string };
};

/** What the brand chose for its connection, where a field of the provider may mean several things. Kept with each delivery. */
export type Choices = {
  /** Null where the reference is the brand's own and not read. */
  readonly clientReference: ClientReference | null;
};

export const noChoices: Choices = { clientReference: null };

/** The ways of signing that several providers share; the contract tests sign by these definitions. */
export type SharedSigning =
  /** Standard Webhooks: `webhook-id`, `-timestamp` and `-signature`; the key is the secret's base64, or its text as it is. */
  | { readonly family: "standard_webhook"; readonly key: "decoded" | "text" }
  /** A hex HMAC over the body alone, in one header. */
  | { readonly family: "hex_of_body"; readonly header: HeaderName }
  /** The same in base64. */
  | { readonly family: "base64_of_body"; readonly header: HeaderName }
  /** One header such as `t=<unix seconds>,v1=<hex>`: hex HMACs over `<unix seconds><joint><body>`. */
  | {
      readonly family: "timestamped_hex";
      readonly header: HeaderName;
      readonly separator: "," | ";";
      readonly timestamp: string;
      readonly signature: string;
      readonly joint: "." | ":";
    };

/** A way of the provider's own, which the contract tests need in test/support/own-signatures.ts. */
export type OwnSigning = { readonly family: "own" };

/**
 * How a delivery is confirmed that says too little, or proves too little, by itself: the provider's API is asked for what it names, and
 * each document of the answer is recorded as a delivery in its place (`src/product/connections/provider-read-backs`).
 */
export type ReadBack = {
  /** True where a delivery means nothing without the answer: one to a connection without an API key is refused. */
  readonly isRequired: boolean;
  /** What to ask for, as the provider names it; null where a verified delivery is read as it is. */
  resourceOf(delivery: Delivery): string | null;
};

export type HeaderName = Lowercase<string>;

/** What a provider's deliveries can report, each in a few words: its row in README.md. */
export type Capabilities = {
  readonly oneOff: string;
  readonly firstOfSubscription: string;
  readonly renewals: string;
  readonly partialRefunds: string;
  readonly disputes: string;
  /** What leads a payment to its customer or click. */
  readonly foundBy: string;
};

export type Adapter = {
  /** The provider's name in `/webhooks/:provider/:connectionId`, in events' `source` and in sales' `provider`. */
  readonly provider: string;
  /** The provider's name for people. */
  readonly title: string;
  /** Raised by one whenever `normalise` reads the same bytes differently than before. */
  readonly version: number;
  readonly reports: Capabilities;
  /** The field of a checkout, other than metadata, in which a brand may put a client reference; null without one. */
  readonly clientReferenceField: string | null;
  /** What a webhook is to be sent, by the provider's own names; empty where it knows no choice. */
  readonly events: readonly string[];
  /** How a webhook is made there: through its API with a key of the brand's (`src/product/connections/provider-apis`), or by hand. */
  readonly connecting: "api_key" | "by_hand";
  /** Absent where deliveries are read as they arrive. */
  readonly readBack?: ReadBack;
  /** Absent where deliveries are always JSON. */
  readonly takesForms?: true;
  readonly signing: SharedSigning | OwnSigning;
  /** Kept with the bytes, so that a signature can be checked again. Never one that is itself a secret. */
  readonly headers: readonly HeaderName[];
  /** Checks the signature over the exact bytes against each of the connection's valid secrets. */
  verify(delivery: Delivery, secrets: readonly string[], nowSeconds: number): Verification;
  /** Reads a verified delivery. */
  normalise(delivery: Delivery, choices?: Choices): Reading;
};

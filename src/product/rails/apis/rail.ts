// What a payment provider must be able to do to pay payouts: create a payment under our key, look it up, and read its webhooks.
// Each provider is one file next to this one. None of them decides about a payout: they report what the provider says.
import type { z } from "zod";
import type { RailCosts } from "../../../core/rules/events/rail-events.ts";
import type { Currency } from "../../../core/vocabulary/money/currencies.ts";
import type { RailName } from "../../../core/vocabulary/money/payout-rails.ts";
import type { PayoutRecipient } from "../../../core/vocabulary/money/payout-recipient.ts";
import type { RailClient } from "./rail-client.ts";

/** One payment, and the key that always names it at the provider. */
export type PayoutOrder = {
  readonly payoutId: number;
  readonly attempt: number;
  readonly key: string;
  readonly amountCents: number;
  readonly currency: Currency;
  /** Null where the recipient was removed after the payout was handed over: it can be looked up and not created. */
  readonly recipient: PayoutRecipient | null;
  /** The provider's id, once it said one. */
  readonly railId: string | null;
  /** When an earlier request under this key may have gone out; null where none did. */
  readonly firstRequestAt: Date | null;
};

export type RailState = "sent" | "unclaimed" | "paid" | "failed" | "returned";

export type RailAnswer =
  | ({
      readonly kind: "state";
      readonly state: RailState;
      readonly railId: string;
      readonly reason: string | null;
    } & RailCosts & {
        /** What the partner's statement shows, where it differs from the id. */
        readonly reference: string | null;
      })
  /** The provider declined this request: it paid nothing because of it. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Nothing that could pay was sent. */
  | { readonly kind: "unsent"; readonly reason: string }
  /** It may have paid or not. */
  | { readonly kind: "unknown"; readonly reason: string };

export const noCosts: RailCosts = { fee_cents: null, fee_currency: null, exchange_rate: null };

export type WebhookDelivery = {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly nowMilliseconds: number;
  readonly isSandbox: boolean;
};

/** A webhook only names what to look up, so that order, repetition and age of webhooks change nothing. */
export type WebhookReading =
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unrelated" }
  | { readonly kind: "about"; readonly payoutId: number | null; readonly railId: string | null };

/** One line of the provider's own list of a day. */
export type RailLine = {
  readonly railId: string;
  /** Our key as the provider has it (`keyThere`); null where it has none. */
  readonly key: string | null;
  readonly amountCents: number | null;
  readonly currency: string;
  readonly state: RailState | "unknown";
};

export type RailMode = { readonly isSandbox: boolean };

export type RailHosts = { readonly live: string; readonly sandbox: string };

export type Rail<Credentials extends object = object> = {
  readonly name: RailName;
  readonly hosts: RailHosts;
  readonly credentials: z.ZodType<Credentials>;
  readonly currencies: readonly Currency[];
  /** Why it pays no such amount in a currency that it pays in; left out where there is no such amount. */
  readonly whyNotAmount?: (amountCents: number, currency: Currency) => string | null;
  /**
   * How long the provider refuses or recognizes a repeated key. Later the key is not sent again: it could pay twice. Null where `create`
   * itself searches the provider's list for the key before each repetition, and repeats nothing where it cannot.
   */
  readonly keyHeldHours: number | null;
  /** Our key as the provider has it. */
  keyThere(key: string): string;
  /** Null where it can be paid; else what the recipient lacks. */
  cannotPay(recipient: PayoutRecipient): string | null;
  /** Null where they are accepted; else why not. Throws `RailUnreachable` where the provider did not answer. */
  check(client: RailClient, credentials: Credentials, mode: RailMode): Promise<string | null>;
  create(client: RailClient, credentials: Credentials, order: PayoutOrder): Promise<RailAnswer>;
  look(client: RailClient, credentials: Credentials, order: PayoutOrder): Promise<RailAnswer>;
  webhook(client: RailClient, credentials: Credentials, delivery: WebhookDelivery): Promise<WebhookReading>;
  /** Payments that the provider made on this day, in UTC: all or none. Throws `RailUnreachable` where it cannot be read. */
  list(client: RailClient, credentials: Credentials, day: string): Promise<readonly RailLine[]>;
};

/** A rail with its credentials read: what its callers use, without knowing the shape of either. */
export type OpenRail = Omit<Rail, "credentials" | "check" | "create" | "look" | "webhook" | "list"> & {
  check(client: RailClient, mode: RailMode): Promise<string | null>;
  create(client: RailClient, order: PayoutOrder): Promise<RailAnswer>;
  look(client: RailClient, order: PayoutOrder): Promise<RailAnswer>;
  webhook(client: RailClient, delivery: WebhookDelivery): Promise<WebhookReading>;
  list(client: RailClient, day: string): Promise<readonly RailLine[]>;
};

export function openRail<Credentials extends object>(rail: Rail<Credentials>, given: unknown): OpenRail {
  const credentials = rail.credentials.parse(given);
  const { name, hosts, currencies, keyHeldHours } = rail;
  return {
    ...{ name, hosts, currencies, keyHeldHours },
    keyThere: (key) => rail.keyThere(key),
    ...(rail.whyNotAmount && { whyNotAmount: rail.whyNotAmount }),
    cannotPay: (recipient) => rail.cannotPay(recipient),
    check: (client, mode) => rail.check(client, credentials, mode),
    create: (client, order) => rail.create(client, credentials, order),
    look: (client, order) => rail.look(client, credentials, order),
    webhook: (client, delivery) => rail.webhook(client, credentials, delivery),
    list: (client, day) => rail.list(client, credentials, day),
  };
}

// The rows of the books about payouts, and of what became of sales after they were recorded.
import type { Currency } from "../../vocabulary/money/currencies.ts";
import type { RailName } from "../../vocabulary/money/payout-rails.ts";

type InProgram = { readonly program_id: number };

/** What one partner is paid at once in one currency, from the event that put it together. */
export type PayoutRow = InProgram & {
  readonly payout_id: number;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly item_count: number;
  readonly status: PayoutStatus;
  readonly method: string | null;
  readonly reference: string | null;
  readonly created_at: Date;
  readonly paid_at: Date | null;
  /** When a file for a payment tool was first made with it in it. */
  readonly exported_at: Date | null;
  /** When it was cancelled or failed, or when its money came back. */
  readonly withdrawn_at: Date | null;
  /** Null where one person is enough. */
  readonly approvals: PayoutApprovals | null;
  /** The payment provider that it was last handed to; null without one. */
  readonly rail: RailName | null;
  /** How many times it was handed to one. */
  readonly attempt: number | null;
  /** Its id at that provider. */
  readonly rail_id: string | null;
  readonly sending_at: Date | null;
  /** When the provider accepted it. */
  readonly sent_at: Date | null;
  /** What the provider charged the program; never taken from the partner. */
  readonly rail_fee_cents: number | null;
  readonly rail_fee_currency: string | null;
  /** As the provider wrote it. */
  readonly exchange_rate: string | null;
};

/** The people behind a payout. Its creator is the first of them; a schedule, the command line or an agent is no person. */
export type PayoutApprovals = {
  readonly needed: number;
  /** How many more people must approve it before it may be paid. */
  readonly missing: number;
  /** `account:` and the account's id; null where no person created it. */
  readonly created_by: string | null;
  readonly given: readonly { readonly by: string; readonly at: string }[];
};

/** For the person who cancels it. */
export function exportedNote(payoutId: number, exportedAt: Date): string {
  const day = exportedAt.toISOString().slice(0, 10);
  return `A file with payout ${payoutId} in it was made on ${day}: make sure that it is not paid by that file.`;
}

export const payoutTools = ["paypal", "wise"] as const;
export type PayoutTool = (typeof payoutTools)[number];

export const payoutStatuses = [
  "created",
  "sending",
  "sent",
  "unclaimed",
  "paid",
  "failed",
  "cancelled",
  "returned",
] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** What a payout pays for one sale. While it is `created`, also on its way, no other payout takes what is owed for that sale. */
export type PayoutItemRow = InProgram & {
  readonly sale_id: number;
  readonly payout_id: number;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly status: PayoutItemStatus;
};

export type PayoutItemStatus = "created" | "paid" | "cancelled" | "returned";

/** Of a payout that no payment provider has. */
export const withoutRail = {
  rail: null,
  attempt: null,
  rail_id: null,
  sending_at: null,
  sent_at: null,
  rail_fee_cents: null,
  rail_fee_currency: null,
  exchange_rate: null,
} as const satisfies Partial<PayoutRow>;

/**
 * What changed in the worth of a sale after it was recorded, by the event that was folded when it did: money that went back,
 * or came again, and what became of commission and fee with it. Statements count it in the month it came in.
 */
export type SaleChangeRow = InProgram & {
  readonly sale_id: number;
  readonly event_id: number;
  /** Of the sale, as it was then. */
  readonly transaction_id: string;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly refunded_cents: number;
  /** Empty where there was no commission. */
  readonly commission_currency: Currency | "";
  readonly commission_cents: number;
  readonly fee_cents: number;
  readonly changed_at: Date;
};

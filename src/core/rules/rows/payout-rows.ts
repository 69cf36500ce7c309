// The rows of the books about payouts, and of what became of sales after they were recorded.
import type { Currency } from "../../vocabulary/money.ts";

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
  /** When it was cancelled, or when its money came back. */
  readonly withdrawn_at: Date | null;
  /** Null where one person is enough. */
  readonly approvals: PayoutApprovals | null;
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

/** To whoever cancels it. */
export function exportedNote(payoutId: number, exportedAt: Date): string {
  const day = exportedAt.toISOString().slice(0, 10);
  return `A file with payout ${payoutId} in it was made on ${day}: make sure that it is not paid by that file.`;
}

export const payoutTools = ["paypal", "wise"] as const;
export type PayoutTool = (typeof payoutTools)[number];

export const payoutStatuses = ["created", "paid", "cancelled", "returned"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** What a payout pays for one sale. While it is `created` no other payout takes what is owed for that sale. */
export type PayoutItemRow = InProgram & {
  readonly sale_id: number;
  readonly payout_id: number;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly status: PayoutStatus;
};

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

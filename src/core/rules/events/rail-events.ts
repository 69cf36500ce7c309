// What is recorded of payouts that a payment provider's API pays.
import type { RailName } from "../../vocabulary/money/payout-rails.ts";

/** It is handed to a payment provider under this key, which is recorded before the first request goes out. */
export type PayoutSending = {
  type: "payout_sending";
  payout_id: number;
  rail: RailName;
  attempt: number;
  key: string;
  is_sandbox: boolean;
};
/** What the provider charges and converts at, where it says so. */
export type RailCosts = {
  readonly fee_cents: number | null;
  readonly fee_currency: string | null;
  readonly exchange_rate: string | null;
};
/** The provider reported progress. `created`: it refused the request, so nothing was paid. */
export type PayoutProgressed = RailCosts & {
  type: "payout_progressed";
  payout_id: number;
  attempt: number;
  state: "created" | "sent" | "unclaimed";
  rail_id: string | null;
  reason: string | null;
};
/** The provider did not pay it: what it held is owed as before. */
export type PayoutFailed = {
  type: "payout_failed";
  payout_id: number;
  sale_ids: readonly number[];
  reason: string | null;
};

export type RailEvent = PayoutSending | PayoutProgressed | PayoutFailed;

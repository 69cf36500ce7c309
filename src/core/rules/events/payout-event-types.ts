// What the fold decides about each type of event of payouts: the part of the table in event-types.ts.
import {
  foldPayoutApproved,
  foldPayoutCancelled,
  foldPayoutCreated,
  foldPayoutFailed,
  foldPayoutProgressed,
  foldPayoutRecorded,
  foldPayoutReturned,
  foldPayoutSending,
  foldPayoutsExported,
} from "../fold/payout.ts";
import { type EventRules, never } from "./event-rules.ts";
import type { DataOf, EventType, PaidItem } from "./events.ts";

type PayoutEventType = Exclude<Extract<EventType, `payout${string}`>, "payout_imported">;

export const payoutEventTypes: { readonly [Type in PayoutEventType]: EventRules<DataOf<Type>> } = {
  payout_created: {
    names: (data) => ({ commissions: salesOf(data.items) }),
    waitsUnder: never,
    fold: foldPayoutCreated,
  },
  payout_approved: { names: (data) => ({ payouts: [data.payout_id] }), waitsUnder: never, fold: foldPayoutApproved },
  payout_recorded: {
    names: (data) => ({ payouts: [data.payout_id], commissions: salesOf(data.items) }),
    waitsUnder: never,
    fold: foldPayoutRecorded,
  },
  payouts_exported: { names: (data) => ({ payouts: data.payout_ids }), waitsUnder: never, fold: foldPayoutsExported },
  payout_cancelled: {
    names: (data) => ({ payouts: [data.payout_id], commissions: data.sale_ids }),
    waitsUnder: never,
    fold: foldPayoutCancelled,
  },
  payout_sending: { names: (data) => ({ payouts: [data.payout_id] }), waitsUnder: never, fold: foldPayoutSending },
  payout_progressed: {
    names: (data) => ({ payouts: [data.payout_id] }),
    waitsUnder: never,
    fold: foldPayoutProgressed,
  },
  payout_failed: {
    names: (data) => ({ payouts: [data.payout_id], commissions: data.sale_ids }),
    waitsUnder: never,
    fold: foldPayoutFailed,
  },
  payout_returned: {
    names: (data) => ({ payouts: [data.payout_id], commissions: data.sale_ids, sales: data.sale_ids }),
    waitsUnder: never,
    fold: foldPayoutReturned,
  },
};

function salesOf(items: readonly PaidItem[]): number[] {
  return items.map((item) => item.sale_id);
}

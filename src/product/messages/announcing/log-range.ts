// A range of a program's log with its rows of the books: everything that messages are made from.
import type { Event } from "../../../core/rules/events/events.ts";
import type { FlagRow } from "../../../core/rules/rows/flag-row.ts";
import type { ManualAttributionRow } from "../../../core/rules/rows/manual-attribution-row.ts";
import type { PayoutItemRow, PayoutRow, SaleChangeRow } from "../../../core/rules/rows/payout-rows.ts";
import type { LeadRow, PartnerRow } from "../../../core/rules/rows/rows.ts";
import type { CommissionRow, DisputeRow, OutcomeRow, RefundRow, SaleRow } from "../../../core/rules/rows/sale-rows.ts";
import type { SubIds } from "../../../core/rules/sub-ids.ts";
import type { Merge } from "./same-payments.ts";

export type LoggedEvent = Event & { readonly seq: number };

/** The books' rows of a range, by the keys they are looked up by. */
export type LogRange = {
  readonly programId: number;
  /** The last seq that was looked at. */
  readonly toSeq: number;
  /** In the order of the log; tests are not among them. */
  readonly events: readonly LoggedEvent[];
  /** The outcome of an event that was not plainly recorded. */
  readonly outcomes: ReadonlyMap<number, OutcomeRow>;
  /** Events that had waited, or failed, by the event that made something of them. */
  readonly settledBy: ReadonlyMap<number, readonly Event[]>;
  /** Reports that turned out to be of one payment, by the event that made them one. */
  readonly merges: ReadonlyMap<number, readonly Merge[]>;
  readonly sales: ReadonlyMap<number, SaleRow>;
  readonly commissions: ReadonlyMap<number, CommissionRow>;
  /** Sales that turned out to renew a subscription, by the sale that is its first. */
  readonly renewedBy: ReadonlyMap<number, readonly number[]>;
  /** Of a sale, in the order of the log. */
  readonly changes: ReadonlyMap<number, readonly SaleChangeRow[]>;
  readonly refunds: readonly RefundRow[];
  readonly disputes: readonly DisputeRow[];
  /** Those that these events raised or decide about. */
  readonly flags: readonly FlagRow[];
  readonly leads: readonly LeadRow[];
  /** Leads that were provisional when they were recorded. */
  readonly claimedLeads: ReadonlySet<number>;
  readonly payouts: ReadonlyMap<number, PayoutRow>;
  /** What payouts had paid whose money came back, by payout. */
  readonly returnedItems: ReadonlyMap<number, readonly PayoutItemRow[]>;
  /** The payment a name means. */
  readonly paymentOf: ReadonlyMap<string, number>;
  readonly decisions: ReadonlyMap<number, ManualAttributionRow>;
  /** Payments that a decision was about and that are no sales now. */
  readonly waitAgain: ReadonlyMap<number, Event>;
  readonly partners: ReadonlyMap<number, Pick<PartnerRow, "partner_id" | "code" | "name">>;
  /** By the click; only of those that have any. */
  readonly subIds: ReadonlyMap<string, SubIds>;
};

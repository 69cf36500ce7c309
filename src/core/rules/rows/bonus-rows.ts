// The rows of the books about bonuses: what an owner offers, and what partners have reached.
import type { BonusDefinition } from "../events/bonus-events.ts";

type InProgram = { readonly program_id: number };

export type BonusRow = InProgram & {
  readonly bonus_id: string;
  /** The event that added it: sales after it count. */
  readonly from_event_id: number;
  /** The event that stopped it; null while it goes on. */
  readonly stopped_event_id: number | null;
  readonly definition: BonusDefinition;
};

/**
 * Of a bonus that a partner reached: `due` until it is recorded that it was, `open` while its commission is on hold, `below` while refunds
 * have taken the metric below, and `final` from the commission's approval on.
 */
type BonusState = "due" | "open" | "below" | "final";

export type BonusAwardRow = InProgram & {
  readonly partner_id: number;
  readonly bonus_id: string;
  /** A month (UTC), or `lifetime`. */
  readonly period: string;
  readonly state: BonusState;
  /** The event that it was recorded by, and so its commission; null while it is due. */
  readonly event_id: number | null;
  /** When that was recorded. */
  readonly reached_at: Date | null;
};

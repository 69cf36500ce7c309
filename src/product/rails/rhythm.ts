// How often a payment provider is asked about a payout, by what it last reported: every few minutes while it is young, then more rarely,
// and once a day for two months after it was paid, since money may come back weeks later and a webhook may be lost.
import { doublingWaits, secondsToWait } from "../../engine/jobs/waits.ts";
import type { RailState } from "./apis/rail.ts";
import type { Attempt } from "./attempts.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const millisecondsPerSecond = 1_000;

const returnsWatchedDays = 60;
const waits = doublingWaits(10, 15 * minute);

/** Null: not again by itself. */
export function secondsToNextLook(
  state: RailState,
  { committed_at: since, claimed_at: now }: Pick<Attempt, "committed_at" | "claimed_at">,
): number | null {
  const age = (now.getTime() - since.getTime()) / millisecondsPerSecond;
  switch (state) {
    case "sent":
      if (age < hour) return 3 * minute;
      return age < day ? 15 * minute : 6 * hour;
    case "unclaimed":
      return 6 * hour;
    case "paid":
      return age < returnsWatchedDays * day ? day : null;
    case "failed":
    case "returned":
      return null;
  }
}

/** After one more fault than those. */
export function retrySeconds(faultsBefore: number): number {
  return secondsToWait(waits, faultsBefore + 1);
}

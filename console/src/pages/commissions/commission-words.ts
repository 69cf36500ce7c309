// Where a commission stands, as whoever earns it would say it.
import type { Schemas } from "../../api/queries.ts";
import type { Meaning } from "../../components/status.tsx";
import { formatDay } from "../../format.ts";

export function stateOf({ status, hold_until, held_because }: Schemas["Commission"]): {
  readonly word: string;
  readonly meaning: Meaning;
} {
  switch (status) {
    case "pending":
      return { word: `On hold until ${formatDay(hold_until)}`, meaning: "info" };
    case "approved":
      return { word: "Owed", meaning: "good" };
    case "paid":
      return { word: "Paid out", meaning: "good" };
    case "held":
      return { word: heldWords[held_because ?? "dispute"], meaning: "warn" };
    case "refunded":
      return { word: "Less, part of the sale went back", meaning: "neutral" };
    case "reversed":
      return { word: "Taken back with the sale", meaning: "neutral" };
  }
}

const heldWords = {
  by_hand: "On hold by hand",
  dispute: "Held while the payment is disputed",
  chain: "Held, its chain contradicts it",
} as const;

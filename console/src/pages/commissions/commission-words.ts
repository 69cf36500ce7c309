// A commission's status in words.
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
      return { word: "Paid", meaning: "good" };
    case "held":
      return { word: heldWords[held_because ?? "dispute"], meaning: "warn" };
    case "refunded":
      return { word: "Reduced by a partial refund", meaning: "neutral" };
    case "reversed":
      return { word: "Reversed with the sale", meaning: "neutral" };
  }
}

const heldWords = {
  by_hand: "On hold, manually",
  dispute: "Held while the payment is disputed",
  chain: "Held: the chain contradicts the payment",
} as const;

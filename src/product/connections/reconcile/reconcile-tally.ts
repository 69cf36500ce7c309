// What a reconciliation found, counted by what became of each event and by the provider's type of it.
// Every event counts once, though the list of what was not delivered and the list of everything both hold it.
import type { OutcomeName } from "../../../core/rules/rows/sale-rows.ts";

const kinds = ["seen", "known", "missing", "recorded", "duplicate", "expired", "parked", "ignored", "failed"] as const;

/** `known`: recorded before. `missing`: not; what became of those is in the outcomes behind it. */
export type Counts = { readonly [Kind in (typeof kinds)[number]]: number };

export type Tally = {
  /** `became` is null where it was only looked at. */
  missing(type: string | null, became: OutcomeName | null): void;
  known(type: string | null): void;
  readonly counts: Counts;
  readonly byType: { readonly [type: string]: Counts };
};

type Running = { -readonly [Kind in keyof Counts]: number };

export function startTally(): Tally {
  const counts = noCounts();
  const byType = new Map<string, Running>();
  const both = (type: string | null): readonly Running[] => {
    const name = type ?? "unknown";
    const ofType = byType.get(name) ?? noCounts();
    byType.set(name, ofType);
    return [counts, ofType];
  };
  return {
    missing(type, became) {
      for (const running of both(type)) {
        running.seen += 1;
        running.missing += 1;
        // Refusals are for calls.
        if (became !== null && became !== "refused") running[became] += 1;
      }
    },
    known(type) {
      for (const running of both(type)) {
        running.seen += 1;
        running.known += 1;
      }
    },
    get counts() {
      return { ...counts };
    },
    get byType() {
      return Object.fromEntries([...byType].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

function noCounts(): Running {
  return { seen: 0, known: 0, missing: 0, recorded: 0, duplicate: 0, expired: 0, parked: 0, ignored: 0, failed: 0 };
}

// The steps of a story about flags: what looked wrong about a commission, and what a person decided.
import type { FlagVerdict } from "../../core/rules/events/flag-events.ts";
import type { StoryFlag } from "./sale-lines-read.ts";
import { type Step, step } from "./step.ts";

const flaggedInWords: Readonly<Record<StoryFlag["choice"], string>> = {
  flag: "The commission was flagged",
  hold: "The commission was flagged and held",
  refuse: "The commission was refused",
};

const resolvedInWords: Readonly<Record<FlagVerdict, string>> = {
  fine: "The flag was resolved as fine",
  abuse: "The flag was resolved as abuse, and the commission reversed",
};

export function flagged({ sale_id, partner_id, choice, summary: found, ...flag }: StoryFlag): Step[] {
  const about = { sale_id, partner_id, kind: "flag" } as const;
  const summary = `${flaggedInWords[choice]}: ${found}`;
  const raised = step({ ...about, at: flag.flagged_at, event_id: flag.event_id, summary });
  const { resolved_as, resolved_event_id: event_id, resolved_at: at, reason } = flag;
  if (resolved_as === null) return [raised];
  const why = `${resolvedInWords[resolved_as]}: ${reason}`;
  return [raised, step({ ...about, at, event_id, reported_by: "operator", summary: why })];
}

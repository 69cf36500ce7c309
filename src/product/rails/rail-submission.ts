// An event about payouts by providers, as it is recorded: of the person who asked for it, or of the schedule that asked the provider.

import type { Actor } from "../../access/permission.ts";
import type { EventData } from "../../core/rules/events/events.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { Submission } from "../../engine/recording/submission.ts";

/** Null is the schedule. */
export function railSubmission(programId: number, data: EventData, actor: Actor | null): Submission {
  const source = actor === null ? "schedule" : "operator";
  const by = actor === null ? {} : { by: authorText(actor) };
  return {
    event: { programId, source, dedupKey: null, isTest: false, occurredAt: null, data, ...by },
    delivery: null,
    keyHash: null,
    keep: "when_it_changes_something",
    logged: null,
  };
}

// svc events list: a program's log, with what became of each event.
import { type EventLine, type EventOutcome, listEvents } from "../../queries/events.ts";
import { defineList } from "../command.ts";
import { choiceFlag, optional, textFlag } from "../flags.ts";

const outcomes = [
  "recorded",
  "duplicate",
  "expired",
  "parked",
  "ignored",
  "failed",
  "pending",
] as const satisfies readonly EventOutcome[];

export const command = defineList({
  example: "events list --program 1 --outcome failed",
  filters: {
    type: optional(textFlag("Only this type, such as payment_succeeded", "type")),
    source: optional(textFlag("Only from this source: api, browser, operator, or a provider", "source")),
    outcome: optional(choiceFlag(outcomes, `Only with this outcome: ${outcomes.join(", ")}`)),
    mode: optional(choiceFlag(["live", "test"], "Only live, or only test events")),
  },
  columns: [
    "event_id",
    "seq",
    "received_at",
    "source",
    "type",
    "provider_event_type",
    "is_test",
    "outcome",
    "reason",
    "refers_to",
  ] satisfies (keyof EventLine)[],
  list: ({ db }, programId, request, { type, source, outcome, mode }) =>
    listEvents(db, programId, request, {
      type,
      source,
      outcome,
      isTest: mode === undefined ? undefined : mode === "test",
    }),
});

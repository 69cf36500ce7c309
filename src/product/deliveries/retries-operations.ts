// Retries failed deliveries after a fix: they are read with today's adapters and folded after everything recorded since. A repeated failure
// changes nothing.
import { z } from "zod";
import { connectableProviders } from "../../../adapters/names.ts";
import { count, flag, id, idOrNull, oneOf, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { findFailed, type Retried, retryDelivery } from "../../engine/replay/reading/retry-failed.ts";
import { eventOutcomes } from "../events/event-outcome.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";

/** Of one call; the next goes on behind the last of them. */
const retriedMax = 100;

const retried = z.strictObject({
  event_id: id("The delivery's event"),
  outcome: z.enum(eventOutcomes).meta({ description: "Its outcome; failed: it failed again" }),
  is_read_differently: flag("Today's adapter reads it differently than the one that failed"),
  reason: wordsOrNull("Why it failed again"),
});

const retriedAnswer = z.strictObject({
  taken_up: count("How many are no longer failed"),
  failed_again: count("How many failed again"),
  deliveries: z.array(retried).readonly().meta({ description: "One by one, in the order of the log" }),
  next_after_event_id: idOrNull("There may be more: ask again with this; null where these were the last"),
});

export const operations: readonly Operation[] = [
  defineOperation({
    name: "inbox.retry",
    description: `Each in a transaction of its own, at most ${retriedMax} in one call. They are folded behind all that came since, so nothing that was recorded meanwhile changes its place.`,
    access: inProgram("deliveries"),
    command: { example: "inbox retry --program 1" },
    http: { method: "post", path: "/programs/:program_id/inbox/retry", example: {} },
    changes: true,
    input: {
      program_id: programId,
      event_id: id("Only this delivery, by its event; all that failed by default").optional(),
      provider: oneOf(connectableProviders, "Only this provider's").optional(),
      after_event_id: id("Only those behind this one, as the answer before named it").optional(),
    },
    output: answerOf(retriedAnswer),
    run: async (call, { program_id, event_id, provider, after_event_id }) => {
      await call.reads.ofProgram(call.actor, program_id, "deliveries", async () => undefined);
      const request = { programIds: [program_id], provider: provider ?? null, since: null, eventId: event_id ?? null };
      const place = { programId: program_id, eventId: after_event_id ?? 0 };
      const failed = await findFailed(call.database, request, place, retriedMax);
      const deliveries: z.output<typeof retried>[] = [];
      for (const delivery of failed) {
        const line = lineOf(delivery.event_id, await retryDelivery(call, delivery));
        if (line !== null) deliveries.push(line);
      }
      const again = deliveries.filter(({ outcome }) => outcome === "failed").length;
      const last = failed.length < retriedMax ? undefined : failed.at(-1);
      return {
        data: {
          taken_up: deliveries.length - again,
          failed_again: again,
          deliveries,
          next_after_event_id: last?.event_id ?? null,
        },
      };
    },
  }),
];

function lineOf(event_id: number, became: Retried): z.output<typeof retried> | null {
  if (became.kind === "gone") return null;
  if (became.kind === "fails_again") {
    return { event_id, outcome: "failed", is_read_differently: false, reason: became.reason };
  }
  return { event_id, outcome: became.outcome, is_read_differently: became.isReadDifferently, reason: null };
}

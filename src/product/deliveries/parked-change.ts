// Discards pending events: by an operator, or because they waited too long. Either is an event, so a replay discards the same.
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitBatch } from "../../engine/recording/locked-batch.ts";
import type { Submission } from "../../engine/recording/submission.ts";

const releasedAtOnce = 200;

const oldParkedStatement: Statement = {
  name: "parked_for_too_long",
  text: `select o.program_id, o.event_id
           from outcome o
          cross join lateral (select received_at from event where program_id = o.program_id and id = o.event_id offset 0) e
          where o.outcome = 'parked' and e.received_at < clock_timestamp() - make_interval(days => $1)
          order by o.program_id, o.event_id
          limit $2`,
};

/** Returns why it was impossible, as a sentence; null if it was done. The actor is null if it waited too long. */
export async function releaseParked(
  database: Database,
  parked: { readonly programId: number; readonly eventId: number; readonly reason: string },
  actor: Actor | null,
): Promise<string | null> {
  const { programId, eventId, reason } = parked;
  const submissions: Submission[] = [
    {
      event: {
        programId,
        source: "operator",
        dedupKey: null,
        isTest: false,
        occurredAt: null,
        data: { type: "parked_released", event_id: eventId, reason },
        ...(actor === null ? {} : { by: authorText(actor) }),
      },
      delivery: null,
      keyHash: null,
      keep: "when_it_changes_something",
      logged: null,
    },
  ];
  const [result] = await commitBatch(database, submissions, {
    before: async (session) => {
      if (actor !== null) await requireProgramRight(session, actor, programId, "operator");
    },
  });
  if (result?.kind === "failed") throw result.error;
  if (result?.kind === "unknown_program") return `There is no program ${programId}.`;
  if (result?.kind !== "concluded") throw new Error(`a release cannot end as ${result?.kind}`);
  return result.eventId === null ? result.conclusion.message : null;
}

/** Answers how many were. */
export async function releaseOldParked(database: Database, retentionDays: number, stop?: AbortSignal): Promise<number> {
  let released = 0;
  for (;;) {
    const old = await database.withSession((session) =>
      session.query<{ program_id: number; event_id: number }>(oldParkedStatement, [retentionDays, releasedAtOnce]),
    );
    const before = released;
    for (const { program_id: programId, event_id: eventId } of old) {
      if (stop?.aborted) return released;
      const reason = `It waited for more than ${retentionDays} days.`;
      if ((await releaseParked(database, { programId, eventId, reason }, null)) === null) released += 1;
    }
    if (old.length < releasedAtOnce || released === before) return released;
  }
}

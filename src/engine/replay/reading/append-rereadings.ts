// The new readings of a plan become events of the log, in the transaction that applies it. What another replay brought since, or a
// retry, is forgotten.
import type { DeliveryReread } from "../../../core/rules/events/events.ts";
import { LogEnd, writeAppended } from "../../log/append.ts";
import { canonicalJson } from "../../log/canonical-json.ts";
import { takeClockAndIds } from "../../log/heads.ts";
import type { ClockRule } from "../../postgres/clock.ts";
import type { Session } from "../../postgres/driver/session.ts";
import type { Statement } from "../../postgres/driver/statement.ts";
import type { ProgramHeadRow } from "../../postgres/tables/tables.ts";

const rereadingsStatement: Statement = {
  name: "rereadings_to_append",
  text: `select program_id, event_id, rereading
           from replay_rereading
          where run_id = $1 and program_id = any($2::bigint[])
          order by program_id, event_id`,
};

/** Of one program: where programs lie on several machines, one is asked. */
const newestReadingsStatement: Statement = {
  name: "newest_readings_of_events",
  text: `select distinct on (event_id) event_id, reading
           from (select (data ->> 'event_id')::bigint as event_id, data - 'event_id' as reading, seq
                   from event
                  where program_id = $1 and type in ('delivery_reread', 'delivery_retried')
                    and (data ->> 'event_id')::bigint = any($2::bigint[])) readings
          order by event_id, seq desc`,
};

const forgetStatement: Statement = {
  name: "forget_known_rereadings",
  text: "delete from replay_rereading where run_id = $1 and program_id = $2 and event_id = any($3::bigint[])",
};

type Reading = Omit<DeliveryReread, "type" | "event_id">;
type StoredRereading = { program_id: number; event_id: number; rereading: Reading };

export async function appendRereadings(
  session: Session,
  runId: number,
  heads: readonly ProgramHeadRow[],
  clock: ClockRule,
): Promise<void> {
  const programIds = heads.map((head) => head.program_id);
  const planned = await session.query<StoredRereading>(rereadingsStatement, [runId, programIds]);
  const ofPrograms = Map.groupBy(planned, ({ program_id }) => program_id);
  const unknown = await Promise.all([...ofPrograms.values()].map((some) => forgetKnown(session, runId, some)));
  const rereadings = unknown.flat();
  if (rereadings.length === 0) return;
  const { now, ids } = await takeClockAndIds(session, rereadings.length, clock);
  const ends = new Map(heads.map((head) => [head.program_id, new LogEnd(head, now)]));
  for (const [index, { program_id: programId, event_id, rereading }] of rereadings.entries()) {
    const id = ids[index];
    if (id === undefined) throw new Error("the rereadings ran out of ids");
    const data: DeliveryReread = { type: "delivery_reread", event_id, ...rereading };
    const event = { programId, source: "operator", dedupKey: null, isTest: false, occurredAt: null, data };
    ends.get(programId)?.append(event, id, null);
  }
  writeAppended(session, [...ends.values()]);
}

/** Of one program; answers those that the log does not have. */
async function forgetKnown(
  session: Session,
  runId: number,
  planned: readonly StoredRereading[],
): Promise<readonly StoredRereading[]> {
  const [first] = planned;
  if (first === undefined) return [];
  const newest = await session.query<{ event_id: number; reading: Reading }>(newestReadingsStatement, [
    first.program_id,
    planned.map(({ event_id }) => event_id),
  ]);
  const inLog = new Map(newest.map(({ event_id, reading }) => [event_id, canonicalJson(reading)]));
  const isKnown = ({ event_id, rereading }: StoredRereading) => inLog.get(event_id) === canonicalJson(rereading);
  const known = planned.filter(isKnown).map(({ event_id }) => event_id);
  if (known.length > 0) void session.query(forgetStatement, [runId, first.program_id, known]);
  return planned.filter((rereading) => !isKnown(rereading));
}

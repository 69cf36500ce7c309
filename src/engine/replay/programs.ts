// Which programs a replay is about, how long their logs are, and in which groups they are compared and applied.
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { Placement } from "../postgres/placement.ts";
import type { Target } from "./build.ts";
import { ReplayRefused } from "./replay-refused.ts";
import type { ReplayRequest } from "./runs/runs.ts";

/** A group shares one transaction: few enough events that live traffic hardly waits. */
const eventsPerGroup = 20_000;
const programsPerGroup = 200;

const headsStatement: Statement = {
  name: "heads_to_replay",
  text: `select h.program_id, h.projected_seq as seq
           from program_head h
          where ($1::bigint[] is null or h.program_id = any($1))
            and (($2::text is null and $3::timestamptz is null)
                 or exists (select 1 from event e
                             where e.program_id = h.program_id
                               and ($2::text is null or e.source = $2)
                               and ($3::timestamptz is null or e.received_at >= $3)))
          order by h.program_id`,
};

const headsAtStatement: Statement = {
  name: "heads_at_a_time",
  text: `select h.program_id, coalesce(e.seq, 0) as seq
           from program_head h
           left join lateral (
                  select seq from event e
                   where e.program_id = h.program_id and e.received_at <= $2
                   order by seq desc
                   limit 1) e on true
          where $1::bigint[] is null or h.program_id = any($1)
          order by h.program_id`,
};

/** The programs of a request, with how far their live books are. Refuses a program that does not exist. */
export async function findTargets(
  database: Database,
  request: Pick<ReplayRequest, "program_ids" | "provider" | "since">,
): Promise<Target[]> {
  const { program_ids: programIds, provider, since } = request;
  const targets = await database.withSession((session) => readHeads(session, programIds, provider, since));
  if (programIds !== null && provider === null && since === null) requireAll(programIds, targets);
  return targets;
}

export async function findTargetsAt(
  database: Database,
  programIds: readonly number[] | null,
  time: Date,
): Promise<Target[]> {
  const rows = await database.withSession((session) =>
    session.query<{ program_id: number; seq: number }>(headsAtStatement, [programIds, time]),
  );
  const targets = rows.map((row) => ({ programId: row.program_id, seq: row.seq }));
  if (programIds !== null) requireAll(programIds, targets);
  return targets;
}

/** How far the live books of these programs are, as the session's transaction sees them. */
export async function readHeads(
  session: Session,
  programIds: readonly number[] | null,
  provider: string | null = null,
  since: string | null = null,
): Promise<Target[]> {
  const rows = await session.query<{ program_id: number; seq: number }>(headsStatement, [programIds, provider, since]);
  return rows.map((row) => ({ programId: row.program_id, seq: row.seq }));
}

function requireAll(programIds: readonly number[], targets: readonly Target[]): void {
  const missing = programIds.filter((programId) => targets.every((target) => target.programId !== programId));
  if (missing.length > 0) throw new ReplayRefused(`There is no program ${missing.join(", ")}.`);
}

export function* groupsOf(targets: readonly Target[], placement: Placement): Generator<Target[]> {
  const programsMax = Math.min(programsPerGroup, placement.programsPerTransaction);
  let group: Target[] = [];
  let events = 0;
  for (const target of targets) {
    const isFull = group.length === programsMax;
    if (isFull || (group.length > 0 && events + target.seq > eventsPerGroup)) {
      yield group;
      group = [];
      events = 0;
    }
    group.push(target);
    events += target.seq;
  }
  if (group.length > 0) yield group;
}

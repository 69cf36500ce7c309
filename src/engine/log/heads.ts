// The heads of programs' logs: where each log ends and how far its books are. A writer of a log or its books locks the head. Heads are
// locked in program order, so writers never deadlock; only new heads are written here.
import { projectorVersion } from "../../core/rules/fold.ts";
import { type ClockRule, stepBetweenClocks } from "../postgres/clock.ts";
import { arraysOf, rowsOf } from "../postgres/driver/binary-arrays.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { isRaisedAs } from "../postgres/faults.ts";
import { type Question, worded } from "../postgres/placement.ts";
import type { ProgramHeadRow } from "../postgres/tables/tables.ts";
import { genesisHash } from "./chain.ts";
import { headMoveColumns, type MovedHead } from "./log-columns.ts";

const headNames = "program_id, seq, hash, received_at, projected_seq, projector_version, revision";

/** Sorted by program so that two processes take the same locks in the same order. */
const lockHeadsStatement: Statement = {
  name: "lock_heads",
  text: `select ${headNames}
           from program_head
          where program_id = any($1::bigint[])
          order by program_id
            for update`,
};

const lockHeadStatement: Statement = {
  name: "lock_head",
  text: `select ${headNames} from program_head where program_id = $1 for update`,
};

const readHeadsStatement: Statement = {
  name: "read_heads",
  text: `select ${headNames} from program_head where program_id = any($1::bigint[])`,
};

const lockedHeadsStatement: Statement = {
  name: "locked_heads",
  text: `with free as materialized (
                select program_id from program_head where program_id = any($1::bigint[]) for update skip locked)
         select program_id
           from program_head
          where program_id = any($1::bigint[])
            and program_id not in (select program_id from free)`,
};

const freeHeadStatement: Statement = {
  name: "free_head",
  text: "select program_id from program_head where program_id = $1 for update skip locked",
};

const boundLockWaitStatement: Statement = {
  name: "bound_lock_wait",
  text: "select set_config('lock_timeout', $1, true)",
};

/** Throws unless it found all of them; waits for other transactions that move one. A machine moves those that it has. */
const moveHeadsStatement = worded((naming) => ({
  name: "move_heads",
  text: `with moved as (
           update program_head h
              set seq = n.seq, hash = n.hash, received_at = n.received_at,
                  projected_seq = n.projected_seq, projector_version = n.projector_version
             from (${rowsOf(headMoveColumns)}) n
            where ${[...naming("h.program_id", "$1::bigint[]"), "h.program_id = n.program_id"].join(" and ")}
              and h.hash = n.from_hash and h.projected_seq = n.from_projected_seq and h.revision = n.from_revision
           returning h.program_id)
         select heads_moved()
           from (select count(*) as found from moved) m
          where found <> cardinality($1::bigint[])`,
}));

/** Sent behind the heads: a later event never has an earlier id, nor an earlier time than the head it follows. */
const clockAndIdsStatement: Statement = {
  name: "clock_and_ids",
  text: `select clock_timestamp()::timestamptz(3) as now,
                array(select nextval('event_id_seq') from generate_series(1, $1::integer)) as ids`,
};

const createHeadStatement: Statement = {
  name: "create_head",
  text: "insert into program_head (program_id, hash, projector_version) values ($1, $2, $3)",
};

export async function createHead(session: Session, programId: number): Promise<void> {
  await session.query(createHeadStatement, [programId, genesisHash, projectorVersion]);
}

const reviseHeadStatement: Statement = {
  name: "revise_head",
  text: "update program_head set revision = revision + 1 where program_id = $1",
};

/** For a change that appends no event: batches that were read for before it are not committed. */
export function reviseHead(session: Session, programId: number): void {
  void session.query(reviseHeadStatement, [programId]);
}

const headsLocked: Question<number, ProgramHeadRow> = {
  programOf: (programId) => programId,
  ofAll: (session, programIds) => session.query(lockHeadsStatement, [programIds]),
  ofOne: (session, programId) => session.query(lockHeadStatement, [programId]),
};

export async function lockHeads(session: Session, programIds: readonly number[]): Promise<ProgramHeadRow[]> {
  return session.placement.ask(session, headsLocked, programIds);
}

const headsOfOthers: Question<number, { program_id: number }> = {
  programOf: (programId) => programId,
  ofAll: (session, programIds) => session.query(lockedHeadsStatement, [programIds]),
  async ofOne(session, programId) {
    const free = await session.query(freeHeadStatement, [programId]);
    return free.length === 0 ? [{ program_id: programId }] : [];
  },
};

/** Which of these heads another transaction holds. Waits for none of them, and keeps the others locked to the end of the transaction. */
export async function findLockedHeads(session: Session, programIds: readonly number[]): Promise<number[]> {
  const rows = await session.placement.ask(session, headsOfOthers, programIds);
  return rows.map((row) => row.program_id);
}

/** For each lock that is waited for in the rest of this transaction. */
export function boundLockWait(session: Session, milliseconds: number): void {
  void session.query(boundLockWaitStatement, [`${milliseconds}ms`]);
}

/** As they are, not locked: what is concluded from them must be held against `moveHeads`. */
export function readHeads(session: Session, programIds: readonly number[]): Promise<ProgramHeadRow[]> {
  return session.query<ProgramHeadRow>(readHeadsStatement, [programIds]);
}

/** Refuses the transaction unless each head is still what it is moved from; see `haveMoved`. */
export function moveHeads(session: Session, heads: readonly { from: ProgramHeadRow; to: MovedHead }[]): void {
  const moves = heads.map(({ from, to }) => ({
    ...to,
    from_hash: from.hash,
    from_projected_seq: from.projected_seq,
    from_revision: from.revision,
  }));
  moves.sort((a, b) => a.program_id - b.program_id);
  void session.query(session.placement.wording(moveHeadsStatement), arraysOf(headMoveColumns, moves));
}

const headsMovedState = "SV001";

/** Whether this says that a head was not what `moveHeads` took it for. */
export function haveMoved(error: unknown): boolean {
  return isRaisedAs(error, headsMovedState);
}

const clockStatement: Statement = { name: "clock", text: "select clock_timestamp()::timestamptz(3) as now" };

/** The database's clock alone, in a connection that records or looks up. */
export async function readClock(session: Session): Promise<Date> {
  const [read] = await session.query<{ now: Date }>(clockStatement, []);
  if (read === undefined) throw new Error("the database gave no time");
  return read.now;
}

/** Rejects with a `ClockStep` where the database's clock and this machine's are too far apart. */
export async function takeClockAndIds(
  session: Session,
  count: number,
  clock: ClockRule,
): Promise<{ now: Date; ids: number[] }> {
  const [taken] = await session.query<{ now: Date; ids: number[] }>(clockAndIdsStatement, [count]);
  if (taken === undefined) throw new Error("the database gave no time");
  const step = stepBetweenClocks(clock, taken.now);
  if (step !== null) throw step;
  return taken;
}

// The heads of programs' logs: where each log ends and how far its books are. Whoever changes log or books holds the head.
// Heads are locked in program order, so two writers never deadlock; nothing is written here but new heads.
import { projectorVersion } from "../core/fold.ts";
import { arraysOf, type Columns } from "../db/binary-arrays.ts";
import { isRaisedAs } from "../db/database.ts";
import type { Session } from "../db/session.ts";
import type { Statement } from "../db/statement.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { genesisHash } from "./chain.ts";

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

const readHeadsStatement: Statement = {
  name: "read_heads",
  text: `select ${headNames} from program_head where program_id = any($1::bigint[])`,
};

const holdHeadsStatement: Statement = {
  name: "hold_heads",
  text: "select hold_heads($1::bigint[], $2::bytea[], $3::bigint[])",
};

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

export function lockHeads(session: Session, programIds: readonly number[]): Promise<ProgramHeadRow[]> {
  return session.query<ProgramHeadRow>(lockHeadsStatement, [programIds]);
}

/** As they are, not locked: what is concluded from them must be held against `holdHeads`. */
export function readHeads(session: Session, programIds: readonly number[]): Promise<ProgramHeadRow[]> {
  return session.query<ProgramHeadRow>(readHeadsStatement, [programIds]);
}

/** Locks the heads and refuses the transaction unless they are still these and their books are up to them; see `haveMoved`. */
export function holdHeads(session: Session, heads: readonly ProgramHeadRow[]): void {
  void session.query(holdHeadsStatement, arraysOf(heldColumns, heads));
}

const heldColumns: Columns<Pick<ProgramHeadRow, "program_id" | "hash" | "revision">> = {
  program_id: "bigint",
  hash: "bytea",
  revision: "bigint",
};

const headsMovedState = "SV001";

/** Whether this says that a head was not what `holdHeads` took it for. */
export function haveMoved(error: unknown): boolean {
  return isRaisedAs(error, headsMovedState);
}

export async function takeClockAndIds(session: Session, count: number): Promise<{ now: Date; ids: number[] }> {
  const [taken] = await session.query<{ now: Date; ids: number[] }>(clockAndIdsStatement, [count]);
  if (taken === undefined) throw new Error("the database gave no time");
  return taken;
}

// The heads of programs' logs: where each log ends and how far its books are. Whoever changes log or books holds the head.
// Heads are locked in program order, so two writers never deadlock; nothing is written here but new heads.
import { projectorVersion } from "../core/fold.ts";
import { encodeArray } from "../db/binary-arrays.ts";
import type { Session, Statement } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { genesisHash } from "./chain.ts";

const headNames = "program_id, seq, hash, received_at, projected_seq, projector_version, books_version";

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
  text: "select hold_heads($1::bigint[], $2::bigint[], $3::bytea[], $4::bigint[])",
};

/** Sent behind the heads: a later event never has an earlier id, nor an earlier time than the head it follows. */
const clockAndIdsStatement: Statement = {
  name: "clock_and_ids",
  text: `select clock_timestamp()::timestamptz(3) as now, nextval('event_id_seq') as id
           from generate_series(1, $1::integer)`,
};

const createHeadStatement: Statement = {
  name: "create_head",
  text: "insert into program_head (program_id, hash, projector_version) values ($1, $2, $3)",
};

export async function createHead(session: Session, programId: number): Promise<void> {
  await session.query(createHeadStatement, [programId, genesisHash, projectorVersion]);
}

export function lockHeads(session: Session, programIds: readonly number[]): Promise<ProgramHeadRow[]> {
  return session.query<ProgramHeadRow>(lockHeadsStatement, [programIds]);
}

/** As they are, not locked: what is concluded from them must be held against `holdHeads`. */
export function readHeads(session: Session, programIds: readonly number[]): Promise<ProgramHeadRow[]> {
  return session.query<ProgramHeadRow>(readHeadsStatement, [programIds]);
}

/** Locks the heads and refuses the transaction, with `headsMovedState`, unless they are still these. */
export function holdHeads(session: Session, heads: readonly ProgramHeadRow[]): void {
  void session.query(holdHeadsStatement, [
    encodeArray(
      "bigint",
      heads.map((head) => head.program_id),
    ),
    encodeArray(
      "bigint",
      heads.map((head) => head.seq),
    ),
    encodeArray(
      "bytea",
      heads.map((head) => head.hash),
    ),
    encodeArray(
      "bigint",
      heads.map((head) => head.books_version),
    ),
  ]);
}

/** Whether two looks at a head saw the same log and the same books. */
export function isSameHead(one: ProgramHeadRow, other: ProgramHeadRow): boolean {
  return (
    one.seq === other.seq &&
    one.projected_seq === other.projected_seq &&
    one.books_version === other.books_version &&
    one.projector_version === other.projector_version &&
    one.hash.equals(other.hash)
  );
}

export async function takeClockAndIds(session: Session, count: number): Promise<{ now: Date; ids: number[] }> {
  const rows = await session.query<{ now: Date; id: number }>(clockAndIdsStatement, [Math.max(1, count)]);
  const [first] = rows;
  if (first === undefined) throw new Error("the database gave no time");
  return { now: first.now, ids: rows.map((row) => row.id) };
}

// Holds a program's log against its chain, and every delivery against the digest the chain has of it.
// It reads in order, a page at a time, so memory does not grow with the log, and stops at a named number of faults: one
// break can show in many rows.

import { type ChainPlace, ChainWalk, chainStart, type LogFault } from "../log/chain-walk.ts";
import {
  ArchiveFault,
  findChangedRows,
  isEmptied,
  readSegments,
  requireWhole,
  type Segment,
} from "../log/click-archive.ts";
import { type ErasedRows, readErasedRows } from "../log/erased-rows.ts";
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { EventRow } from "../postgres/tables/tables.ts";

const rowsPerPageDefault = 2_000;
const logFaultsMax = 100;

export type LogCheck = {
  /** A place in the chain that is known to be good. */
  readonly from?: ChainPlace;
  /** Without it, to the end. */
  readonly eventsMax?: number;
  readonly rowsPerPage?: number;
  /** Files of archived clicks are held against the log too; left out, they are not looked at. */
  readonly archiveFolder?: string | null;
  /** Awaited between two pages. */
  readonly betweenPages?: () => Promise<void>;
};

export type CheckedLog = {
  readonly events: number;
  readonly faults: readonly LogFault[];
  /** The last row that was followed. */
  readonly end: ChainPlace;
};

const pageStatement: Statement = {
  name: "log_to_check",
  text: `select e.*, d.event_id is not null as has_delivery, sha256(d.body) as body_sha256, length(d.body) as body_bytes
           from event e
           left join delivery d on d.program_id = e.program_id and d.event_id = e.id
          where e.program_id = $1 and e.seq > $2
          order by e.seq
          limit $3`,
};

const headStatement: Statement = {
  name: "head_to_check",
  text: "select seq, hash from program_head where program_id = $1",
};

const seqOfHashStatement: Statement = {
  name: "seq_of_hash",
  text: "select seq from event where program_id = $1 and hash = $2 order by seq limit 1",
};

type CheckedRow = EventRow & {
  has_delivery: boolean;
  body_sha256: Buffer | null;
  body_bytes: number | null;
};

export async function checkLog(
  database: Database,
  programId: number,
  {
    from = chainStart,
    eventsMax = Number.POSITIVE_INFINITY,
    rowsPerPage = rowsPerPageDefault,
    archiveFolder,
    betweenPages = async () => undefined,
  }: LogCheck = {},
): Promise<CheckedLog> {
  const read = <T>(run: (session: Session) => Promise<T>): Promise<T> => database.withSession(run);
  // Read only when something does not match: most programs have no erasure.
  let erased: Promise<ErasedRows> | undefined;
  const erasedRows = (): Promise<ErasedRows> => (erased ??= read((session) => readErasedRows(session, programId)));
  let archived: readonly Segment[] = [];
  const segments = async (): Promise<readonly Segment[]> => {
    archived = await read((session) => readSegments(session, programId));
    return archived;
  };
  // Some may be archived while others are read here.
  const isArchived = async (row: EventRow): Promise<boolean> =>
    isEmptied(row) && (isWithin(row, archived) || isWithin(row, await segments()));
  const walk = new ChainWalk(from, {
    seqOfHash: (hash) => read((session) => findSeqOfHash(session, programId, hash)),
    isLeftByErasure: async (row) => {
      if (await isArchived(row)) return true;
      const rows = await erasedRows();
      return read((session) => rows.isLeft(session, row));
    },
  });
  const headBefore = await read((session) => readHead(session, programId));
  let events = 0;
  for (;;) {
    const rows = await read((session) =>
      session.query<CheckedRow>(pageStatement, [programId, walk.place.seq, rowsPerPage]),
    );
    for (const row of rows) {
      await walk.follow(row);
      for (const fault of checkDelivery(row)) {
        const isErased = row.body_bytes === 0 && (await erasedRows()).isDeliveryErased(row.id);
        if (!isErased) walk.faults.push(fault);
      }
      events += 1;
      if (walk.faults.length >= logFaultsMax || events >= eventsMax)
        return { events, faults: walk.faults, end: walk.place };
    }
    if (rows.length === rowsPerPage) {
      await betweenPages();
      continue;
    }
    walk.faults.push(...(await read((session) => findStrayDeliveries(session, programId))));
    if (archiveFolder !== undefined) walk.faults.push(...(await checkArchive(read, archiveFolder, await segments())));
    walk.finish(headBefore, await read((session) => readHead(session, programId)));
    return { events, faults: walk.faults, end: walk.place };
  }
}

type Read = <T>(run: (session: Session) => Promise<T>) => Promise<T>;

/** What is left of the row itself is held against the file. */
function isWithin({ seq }: EventRow, segments: readonly Segment[]): boolean {
  return segments.some(({ first_seq, last_seq }) => first_seq <= seq && seq <= last_seq);
}

async function checkArchive(read: Read, folder: string | null, segments: readonly Segment[]): Promise<LogFault[]> {
  const faults: LogFault[] = [];
  for (const segment of segments) {
    try {
      await requireWhole(folder, segment);
      for (const seq of await findChangedRows(read, folder, segment)) {
        const detail = "Its columns are not those that it was archived with.";
        faults.push({ kind: "changed", seq, event_id: null, detail });
      }
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error;
      faults.push({ kind: error.kind, seq: segment.first_seq, event_id: null, detail: error.message });
    }
  }
  return faults;
}

async function readHead(session: Session, programId: number): Promise<ChainPlace> {
  const [head] = await session.query<ChainPlace>(headStatement, [programId]);
  if (head === undefined) throw new Error(`program ${programId} has no head`);
  return head;
}

async function findSeqOfHash(session: Session, programId: number, hash: Buffer): Promise<number | undefined> {
  const [row] = await session.query<{ seq: number }>(seqOfHashStatement, [programId, hash]);
  return row?.seq;
}

const strayDeliveriesStatement: Statement = {
  name: "stray_deliveries",
  text: `select d.event_id
           from delivery d
          where d.program_id = $1
            and not exists (select 1 from event e where e.program_id = d.program_id and e.id = d.event_id)
          order by d.event_id
          limit $2`,
};

async function findStrayDeliveries(session: Session, programId: number): Promise<LogFault[]> {
  const rows = await session.query<{ event_id: number }>(strayDeliveriesStatement, [programId, logFaultsMax]);
  const detail = "A delivery was put in that belongs to no event.";
  return rows.map(({ event_id }) => ({ kind: "delivery_inserted", seq: null, event_id, detail }));
}

function* checkDelivery(row: CheckedRow): Generator<LogFault> {
  const at = { seq: row.seq, event_id: row.id };
  if (row.delivery_sha256 === null) {
    if (row.has_delivery)
      yield { kind: "delivery_inserted", ...at, detail: "A delivery was added to an event that has none." };
    return;
  }
  if (!row.has_delivery) {
    yield { kind: "delivery_missing", ...at, detail: "Its delivery is not stored." };
  } else if (row.body_sha256?.equals(row.delivery_sha256) !== true) {
    yield { kind: "delivery_changed", ...at, detail: "The stored bytes are not those that came." };
  }
}

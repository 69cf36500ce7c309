// Compares a database with published checkpoints. The database's owner can rewrite a log with all its hashes, the books and everything
// else; checkpoints signed earlier and kept elsewhere show the original state.
import { rulesOfBooks } from "../books/rules.ts";
import { readErasedRows } from "../log/erased-rows.ts";
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { oneSnapshotStatement } from "../replay/shadow.ts";
import { digestBooks } from "./books-digest.ts";
import { findCodeFaults } from "./codes.ts";
import { type ConfigurationParts, checkConfiguration, findSignedUnexplained } from "./configuration-check.ts";
import { digestDeliveries, noDeliveries } from "./deliveries-digest.ts";
import type { PublishedCheckpoint, PublishedCheckpoints, PublishedFault } from "./published-checkpoints.ts";
import { readHead } from "./store.ts";

export type AgainstFault = {
  readonly program_id: number | null;
  readonly kind:
    | PublishedFault["kind"]
    | "log_rewritten"
    | "log_cut_off"
    | "deliveries_changed"
    | "configuration_changed"
    | "codes_differ"
    | "books_changed"
    | "checkpoints_changed"
    | "program_gone";
  readonly detail: string;
};

export type AgainstProgram = {
  readonly program_id: number;
  readonly checkpoints: number;
  readonly newest_number: number;
  readonly newest_seq: number;
  readonly newest_time: Date;
};

export type Against = {
  readonly programs: readonly AgainstProgram[];
  readonly faults: readonly AgainstFault[];
  /** What could not be held against anything, and why. */
  readonly notes: readonly string[];
};

export type AgainstParts = ConfigurationParts & { readonly database: Database };

export type Wanted = {
  /** Null is all. */
  readonly programId: number | null;
  /** Those before it were looked into. */
  readonly sinceNumber: number;
};

export async function checkAgainst(
  parts: AgainstParts,
  published: PublishedCheckpoints,
  wanted: Wanted,
): Promise<Against> {
  const { programId, sinceNumber } = wanted;
  const faults: AgainstFault[] = published.faults
    .filter((fault) => programId === null || fault.programId === null || fault.programId === programId)
    .filter((fault) => fault.kind !== "order" || sinceNumber <= 1)
    .map(({ kind, programId: program_id, detail }) => ({ kind, program_id, detail }));
  const cutOff = `${published.incomplete} pieces are not complete checkpoints: truncated by a crash or by a person.`;
  const notes = published.incomplete === 0 ? [] : [cutOff];
  const programs: AgainstProgram[] = [];
  const known = await findPrograms(parts.database);
  for (const id of new Set([...known, ...published.programs.keys()])) {
    if (programId !== null && id !== programId) continue;
    const checkpoints = (published.programs.get(id) ?? []).filter(({ number }) => number >= sinceNumber);
    const newest = checkpoints.at(-1);
    if (newest === undefined) {
      notes.push(`Program ${id} has no checkpoint there: nothing of it was held against one.`);
      continue;
    }
    programs.push({
      program_id: id,
      checkpoints: checkpoints.length,
      newest_number: newest.number,
      newest_seq: newest.seq,
      newest_time: newest.time,
    });
    const found = await checkProgram(parts, id, checkpoints);
    faults.push(...found.faults);
    notes.push(...found.notes);
  }
  return { programs, faults, notes };
}

const programsStatement: Statement = {
  name: "programs_to_hold_against",
  text: "select program_id from program_head order by program_id",
};

async function findPrograms(database: Database): Promise<number[]> {
  type Row = { program_id: number };
  const rows = await database.withSession((session) => session.query<Row>(programsStatement, []));
  return rows.map(({ program_id }) => program_id);
}

type Found = { readonly faults: AgainstFault[]; readonly notes: string[] };

function checkProgram(
  parts: AgainstParts,
  programId: number,
  checkpoints: readonly PublishedCheckpoint[],
): Promise<Found> {
  return parts.database.longTransaction(async (session) => {
    await session.query(oneSnapshotStatement, []);
    const head = await readHead(session, programId);
    const of = (kind: AgainstFault["kind"], details: readonly string[]): AgainstFault[] =>
      details.map((detail) => ({ program_id: programId, kind, detail }));
    if (head === undefined) {
      return { faults: of("program_gone", [`Program ${programId} is not in this database any more.`]), notes: [] };
    }
    const log = await checkLog(session, programId, head.seq, checkpoints);
    const deliveries = await checkDeliveries(session, programId, checkpoints);
    const configuration = await checkConfiguration(session, parts, programId, checkpoints);
    const books = await checkBooks(session, programId, head.seq, checkpoints);
    return {
      faults: [
        ...log.map((fault) => ({ program_id: programId, ...fault })),
        ...of("deliveries_changed", deliveries.faults),
        ...of("configuration_changed", [...findSignedUnexplained(checkpoints), ...configuration.faults]),
        ...of("codes_differ", await findCodeFaults(session, programId)),
        ...of("books_changed", books),
        ...of("checkpoints_changed", await checkKept(session, programId, checkpoints)),
      ],
      notes: [...deliveries.notes, ...configuration.notes],
    };
  });
}

const hashesStatement: Statement = {
  name: "hashes_at_checkpoints",
  text: `select seq, hash from event where program_id = $1 and seq = any($2::bigint[])`,
};

type LogFault = Pick<AgainstFault, "kind" | "detail">;

/** One break contradicts every checkpoint behind it: the first is named. */
async function checkLog(
  session: Session,
  programId: number,
  headSeq: number,
  checkpoints: readonly PublishedCheckpoint[],
): Promise<LogFault[]> {
  type Row = { seq: number; hash: Buffer };
  const seqs = checkpoints.map(({ seq }) => seq);
  const rows = await session.query<Row>(hashesStatement, [programId, seqs]);
  const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]));
  const isAt = ({ seq, hash }: PublishedCheckpoint): boolean => hashes.get(seq)?.equals(hash) === true;
  const newest = checkpoints.at(-1);
  const cut = newest === undefined || newest.seq <= headSeq ? [] : [cutOff(newest, headSeq)];
  const first = checkpoints.findIndex((checkpoint) => checkpoint.seq <= headSeq && !isAt(checkpoint));
  const contradicted = checkpoints[first];
  if (contradicted === undefined) return cut;
  const fits = checkpoints.slice(0, first).findLast(isAt);
  const from =
    fits === undefined ? "from its beginning" : `behind seq ${fits.seq}, where checkpoint ${fits.number} fits`;
  const detail = `The log was rewritten ${from}, up to seq ${contradicted.seq}: checkpoint ${contradicted.number} of ${contradicted.time.toISOString()} was signed there over other events.`;
  return [...cut, { kind: "log_rewritten", detail }];
}

function cutOff({ number, seq, time }: PublishedCheckpoint, headSeq: number): LogFault {
  const detail = `The log ends at seq ${headSeq}, and checkpoint ${number} of ${time.toISOString()} was signed at seq ${seq}: its end was cut off.`;
  return { kind: "log_cut_off", detail };
}

/**
 * One walk through all of them: each interval goes on from what was signed before it. A delivery that a person was erased from since is held
 * against what the erasure says of it: its headers are gone, its connection, mode and all else must be what they were. An erasure of an
 * earlier release says nothing of that: its interval cannot be compared, and is named.
 */
async function checkDeliveries(
  session: Session,
  programId: number,
  checkpoints: readonly PublishedCheckpoint[],
): Promise<{ readonly faults: string[]; readonly notes: string[] }> {
  const erased = (await readErasedRows(session, programId)).deliveries;
  const notes: string[] = [];
  let from = noDeliveries;
  for (const { deliveries, number, seq, time } of checkpoints) {
    if (deliveries.eventId < from.eventId) continue;
    let isUnknown = false;
    const signedAs = (eventId: number, digest: Buffer): Buffer => {
      const erasure = erased.get(eventId);
      if (erasure === undefined || erasure.seq <= seq) return digest;
      if (erasure.digests === null) isUnknown = true;
      return digest.toString("hex") === erasure.digests?.left ? Buffer.from(erasure.digests.before, "hex") : digest;
    };
    const bounds = { toEventId: deliveries.eventId, rowsMax: Number.POSITIVE_INFINITY, signedAs };
    const found = await digestDeliveries(session, programId, from, bounds);
    const interval = `between event ${from.eventId} and event ${deliveries.eventId}`;
    from = deliveries;
    if (found.digest.equals(deliveries.digest)) continue;
    if (isUnknown) {
      notes.push(
        `Program ${programId}: what is kept of deliveries next to their bytes was not compared ${interval}: an earlier release erased a person there.`,
      );
      continue;
    }
    const fault = `Headers, connection or mode of a delivery were changed ${interval}: checkpoint ${number} of ${time.toISOString()} was signed over other values.`;
    return { faults: [fault], notes };
  }
  return { faults: [], notes };
}

/** Where nothing came behind it: books that went on are held against the log instead, which goes on from what was signed. */
async function checkBooks(
  session: Session,
  programId: number,
  headSeq: number,
  checkpoints: readonly PublishedCheckpoint[],
): Promise<string[]> {
  const newest = checkpoints.findLast(({ books }) => books !== null);
  if (
    newest?.books == null ||
    newest.seq !== headSeq ||
    newest.books.rules !== (await rulesOfBooks(session, programId))
  )
    return [];
  if ((await digestBooks(session, programId)).equals(newest.books.digest)) return [];
  return [
    `The books are not those of checkpoint ${newest.number} of ${newest.time.toISOString()}, and no event has come since.`,
  ];
}

const keptStatement: Statement = {
  name: "checkpoints_kept",
  text: "select number, note from checkpoint where program_id = $1 and number = any($2::bigint[])",
};

/** Those of a log that had only moved may be gone for their age; the newest one may not. */
async function checkKept(
  session: Session,
  programId: number,
  checkpoints: readonly PublishedCheckpoint[],
): Promise<string[]> {
  const numbers = checkpoints.map(({ number }) => number);
  const rows = await session.query<{ number: number; note: string }>(keptStatement, [programId, numbers]);
  const kept = new Map(rows.map(({ number, note }) => [number, note]));
  const others = checkpoints.filter(({ number, note }) => kept.has(number) && kept.get(number) !== note);
  const newest = checkpoints.at(-1);
  const isGone = newest !== undefined && !kept.has(newest.number);
  return [
    ...others.slice(0, 1).map(({ number }) => `The database keeps another checkpoint ${number} than was published.`),
    ...(isGone ? [`The database does not keep checkpoint ${newest.number} any more, the newest published one.`] : []),
  ];
}

// Writes audit entries as lines of JSON to the standard output, for a SIEM that collects it: changes in programs' logs, and changes of access,
// which are kept next to the log. An entry is written at least once, those of a program in the order of its log. Personal fields of customers
// and names of accounts are not in it: what was written could not be erased.
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { authorOf } from "../../core/vocabulary/access/author.ts";
import { personalFields } from "../../engine/log/personal-fields.ts";
import { eventOf } from "../../engine/log/stored-event.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** Of one program, or of changes of access, in one run; the next run continues. */
const entriesMax = 1_000;
/** A change of access may commit after one with a higher id: those of the last minutes are looked at again. */
const lateMinutes = 5;
/** Looked at again on each run: a head moves when its batch begins, which commits later. */
const overlapMilliseconds = 60_000;
/** In place of a program's id. */
const accessChanges = 0;

export type AuditLog = { runOnce(stop: AbortSignal): Promise<void> };

export function openAuditLog(database: Database, log: Logger, now: () => number): AuditLog {
  // Regardless of LOG_LEVEL: these lines were asked for.
  const lines = log.child({}, { level: "info" });
  const write = (entry: object): void => lines.info({ audit: entry }, "audit");
  const written = new Set<number>();
  let lookedAt: number | null = null;

  return {
    async runOnce(stop) {
      const startedAt = now();
      const positions = await readPositions(database);
      const since = new Date(lookedAt === null ? 0 : lookedAt - overlapMilliseconds);
      let isComplete = true;
      for (const programId of await findChanged(database, since, positions)) {
        if (stop.aborted) return;
        const entries = await readEntries(database.kysely, programId, positions.get(programId) ?? 0);
        for (const entry of entries) write(entry);
        const last = entries.at(-1);
        if (last !== undefined) await note(database, programId, last.seq);
        isComplete &&= entries.length < entriesMax;
      }
      await writeAccessChanges(database, { after: positions.get(accessChanges) ?? 0, written, write });
      if (isComplete) lookedAt = startedAt;
    },
  };
}

type Entry = { readonly kind: "change"; readonly seq: number };

async function readEntries(db: Kysely<Tables>, programId: number, afterSeq: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom("event_as_read")
    .selectAll()
    .where("program_id", "=", programId)
    .where("source", "=", "operator")
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(entriesMax)
    .execute();
  return rows.map((row) => {
    const { id, received_at, data } = eventOf(row);
    const { type, by, ...change }: { readonly type: string; readonly by?: unknown } = data;
    const author = authorOf(by);
    const who = { by_kind: author?.kind ?? null, by_id: author?.id ?? null };
    const place = { program_id: programId, event_id: id, seq: row.seq, changed_at: received_at };
    const impersonal = Object.fromEntries(Object.entries(change).filter(([field]) => !personalFields.has(field)));
    return { kind: "change", ...place, type, ...who, data: impersonal };
  });
}

type AccessChange = {
  readonly change_id: number;
  readonly program_id: number | null;
  readonly workspace_id: number | null;
  readonly changed_at: Date;
  readonly change: string;
  readonly subject: string | null;
  readonly detail: object;
  readonly changed_by: string | null;
};

type Writing = {
  readonly after: number;
  readonly written: Set<number>;
  readonly write: (entry: object) => void;
};

async function writeAccessChanges(database: Database, { after, written, write }: Writing): Promise<void> {
  const { rows } = await sql<AccessChange>`
    select change_id, program_id, workspace_id, changed_at, change, subject, detail, changed_by
      from (select * from (select * from access_change
                            where change_id <= ${after}
                              and changed_at > now() - make_interval(mins => ${lateMinutes})
                            order by change_id desc
                            limit ${entriesMax}) late
            union all
            select * from (select * from access_change
                            where change_id > ${after}
                            order by change_id
                            limit ${entriesMax}) later) looked_at
     order by change_id`.execute(database.kysely);
  const isNew = rows.filter(({ change_id }) => !written.has(change_id));
  for (const { change_id, program_id, workspace_id, changed_at, change, subject, detail, changed_by } of isNew) {
    const author = authorOf(changed_by);
    const who = { by_kind: author?.kind ?? null, by_id: author?.id ?? null };
    const place = { program_id, workspace_id, change_id, changed_at };
    write({ kind: "access_change", ...place, type: change, subject_id: subject, ...who, data: detail });
  }
  // Those that were read are all that the next run may read again.
  written.clear();
  for (const { change_id } of rows) written.add(change_id);
  const last = rows.at(-1)?.change_id ?? after;
  if (last > after) await note(database, accessChanges, last);
}

/** Programs that recorded something since then, an entry behind its position among it. */
async function findChanged(database: Database, since: Date, positions: ReadonlyMap<number, number>): Promise<number[]> {
  const values = [since, [...positions.keys()], [...positions.values()]];
  const found = await database.withSession((session) =>
    session.query<{ program_id: number }>(changedStatement, values),
  );
  return found.map(({ program_id }) => program_id);
}

type Position = { program_id: number; position: number };

/** On the first run ever, entries begin with that run: what came before is in the lists. */
async function readPositions(database: Database): Promise<ReadonlyMap<number, number>> {
  const read = () => database.withSession((session) => session.query<Position>(positionsStatement, []));
  let known = await read();
  if (known.length === 0) {
    await database.transaction((session) => session.query(beginStatement, [accessChanges]));
    known = await read();
  }
  return new Map(known.map(({ program_id, position }) => [program_id, position]));
}

async function note(database: Database, programId: number, position: number): Promise<void> {
  await database.transaction((session) => session.query(noteStatement, [programId, position]));
}

const positionsStatement: Statement = {
  name: "audit_log_positions",
  text: "select program_id, position from audit_log_position",
};

const changedStatement: Statement = {
  name: "programs_with_audit_entries",
  text: `select h.program_id
           from program_head h
           left join unnest($2::bigint[], $3::bigint[]) p (program_id, position) on p.program_id = h.program_id
          where h.received_at >= $1 and h.seq > coalesce(p.position, 0)
            and exists (
                select 1 from event e
                 where e.program_id = h.program_id and e.source = 'operator' and e.seq > coalesce(p.position, 0))
          order by h.program_id`,
};

const beginStatement: Statement = {
  name: "begin_audit_log",
  text: `insert into audit_log_position (program_id, position)
         select program_id, seq from program_head
          union all
         select $1::bigint, coalesce(max(change_id), 0) from access_change`,
};

const noteStatement: Statement = {
  name: "note_audit_log_position",
  text: `insert into audit_log_position (program_id, position) values ($1, $2)
         on conflict (program_id) do update set position = greatest(excluded.position, audit_log_position.position)`,
};

// Applies a plan: brings the live books to what the log says under today's rules, program by program under the head locks,
// while traffic goes on. Only rows that differ are written, and each is kept with what it was before.
// What new readings a plan has become events, in the same transaction, so that the log alone still gives the books.
// It may be interrupted anywhere: what is applied is committed with its note, and applying again goes on behind it.

import { bookKeyOf } from "../../core/rules/book-keys.ts";
import { projectorVersion } from "../../core/rules/fold.ts";
import type { BookName } from "../../core/rules/rows/rows.ts";
import { lockHeads } from "../log/heads.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { requireApplicable, requireNobodyErased, requireSameWord } from "./applicable.ts";
import { buildBooks, type Target } from "./build.ts";
import { appendCorrectedLines, keepCorrectedLines } from "./closed-lines.ts";
import { differingRows } from "./compare.ts";
import { compareGroup, type Inspected, untilBuilt, type Watch } from "./inspect.ts";
import type { ReplayParts } from "./plan.ts";
import { groupsOf, readHeads } from "./programs.ts";
import { appendRereadings } from "./reading/append-rereadings.ts";
import { ReplayRefused } from "./replay-refused.ts";
import { withNotes } from "./runs/progress-notes.ts";
import { withRunLock } from "./runs/run-locks.ts";
import { beginApplying, findRun, listRunPrograms, moveRun, type RunProgramRow, type RunRow } from "./runs/runs.ts";
import { dropShadow, openShadow, type Shadow } from "./shadow.ts";

export type Applied = {
  /** Programs in which something else differed than planned, since events came after the plan. */
  readonly otherThanPlanned: readonly number[];
  readonly run: RunRow;
  readonly programs: readonly RunProgramRow[];
  readonly rowsChanged: number;
  readonly readingsReplaced: number;
};

export type Approval = {
  /** The reviewed plan; null if the caller has just made it. */
  readonly planHash: string | null;
  readonly reason: string | null;
  /** Each changed row is sent to endpoints that subscribe to corrections. A resumed run keeps its choice. */
  readonly sendsCorrections: boolean;
};

const justPlanned: Approval = { planHash: null, reason: null, sendsCorrections: false };

export async function applyReplay(
  parts: ApplyParts,
  runId: number,
  watch: Watch = {},
  { planHash, reason, sendsCorrections }: Approval = justPlanned,
): Promise<Applied> {
  const { database, ownerUrl } = parts;
  return withRunLock(ownerUrl, runId, async () => {
    const run = requireApplicable(runId, await findRun(database, runId), planHash);
    const sendsRows = requireSameWord(run, sendsCorrections);
    await beginApplying(parts, runId, { reason, sendsCorrections: sendsRows });
    watch.onStarted?.(runId);
    return withNotes(database, runId, watch, (noted) =>
      apply(parts, { runId, sendsRows, announcements: parts.announcements }, noted),
    );
  });
}

/** Outgoing messages about an applied run, written in the transaction that changes the rows of one program. */
export type ReplayAnnouncements = {
  readonly applied: (session: Session, runId: number, inspected: Inspected) => void;
  /** One message for each changed row. */
  readonly corrections: (session: Session, runId: number, inspected: Inspected) => void;
};

export type ApplyParts = ReplayParts & { readonly announcements: ReplayAnnouncements };

type Applying = {
  readonly runId: number;
  /** Whether each changed row is announced as well. */
  readonly sendsRows: boolean;
  readonly announcements: ReplayAnnouncements;
};

async function apply(parts: ApplyParts, applying: Applying, watch: Watch): Promise<Applied> {
  const { database, ownerUrl } = parts;
  const { runId } = applying;
  const programs = await listRunPrograms(database, runId);
  const shadow = await openShadow({ ownerUrl, runId, archiveFolder: parts.archiveFolder, clock: database.clock });
  try {
    const waiting = programs.filter((program) => program.status === "planned");
    const heads = await shadow.withBoth((session) => readHeads(session, idsOf(waiting)));
    await buildBooks(shadow, heads, watch.onBuilt);
    let done = programs.length - waiting.length;
    for (const group of groupsOf(heads, shadow.database.placement)) {
      await applyGroup(shadow, applying, group, waiting);
      done += group.length;
      watch.onCompared?.({ done, total: programs.length });
    }
  } catch (error) {
    await takeBack(parts, runId);
    throw error;
  } finally {
    await shadow.close();
  }
  await moveRun(database, runId, "applied");
  await dropShadow(ownerUrl, runId);
  return readApplied(parts, runId, programs);
}

/** A plan of which nothing was applied yet is a plan still. */
async function takeBack({ database }: ReplayParts, runId: number): Promise<void> {
  try {
    const programs = await listRunPrograms(database, runId);
    if (programs.every((program) => program.status === "planned")) await moveRun(database, runId, "planned");
  } catch {
    // The database is gone as well; applying again goes on.
  }
}

function idsOf(programs: readonly RunProgramRow[]): number[] {
  return programs.map((program) => program.program_id);
}

async function applyGroup(
  shadow: Shadow,
  applying: Applying,
  group: readonly Target[],
  plan: readonly RunProgramRow[],
): Promise<void> {
  const programIds = group.map((target) => target.programId);
  const planned = new Map(plan.map((program) => [program.program_id, program]));
  await untilBuilt(shadow, programIds, (session) => applyGroupIn(session, shadow, applying, programIds, planned));
}

async function applyGroupIn(
  session: Session,
  shadow: Shadow,
  { runId, sendsRows, announcements }: Applying,
  programIds: readonly number[],
  planned: ReadonlyMap<number, RunProgramRow>,
): Promise<void> {
  const heads = await lockHeads(session, programIds);
  await requireNobodyErased(session, runId, programIds);
  const targets = heads.map((head) => ({ programId: head.program_id, seq: head.seq }));
  const inspected = await compareGroup(session, shadow, targets);
  for (const each of inspected) {
    requireAsPlanned(each, planned.get(each.programId));
    const books = each.difference?.books.map(({ book }) => book) ?? [];
    for (const book of books) traceDifference(session, shadow, runId, each.programId, book);
    if (books.length > 0) keepCorrectedLines(session, shadow, runId, each.programId);
    for (const book of books) writeDifference(session, shadow, runId, each.programId, book);
    announcements.applied(session, runId, each);
    if (sendsRows) announcements.corrections(session, runId, each);
  }
  const { clock } = shadow.database;
  await appendRereadings(session, runId, heads, clock);
  for (const { programId, difference } of inspected) {
    if (difference !== null) await appendCorrectedLines(session, shadow, { runId, programId, clock });
  }
  void session.query(moveVersionStatement, [programIds, projectorVersion]);
  const rows = inspected.map(({ programId, difference }) => ({ program_id: programId, difference }));
  void session.query(keepAppliedStatement, [runId, JSON.stringify(rows)]);
}

/** Without a new event since, what is done is exactly what was shown. */
function requireAsPlanned({ programId, comparedSeq, difference }: Inspected, plan: RunProgramRow | undefined): void {
  if (plan?.compared_seq !== comparedSeq || plan.difference_hash === (difference?.hash ?? null)) return;
  throw new ReplayRefused(
    `Program ${programId} differs in another way than planned though no event came since: its books were changed by ` +
      "something else. Nothing of it was applied. Plan again: svc replay",
  );
}

/** The rows as they are and as they will be go into the trace first; the trace is what is then written. */
function traceDifference(session: Session, shadow: Shadow, runId: number, programId: number, book: BookName): void {
  void session.query(
    {
      name: `trace_difference_in_${book}`,
      text: `insert into replay_change (program_id, run_id, book, row_key, before, after)
             select $1, $2::bigint, '${book}', d.row_key, d.before, d.after from (${differingRows(shadow, book)}) d`,
    },
    [programId, runId],
  );
}

function writeDifference(session: Session, shadow: Shadow, runId: number, programId: number, book: BookName): void {
  const live = `${shadow.liveSchema}.${book}`;
  const key = bookKeyOf(book);
  const columns = key.join(", ");
  const same = key.map((column) => `t.${column} = r.${column}`).join(" and ");
  const traced = `replay_change c
            cross join lateral jsonb_populate_record(null::${live}, `;
  const ofThis = `c.program_id = $1 and c.run_id = $2 and c.book = '${book}'`;
  void session.query(
    {
      name: `remove_difference_from_${book}`,
      text: `delete from ${live} t
              using ${traced}c.before) r
              where ${ofThis} and c.before is not null and ${same}`,
    },
    [programId, runId],
  );
  void session.query(
    {
      name: `add_difference_to_${book}`,
      text: `insert into ${live}
             select s.* from ${shadow.schema}.${book} s
               join (select r.* from ${traced}c.after) r where ${ofThis} and c.after is not null) r using (${columns})`,
    },
    [programId, runId],
  );
}

const moveVersionStatement: Statement = {
  name: "move_projector_version",
  text: `update program_head
            set projected_seq = seq, projector_version = $2, revision = revision + 1
          where program_id = any($1::bigint[])`,
};

const keepAppliedStatement: Statement = {
  name: "keep_applied",
  text: `update replay_program p
            set status = 'applied', difference = i.difference, difference_hash = i.difference ->> 'hash'
           from json_to_recordset($2::json) as i(program_id bigint, difference jsonb)
          where p.run_id = $1 and p.program_id = i.program_id`,
};

async function readApplied(
  { database }: ReplayParts,
  runId: number,
  planned: readonly RunProgramRow[],
): Promise<Applied> {
  const run = await findRun(database, runId);
  if (run === undefined) throw new Error(`run ${runId} is gone`);
  const programs = await listRunPrograms(database, runId);
  const [counted] = await database.withSession((session) =>
    session.query<{ rows_changed: number; readings_replaced: number }>(countAppliedStatement, [runId]),
  );
  const hashes = new Map(planned.map((program) => [program.program_id, program.difference_hash]));
  const otherThanPlanned = programs.filter((program) => program.difference_hash !== hashes.get(program.program_id));
  return {
    run,
    programs,
    otherThanPlanned: idsOf(otherThanPlanned),
    rowsChanged: counted?.rows_changed ?? 0,
    readingsReplaced: counted?.readings_replaced ?? 0,
  };
}

const countAppliedStatement: Statement = {
  name: "count_applied",
  text: `select (select count(*) from replay_change where run_id = $1) as rows_changed,
                (select count(*) from replay_rereading where run_id = $1) as readings_replaced`,
};

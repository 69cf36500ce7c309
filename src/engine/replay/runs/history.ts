// What was replayed and verified before or is under way, newest first, and the rows a replay would change or has changed.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { bookNames } from "../../../core/rules/book-keys.ts";
import type { JsonObject } from "../../../core/rules/events/events.ts";
import { count, flag, id, oneOf, time, timeOrNull, wordsOrNull } from "../../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../../core/vocabulary/page.ts";
import type { Tables } from "../../postgres/tables/tables.ts";
import { workedOn } from "./run-locks.ts";
import { type RunRow, runSteps } from "./runs.ts";

const runKinds = ["replay", "verify", "as_of", "forecast"] as const;
const runStates = [
  "running",
  "interrupted",
  "planned",
  "applying",
  "apply_interrupted",
  "applied",
  "done",
  "discarded",
] as const;

const states: { readonly [State in (typeof runStates)[number]]: string } = {
  running: "it is being worked on",
  interrupted: "it was interrupted: repeating the call continues it",
  planned: "what would change is known and nothing is changed",
  applying: "it is being applied",
  apply_interrupted: "it was being applied: applied again it goes on",
  applied: "the books are what it showed",
  done: "there is nothing to apply",
  discarded: "it was dropped",
};

export const runLine = z.strictObject({
  run_id: id("The run"),
  kind: oneOf(runKinds, "A replay, a verification, a look at the books as they were, or a forecast of other terms"),
  status: oneOf(
    runStates,
    Object.entries(states)
      .map(([state, meaning]) => `${state}: ${meaning}`)
      .join("; "),
  ),
  program_ids: z.array(id("A program")).readonly().nullable().meta({ description: "Of which programs; null is all" }),
  from_deliveries: flag("Whether stored deliveries were read again with today's adapters"),
  provider: wordsOrNull("Only programs with events of this provider, and only its deliveries"),
  since: wordsOrNull("Only programs and deliveries with events since then"),
  as_of: wordsOrNull("Of books as they were: the time, or the seq"),
  step: oneOf(runSteps, "The current step").nullable(),
  step_done: count("How far that is: deliveries, events or programs").nullable(),
  step_total: count("Of how many; null where that is not known").nullable(),
  progress_at: timeOrNull("When that was so"),
  fault: wordsOrNull("Why it failed; null without a failure"),
  plan_hash: wordsOrNull("Of every row that differs: it is named to apply the plan"),
  projector_version: count("The version of the rules"),
  asked_by: wordsOrNull("The requester's e-mail; null for the command line"),
  applied_by: wordsOrNull("The e-mail of who applied it; null for the command line"),
  apply_reason: wordsOrNull("Why it was applied"),
  sends_corrections: flag("Whether endpoints get a row.corrected for each changed row"),
  started_at: time("When it started"),
  planned_at: timeOrNull("When the difference was known"),
  finished_at: timeOrNull("When it was over"),
});

export type RunLine = z.output<typeof runLine>;

export const runFilters = {
  program_id: id("Only those of this program alone; of everything by default, for operators").optional(),
  kind: oneOf(runKinds, "Only this kind").optional(),
};

const byRunId = keyset("replays", numberKey);

export async function listRuns(
  db: Kysely<Tables>,
  request: PageRequest,
  { program_id, kind }: Filter<typeof runFilters>,
): Promise<Page<RunLine>> {
  const [beforeRunId] = byRunId.after(request, [Number.MAX_SAFE_INTEGER]);
  const only =
    program_id === undefined ? sql`true` : sql`r.request -> 'program_ids' = ${JSON.stringify([program_id])}::jsonb`;
  const ofKind = kind === undefined ? sql`true` : sql`r.kind = ${kind}`;
  const rows = await selectRuns(
    db,
    sql`where r.run_id < ${beforeRunId} and ${only} and ${ofKind} order by r.run_id desc limit ${request.limit + 1}`,
  );
  return byRunId.page(rows, request, (run) => [run.run_id]);
}

export async function findRunLine(db: Kysely<Tables>, runId: number): Promise<RunLine | undefined> {
  const [row] = await selectRuns(db, sql`where r.run_id = ${runId}`);
  return row;
}

type Selected = Omit<RunLine, "status" | "program_ids" | "from_deliveries" | "provider" | "since" | "as_of"> &
  Pick<RunRow, "status" | "request"> & { readonly is_worked_on: boolean };

async function selectRuns(db: Kysely<Tables>, which: RawBuilder<unknown>): Promise<RunLine[]> {
  const { rows } = await sql<Selected>`
    select r.run_id, r.kind, r.status, r.request, r.step, r.step_done, r.step_total, r.progress_at, r.fault, r.plan_hash,
           r.projector_version, asked.email as asked_by, applied.email as applied_by, r.apply_reason, r.sends_corrections,
           r.started_at,
           r.planned_at, r.finished_at, ${sql.raw(workedOn)} as is_worked_on
      from replay_run r
      left join account_user asked on asked.id = r.asked_by
      left join account_user applied on applied.id = r.applied_by
      ${which}`.execute(db);
  return rows.map(lineOf);
}

function lineOf({ is_worked_on, status, request, run_id, kind, ...rest }: Selected): RunLine {
  const { program_ids, from_deliveries, provider, since, as_of = null } = request;
  const state = stateOf(status, is_worked_on);
  return { run_id, kind, status: state, program_ids, from_deliveries, provider, since, as_of, ...rest };
}

function stateOf(status: RunRow["status"], isWorkedOn: boolean): RunLine["status"] {
  if (status === "building") return isWorkedOn ? "running" : "interrupted";
  if (status === "applying") return isWorkedOn ? "applying" : "apply_interrupted";
  return status;
}

export const changeLine = z.strictObject({
  program_id: id("The program"),
  book: oneOf(bookNames, "The book the row is of"),
  row_key: z.looseObject({}).meta({ description: "The row's key" }),
  before: z.looseObject({}).nullable().meta({ description: "As it is, or was; null where the row is added" }),
  after: z.looseObject({}).nullable().meta({ description: "As it would be, or is; null where the row is removed" }),
  changed_at: timeOrNull("When it was changed; null where it is not"),
});

export type ChangeLine = z.output<typeof changeLine>;

export const changeFilters = {
  run_id: id("The replay"),
  program_id: id("Only of this program").optional(),
  book: oneOf(bookNames, "Only of this book").optional(),
};

type Kept = { readonly row_number: number; readonly changed_at: Date | null } & Pick<
  ChangeLine,
  "program_id" | "book"
> & {
    readonly row_key: JsonObject;
    readonly before: JsonObject | null;
    readonly after: JsonObject | null;
  };

const byProgramAndNumber = keyset("replay-changes", z.tuple([z.int().nonnegative(), z.int().nonnegative()]));

/** What was changed where it is applied, before that what would be. */
export async function listChanges(
  db: Kysely<Tables>,
  request: PageRequest,
  { run_id, program_id, book }: Filter<typeof changeFilters>,
): Promise<Page<ChangeLine>> {
  const after = byProgramAndNumber.after(request, [0, 0]);
  const ofProgram = program_id === undefined ? sql`true` : sql`program_id = ${program_id}`;
  const ofBook = book === undefined ? sql`true` : sql`book = ${book}`;
  const { rows } = await sql<Kept>`
    select program_id, row_number, book, row_key, before, after, changed_at
      from (select run_id, program_id, change_id as row_number, book, row_key, before, after, changed_at from replay_change
             union all
            select run_id, program_id, row_number, book, row_key, before, after, null from replay_difference) rows
     where run_id = ${run_id} and ${ofProgram} and ${ofBook}
       and (program_id, row_number) > (${after[0]}, ${after[1]})
     order by program_id, row_number
     limit ${request.limit + 1}`.execute(db);
  const page = byProgramAndNumber.page(rows, request, (row) => [row.program_id, row.row_number]);
  return { ...page, data: page.data.map(({ row_number: _, ...line }) => line) };
}

export async function isOfRun(db: Kysely<Tables>, runId: number, programId: number): Promise<boolean> {
  const { rows } = await sql`
    select program_id from replay_program where run_id = ${runId} and program_id = ${programId}`.execute(db);
  return rows.length > 0;
}

// One replay as people look at it: what would change in sums of money for each partner and currency, and in how many rows.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { bookNames } from "../../../core/rules/book-keys.ts";
import { count, currency, id, idOrNull, oneOf, sum, words, wordsOrNull } from "../../../core/vocabulary/fields.ts";
import { differenceOf } from "../../../core/vocabulary/money/money.ts";
import type { MessageType } from "../../../core/vocabulary/outbound-types.ts";
import { bookTotal } from "../../books/book-totals.ts";
import { imbalance, trialBalance } from "../../books/trial-balance.ts";
import type { Tables } from "../../postgres/tables/tables.ts";
import { rowsKeptMax } from "../compare.ts";
import { findRunLine, runLine } from "./history.ts";
import type { RunProgramRow } from "./runs.ts";

/** Programs that differ, in one answer; the others are counted, and their rows are pages of their own. */
const programsShownMax = 500;

const moneyChange = z.strictObject({
  program_id: id("The program"),
  partner_id: idOrNull("The partner; null where a book has none"),
  partner_name: wordsOrNull("The partner's name"),
  book: oneOf(bookNames, "The book"),
  currency: currency,
  before_cents: sum("The differing rows' current sum"),
  after_cents: sum("Their sum after the replay"),
  change_cents: sum("After less before"),
});

const bookChange = z.strictObject({
  program_id: id("The program"),
  book: oneOf(bookNames, "The book"),
  added: count("Rows that would be added"),
  removed: count("Rows that would be removed"),
  changed: count("Rows that would be changed"),
});

export const replayDetail = z.strictObject({
  ...runLine.shape,
  programs: count("How many programs it is of"),
  programs_differing: count("In how many of them something differs"),
  readings_differing: count("Deliveries that are read differently today"),
  books: z
    .array(bookChange)
    .readonly()
    .meta({ description: `Of the first ${programsShownMax} programs that differ` }),
  money: z.array(moneyChange).readonly().meta({ description: "In the rows that differ; each currency for itself" }),
  correction_messages: count(
    "Messages that send_corrections would send: each changed row, to each endpoint subscribed to row.corrected",
  ),
  rows_kept_max: count("Of a plan so many rows of each program can be looked at"),
  books_then: z
    .array(bookTotal)
    .readonly()
    .nullable()
    .meta({ description: "For as_of: the totals of the books then; null until known" }),
  balance_then: trialBalance
    .nullable()
    .meta({ description: "For as_of and one program: the trial balance then; null until known" }),
});

export type ReplayDetail = z.output<typeof replayDetail>;

type Counts = {
  readonly programs: number;
  readonly programs_differing: number;
  readonly readings_differing: number;
};

const noCounts: Counts = { programs: 0, programs_differing: 0, readings_differing: 0 };

/** Kept with runs of earlier releases without a balance. */
const seenThen = z.object({ books: z.array(bookTotal), balance: trialBalance.nullable().default(null) });
/** As it is kept with a run that looked at books as they were. */
export type SeenThen = z.output<typeof seenThen>;

export async function findReplay(db: Kysely<Tables>, runId: number): Promise<ReplayDetail | undefined> {
  const line = await findRunLine(db, runId);
  if (line === undefined) return undefined;
  const { rows: counted } = await sql<Counts>`
    select (select count(*) from replay_program where run_id = ${runId}) as programs,
           (select count(*) from replay_program where run_id = ${runId} and difference is not null) as programs_differing,
           (select count(*) from replay_rereading where run_id = ${runId}) as readings_differing`.execute(db);
  const [counts = noCounts] = counted;
  const { rows: differing } = await sql<Pick<RunProgramRow, "program_id" | "difference">>`
    select program_id, difference
      from replay_program
     where run_id = ${runId} and difference is not null
     order by program_id
     limit ${programsShownMax}`.execute(db);
  const { rows: results } = await sql<{ result: unknown }>`
    select result from replay_run where run_id = ${runId}`.execute(db);
  const then = line.kind === "as_of" ? seenThen.safeParse(results[0]?.result).data : undefined;
  return {
    ...line,
    ...counts,
    correction_messages: await countCorrections(db, runId),
    books: differing.flatMap(({ program_id, difference }) =>
      (difference?.books ?? []).map(({ book, added, removed, changed }) => ({
        program_id,
        book,
        added,
        removed,
        changed,
      })),
    ),
    money: await moneyOf(db, differing),
    rows_kept_max: rowsKeptMax,
    books_then: then?.books ?? null,
    balance_then: then?.balance ?? null,
  };
}

async function countCorrections(db: Kysely<Tables>, runId: number): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    select coalesce(sum(differing.rows * subscribed.endpoints), 0)::bigint as messages
      from replay_program p
     cross join lateral (select sum((b ->> 'added')::bigint + (b ->> 'removed')::bigint + (b ->> 'changed')::bigint) as rows
                           from jsonb_array_elements(p.difference -> 'books') b) differing
     cross join lateral (select count(*) as endpoints
                           from outbound_endpoint e
                          where e.program_id = p.program_id and e.partner_id is null and e.status <> 'removed'
                            and ${"row.corrected" satisfies MessageType} = any(e.event_types)) subscribed
     where p.run_id = ${runId} and p.difference is not null`.execute(db);
  return rows[0]?.messages ?? 0;
}

async function moneyOf(
  db: Kysely<Tables>,
  differing: readonly Pick<RunProgramRow, "program_id" | "difference">[],
): Promise<ReplayDetail["money"]> {
  const changes = differing.flatMap(({ program_id, difference }) =>
    (difference?.money ?? []).map((change) => ({ program_id, ...change })),
  );
  const ids = [...new Set(changes.flatMap(({ partner_id }) => partner_id ?? []))];
  const { rows } = await sql<{ partner_id: number; name: string }>`
    select partner_id, name from partner where partner_id = any(${ids})`.execute(db);
  const names = new Map(rows.map((partner) => [partner.partner_id, partner.name]));
  return changes.map(({ partner_id, before_cents, after_cents, ...rest }) => ({
    ...rest,
    currency: z.enum(currency.options).parse(rest.currency),
    partner_id,
    partner_name: partner_id === null ? null : (names.get(partner_id) ?? null),
    before_cents,
    after_cents,
    change_cents: differenceOf(after_cents, before_cents),
  }));
}

const logFault = z.strictObject({
  kind: words("What is wrong: changed, missing, swapped, inserted, cut_off, or the same of a delivery"),
  seq: count("The position in the program's log; null without one").nullable(),
  event_id: idOrNull("The event"),
  detail: words("In a sentence"),
});

const wrongProgram = z.strictObject({
  program_id: id("The program"),
  events: count("How many events its log has"),
  log_faults: z.array(logFault).readonly().meta({ description: "Where its log is not whole; the first of them" }),
  books: z
    .array(bookChange)
    .readonly()
    .meta({ description: "Where its books differ from its log; a replay corrects them" }),
  imbalances: z
    .array(imbalance)
    .readonly()
    .meta({ description: "Where its trial balance is not zero; the first of them" }),
});

export const verificationDetail = z.strictObject({
  ...runLine.pick({
    run_id: true,
    status: true,
    program_ids: true,
    step: true,
    step_done: true,
    step_total: true,
    progress_at: true,
    fault: true,
    asked_by: true,
    started_at: true,
    finished_at: true,
  }).shape,
  is_verified: z.boolean().nullable().meta({ description: "Whether everything matches; null until known" }),
  programs: count("Programs that were looked at").nullable(),
  events: count("Events that were looked at").nullable(),
  programs_wrong: count("Programs in which something is wrong").nullable(),
  wrong: z.array(wrongProgram).readonly().meta({ description: "The first of them" }),
});

export type VerificationDetail = z.output<typeof verificationDetail>;

const differing = z.object({ books: z.array(bookChange.omit({ program_id: true })) });
const verified = z.object({
  programs: z.int(),
  events: z.int(),
  programs_wrong: z.int(),
  wrong: z.array(
    z.object({
      program_id: z.int(),
      events: z.int(),
      log_faults: z.array(logFault),
      books_difference: differing.nullable(),
      imbalances: z.array(imbalance).default([]),
    }),
  ),
});

export async function findVerification(db: Kysely<Tables>, runId: number): Promise<VerificationDetail | undefined> {
  const line = await findRunLine(db, runId);
  if (line === undefined || line.kind !== "verify") return undefined;
  const { rows } = await sql<{ result: unknown }>`select result from replay_run where run_id = ${runId}`.execute(db);
  const found = verified.safeParse(rows[0]?.result).data;
  const {
    run_id,
    status,
    program_ids,
    step,
    step_done,
    step_total,
    progress_at,
    fault,
    asked_by,
    started_at,
    finished_at,
  } = line;
  return {
    ...{
      run_id,
      status,
      program_ids,
      step,
      step_done,
      step_total,
      progress_at,
      fault,
      asked_by,
      started_at,
      finished_at,
    },
    is_verified: found === undefined ? null : found.programs_wrong === 0,
    programs: found?.programs ?? null,
    events: found?.events ?? null,
    programs_wrong: found?.programs_wrong ?? null,
    wrong: (found?.wrong ?? []).map(({ program_id, events, log_faults, books_difference, imbalances }) => ({
      program_id,
      events,
      log_faults,
      books: (books_difference?.books ?? []).map((book) => ({ program_id, ...book })),
      imbalances,
    })),
  };
}

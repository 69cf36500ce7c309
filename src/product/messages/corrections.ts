// The rows that a replay changed, sent one by one if the operator chose so. Like the log, the rows have positions after the commit, and
// each endpoint has a position in them: they are sent after everything that the log had announced when the books were corrected, and before
// what it announces since. So the last message about a sale is the current one.
import type { BookName } from "../../core/rules/rows/rows.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { AboutKind, Announcement } from "./announcing/payloads.ts";

const keepStatement: Statement = {
  name: "keep_correction",
  text: `insert into outbound_correction (program_id, run_id, seq, first_change_id, last_change_id)
         select $1::bigint, $2::bigint, $3::bigint, min(change_id), max(change_id)
           from replay_change
          where program_id = $1 and run_id = $2
         having count(*) > 0`,
};

/** Of the rows that this transaction has kept of the run; it sends it and does not wait. */
export function keepCorrection(
  session: Session,
  { programId, runId, seq }: { readonly programId: number; readonly runId: number; readonly seq: number },
): void {
  void session.query(keepStatement, [programId, runId, seq]);
}

/** The next one that an endpoint was not fully sent. */
export type Correction = {
  readonly run_id: number;
  readonly seq: number;
  readonly first_change_id: number;
  readonly last_change_id: number;
};

type Row = Readonly<Record<string, unknown>>;

export type CorrectedRow = {
  readonly change_id: number;
  readonly book: BookName;
  readonly row_key: Row;
  readonly before: Row | null;
  readonly after: Row | null;
  readonly changed_at: Date;
};

/** `$3` is the place behind which, `$4` the last one. */
export const correctedRowsStatement: Statement = {
  name: "corrected_rows",
  text: `select change_id, book, row_key, before, after, changed_at
           from replay_change
          where program_id = $1 and run_id = $2 and change_id > $3 and change_id <= $4
          order by change_id
          limit $5`,
};

export function announceCorrection(programId: number, runId: number, row: CorrectedRow): Announcement<"row.corrected"> {
  const { change_id, book, row_key, before, after, changed_at } = row;
  const known = aboutOf(row);
  const about = known ?? ({ kind: "replay", id: String(runId) } as const);
  return {
    messageId: `msg_${programId}_row_corrected_${change_id}`,
    type: "row.corrected",
    at: changed_at,
    thin: { program_id: programId, event_id: null, seq: null, about },
    detail: { correction: { run_id: runId, change_id, book, row_key, before, after } },
    partnerId: null,
    // Rows about objects without other messages wait for none.
    ...(known === null ? { subject: `replay:${runId}:${change_id}` } : {}),
  };
}

/** The columns that say what a row is about, and what that is: the first that a row has. */
const subjects: readonly (readonly [column: string, kind: AboutKind])[] = [
  ["sale_id", "sale"],
  ["payment_id", "sale"],
  ["lead_id", "lead"],
  ["payout_id", "payout"],
  ["click_id", "click"],
  ["partner_id", "partner"],
];
/** These name a sale, a click or a partner in addition to their subject. */
const ofNothing: ReadonlySet<BookName> = new Set(["customer", "identity", "subscription", "coupon"]);

function aboutOf({ book, row_key, before, after }: CorrectedRow): { kind: AboutKind; id: string } | null {
  if (ofNothing.has(book)) return null;
  const row = { ...before, ...after, ...row_key };
  for (const [column, kind] of subjects) {
    const id = row[column];
    if (typeof id === "string" || typeof id === "number") return { kind, id: String(id) };
  }
  return null;
}

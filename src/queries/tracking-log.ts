// The tracking log of a program: the calls that were refused or made in test mode, as they came.
import type { Kysely } from "kysely";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export type TrackingLogLine = {
  readonly line_id: number;
  readonly logged_at: Date;
  /** `click`, `lead`, `sale`, `refund` or `payment-reference`. */
  readonly call: string;
  readonly is_test: boolean;
  /** The refusal's code; null for a test call that was recorded. */
  readonly code: string | null;
  readonly message: string;
  readonly transaction_id: string | null;
  readonly event_id: number | null;
};

export type TrackingLogFilter = { readonly call?: string | undefined; readonly code?: string | undefined };

const byLineId = keyset("tracking-log", numberKey);

export async function listTrackingLog(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: TrackingLogFilter = {},
): Promise<Page<TrackingLogLine>> {
  const [afterLineId] = byLineId.after(request, [0]);
  let query = db
    .selectFrom("tracking_log")
    .select(["line_id", "logged_at", "call", "is_test", "code", "message", "transaction_id", "event_id"])
    .where("program_id", "=", programId)
    .where("line_id", ">", afterLineId)
    .orderBy("line_id")
    .limit(request.limit + 1);
  if (filter.call !== undefined) query = query.where("call", "=", filter.call);
  if (filter.code !== undefined) query = query.where("code", "=", filter.code);
  return byLineId.page(await query.execute(), request, (line) => [line.line_id]);
}

// The tracking log of a program: the calls that were refused or made in test mode, as they came.

import type { Kysely } from "kysely";
import { z } from "zod";
import { flag, id, idOrNull, oneOf, text, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const trackedCalls = ["click", "lead", "sale", "refund", "payment-reference"] as const;

export const trackingLogLine = z.strictObject({
  line_id: id("The line"),
  logged_at: time("When the call was made"),
  call: words("click, lead, sale, refund or payment-reference"),
  is_test: flag("It was made in test mode"),
  code: wordsOrNull("The refusal's code; null for a test call that was recorded"),
  message: words("The answer's message"),
  transaction_id: wordsOrNull("What it named"),
  event_id: idOrNull("What it recorded"),
});

export type TrackingLogLine = z.output<typeof trackingLogLine>;

export const trackingLogFilters = {
  call: oneOf(trackedCalls, "Only this call").optional(),
  code: text("Only refused with this error code").optional(),
};

export type TrackingLogFilter = Filter<typeof trackingLogFilters>;

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

// A program's log with every column that a hash covers, and the hashes, so that a reader can recompute each hash. It excludes the bytes of
// deliveries, which the chain covers by their digest.
import type { Kysely } from "kysely";
import { z } from "zod";
import { count, flag, id, time, timeOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const logRow = z.strictObject({
  program_id: id("The program"),
  seq: count("Its place in the log"),
  id: id("The event"),
  type: words("What it is"),
  schema_version: count("The version of its shape"),
  source: words("Who reported it"),
  dedup_key: wordsOrNull("The key its source identifies it by"),
  is_test: flag("Whether it is a test"),
  occurred_at: timeOrNull("When it happened, by its source"),
  received_at: time("When it was recorded"),
  data: z.record(z.string(), z.unknown()).meta({ description: "Its data" }),
  delivery_sha256: wordsOrNull("The digest of its delivery, in hex; null without one"),
  prev_hash: words("The hash of the event before it, in hex"),
  hash: words("Its hash, in hex"),
});
type LogRow = z.output<typeof logRow>;

export const logFilters = { after_seq: count("Only events behind this place").optional() };

const bySeq = keyset("log", numberKey);

/** Rows after the head are not part of the log. */
export async function listLogRows(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { after_seq = 0 }: { readonly after_seq?: number | undefined } = {},
): Promise<Page<LogRow>> {
  const [after] = bySeq.after(request, [after_seq]);
  const rows = await db
    .selectFrom("event")
    .innerJoin("program_head", "program_head.program_id", "event.program_id")
    .selectAll("event")
    .where("event.program_id", "=", programId)
    .where("event.seq", ">", after)
    .whereRef("event.seq", "<=", "program_head.seq")
    .orderBy("event.seq")
    .limit(request.limit + 1)
    .execute();
  const lines = rows.map(({ delivery_sha256, prev_hash, hash, ...row }) => ({
    ...row,
    delivery_sha256: delivery_sha256?.toString("hex") ?? null,
    prev_hash: prev_hash.toString("hex"),
    hash: hash.toString("hex"),
  }));
  return bySeq.page(lines, request, (row) => [row.seq]);
}

// The checkpoints of a program and how far they were published. Their signatures are the proof, not this list.
import type { Kysely } from "kysely";
import { z } from "zod";
import { occasions, targetNames } from "../../core/vocabulary/checkpoint-kinds.ts";
import { count, flag, oneOf, time, timeOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const checkpointLine = z.strictObject({
  number: count("The checkpoint, counted from the program's first"),
  made_at: time("When it was signed"),
  seq: count("How far the log went"),
  occasion: z.enum(occasions).meta({
    description: "Why it was made: the log had moved, a payout, a replay that was applied, or once a day",
  }),
  has_books: flag("Whether it has a digest of the books"),
  note: words("The checkpoint itself, as it was signed"),
});
export type CheckpointLine = z.output<typeof checkpointLine>;

const orders = ["oldest", "newest"] as const;

export const checkpointFilters = {
  occasion: oneOf(occasions, "Only those with this reason").optional(),
  order: oneOf(orders, "Which come first; the oldest by default").optional(),
};

const oldestFirst = keyset("checkpoints", numberKey);
const newestFirst = keyset("checkpoints, newest first", numberKey);

export async function listCheckpoints(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { occasion, order }: Filter<typeof checkpointFilters> = {},
): Promise<Page<CheckpointLine>> {
  const isNewestFirst = order === "newest";
  const keys = isNewestFirst ? newestFirst : oldestFirst;
  const [after] = keys.after(request, [isNewestFirst ? Number.MAX_SAFE_INTEGER : 0]);
  let query = selectCheckpoints(db, programId).where("number", isNewestFirst ? "<" : ">", after);
  if (occasion !== undefined) query = query.where("occasion", "=", occasion);
  const rows = await query
    .orderBy("number", isNewestFirst ? "desc" : "asc")
    .limit(request.limit + 1)
    .execute();
  return keys.page(rows, request, (row) => [row.number]);
}

export async function findCheckpoint(
  db: Kysely<Tables>,
  programId: number,
  number: number,
): Promise<CheckpointLine | undefined> {
  return selectCheckpoints(db, programId).where("number", "=", number).executeTakeFirst();
}

function selectCheckpoints(db: Kysely<Tables>, programId: number) {
  return db
    .selectFrom("checkpoint")
    .select(["number", "made_at", "seq", "occasion", "has_books", "note"])
    .where("program_id", "=", programId);
}

export const targetLine = z.strictObject({
  target: z.enum(targetNames).meta({ description: "Where they are given: a folder, a bucket, an address" }),
  given_number: count("The last one that was given there"),
  failing_since: timeOrNull("Since when none arrives there; null where they arrive"),
  fault: wordsOrNull("Why the newest try failed"),
});
export type TargetLine = z.output<typeof targetLine>;

export async function findTargets(db: Kysely<Tables>, programId: number): Promise<TargetLine[]> {
  const rows = await db
    .selectFrom("checkpoint_delivery")
    .select(["target", "sent_number", "failing_since", "fault"])
    .where("program_id", "=", programId)
    .orderBy("target")
    .execute();
  return rows.map(({ sent_number, ...row }) => ({ ...row, given_number: sent_number }));
}

// The alarms of a program, newest first.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { authorKinds, authorOf } from "../../core/vocabulary/access/author.ts";
import { alarmKinds } from "../../core/vocabulary/alarm-kinds.ts";
import { id, oneOf, time, timeOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const statuses = ["open", "acknowledged"] as const;

export const alarmLine = z.strictObject({
  alarm_id: id("The alarm"),
  kind: z.enum(alarmKinds).meta({ description: "What it is about" }),
  detail: words("What was found"),
  status: z.enum(statuses).meta({ description: "Open until it is acknowledged" }),
  raised_at: time("When it was found first"),
  last_seen_at: time("When it was found last"),
  acknowledged_at: timeOrNull("When it was acknowledged; null while it is open"),
  acknowledged_by_kind: oneOf(authorKinds, "Who acknowledged it").nullable(),
  acknowledged_by_id: wordsOrNull("The account or agent key; null for the operator's command line"),
  reason: wordsOrNull("Why it may be closed, in their words"),
});
export type AlarmLine = z.output<typeof alarmLine>;

export const alarmFilters = { status: oneOf(statuses, "Only open ones, or only acknowledged ones").optional() };

const newestFirst = keyset("alarms", numberKey);
const behindAll = Number.MAX_SAFE_INTEGER;

export async function listAlarms(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { status }: Filter<typeof alarmFilters> = {},
): Promise<Page<AlarmLine>> {
  const [before] = newestFirst.after(request, [behindAll]);
  let query = selectAlarms(db, programId).where("alarm_id", "<", before);
  if (status !== undefined) query = query.where("acknowledged_at", status === "open" ? "is" : "is not", null);
  const rows = await query
    .orderBy("alarm_id", "desc")
    .limit(request.limit + 1)
    .execute();
  return newestFirst.page(rows.map(lineOf), request, (alarm) => [alarm.alarm_id]);
}

export async function findAlarm(
  db: Kysely<Tables>,
  programId: number,
  alarmId: number,
): Promise<AlarmLine | undefined> {
  const row = await selectAlarms(db, programId).where("alarm_id", "=", alarmId).executeTakeFirst();
  return row === undefined ? undefined : lineOf(row);
}

function selectAlarms(db: Kysely<Tables>, programId: number) {
  return db.selectFrom("alarm").selectAll().where("program_id", "=", programId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAlarms>["executeTakeFirstOrThrow"]>>;

function lineOf({ program_id: _, acknowledged_by, ...row }: Row): AlarmLine {
  const author = authorOf(acknowledged_by);
  return {
    ...row,
    status: row.acknowledged_at === null ? "open" : "acknowledged",
    acknowledged_by_kind: author?.kind ?? null,
    acknowledged_by_id: author?.id ?? null,
  };
}

/** Of every program, for the operator. */
export async function countOpenAlarms(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from alarm where acknowledged_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

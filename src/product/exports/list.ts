// A program's daily exports: the schedules, and each day's result, without a bucket's secret.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { rowFormats } from "../../core/rules/rows/row-lines.ts";
import { exportLists, exportRunStatuses, exportTargets } from "../../core/vocabulary/export-lists.ts";
import { count, id, oneOf, time, timeOrNull, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const day = (description: string) => z.iso.date().meta({ description });

export const exportLine = z.strictObject({
  export_id: id("The export"),
  list: z.enum(exportLists).meta({ description: "The list, written in full each day" }),
  format: z.enum(rowFormats).meta({ description: "csv, or ndjson: a line of JSON for each row" }),
  target: z.enum(exportTargets).meta({ description: "folder: below the operator's own; s3: a bucket" }),
  folder: wordsOrNull("Below the program's own folder; null is that folder"),
  endpoint: wordsOrNull("The bucket's service"),
  bucket: wordsOrNull("The bucket"),
  region: wordsOrNull("Its region"),
  prefix: wordsOrNull("Prefix of the names of files there"),
  access_key_id: wordsOrNull("The access key; its secret is never shown"),
  first_day: day("The first day it is written for"),
  last_day: day("The newest day that was written; null while none was").nullable(),
  waiting_count: count("Days not written yet"),
  created_at: time("When it was made"),
});
export type ExportLine = z.output<typeof exportLine>;

const byExportId = keyset("exports", numberKey);

export async function listExports(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<ExportLine>> {
  const [after] = byExportId.after(request, [0]);
  const rows = await readExports(db, programId, sql`s.export_id > ${after}`, request.limit + 1);
  return byExportId.page(rows, request, (one) => [one.export_id]);
}

export async function findExport(
  db: Kysely<Tables>,
  programId: number,
  exportId: number,
): Promise<ExportLine | undefined> {
  const [found] = await readExports(db, programId, sql`s.export_id = ${exportId}`, 1);
  return found;
}

async function readExports(
  db: Kysely<Tables>,
  programId: number,
  which: ReturnType<typeof sql>,
  limit: number,
): Promise<ExportLine[]> {
  const { rows } = await sql<ExportLine>`
    select s.export_id, s.list, s.format, s.target, s.folder, s.endpoint, s.bucket, s.region, s.prefix, s.access_key_id,
           to_char(s.first_day, 'YYYY-MM-DD') as first_day, r.last_day, r.waiting_count, s.created_at
      from export_schedule s
     cross join lateral (
           select to_char(max(day) filter (where status = 'done'), 'YYYY-MM-DD') as last_day,
                  count(*) filter (where status in ('waiting', 'running')) as waiting_count
             from export_run
            where program_id = s.program_id and export_id = s.export_id
           ) r
     where s.program_id = ${programId} and s.status = 'active' and ${which}
     order by s.export_id
     limit ${limit}`.execute(db);
  return rows;
}

export const exportRunLine = z.strictObject({
  export_id: id("The export"),
  list: z.enum(exportLists).meta({ description: "What is written" }),
  day: day("The day it is for, of UTC"),
  status: z.enum(exportRunStatuses).meta({ description: "waiting: not written yet, or to be retried" }),
  attempts: count("Attempts so far"),
  started_at: timeOrNull("When the last attempt started"),
  ended_at: timeOrNull("When that ended"),
  next_attempt_at: timeOrNull("When it is tried next; null where it is not"),
  file: wordsOrNull("The content of the file"),
  row_count: count("Rows in it").nullable(),
  byte_count: count("Bytes in it").nullable(),
  fault: wordsOrNull("Why the last try failed"),
});
export type ExportRunLine = z.output<typeof exportRunLine>;

export const exportRunFilters = {
  export_id: id("Only of this export").optional(),
  status: oneOf(exportRunStatuses, "Only with this status").optional(),
};

const newestFirst = keyset("export-runs", z.tuple([z.iso.date(), z.int()]));
const behindAll: [string, number] = ["9999-12-31", Number.MAX_SAFE_INTEGER];

export async function listExportRuns(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { export_id, status }: Filter<typeof exportRunFilters> = {},
): Promise<Page<ExportRunLine>> {
  const [beforeDay, beforeId] = newestFirst.after(request, behindAll);
  const ofExport = export_id === undefined ? sql`true` : sql`r.export_id = ${export_id}`;
  const ofStatus = status === undefined ? sql`true` : sql`r.status = ${status}`;
  const { rows } = await sql<ExportRunLine>`
    select r.export_id, s.list, to_char(r.day, 'YYYY-MM-DD') as day, r.status, r.attempts, r.started_at, r.ended_at,
           case r.status when 'waiting' then r.next_attempt_at end as next_attempt_at, r.file, r.row_count, r.byte_count,
           r.fault
      from export_run r
      join export_schedule s on s.program_id = r.program_id and s.export_id = r.export_id
     where r.program_id = ${programId} and (r.day, r.export_id) < (${beforeDay}::date, ${beforeId})
       and ${ofExport} and ${ofStatus}
     order by r.day desc, r.export_id desc
     limit ${request.limit + 1}`.execute(db);
  return newestFirst.page(rows, request, (run): [string, number] => [run.day, run.export_id]);
}

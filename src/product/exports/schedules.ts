// Schedules of exports as a program's owners change them. What opens a bucket is kept encrypted, and erased with its schedule.
import { claimOnce, keepMadeIds, type Once } from "../../access/idempotency.ts";
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { type PlaceSigner, signPlace } from "../../access/signed/signed-places.ts";
import type { RowFormat } from "../../core/rules/rows/row-lines.ts";
import type { ExportList } from "../../core/vocabulary/export-lists.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { nextId } from "../../engine/postgres/next-id.ts";

export const exportsPerProgramMax = 30;

/** Held while schedules are counted, so that two at once cannot both be the last one. */
const lockProgramStatement: Statement = {
  name: "lock_program_for_export",
  text: "select program_id from program where program_id = $1 for no key update",
};

const countStatement: Statement = {
  name: "count_exports",
  text: "select count(*) as exports from export_schedule where program_id = $1 and status = 'active'",
};

const createStatement: Statement = {
  name: "create_export",
  text: `insert into export_schedule (program_id, list, format, target, folder, endpoint, bucket, region, prefix,
                                      access_key_id, secret_encrypted, export_id)
         overriding system value
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         returning export_id`,
};

const removeStatement: Statement = {
  name: "remove_export",
  text: `update export_schedule
            set status = 'removed', secret_encrypted = null
          where program_id = $1 and export_id = $2 and status = 'active'
         returning export_id`,
};

/** A writer in progress continues. */
const runStatement: Statement = {
  name: "run_export",
  text: `insert into export_run (program_id, export_id, day)
         select program_id, export_id, $3::date
           from export_schedule
          where program_id = $1 and export_id = $2 and status = 'active'
         on conflict (program_id, export_id, day) do update
            set status = case export_run.status when 'running' then 'running' else 'waiting' end,
                file = null, next_attempt_at = clock_timestamp(), attempts = 0
         returning to_char(day, 'YYYY-MM-DD') as day`,
};

export type NewExport = {
  readonly programId: number;
  readonly list: ExportList;
  readonly format: RowFormat;
  readonly place:
    | { readonly target: "folder"; readonly folder: string | null }
    | {
        readonly target: "s3";
        readonly endpoint: string;
        readonly bucket: string;
        readonly region: string;
        readonly prefix: string | null;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
      };
};

/** Undefined when there is no such program; `full` where there are as many as may be. */
export async function createExport(
  database: Database,
  secrets: Pick<Secrets, "encrypt"> & PlaceSigner,
  { programId, list, format, place }: NewExport,
  actor: Actor,
  once: Once | null = null,
): Promise<number | "full" | undefined> {
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    await claimOnce(session, once);
    const [program] = await session.query(lockProgramStatement, [programId]);
    if (program === undefined) return undefined;
    const [row] = await session.query<{ exports: number }>(countStatement, [programId]);
    if ((row?.exports ?? 0) >= exportsPerProgramMax) return "full";
    const exportId = await nextId(session, "export_schedule");
    const where =
      place.target === "folder"
        ? [place.folder, null, null, null, null, null, null]
        : [
            ...[null, place.endpoint, place.bucket, place.region, place.prefix, place.accessKeyId],
            secrets.encrypt(placeIn("export_schedule", programId, exportId), place.secretAccessKey),
          ];
    const values = [programId, list, format, place.target, ...where, exportId];
    const [made] = await session.query<{ export_id: number }>(createStatement, values);
    if (made === undefined) return undefined;
    keepMadeIds(session, once, [made.export_id]);
    await signPlace(session, secrets, "export", { programId, id: made.export_id }, actor);
    return made.export_id;
  });
}

type Which = { readonly programId: number; readonly exportId: number };

/** False when the program has no such schedule. */
export async function removeExport(
  database: Database,
  secrets: PlaceSigner,
  { programId, exportId }: Which,
  actor: Actor,
): Promise<boolean> {
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const removed = await session.query(removeStatement, [programId, exportId]);
    if (removed.length > 0) await signPlace(session, secrets, "export", { programId, id: exportId }, actor);
    return removed.length > 0;
  });
}

/** Answers the day; undefined when the program has no such schedule. */
export async function runExport(
  database: Database,
  { programId, exportId, day }: Which & { readonly day: string },
  actor: Actor,
): Promise<string | undefined> {
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const [run] = await session.query<{ day: string }>(runStatement, [programId, exportId, day]);
    return run?.day;
  });
}

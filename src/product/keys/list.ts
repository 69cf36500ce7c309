// Program keys that must be replaced by a date, and how much each is still used; and the same for one program's key. Usage is a few seconds
// behind, and calls refused since the deadline count as well: a client still makes them.

import type { Kysely } from "kysely";
import { z } from "zod";
import { maskKey } from "../../access/key-mask.ts";
import { callersKeptMax } from "../../core/vocabulary/access/key-callers-kept.ts";
import { count, id, time, timeOrNull, words } from "../../core/vocabulary/fields.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const millisecondsPerDay = 86_400_000;
const daysShown = 7;

export const flaggedKeyLine = z.strictObject({
  program_id: id("The program"),
  program_name: words("Its name"),
  workspace_id: id("Its workspace"),
  workspace_name: words("The workspace's name"),
  api_token_masked: words("The key's last four characters"),
  flagged_at: time("When its replacement was demanded"),
  rotate_by: time("The deadline"),
  days_left: count("Whole days until the deadline; 0 on its last day, negative once it has come"),
  last_used_at: timeOrNull("Null when it was not used in the last 90 days"),
  calls_per_day: z
    .array(z.strictObject({ day: words("The day, in UTC"), calls: count("Calls with the old key") }))
    .readonly()
    .meta({ description: "Of the last seven days in UTC, today at the end" }),
});

export const programKey = flaggedKeyLine
  .pick({ program_id: true, api_token_masked: true, last_used_at: true, calls_per_day: true })
  .extend({
    created_at: time("When it was made"),
    flagged_at: timeOrNull("When its replacement was required; null if it is not"),
    rotate_by: timeOrNull("From then on it is refused"),
    days_left: count("Whole days until the deadline, negative once it has come; null without one").nullable(),
    callers: z
      .array(
        z.strictObject({
          address: words("The callers' address; for IPv6 the network"),
          client: words("The client, from its User-Agent"),
          calls: count("Calls with this key"),
          last_called_at: time("The last of them"),
        }),
      )
      .readonly()
      .meta({ description: `Who called with it in the last 90 days: the latest ${callersKeptMax}, the newest first` }),
  });

export type ProgramKey = z.output<typeof programKey>;

export type FlaggedKeyLine = z.output<typeof flaggedKeyLine>;

const byProgramId = keyset("flagged-keys", numberKey);

export async function listFlaggedKeys(
  db: Kysely<Tables>,
  request: PageRequest,
  now: Date,
): Promise<Page<FlaggedKeyLine>> {
  const [afterProgramId] = byProgramId.after(request, [0]);
  const rows = await selectFlagged(db)
    .where("k.program_id", ">", afterProgramId)
    .orderBy("k.program_id")
    .limit(request.limit + 1)
    .execute();
  const days = daysUntil(now);
  const programIds = rows.map((row) => row.program_id);
  const uses = await findUses(db, programIds, days[0] ?? "");
  const names = await findNames(db, programIds);
  const lines = rows.map(({ last_four, flagged_at, rotate_by, created_at: _, ...row }) => ({
    ...row,
    ...(names.get(row.program_id) ?? unnamed),
    api_token_masked: maskKey(last_four),
    flagged_at,
    rotate_by,
    days_left: daysLeft(rotate_by, now),
    calls_per_day: callsOf(row.program_id, days, uses),
  }));
  return byProgramId.page(lines, request, (line) => [line.program_id]);
}

/** Undefined for a program that has none. */
export async function findProgramKey(
  db: Kysely<Tables>,
  programId: number,
  now: Date,
): Promise<ProgramKey | undefined> {
  const row = await selectKeys(db).where("k.program_id", "=", programId).executeTakeFirst();
  if (row === undefined) return undefined;
  const days = daysUntil(now);
  return {
    program_id: programId,
    api_token_masked: maskKey(row.last_four),
    created_at: row.created_at,
    flagged_at: row.flagged_at,
    rotate_by: row.rotate_by,
    days_left: row.rotate_by === null ? null : daysLeft(row.rotate_by, now),
    last_used_at: row.last_used_at,
    calls_per_day: callsOf(programId, days, await findUses(db, [programId], days[0] ?? "")),
    callers: await findCallers(db, programId),
  };
}

function findCallers(db: Kysely<Tables>, programId: number) {
  return db
    .selectFrom("program_key_caller as c")
    .innerJoin("program_key as k", (join) =>
      join.onRef("k.program_id", "=", "c.program_id").onRef("k.key_hash", "=", "c.key_hash"),
    )
    .select(["c.address", "c.client", "c.calls", "c.last_called_at"])
    .where("c.program_id", "=", programId)
    .orderBy("c.last_called_at", "desc")
    .orderBy("c.address")
    .orderBy("c.client")
    .limit(callersKeptMax)
    .execute();
}

function daysLeft(rotateBy: Date, now: Date): number {
  return Math.floor((rotateBy.getTime() - now.getTime()) / millisecondsPerDay);
}

type Use = { readonly program_id: number; readonly day: string; readonly calls: number };

function callsOf(programId: number, days: readonly string[], uses: readonly Use[]) {
  return days.map((day) => ({
    day,
    calls: uses.find((use) => use.program_id === programId && use.day === day)?.calls ?? 0,
  }));
}

function selectFlagged(db: Kysely<Tables>) {
  return selectKeys(db).where("k.flagged_at", "is not", null).$narrowType<{ flagged_at: Date; rotate_by: Date }>();
}

function selectKeys(db: Kysely<Tables>) {
  return db.selectFrom("program_key as k").select((key) => [
    "k.program_id",
    "k.last_four",
    "k.created_at",
    "k.flagged_at",
    "k.rotate_by",
    key
      .selectFrom("program_key_use as u")
      .select(({ fn }) => fn.max("u.last_used_at").as("last_used_at"))
      .whereRef("u.program_id", "=", "k.program_id")
      .whereRef("u.key_hash", "=", "k.key_hash")
      .as("last_used_at"),
  ]);
}

type Names = Pick<FlaggedKeyLine, "program_name" | "workspace_id" | "workspace_name">;
const unnamed: Names = { program_name: "", workspace_id: 0, workspace_name: "" };

/** Keys are not kept with programs' books: one query of both would be of several machines, where there are several. */
async function findNames(db: Kysely<Tables>, programIds: readonly number[]): Promise<ReadonlyMap<number, Names>> {
  if (programIds.length === 0) return new Map();
  const programs = await db
    .selectFrom("program")
    .select(["program_id", "name", "workspace_id"])
    .where("program_id", "in", programIds)
    .execute();
  const workspaceIds = programs.map((program) => program.workspace_id);
  const workspaces = await db
    .selectFrom("workspace")
    .select(["workspace_id", "name"])
    .where("workspace_id", "in", workspaceIds.length === 0 ? [0] : workspaceIds)
    .execute();
  const nameOf = new Map(workspaces.map(({ workspace_id, name }) => [workspace_id, name]));
  return new Map(
    programs.map(({ program_id, name, workspace_id }) => [
      program_id,
      { program_name: name, workspace_id, workspace_name: nameOf.get(workspace_id) ?? "" },
    ]),
  );
}

function findUses(db: Kysely<Tables>, programIds: readonly number[], since: string) {
  return db
    .selectFrom("program_key_use as u")
    .innerJoin("program_key as k", (join) =>
      join.onRef("k.program_id", "=", "u.program_id").onRef("k.key_hash", "=", "u.key_hash"),
    )
    .select(["u.program_id", "u.day", "u.calls"])
    .where("u.program_id", "in", programIds.length === 0 ? [0] : programIds)
    .where("u.day", ">=", since)
    .execute();
}

/** Of UTC, the oldest first. */
function daysUntil(now: Date): string[] {
  return Array.from({ length: daysShown }, (_, index) =>
    new Date(now.getTime() - (daysShown - 1 - index) * millisecondsPerDay).toISOString().slice(0, "2026-01-31".length),
  );
}

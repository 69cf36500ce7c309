// The program keys that must be replaced by a date, by program, and how much each is still used.
// Figures of use are a few seconds behind, and calls that are refused since the deadline count as well: somebody still makes them.

import type { Kysely } from "kysely";
import { z } from "zod";
import { maskKey } from "../access/key-mask.ts";
import { count, id, time, timeOrNull, words } from "../core/fields.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

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
  const uses = await findUses(
    db,
    rows.map((row) => row.program_id),
    days[0] ?? "",
  );
  const lines = rows.map(({ last_four, flagged_at, rotate_by, ...row }) => ({
    ...row,
    api_token_masked: maskKey(last_four),
    flagged_at,
    rotate_by,
    days_left: Math.floor((rotate_by.getTime() - now.getTime()) / millisecondsPerDay),
    calls_per_day: days.map((day) => ({
      day,
      calls: uses.find((use) => use.program_id === row.program_id && use.day === day)?.calls ?? 0,
    })),
  }));
  return byProgramId.page(lines, request, (line) => [line.program_id]);
}

function selectFlagged(db: Kysely<Tables>) {
  return db
    .selectFrom("program_key as k")
    .innerJoin("program as p", "p.program_id", "k.program_id")
    .innerJoin("workspace as w", "w.workspace_id", "p.workspace_id")
    .select((key) => [
      "k.program_id",
      "p.name as program_name",
      "p.workspace_id",
      "w.name as workspace_name",
      "k.last_four",
      "k.flagged_at",
      "k.rotate_by",
      key
        .selectFrom("program_key_use as u")
        .select(({ fn }) => fn.max("u.last_used_at").as("last_used_at"))
        .whereRef("u.program_id", "=", "k.program_id")
        .whereRef("u.key_hash", "=", "k.key_hash")
        .as("last_used_at"),
    ])
    .where("k.flagged_at", "is not", null)
    .$narrowType<{ flagged_at: Date; rotate_by: Date }>();
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

// Imports: the file, the tool, the author, and the result of its lines.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { id, oneOf, time, timeOrNull } from "../../core/vocabulary/fields.ts";
import { goesOnFault, importReport } from "../../core/vocabulary/import-report.ts";
import { importTools } from "../../core/vocabulary/import-tools.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { authorFields, namedAuthors } from "../audit/author-names.ts";

export const importLine = z.strictObject({
  import_id: id("The import"),
  program_id: id("The program"),
  tool: oneOf(importTools, "The tool of the export"),
  is_applied: z.boolean().meta({ description: "False: a preview, and nothing was recorded" }),
  status: oneOf(["running", "finished", "failed"], "Whether it finished"),
  ...authorFields("imported"),
  started_at: time("When"),
  updated_at: time("When it last said how far it is"),
  finished_at: timeOrNull("When it ended"),
  ...importReport.shape,
});

export type ImportLine = z.output<typeof importLine>;

const byId = keyset("imports", numberKey);
const newestFirst = keyset("imports, newest first", numberKey);

export const importFilters = {
  order: oneOf(["oldest", "newest"], "Which come first; the oldest by default").optional(),
};

export async function listImports(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: Filter<typeof importFilters> = {},
): Promise<Page<ImportLine>> {
  const isNewestFirst = filter.order === "newest";
  const keys = isNewestFirst ? newestFirst : byId;
  const [after] = keys.after(request, [isNewestFirst ? Number.MAX_SAFE_INTEGER : 0]);
  const rows = await select(db, programId)
    .where("import_id", isNewestFirst ? "<" : ">", after)
    .orderBy("import_id", isNewestFirst ? "desc" : "asc")
    .limit(request.limit + 1)
    .execute();
  return keys.page(await linesOf(db, rows), request, (row) => [row.import_id]);
}

export async function findImport(
  db: Kysely<Tables>,
  programId: number,
  importId: number,
): Promise<ImportLine | undefined> {
  const row = await select(db, programId).where("import_id", "=", importId).executeTakeFirst();
  const [line] = row === undefined ? [] : await linesOf(db, [row]);
  return line;
}

/** A batch takes a second: a run without progress for so long has died. */
const silentMinutesMax = 5;

function select(db: Kysely<Tables>, programId: number) {
  const isSilent = sql<boolean>`status = 'running' and updated_at < now() - make_interval(mins => ${silentMinutesMax})`;
  return db.selectFrom("import_run").selectAll().select(isSilent.as("is_silent")).where("program_id", "=", programId);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>["execute"]>>[number];

async function linesOf(db: Kysely<Tables>, rows: readonly Row[]): Promise<ImportLine[]> {
  const authors = await namedAuthors(
    db,
    rows.map((row) => row.started_by),
  );
  return rows.map(({ report, is_silent: isSilent, started_by: _, ...row }, index) => {
    const { by_kind = null, by_id = null, by_name = null } = authors[index] ?? {};
    const line = { ...row, by_kind, by_id, by_name, ...report };
    return isSilent ? { ...line, status: "failed", fault: goesOnFault } : line;
  });
}

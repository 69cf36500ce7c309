// Programs of other tools, taken over from their exports. For owners: what was paid there is kept as paid.
import { z } from "zod";
import { id, oneOf } from "../../core/vocabulary/fields.ts";
import { importTools } from "../../core/vocabulary/import-tools.ts";
import { defineFileOperation } from "../operation/file-operation.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { FileRefused } from "./file-refused.ts";
import { findImport, type ImportLine, importFilters, importLine, listImports } from "./list.ts";

const bytesPerMebibyte = 1_048_576;
/** Of a file that is sent as the body: it is recorded while it comes. */
export const importFileBytesMax = 256 * bytesPerMebibyte;
/** Of one that is a field of JSON, which is held as a whole. */
const importTextCharactersMax = bytesPerMebibyte;
/** JSON writes some characters as two. */
const bodyBytesMax = 2 * importTextCharactersMax;

const import_id = id("The import");
const path = "/programs/:program_id/imports";

export const operations: readonly Operation[] = [
  defineFileOperation({
    name: "imports.start",
    description: `Which of a tool's files it is shows by its columns: partners first, then customers, then sales. A file that is sent again changes nothing; lines with faults are named and left out. As JSON at most ${importTextCharactersMax / bytesPerMebibyte} MiB. As a body of text/csv, with the other fields in the query, at most ${importFileBytesMax / bytesPerMebibyte} MiB: it is recorded while it is sent, and imports.list says how far it is.`,
    access: inProgram("settings"),
    http: {
      method: "post",
      path,
      bodyBytesMax,
      example: { tool: "csv", csv: "partner_code,partner_name\nanna-lee,Anna Lee\n" },
    },
    errors: ["import_running"],
    changes: true,
    file: {
      field: "csv",
      type: "text/csv",
      bytesMax: importFileBytesMax,
      charactersMax: importTextCharactersMax,
      description: "The file as it is, in UTF-8",
    },
    input: {
      program_id: programId,
      tool: oneOf(importTools, "Whose export it is; csv is a file of your own"),
      is_applied: z
        .boolean()
        .default(false)
        .meta({ description: "False only says what would be added, and records nothing" }),
      create_groups: z.boolean().default(false).meta({
        description:
          "Makes the groups that new partners name and that are missing, without terms of their own; false reports such partners as faults",
      }),
    },
    output: answerOf(importLine),
    run: async (call, { program_id, tool, is_applied, create_groups }, source) => {
      // Loaded only for an import.
      const { runImport } = await import("./run-import.ts");
      const { database, secrets, imports, actor } = call;
      const stop = new AbortController().signal;
      const run = {
        programId: program_id,
        tool,
        actor,
        isApplied: is_applied,
        createsGroups: create_groups,
        source,
        stop,
      };
      try {
        const { importId } = await runImport({ database, secrets, imports }, { ...run, onProgress: () => undefined });
        return { data: await readImport(call, program_id, importId) };
      } catch (error) {
        if (error instanceof FileRefused) throw refuseFile(error);
        throw error;
      }
    },
  }),
  defineProgramList({
    name: "imports.list",
    description: "Dry runs too. Each says who imported, and how many lines were added, known or faulty.",
    access: inProgram("settings"),
    http: { method: "get", path },
    row: importLine,
    table: [
      "import_id",
      "tool",
      "records",
      "is_applied",
      "status",
      "lines",
      "faulty_lines",
      "by_kind",
      "by_name",
      "started_at",
    ],
    filters: importFilters,
    example: "imports list --program 1",
    read: listImports,
  }),
  defineOperation({
    name: "imports.show",
    description: "While it runs: how far it is.",
    access: inProgram("settings"),
    http: { method: "get", path: `${path}/:import_id` },
    command: { example: "imports show 1 --program 1", argument: "import_id" },
    input: { program_id: programId, import_id },
    output: answerOf(importLine),
    run: async (call, { program_id, import_id }) => ({ data: await readImport(call, program_id, import_id) }),
  }),
];

/** The file as a whole, and no field of the call. */
function refuseFile({ message }: FileRefused): Refusal {
  return new Refusal("invalid_request", message);
}

async function readImport({ reads, actor }: Call, programId: number, importId: number): Promise<ImportLine> {
  const found = await reads.ofProgram(actor, programId, "settings", (db) => findImport(db, programId, importId));
  if (found !== undefined) return found;
  throw new Refusal("not_found", `Program ${programId} has no import ${importId}.`);
}

// What there is of the programs that a file may declare, in the words of the file, by the operations' own lists: it shows what the one
// who asks may see.
import { z } from "zod";
import { pageRowsMax } from "../../../core/vocabulary/page.ts";
import type { OperationName } from "../../../product/operation/names.ts";
import type { Ask } from "../operation-runner.ts";
import type { JsonRecord } from "../output.ts";
import type { FileForm } from "./file-form.ts";
import { type Item, type SectionName, sections } from "./sections.ts";

export type PresentWorkspace = { readonly id: number; readonly name: string };

export type PresentProgram = {
  readonly id: number;
  readonly workspaceId: number;
  readonly name: string;
  readonly status: string;
  readonly settings: JsonRecord;
};

/** A row of a list, and the same as a file writes it. */
export type PresentItem = { readonly row: JsonRecord; readonly item: Item };

export type PartnerCodes = {
  readonly idOf: ReadonlyMap<string, number>;
  readonly codeOf: ReadonlyMap<number, string>;
};

const page = z.object({ data: z.array(z.record(z.string(), z.unknown())), next: z.string().nullish() });
const workspaceRow = z.object({ workspace_id: z.int(), name: z.string() });
const programRow = z.object({
  program_id: z.int(),
  workspace_id: z.int(),
  name: z.string(),
  status: z.string(),
  is_demo: z.boolean(),
});
const partnerRow = z.object({ partner_id: z.int(), code: z.string() });

async function rowsOf(ask: Ask, operation: OperationName, input: JsonRecord): Promise<JsonRecord[]> {
  const rows: JsonRecord[] = [];
  let cursor: string | null = null;
  do {
    const { data, next } = page.parse(
      await ask(operation, { ...input, limit: pageRowsMax, ...(cursor === null ? {} : { cursor }) }),
    );
    rows.push(...data);
    cursor = next ?? null;
  } while (cursor !== null);
  return rows;
}

export async function presentWorkspaces(ask: Ask): Promise<PresentWorkspace[]> {
  const rows = z.array(workspaceRow).parse(await rowsOf(ask, "workspaces.list", {}));
  return rows.map(({ workspace_id, name }) => ({ id: workspace_id, name }));
}

/** Demos are invented, and no file declares them. */
export async function presentPrograms(ask: Ask, form: FileForm, workspaceId: number): Promise<PresentProgram[]> {
  const rows = await rowsOf(ask, "programs.list", { workspace_id: workspaceId });
  return rows.flatMap((row) => {
    const { program_id: id, workspace_id, name, status, is_demo } = programRow.parse(row);
    if (is_demo) return [];
    return [{ id, workspaceId: workspace_id, name, status, settings: fieldsOf(row, form.settings) }];
  });
}

export async function presentItems(
  ask: Ask,
  form: FileForm,
  { programId, section }: { readonly programId: number; readonly section: SectionName },
  codes: PartnerCodes,
): Promise<PresentItem[]> {
  const { list, holds, more, identity, leavesOut } = sections[section];
  const rows = (await rowsOf(ask, list, { program_id: programId })).filter(holds);
  return rows.map((row) => ({
    row,
    item: {
      ...fieldsOf(row, without(form.fieldsOf(section), leavesOut?.(row)), identity),
      ...more?.(row),
      ...partnerOf(row, codes),
    },
  }));
}

function without(fields: readonly string[], left: readonly string[] = []): string[] {
  return fields.filter((field) => !left.includes(field));
}

function partnerOf({ partner_id }: JsonRecord, { codeOf }: PartnerCodes): Item {
  const code = typeof partner_id === "number" ? codeOf.get(partner_id) : undefined;
  return code === undefined ? {} : { partner: code };
}

/** A field that says which one is meant is left out where it is null; any other null is a setting. */
function fieldsOf(row: JsonRecord, fields: readonly string[], identity: readonly string[] = []): JsonRecord {
  const given = fields.filter(
    (field) => row[field] !== undefined && !(row[field] === null && identity.includes(field)),
  );
  return Object.fromEntries(given.map((field) => [field, row[field]]));
}

export async function presentPartners(ask: Ask, programId: number): Promise<PartnerCodes> {
  const rows = z.array(partnerRow).parse(await rowsOf(ask, "partners.list", { program_id: programId }));
  return {
    idOf: new Map(rows.map(({ partner_id, code }) => [code, partner_id])),
    codeOf: new Map(rows.map(({ partner_id, code }) => [partner_id, code])),
  };
}

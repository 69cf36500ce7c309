// Writes the programs of an installation as the file that declares them: applied where it was written it changes nothing, and in an empty
// installation it makes the same settings. Partners, keys and secrets are not in it.
import { stringify } from "yaml";
import { operatorSettings } from "../../../core/rules/events/settings/settings.ts";
import { CommandFailed } from "../failures.ts";
import type { Ask } from "../operation-runner.ts";
import type { JsonRecord } from "../output.ts";
import type { FileForm } from "./file-form.ts";
import { type PresentProgram, presentItems, presentPartners, presentPrograms, presentWorkspaces } from "./present.ts";
import { sectionNames } from "./sections.ts";

export type ExportedDocument = { readonly workspace: string; readonly programs: readonly JsonRecord[] };

type Wanted = {
  readonly workspaceId: number | undefined;
  readonly programId: number | undefined;
  /** With what the operator alone may set. */
  readonly isOperators: boolean;
};

export async function exportDocuments(ask: Ask, form: FileForm, wanted: Wanted): Promise<ExportedDocument[]> {
  const { workspaceId, programId } = wanted;
  const workspaces = await presentWorkspaces(ask);
  const chosen = workspaces.filter(({ id }) => workspaceId === undefined || id === workspaceId);
  const documents: ExportedDocument[] = [];
  for (const { id, name } of chosen) {
    const programs: JsonRecord[] = [];
    for (const program of await presentPrograms(ask, form, id)) {
      if (programId !== undefined && program.id !== programId) continue;
      programs.push(await exportProgram(ask, form, program, wanted));
    }
    requireOwnNames(programs);
    if (programs.length > 0) documents.push({ workspace: name, programs });
  }
  if (documents.length === 0) throw new CommandFailed("There is no program to export.");
  return documents;
}

export function documentsText(documents: readonly ExportedDocument[]): string {
  const texts = documents.map((document) =>
    stringify(document, { version: "1.2", lineWidth: 0, aliasDuplicateObjects: false }),
  );
  return `# Written by svc export; read by svc apply. Secrets and partners are not in it.\n${texts.join("---\n")}`;
}

async function exportProgram(
  ask: Ask,
  form: FileForm,
  program: PresentProgram,
  { isOperators }: Wanted,
): Promise<JsonRecord> {
  const partners = await presentPartners(ask, program.id);
  const lists: Record<string, unknown> = {};
  for (const section of sectionNames) {
    const items = await presentItems(ask, form, { programId: program.id, section }, partners);
    if (items.length > 0) lists[section] = items.map(({ item }) => item);
  }
  const hidden: readonly string[] = isOperators ? [] : operatorSettings;
  const settings = Object.entries(program.settings).filter(([name]) => !hidden.includes(name));
  return { name: program.name, status: program.status, settings: Object.fromEntries(settings), ...lists };
}

/** A file means a program by its name. */
function requireOwnNames(programs: readonly JsonRecord[]): void {
  const names = programs.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new CommandFailed(
    `Several programs have the name ${String(twice)}. Give all but one another name, or choose one with --program.`,
  );
}

// svc export: the programs with their settings, groups, terms, codes, endpoints and connections as a file that svc apply reads.
import { writeFile } from "node:fs/promises";
import { loadFileForm } from "../../declared/file-form.ts";
import { documentsText, exportDocuments } from "../../declared/write-file.ts";
import { CommandFailed } from "../../failures.ts";
import { flag, idFlag, optional, textFlag } from "../../input/flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";

export const command = defineAskingCommand({
  example: "export -f programs.yaml",
  flags: {
    file: flag(textFlag("The file to write; without it, or with -, it is printed").optional(), {
      meaning: "The file to write; without it, or with -, it is printed",
      placeholder: "path",
      letter: "f",
    }),
    workspace: optional(idFlag("Only the programs of this workspace")),
    program: optional(idFlag("Only this program")),
  },
  run: async (ask, { file, workspace, program }, { context }) => {
    const wanted = { workspaceId: workspace, programId: program, isOperators: context !== null };
    const documents = await exportDocuments(ask, await loadFileForm(), wanted);
    const text = documentsText(documents);
    const [only, ...others] = documents;
    const json = only !== undefined && others.length === 0 ? only : { data: documents };
    if (file === undefined || file === "-") return { json, text: () => text.trimEnd() };
    await writeFile(file, text).catch((error: unknown) => {
      throw new CommandFailed(`The file ${file} cannot be written.`, { cause: error });
    });
    const count = documents.flatMap(({ programs }) => programs).length;
    return { json, text: () => `Wrote ${count === 1 ? "1 program" : `${count} programs`} to ${file}.` };
  },
});

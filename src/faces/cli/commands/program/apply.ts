// svc apply: brings programs to what a file declares. It shows what would change, asks, and does it by the operations that people use, so
// with the same checks, rights and entries in the audit list. A second run finds nothing to do.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";
import type { EndpointKind } from "../../../../core/vocabulary/outbound-types.ts";
import { faultOfEndpointUrl } from "../../../../product/endpoints/url.ts";
import { jsonSchemaOf } from "../../../../product/operation/json-schema.ts";
import type { Command, CommandShell } from "../../command.ts";
import { carryOut, isDone, stepsIn } from "../../declared/carry-out.ts";
import { loadFileForm } from "../../declared/file-form.ts";
import { counted, outcomeOutput, planText } from "../../declared/plan-text.ts";
import { fileBytesMax, readDeclared } from "../../declared/read-file.ts";
import { type DocumentPlan, planFile } from "../../declared/whole-plan.ts";
import { CommandFailed, Interrupted, UsageError } from "../../failures.ts";
import { flag, idFlag, optional, parseFlags, switchFlag, textFlag } from "../../input/flags.ts";
import { type Asked, withAsk } from "../../operation-runner.ts";
import type { Output } from "../../output.ts";
import { serviceFlags } from "../../remote/service-choice.ts";

const flags = {
  file: flag(textFlag("The file that declares them; - reads it from stdin").optional(), {
    meaning: "The file that declares them; - reads it from stdin",
    placeholder: "path",
    letter: "f",
  }),
  workspace: optional(idFlag("The workspace they belong to, in place of the one that the file names")),
  dryRun: switchFlag("Only show what would change"),
  yes: switchFlag("Do it without asking"),
  prune: switchFlag("Also remove what the file's lists leave out, where it can be removed"),
  schema: switchFlag("Print the JSON schema of the file, and do nothing else"),
};

export const command: Command = {
  example: "apply -f programs.yaml --dry-run",
  flags: { ...flags, ...serviceFlags },
  execute: async (options, shell) => {
    const { file, workspace, dryRun, yes, prune, schema } = parseFlags(flags, options);
    const form = await loadFileForm();
    if (schema) return schemaOutput(jsonSchemaOf(form.document));
    if (file === undefined) throw new UsageError("--file is required.");
    if (dryRun && yes) throw new UsageError("--dry-run does nothing: leave it or --yes out.");
    const isAsked = !dryRun && !yes;
    if (isAsked && (shell.isQuiet || shell.stdin.isTTY !== true)) {
      throw new UsageError("There is no terminal to ask in: add --yes to do it, or --dry-run to only see it.");
    }
    const documents = readDeclared(await readText(file, shell), form);
    return withAsk(shell, parseFlags(serviceFlags, options), async (ask, asked) => {
      const { context } = asked;
      const parts = {
        ask,
        form,
        workspaceId: workspace,
        prunes: prune,
        makesWorkspaces: context !== null,
        secretIn: (variable: string) => shell.env[variable],
        urlFault: (url: string, kind: EndpointKind) =>
          context === null ? null : faultOfEndpointUrl(url, kind, context.config.outbound),
      };
      const plans = await planFile(parts, documents);
      if (dryRun) return outcomeOutput({ plans, done: 0, isApplied: false });
      const count = stepsIn(plans).filter(isDone).length;
      asked.say(planText(plans));
      if (isAsked && count > 0) await confirm(shell, count);
      return outcomeOutput({ plans, done: await doAll(asked, ask, plans, count), isApplied: true });
    });
  },
};

async function doAll(
  { progress }: Asked,
  ask: Parameters<typeof carryOut>[0],
  plans: readonly DocumentPlan[],
  total: number,
) {
  return carryOut(ask, plans, (done) => progress.show("Applying", "changes", { done, total }));
}

async function confirm({ stdin, stderr }: CommandShell, count: number): Promise<void> {
  const terminal = createInterface({ input: stdin, output: stderr });
  const interrupted = Promise.withResolvers<never>();
  terminal.once("SIGINT", () => interrupted.reject(new Interrupted()));
  try {
    const said = await Promise.race([terminal.question(`Do ${counted(count)}? Type yes: `), interrupted.promise]);
    if (said.trim().toLowerCase() !== "yes") throw new CommandFailed("Nothing was done.");
  } finally {
    terminal.close();
  }
}

async function readText(file: string, { stdin }: CommandShell): Promise<string> {
  const source: Readable = file === "-" ? stdin : createReadStream(file);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of source) {
      const part = Buffer.from(chunk);
      bytes += part.length;
      if (bytes > fileBytesMax) break;
      chunks.push(part);
    }
  } catch (error) {
    throw new CommandFailed(`There is no file ${file} that can be read.`, { cause: error });
  }
  if (bytes > fileBytesMax) throw new CommandFailed(`The file is larger than ${fileBytesMax} bytes: split it.`);
  return Buffer.concat(chunks).toString("utf8");
}

function schemaOutput(schema: object): Output {
  return { json: schema, text: () => JSON.stringify(schema, null, 2) };
}

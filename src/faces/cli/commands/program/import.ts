// svc import: takes over partners, customers and sales from another tool's export, of any size. It says what it would do, and does it
// with --apply.
import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { z } from "zod";
import { operator } from "../../../../access/permission.ts";
import { openKeptSecrets } from "../../../../access/secrets/kept-secrets.ts";
import { csvLine } from "../../../../core/vocabulary/csv-line.ts";
import { type ImportReport, importReport } from "../../../../core/vocabulary/import-report.ts";
import { type ImportTool, importTools } from "../../../../core/vocabulary/import-tools.ts";
import { decimalAmount } from "../../../../core/vocabulary/money/money.ts";
import { type Command, requireProgram } from "../../command.ts";
import type { Context } from "../../context.ts";
import { CommandFailed } from "../../failures.ts";
import { choiceFlag, optional, parseFlags, programFlag, switchFlag, textFlag } from "../../input/flags.ts";
import { type Asked, withAsk } from "../../operation-runner.ts";
import { type Output, tableOf } from "../../output.ts";
import { serviceFlags } from "../../remote/service-choice.ts";

const faultsShownMax = 20;
const readBytes = 65_536;

const flags = {
  program: programFlag,
  from: choiceFlag(importTools, "The tool that wrote the export; csv for your own file"),
  file: textFlag("The file to read; - reads it from stdin", "path"),
  errors: optional(textFlag("CSV file for the lines with faults", "path")),
  createGroups: switchFlag("Create missing groups that new partners name, without terms of their own"),
  apply: switchFlag("Record it; by default it only shows a preview"),
};

export const command: Command = {
  example: "import --program 1 --from rewardful --file commissions.csv",
  flags: { ...flags, ...serviceFlags },
  execute: (options, shell) => {
    const given = parseFlags(flags, options);
    const { program: programId, from: tool, file, errors, apply: isApplied, createGroups: createsGroups } = given;
    return withAsk(shell, parseFlags(serviceFlags, options), async (_ask, asked) => {
      const request = { programId, tool, isApplied, createsGroups, file: await open(file, shell.stdin) };
      const done = await (asked.context === null ? importThere(asked, request) : importHere(asked.context, request));
      if (errors !== undefined) await writeErrors(errors, done.report);
      return outputOf(done);
    });
  },
};

type ImportRequest = {
  readonly programId: number;
  readonly tool: ImportTool;
  readonly isApplied: boolean;
  readonly createsGroups: boolean;
  readonly file: { readonly source: Chunks; readonly bytes: number | null };
};

type Done = {
  readonly importId: number;
  readonly tool: ImportTool;
  readonly isApplied: boolean;
  readonly report: ImportReport;
};

async function importHere(
  context: Context,
  { programId, tool, isApplied, createsGroups, file }: ImportRequest,
): Promise<Done> {
  await requireProgram(context, programId);
  const { config, database, progress, shell } = context;
  const [{ runImport }, { ImportPlaces }, { FileRefused }, { ImportRefused }] = await Promise.all([
    import("../../../../product/imports/run-import.ts"),
    import("../../../../product/imports/import-places.ts"),
    import("../../../../product/imports/file-refused.ts"),
    import("../../../../product/imports/import-refused.ts"),
  ]);
  const secrets = await openKeptSecrets(database, config.secretKeys.reveal());
  const { chunks, read } = counted(file);
  const run = { programId, tool, actor: operator, isApplied, createsGroups, source: chunks, stop: shell.stop };
  try {
    const { importId, report } = await runImport(
      { database, secrets, imports: new ImportPlaces(config.imports) },
      {
        ...run,
        onProgress: ({ lines }) => progress.show(isApplied ? "Importing" : "Reading", `bytes, ${lines} lines`, read()),
      },
    );
    return { importId, tool, isApplied, report };
  } catch (error) {
    if (error instanceof FileRefused || error instanceof ImportRefused) {
      throw new CommandFailed(error.message, { cause: error });
    }
    throw error;
  }
}

const startedImport = z.looseObject({ import_id: z.int() });

/** The service takes the file as fast as it works on it: what is sent is as good as done. */
async function importThere(
  { send, progress }: Asked,
  { programId, tool, isApplied, createsGroups, file }: ImportRequest,
): Promise<Done> {
  const { chunks, read } = counted(file, (step) => progress.show("Sending", "bytes", step));
  const query = new URLSearchParams({ tool, is_applied: String(isApplied), create_groups: String(createsGroups) });
  const headers = {
    "content-type": "text/csv",
    ...(file.bytes === null ? {} : { "content-length": String(file.bytes) }),
  };
  const line = await send(`/api/v1/programs/${programId}/imports?${query}`, startedImport, { headers, chunks });
  progress.show("Sending", "bytes", read());
  return { importId: line.import_id, tool, isApplied, report: z.object(importReport.shape).parse(line) };
}

type Step = { readonly done: number; readonly total: number };

function counted({ source, bytes }: ImportRequest["file"], onRead: (step: Step) => void = () => undefined) {
  let done = 0;
  const read = (): Step => ({ done, total: Math.max(bytes ?? 0, done) });
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      const part = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      done += part.length;
      onRead(read());
      yield part;
    }
  }
  return { chunks: chunks(), read };
}

type Chunks = AsyncIterable<Uint8Array | string>;

/** `bytes` is null if the size is unknown. */
async function open(file: string, stdin: Chunks): Promise<ImportRequest["file"]> {
  if (file === "-") return { source: stdin, bytes: null };
  try {
    const { size } = await stat(file);
    return { source: createReadStream(file, { highWaterMark: readBytes }), bytes: size };
  } catch (error) {
    throw new CommandFailed(`There is no file ${file} that can be read.`, { cause: error });
  }
}

/** Also without faults: an earlier run's file would be mistaken for this one's. */
async function writeErrors(path: string, { faults }: ImportReport): Promise<void> {
  const lines = faults.map(({ line, column, message }) => csvLine([line, column, message]));
  try {
    await writeFile(path, csvLine(["line", "column", "message"]) + lines.join(""));
  } catch (error) {
    throw new CommandFailed(`The import is done, and its faults cannot be written to ${path}.`, { cause: error });
  }
}

function outputOf({ importId, tool, isApplied, report }: Done): Output {
  const json = { import_id: importId, tool, is_applied: isApplied, ...report };
  return { json, text: () => textOf(isApplied, report) };
}

function textOf(isApplied: boolean, report: ImportReport): string {
  const verb = isApplied ? "was added" : "would be added";
  const rows = [
    { what: "partners", added: report.partners_new, known: report.partners_known },
    { what: "customers", added: report.customers_new, known: report.customers_known },
    { what: "sales", added: report.sales_new, known: report.sales_known },
  ].filter(({ added, known }) => added + known > 0);
  const sums = report.totals.map(({ currency, ...sum }) => ({
    currency,
    sold: decimalAmount(sum.amount_cents, currency),
    earned: decimalAmount(sum.commission_cents, currency),
    paid: decimalAmount(sum.paid_cents, currency),
    owed: decimalAmount(sum.owed_cents, currency),
  }));
  const shown = report.faults.slice(0, faultsShownMax);
  const others = report.faulty_lines - shown.length;
  return [
    `${report.lines} ${report.lines === 1 ? "line" : "lines"} of ${report.records}. What ${verb}, and what is here already:`,
    ...(rows.length === 0 ? ["Nothing."] : [tableOf(rows, ["what", "added", "known"])]),
    ...(sums.length === 0 ? [] : [tableOf(sums, ["currency", "sold", "earned", "paid", "owed"])]),
    ...(report.sales_already_here === 0 ? [] : [`${report.sales_already_here} payments are sales here already.`]),
    ...(report.kept === 0
      ? []
      : [`${report.kept} lines conflict with what is here, which is kept: a partner, its group or its recruiter.`]),
    ...report.left_out.map(({ reason, lines }) => `${lines} lines left out: ${leftOutWords[reason] ?? reason}.`),
    ...(shown.length === 0
      ? []
      : [`${faultyLines(report.faulty_lines)}:`, tableOf(shown, ["line", "column", "message"])]),
    ...(others > 0 ? [`… and ${others} more.`] : []),
    ...(isApplied ? [] : ["Nothing was recorded. Add --apply to record it."]),
  ].join("\n");
}

function faultyLines(count: number): string {
  return count === 1 ? "1 line has a fault" : `${count} lines have faults`;
}

const leftOutWords: Readonly<Record<string, string>> = {
  no_sale: "earned without a sale",
  money_back: "money that went back",
  no_customer: "visitors who are no customers",
};

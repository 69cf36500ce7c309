// svc import: takes over partners, customers and sales from another tool's export, of any size. It says what it would do, and does it
// with --apply.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { operator } from "../../access/permission.ts";
import { openSecrets } from "../../access/secrets.ts";
import type { ImportReport } from "../../core/import-report.ts";
import { type ImportTool, importTools } from "../../core/import-tools.ts";
import { decimalAmount } from "../../core/money.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { choiceFlag, programFlag, switchFlag, textFlag } from "../flags.ts";
import { type Output, tableOf } from "../output.ts";

const faultsShownMax = 20;
const readBytes = 65_536;

export const command = defineCommand({
  example: "import --program 1 --from rewardful --file commissions.csv",
  flags: {
    program: programFlag,
    from: choiceFlag(importTools, "The tool whose export it is; csv is a file of your own"),
    file: textFlag("The file to read; - reads it from stdin", "path"),
    apply: switchFlag("Record it; otherwise it only says what it would do"),
  },
  run: async (context, { program: programId, from: tool, file, apply }) => {
    await requireProgram(context, programId);
    const { config, database, progress, shell } = context;
    const { source, bytes } = await open(file, shell.stdin);
    let read = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        const part = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
        read += part.length;
        yield part;
      }
    }
    const [{ runImport }, { FileRefused }, { ImportRefused }] = await Promise.all([
      import("../../imports/run.ts"),
      import("../../imports/file-refused.ts"),
      import("../../imports/import-refused.ts"),
    ]);
    const secrets = openSecrets(config.secretKeys.reveal());
    const run = { programId, tool, actor: operator, isApplied: apply, source: counted(), stop: shell.stop };
    try {
      const { importId, report } = await runImport(
        { database, secrets },
        {
          ...run,
          onProgress: (far) =>
            progress.show(apply ? "Importing" : "Reading", `bytes, ${far.lines} lines`, {
              done: read,
              total: Math.max(bytes ?? 0, read),
            }),
        },
      );
      return outputOf({ importId, tool, isApplied: apply }, report);
    } catch (error) {
      if (error instanceof FileRefused || error instanceof ImportRefused)
        throw new CommandFailed(error.message, { cause: error });
      throw error;
    }
  },
});

type Chunks = AsyncIterable<Uint8Array | string>;

/** `bytes` null where nobody knows how much will come. */
async function open(file: string, stdin: Chunks): Promise<{ source: Chunks; bytes: number | null }> {
  if (file === "-") return { source: stdin, bytes: null };
  try {
    const { size } = await stat(file);
    return { source: createReadStream(file, { highWaterMark: readBytes }), bytes: size };
  } catch (error) {
    throw new CommandFailed(`There is no file ${file} that can be read.`, { cause: error });
  }
}

type Done = { readonly importId: number; readonly tool: ImportTool; readonly isApplied: boolean };

function outputOf({ importId, tool, isApplied }: Done, report: ImportReport): Output {
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
    `${report.lines} lines of ${report.records}. What ${verb}, and what is here already:`,
    ...(rows.length === 0 ? ["Nothing."] : [tableOf(rows, ["what", "added", "known"])]),
    ...(sums.length === 0 ? [] : [tableOf(sums, ["currency", "sold", "earned", "paid", "owed"])]),
    ...(report.sales_already_here === 0 ? [] : [`${report.sales_already_here} payments are sales here already.`]),
    ...(report.kept === 0 ? [] : [`${report.kept} lines are another partner's here: what stands here is kept.`]),
    ...report.left_out.map(({ reason, lines }) => `${lines} lines left out: ${leftOutWords[reason] ?? reason}.`),
    ...(shown.length === 0
      ? []
      : [`${report.faulty_lines} lines have faults:`, tableOf(shown, ["line", "column", "message"])]),
    ...(others > 0 ? [`… and ${others} more.`] : []),
    ...(isApplied ? [] : ["Nothing was recorded. Add --apply to record it."]),
  ].join("\n");
}

const leftOutWords: Readonly<Record<string, string>> = {
  no_sale: "earned without a sale",
  money_back: "money that went back",
  no_customer: "visitors who are no customers",
};

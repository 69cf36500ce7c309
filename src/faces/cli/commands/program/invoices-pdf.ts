// svc invoices pdf: writes an invoice or credit note into a file, or prints it in base64.
import { writeFile } from "node:fs/promises";
import { invoicePdf } from "../../../../product/invoices/operations.ts";
import { loadOperation } from "../../../../product/operation/groups.ts";
import { answerOf } from "../../../../product/operation/operation.ts";
import { CommandFailed } from "../../failures.ts";
import { optional, textFlag } from "../../input/flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";

const operation = await loadOperation("invoices.pdf");
const { flags, names } = flagsOf(operation);
const answerSchema = answerOf(invoicePdf);

export const command = defineAskingCommand({
  example: "invoices pdf --program 1 --number ACME-2-0001 --out invoice.pdf",
  names,
  flags: { ...flags, out: optional(textFlag("A new file to write; printed in base64 by default", "file")) },
  run: async (ask, { out, ...given }) => {
    const { data } = answerSchema.parse(await ask(operation, inputOf(names, given)));
    if (out !== undefined) await write(out, Buffer.from(data.pdf_base64, "base64"));
    const text = out === undefined ? data.pdf_base64 : `Invoice ${data.number} is in ${out}.`;
    return { json: data, text: () => text };
  },
});

/** It holds personal data: for this user alone, and never over a file that is there. */
async function write(file: string, pdf: Uint8Array): Promise<void> {
  try {
    await writeFile(file, pdf, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(`${file} could not be written: ${why}`, { cause: error });
  }
}

// svc payouts record-results: imports payout results from the file of a payment tool or a bank. It previews them, and records them with
// --apply.
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { loadOperation } from "../../../../product/operation/groups.ts";
import { UsageError } from "../../failures.ts";
import { textFlag } from "../../input/flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput } from "../../output.ts";
import type { Shell } from "../../shell.ts";

const operation = await loadOperation("payouts.record-results");
const { flags, names } = flagsOf(operation, ["csv"]);

export const command = defineAskingCommand({
  example: "payouts record-results --program 1 --tool wise --file - --apply < results.csv",
  names,
  flags: { ...flags, file: textFlag("The file; - reads it from stdin") },
  run: async (ask, { file, ...given }, { shell }) => {
    const answer = await ask(operation, { ...inputOf(names, given), csv: await readPublished(shell, file) });
    return answerOutput(answer, operation.table);
  },
});

async function readPublished({ stdin }: Shell, file: string): Promise<string> {
  if (file === "-") return text(stdin);
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`--file ${file} cannot be read.`, { cause: error });
  }
}

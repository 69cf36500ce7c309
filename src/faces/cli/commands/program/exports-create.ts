// svc exports create: where a program's lists are written by the day. The secret of a bucket's key is read from standard input, or asked
// for without being shown.
import { loadOperation } from "../../../../product/operation/groups.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { readSecret } from "../../input/secret-input.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput } from "../../output.ts";

const operation = await loadOperation("exports.create");
const { flags, names } = flagsOf(operation, ["secret_access_key"]);

export const command = defineAskingCommand({
  example: "exports create --program 1 --list sales --target folder --folder reports",
  names,
  flags,
  run: async (ask, given, { shell }) => {
    const input = inputOf(names, given);
    const secret = input.target === "s3" ? { secret_access_key: await readSecret(shell, "Secret of the key: ") } : {};
    return answerOutput(await ask(operation, { ...input, ...secret }), null);
  },
});

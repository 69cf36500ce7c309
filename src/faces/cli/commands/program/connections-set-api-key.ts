// svc connections set-api-key: the key with which a connection's provider is asked for what it could not deliver. It is read from
// stdin, tried out with the provider first, kept encrypted, and never shown.
import { loadOperation } from "../../../../product/operation/groups.ts";
import { readApiKey } from "../../input/api-key-input.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput } from "../../output.ts";

const operation = await loadOperation("connections.set-api-key");
const { flags, names } = flagsOf(operation, ["api_key"]);

export const command = defineAskingCommand({
  example: "connections set-api-key --program 1 --connection 1 < api-key",
  names,
  flags,
  run: async (ask, given, { shell }) => {
    const api_key = await readApiKey(shell);
    return answerOutput(await ask(operation, { ...inputOf(names, given), api_key }), null);
  },
});

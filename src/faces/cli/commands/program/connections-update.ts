// svc connections update: switches a connection, or replaces its signing secret: the new one and the old one are both valid
// until --keep-newest-secret ends the old one.
import { loadOperation } from "../../../../product/operation/groups.ts";
import { optional, secretFlag } from "../../input/flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { clientReferenceFlag, referenceOf } from "../../input/reference-flag.ts";
import { readSecrets } from "../../input/signing-secrets.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput } from "../../output.ts";

const operation = await loadOperation("connections.update");
const { flags, names } = flagsOf(operation, ["signing_secret", "signing_secrets", "client_reference"]);

export const command = defineAskingCommand({
  example: "connections update --program 1 --connection 1 --secret - < new-signing-secret",
  names,
  flags: {
    ...flags,
    clientReference: clientReferenceFlag,
    secret: optional(secretFlag("A new signing secret next to the newest one; - reads it from stdin")),
  },
  run: async (ask, { secret, clientReference, ...given }, { shell }) => {
    const [added] = secret === undefined ? [] : await readSecrets(shell, secret, 1);
    const secrets = added === undefined ? {} : { signing_secret: added };
    const input = { ...inputOf(names, given), ...referenceOf(clientReference), ...secrets };
    return answerOutput(await ask(operation, input), null);
  },
});

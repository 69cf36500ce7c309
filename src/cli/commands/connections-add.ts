// svc connections add: where a provider sends its webhooks, and the secrets that prove them. Secrets are never shown again.
import { secretsPerConnectionMax } from "../../core/signing-secret.ts";
import { loadOperation } from "../../operations/groups.ts";
import { secretFlag, switchFlag } from "../flags.ts";
import { defineAskingCommand } from "../operation-command.ts";
import { flagsOf, inputOf } from "../operation-flags.ts";
import { answerOutput } from "../output.ts";
import { clientReferenceFlag, referenceOf } from "../reference-flag.ts";
import { readSecrets } from "../signing-secrets.ts";

const operation = await loadOperation("connections.add");
const { flags, names } = flagsOf(operation, ["livemode", "signing_secret", "signing_secrets", "client_reference"]);

export const command = defineAskingCommand({
  example: "connections add --program 1 --provider stripe --secret - < signing-secret",
  names,
  flags: {
    ...flags,
    secret: secretFlag(
      `The provider's signing secret; - reads it from stdin. At most ${secretsPerConnectionMax}, while one replaces the other`,
    ),
    clientReference: clientReferenceFlag,
    testMode: switchFlag("Whatever it delivers is a test: flagged, and never a sale"),
  },
  run: async (ask, { secret, clientReference, testMode, ...given }, { shell }) => {
    const signing_secrets = await readSecrets(shell, secret, secretsPerConnectionMax);
    const input = { ...inputOf(names, given), ...referenceOf(clientReference), signing_secrets, livemode: !testMode };
    return answerOutput(await ask(operation, input), null);
  },
});

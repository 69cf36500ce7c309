// svc connections add: where a provider sends its webhooks, and the secrets that prove them; or the API key with which the endpoint
// is made at the provider. Secrets and keys are never shown again.

import { z } from "zod";
import { secretsPerConnectionMax } from "../../../../core/vocabulary/signing-secret.ts";
import { loadOperation } from "../../../../product/operation/groups.ts";
import { UsageError } from "../../failures.ts";
import { readApiKey } from "../../input/api-key-input.ts";
import { choiceFlag, optional, secretFlag, switchFlag } from "../../input/flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { clientReferenceFlag, referenceOf } from "../../input/reference-flag.ts";
import { readSecrets } from "../../input/signing-secrets.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput, type JsonRecord, type Output } from "../../output.ts";

const operation = await loadOperation("connections.add");
const byHand = ["livemode", "signing_secret", "signing_secrets", "api_key", "client_reference"];
const { flags, names } = flagsOf(operation, byHand);

export const command = defineAskingCommand({
  example: "connections add --program 1 --provider stripe --secret - < signing-secret",
  names,
  flags: {
    ...flags,
    apiKey: optional(
      choiceFlag(
        ["-"],
        "Create the webhook at the provider with its API key, which is read from stdin or prompted for",
      ),
    ),
    secret: optional(
      secretFlag(
        `The provider's signing secret; - reads it from stdin. At most ${secretsPerConnectionMax}, while one replaces the other`,
      ),
    ),
    clientReference: clientReferenceFlag,
    testMode: switchFlag("All its deliveries are tests: flagged, and never sales"),
  },
  run: async (ask, { apiKey, secret, clientReference, testMode, ...given }, { shell }) => {
    const rest = { ...inputOf(names, given), ...referenceOf(clientReference), livemode: !testMode };
    if (apiKey === undefined) {
      const signing_secrets = await readSecrets(shell, secret ?? [], secretsPerConnectionMax);
      return answerOutput(await ask(operation, { ...rest, signing_secrets }), null);
    }
    if (secret !== undefined) throw new UsageError("Give --api-key or --secret: the key brings the secret with it.");
    const api_key = await readApiKey(shell);
    return withSentences(await ask(operation, { ...rest, api_key }));
  },
});

/** What was done at the provider, behind the record. */
function withSentences(answer: JsonRecord): Output {
  const output = answerOutput(answer, null);
  const messages = answered.safeParse(answer).data?.data.at_provider.messages ?? [];
  return { ...output, text: () => [output.text(), ...messages].join("\n") };
}

const answered = z.object({ data: z.object({ at_provider: z.object({ messages: z.array(z.string()) }) }) });

// svc test lead: one test signup, by a browser or with the program key by a server, and what the service answers.
import { readClientConfig } from "../../../../config/config.ts";
import { defineClientCommand } from "../../command.ts";
import { optional, programFlag, textFlag } from "../../input/flags.ts";
import { openServiceApi } from "../../remote/service-api.ts";
import { chooseServiceUrl, serviceFlags } from "../../remote/service-choice.ts";
import { keyFlag, readKey, replyOutput, sendTestCall } from "../../test-calls.ts";

export const command = defineClientCommand({
  example: "test lead --program 1 --customer-key user-42",
  flags: {
    program: programFlag,
    key: keyFlag,
    customerKey: optional(textFlag("Your own id of the customer", "customer_key")),
    ...serviceFlags,
  },
  run: async (shell, { program, key: given, customerKey, ...chosen }) => {
    const client = readClientConfig(shell.env);
    const api = openServiceApi(chooseServiceUrl(chosen, client));
    const key = await readKey(shell, given, client);
    const fields = customerKey === undefined ? {} : { customer_key: customerKey };
    return replyOutput(api, await sendTestCall(api, { call: "lead", programId: program, fields, key }));
  },
});

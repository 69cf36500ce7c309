// svc test lead: one test signup, by a browser or with the program key by a server, and what the service answers.
import { readClientConfig } from "../../config.ts";
import type { Command } from "../command.ts";
import { optional, parseFlags, programFlag, textFlag } from "../flags.ts";
import { openServiceApi } from "../service-api.ts";
import { chooseServiceUrl, serviceFlags } from "../service-choice.ts";
import { keyFlag, readKey, replyOutput, sendTestCall } from "../test-calls.ts";

const flags = {
  program: programFlag,
  key: keyFlag,
  customerKey: optional(textFlag("Your own id of the customer", "customer_key")),
  ...serviceFlags,
};

export const testLead: Command = {
  name: "test lead",
  summary: "Send one test signup to a running service and show its answer",
  example: "test lead --program 1 --customer-key user-42",
  flags,
  execute: async (options) => {
    const { program, key: given, customerKey, ...chosen } = parseFlags(flags, options);
    const client = readClientConfig();
    const api = openServiceApi(chooseServiceUrl(chosen, client));
    const key = await readKey(given, client);
    const fields = customerKey === undefined ? {} : { customer_key: customerKey };
    return replyOutput(api, await sendTestCall(api, { call: "lead", programId: program, fields, key }));
  },
};

// svc test click: one test click, as a visitor's browser tells it, and what the service answers.
import { readClientConfig } from "../../config.ts";
import type { Command } from "../command.ts";
import { optional, parseFlags, programFlag, textFlag } from "../flags.ts";
import { openServiceApi } from "../service-api.ts";
import { chooseServiceUrl, serviceFlags } from "../service-choice.ts";
import { replyOutput, sendTestCall } from "../test-calls.ts";

const flags = {
  program: programFlag,
  link: optional(textFlag("The affiliate link that was followed, with its aff", "url")),
  ...serviceFlags,
};

export const testClick: Command = {
  name: "test click",
  summary: "Send one test click to a running service and show its answer",
  example: "test click --program 1",
  flags,
  execute: async (options) => {
    const { program, link, ...chosen } = parseFlags(flags, options);
    const api = openServiceApi(chooseServiceUrl(chosen, readClientConfig()));
    const fields = link === undefined ? {} : { affiliate_url: link };
    return replyOutput(api, await sendTestCall(api, { call: "click", programId: program, fields }));
  },
};

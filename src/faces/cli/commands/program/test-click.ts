// svc test click: sends one test click as a visitor's browser does, and prints the service's answer.
import { readClientConfig } from "../../../../config/config.ts";
import { defineClientCommand } from "../../command.ts";
import { optional, programFlag, textFlag } from "../../input/flags.ts";
import { openServiceApi } from "../../remote/service-api.ts";
import { chooseServiceUrl, serviceFlags } from "../../remote/service-choice.ts";
import { replyOutput, sendTestCall } from "../../test-calls.ts";

export const command = defineClientCommand({
  example: "test click --program 1",
  flags: {
    program: programFlag,
    link: optional(textFlag("The affiliate link that was followed, with its aff", "url")),
    ...serviceFlags,
  },
  run: async (shell, { program, link, ...chosen }) => {
    const api = openServiceApi(chooseServiceUrl(chosen, readClientConfig(shell.env)));
    const fields = link === undefined ? {} : { affiliate_url: link };
    return replyOutput(api, await sendTestCall(api, { call: "click", programId: program, fields }));
  },
});

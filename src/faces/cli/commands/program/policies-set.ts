// svc policies set: the commission terms of one product, in place of the program's. Earlier sales keep theirs.
import { loadOperation } from "../../../../product/operation/groups.ts";
import { commissionFlags, commissionFrom } from "../../input/commission-flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput } from "../../output.ts";

const operation = await loadOperation("policies.set");
const { flags, names } = flagsOf(operation, ["commission"]);

export const command = defineAskingCommand({
  example: "policies set --program 1 --product prod_pro --commission-rate-bps 3000",
  names,
  flags: { ...flags, ...commissionFlags },
  run: async (ask, given) => {
    const commission = commissionFrom(given, null);
    return answerOutput(await ask(operation, { ...inputOf(names, given), commission }), null);
  },
});

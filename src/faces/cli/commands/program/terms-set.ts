// svc terms set: the commission terms of a partner or a group, for all products or one. Earlier sales keep theirs.
import { loadOperation } from "../../../../product/operation/groups.ts";
import { commissionFlags, commissionFrom } from "../../input/commission-flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput } from "../../output.ts";

const operation = await loadOperation("terms.set");
const { flags, names } = flagsOf(operation, ["commission"]);

export const command = defineAskingCommand({
  example: "terms set --program 1 --group gold --commission-rate-bps 3000 --commission-duration-months 12",
  names,
  flags: { ...flags, ...commissionFlags },
  run: async (ask, given) => {
    const commission = commissionFrom(given, null);
    return answerOutput(await ask(operation, { ...inputOf(names, given), commission }), null);
  },
});

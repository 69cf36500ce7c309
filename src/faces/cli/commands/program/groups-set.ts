// svc groups set: makes a group of partners, or changes what is given of it; its terms as flags.
import { loadOperation } from "../../../../product/operation/groups.ts";
import { commissionFlags, commissionFrom, isCommissionGiven } from "../../commission-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { flagsOf, inputOf } from "../../operation-flags.ts";
import { answerOutput } from "../../output.ts";

const operation = await loadOperation("groups.set");
const { flags, names } = flagsOf(operation, ["commission"]);

export const command = defineAskingCommand({
  example: "groups set --program 1 --group gold --name Gold --commission-rate-bps 3000 --hold-period-days 7",
  names,
  flags: { ...flags, ...commissionFlags },
  run: async (ask, given) => {
    const commission = isCommissionGiven(given) ? { commission: commissionFrom(given, null) } : {};
    return answerOutput(await ask(operation, { ...inputOf(names, given), ...commission }), null);
  },
});

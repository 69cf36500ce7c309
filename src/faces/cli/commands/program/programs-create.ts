// svc programs create: a program with its settings. Its key is made and not shown: `svc keys regenerate` shows one once.
import { defaultSettings } from "../../../../core/rules/events/settings/settings.ts";
import { loadOperation } from "../../../../product/operation/groups.ts";
import { commissionFlags, commissionFrom, isCommissionGiven } from "../../input/commission-flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput } from "../../output.ts";

const operation = await loadOperation("programs.create");
const { flags, names } = flagsOf(operation, ["commission"]);

export const command = defineAskingCommand({
  example: 'programs create --workspace 1 --name "Acme" --commission-rate-bps 2000 --commission-duration-months 12',
  names,
  flags: { ...flags, ...commissionFlags },
  run: async (ask, given) => {
    const commission = isCommissionGiven(given)
      ? { commission: commissionFrom(given, defaultSettings.commission) }
      : {};
    return answerOutput(await ask(operation, { ...inputOf(names, given), ...commission }), null);
  },
});

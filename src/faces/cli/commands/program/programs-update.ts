// svc programs update: changes what is given and leaves the rest. Of commission terms too what is left out stays as it is.
import { z } from "zod";
import { commissionTermsSchema } from "../../../../core/rules/events/settings/terms.ts";
import { loadOperation } from "../../../../product/operation/groups.ts";
import { commissionFlags, commissionFrom, isCommissionGiven } from "../../input/commission-flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput } from "../../output.ts";

const operation = await loadOperation("programs.update");
const { flags, names } = flagsOf(operation, ["commission"]);
const programSchema = z.object({ data: z.object({ commission: commissionTermsSchema }) });

export const command = defineAskingCommand({
  example: "programs update --program 1 --hold-period-days 30",
  names,
  flags: { ...flags, ...commissionFlags },
  run: async (ask, given) => {
    const input = inputOf(names, given);
    if (!isCommissionGiven(given)) return answerOutput(await ask(operation, input), null);
    const before = programSchema.parse(await ask("programs.show", { program_id: input.program_id }));
    const commission = commissionFrom(given, before.data.commission);
    return answerOutput(await ask(operation, { ...input, commission }), null);
  },
});

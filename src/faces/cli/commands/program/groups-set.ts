// svc groups set: makes a group of partners, or changes what is given of it; its terms as flags.
import { joinFieldsSchema } from "../../../../core/rules/events/settings/join-fields.ts";
import { loadOperation } from "../../../../product/operation/groups.ts";
import { commissionFlags, commissionFrom, isCommissionGiven } from "../../input/commission-flags.ts";
import { optional } from "../../input/flags.ts";
import { jsonFlag } from "../../input/json-flag.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { answerOutput } from "../../output.ts";

const operation = await loadOperation("groups.set");
const { flags, names } = flagsOf(operation, ["commission", "join_fields"]);
const joinFields = optional(
  jsonFlag(joinFieldsSchema, "Additional questions of its join form, as a JSON list of fields; [] for none"),
);

export const command = defineAskingCommand({
  example: "groups set --program 1 --group gold --name Gold --commission-rate-bps 3000 --hold-period-days 7",
  names,
  flags: { ...flags, ...commissionFlags, joinFields },
  run: async (ask, { joinFields, ...given }) => {
    const commission = isCommissionGiven(given) ? { commission: commissionFrom(given, null) } : {};
    const asked = joinFields === undefined ? {} : { join_fields: joinFields };
    return answerOutput(await ask(operation, { ...inputOf(names, given), ...commission, ...asked }), null);
  },
});

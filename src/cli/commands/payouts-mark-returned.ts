// svc payouts mark-returned: the money of a paid payout came back, or never left; it is owed again.
import { operator } from "../../access/permission.ts";
import { markPayoutReturned } from "../../ingest/payouts.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { optional, programFlag, textFlag } from "../flags.ts";
import { payoutsFlag } from "../money-flags.ts";
import { doToPayouts } from "../payout-output.ts";

export const command = defineCommand({
  example: "payouts mark-returned --program 1 --payout 42 --reason unclaimed",
  flags: { program: programFlag, payout: payoutsFlag, reason: optional(textFlag("Why, for people to read")) },
  run: async (context, { program, payout, reason = null }) => {
    await requireProgram(context, program);
    return doToPayouts(context, program, payout, (payoutId) =>
      markPayoutReturned(context.database, { programId: program, payoutId, reason }, operator),
    );
  },
});

// svc payouts cancel: payouts that will not be paid; what they held is owed as before.
import { operator } from "../../access/permission.ts";
import { exportedNote } from "../../core/payout-rows.ts";
import { cancelPayout } from "../../ingest/payouts.ts";
import { findPayouts } from "../../queries/payouts.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { programFlag } from "../flags.ts";
import { payoutsFlag } from "../money-flags.ts";
import { doToPayouts } from "../payout-output.ts";

export const command = defineCommand({
  example: "payouts cancel --program 1 --payout 42",
  flags: { program: programFlag, payout: payoutsFlag },
  run: async (context, { program, payout }) => {
    await requireProgram(context, program);
    const output = await doToPayouts(context, program, payout, (payoutId) =>
      cancelPayout(context.database, { programId: program, payoutId }, operator),
    );
    for (const { payout_id, status, exported_at } of await findPayouts(context.db, program, payout)) {
      if (status === "cancelled" && exported_at !== null) context.say(exportedNote(payout_id, exported_at));
    }
    return output;
  },
});

// svc payouts mark-paid: says that payouts were paid, exactly as they were put together.
import { operator } from "../../access/permission.ts";
import { markPayoutPaid } from "../../ingest/payouts.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { programFlag } from "../flags.ts";
import { methodFlag, payoutsFlag, referenceFlag } from "../money-flags.ts";
import { doToPayouts } from "../payout-output.ts";

export const command = defineCommand({
  example: "payouts mark-paid --program 1 --payout 42 --payout 43 --method paypal --reference 2EWXR5TVL4EG8",
  flags: { program: programFlag, payout: payoutsFlag, method: methodFlag, reference: referenceFlag },
  run: async (context, { program, payout, method = null, reference = null }) => {
    await requireProgram(context, program);
    return doToPayouts(context, program, payout, (payoutId) =>
      markPayoutPaid(context.database, { programId: program, payoutId, method, reference }, operator),
    );
  },
});

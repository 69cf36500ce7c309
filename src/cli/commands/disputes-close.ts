// svc disputes close: for providers that never tell how a dispute ended.
import { closeDispute } from "../../ingest/decision.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { choiceFlag, programFlag, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "disputes close --program 1 --transaction-id tran_1 --dispute disp_1 --result won",
  flags: {
    program: programFlag,
    transactionId: textFlag("Any name of the disputed payment", "transaction_id"),
    dispute: textFlag("The dispute's id, as disputes list shows it", "id"),
    result: choiceFlag(["won", "lost"], "How it ended"),
  },
  run: async (context, { program, transactionId, dispute, result }) => {
    await requireProgram(context, program);
    const decision = { programId: program, transactionId, disputeId: dispute, result };
    const refusal = await closeDispute(context.database, decision);
    if (refusal !== null) throw new CommandFailed(refusal);
    return recordOutput({ dispute_id: dispute, status: result });
  },
});

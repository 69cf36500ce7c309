// svc sales accept: an operator decides for the merchant where the chain contradicts a payment.
import { acceptPayment } from "../../ingest/decision.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { programFlag, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: 'sales accept --program 1 --transaction-id eip155:8453:0x12ab --reason "paid by bank transfer"',
  flags: {
    program: programFlag,
    transactionId: textFlag("The sale's transaction_id", "transaction_id"),
    reason: textFlag("Why it is accepted, for whoever asks later", "text"),
  },
  run: async (context, { program, transactionId, reason }) => {
    await requireProgram(context, program);
    const refusal = await acceptPayment(context.database, { programId: program, transactionId, reason });
    if (refusal !== null) throw new CommandFailed(refusal);
    return recordOutput({ transaction_id: transactionId, evidence: "operator_accepted" });
  },
});

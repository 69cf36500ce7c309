// svc payouts create: puts together what is owed, one payout for each partner and currency. No money moves.
import { operator } from "../../access/permission.ts";
import { createPayouts } from "../../ingest/payouts.ts";
import { findPayouts } from "../../queries/payouts.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { programFlag, switchFlag } from "../flags.ts";
import { payeeFlags, requireCurrencyOfMinimum } from "../money-flags.ts";
import { listOutput } from "../output.ts";
import { payoutColumns } from "../payout-output.ts";

export const command = defineCommand({
  example: "payouts create --program 1 --currency USD --minimum-cents 5000",
  flags: {
    program: programFlag,
    ...payeeFlags,
    onlyWithRecipient: switchFlag("Leave out partners without a payout recipient"),
  },
  run: async (context, given) => {
    requireCurrencyOfMinimum(given);
    const { program, partner, currency, minimumCents, onlyWithRecipient } = given;
    await requireProgram(context, program);
    const { payoutIds, leftOut } = await createPayouts(
      context.database,
      program,
      {
        partnerId: partner ?? null,
        currency: currency ?? null,
        minimumCents: minimumCents ?? 1,
        onlyWithRecipient,
      },
      operator,
    );
    const output = listOutput({ data: await findPayouts(context.db, program, payoutIds), next: null }, payoutColumns);
    if (leftOut.length === 0) return output;
    const named = leftOut.map((one) => `partner ${one.partner_id}, ${one.owed_cents} ${one.currency}: ${one.message}`);
    return {
      ...output,
      json: { ...output.json, left_out: leftOut },
      failure: `Left out, owed as before: ${named.join(" ")}`,
    };
  },
});

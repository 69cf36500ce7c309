// svc payouts show: one payout and what it pays for, page by page.
import { findPayoutDetail, listPayoutItems } from "../../queries/payouts.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { idFlag, pageFlags, programFlag } from "../flags.ts";
import { listOutput, recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "payouts show 42 --program 1",
  flags: { program: programFlag, payout: idFlag("The payout's id"), ...pageFlags },
  argument: "payout",
  run: async ({ db }, { program, payout: payoutId, ...request }) => {
    const payout = await findPayoutDetail(db, program, payoutId);
    if (payout === undefined) throw new CommandFailed(`Program ${program} has no payout ${payoutId}.`);
    const items = await listPayoutItems(db, program, payoutId, request);
    return {
      json: { ...payout, items },
      text: () =>
        `${recordOutput(payout).text()}\n${listOutput(items, ["sale_id", "transaction_id", "amount_cents"]).text()}`,
    };
  },
});

// svc payouts export: payouts that wait to be paid, as the file a payment tool takes. That there is a file is recorded; say mark-paid
// when the tool has paid them.
import { z } from "zod";
import { loadOperation } from "../../operations/groups.ts";
import { payoutFile } from "../../queries/payout-file.ts";
import { defineAskingCommand } from "../operation-command.ts";
import { flagsOf, inputOf } from "../operation-flags.ts";

const operation = await loadOperation("payouts.export");
const { flags, names } = flagsOf(operation);
const answerSchema = z.object({ data: payoutFile });

export const command = defineAskingCommand({
  example: "payouts export --program 1 --currency USD --format paypal",
  names,
  flags,
  run: async (ask, given) => {
    const { data } = answerSchema.parse(await ask(operation, inputOf(names, given)));
    const leftOut = data.left_out.map(({ payout_id, why }) => `payout ${payout_id}: ${why}`);
    return {
      json: data,
      text: () => data.csv.trimEnd(),
      ...(leftOut.length === 0 ? {} : { failure: `Left out: ${leftOut.join("; ")}.` }),
    };
  },
});

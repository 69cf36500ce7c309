// svc payouts create: puts together what is owed, one payout for each partner and currency. What is left out is told.
import { z } from "zod";
import { loadOperation } from "../../operations/groups.ts";
import { defineAskingCommand, withElsewhere } from "../operation-command.ts";
import { flagsOf, inputOf } from "../operation-flags.ts";
import { answerOutput } from "../output.ts";

const operation = await loadOperation("payouts.create");
const { flags, names } = flagsOf(operation);

const leftOut = z.object({
  partner_id: z.number(),
  currency: z.string(),
  owed_cents: z.union([z.number(), z.string()]),
  message: z.string(),
});
const answerSchema = z.object({ left_out: z.array(leftOut).default([]) });

export const command = defineAskingCommand({
  example: "payouts create --program 1 --currency USD --minimum-cents 5000",
  names,
  flags,
  run: async (ask, given) => {
    const input = inputOf(names, given);
    const answer = await ask(operation, input);
    const output = await withElsewhere(answerOutput(answer, operation.table), answer, ask, operation, input);
    const { left_out } = answerSchema.parse(answer);
    if (left_out.length === 0) return output;
    const named = left_out.map((one) => `partner ${one.partner_id}, ${one.owed_cents} ${one.currency}: ${one.message}`);
    return { ...output, failure: `Left out, owed as before: ${named.join(" ")}` };
  },
});

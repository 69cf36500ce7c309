// svc payouts create: prints the payouts, and on stderr who was left out.
import { z } from "zod";
import type { Present } from "../operation-command.ts";
import { answerOutput } from "../output.ts";

const leftOut = z.object({
  partner_id: z.number(),
  currency: z.string(),
  owed_cents: z.union([z.number(), z.string()]),
  message: z.string(),
});
const answerSchema = z.object({ left_out: z.array(leftOut).default([]) });

export const present: Present = (answer, operation) => {
  const output = answerOutput(answer, operation.table);
  const { left_out } = answerSchema.parse(answer);
  if (left_out.length === 0) return output;
  const named = left_out.map((one) => `partner ${one.partner_id}, ${one.owed_cents} ${one.currency}: ${one.message}`);
  return { ...output, failure: `Left out, owed as before: ${named.join(" ")}` };
};

// svc payouts export: prints the payment tool's file, and on stderr what was left out.
import { answerOf } from "../../../product/operation/operation.ts";
import { payoutFile } from "../../../product/payouts/file-read.ts";
import type { Present } from "../operation-command.ts";

const answerSchema = answerOf(payoutFile);

export const present: Present = (answer) => {
  const { data } = answerSchema.parse(answer);
  const leftOut = data.left_out.map(({ payout_id, why }) => `payout ${payout_id}: ${why}`);
  return {
    json: data,
    text: () => data.csv.trimEnd(),
    ...(leftOut.length === 0 ? {} : { failure: `Left out: ${leftOut.join("; ")}.` }),
  };
};

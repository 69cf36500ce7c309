// The answer to a refund call.

import { type Concluded, noAnswer } from "../conclusion-answer.ts";
import type { RefundAnswer } from "./answer-schemas.ts";

/** Two refunds of the same amount are indistinguishable without their ids. */
const skippedWarning: NonNullable<RefundAnswer["warnings"]>[number] = {
  code: "refund_skipped",
  field: "refund_id",
  message:
    "Nothing was refunded: a refund of this amount was already reported for this sale. If this is another one, send it again with its own refund_id.",
};

export function refundAnswer(concluded: Concluded, { refund_id }: { readonly refund_id: string | null }): RefundAnswer {
  const { answer, message } = concluded.conclusion;
  if (answer?.kind !== "refund") throw noAnswer("refund", concluded);
  const { kind: _, reason, ...figures } = answer;
  const because = reason === null ? {} : { reason };
  const warned = reason === "same_refund_amount" && refund_id === null ? { warnings: [skippedWarning] } : {};
  return { success: true, ...figures, message, ...because, ...warned };
}

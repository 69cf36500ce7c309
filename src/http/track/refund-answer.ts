// The answer to a refund call.
import type { RefundAnswer } from "./answer-schemas.ts";
import { type Concluded, noAnswer } from "./conclusion.ts";

export function refundAnswer(concluded: Concluded): RefundAnswer {
  const { answer, message } = concluded.conclusion;
  if (answer?.kind !== "refund") throw noAnswer("refund", concluded);
  const { kind: _, reason, ...figures } = answer;
  return { success: true, ...figures, message, ...(reason === null ? {} : { reason }) };
}

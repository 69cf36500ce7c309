// The answers to a lead call.

import { type Concluded, noAnswer, testAnswer } from "../conclusion-answer.ts";
import type { LeadAnswer } from "./answer-schemas.ts";

export function leadAnswer(concluded: Concluded, programId: number): LeadAnswer {
  const { answer, message } = concluded.conclusion;
  switch (answer?.kind) {
    case "lead":
      return {
        success: true,
        message,
        lead_id: answer.lead_id,
        ...(answer.is_provisional ? { provisional: true } : {}),
      };
    case "test":
      return testAnswer(concluded, programId);
    default:
      throw noAnswer("lead", concluded);
  }
}

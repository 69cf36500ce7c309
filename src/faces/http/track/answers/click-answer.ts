// The answers to a click call.

import { type Concluded, noAnswer, testAnswer } from "../conclusion-answer.ts";
import type { ClickAnswer } from "./answer-schemas.ts";

export function clickAnswer(concluded: Concluded, programId: number): ClickAnswer {
  const { answer, message } = concluded.conclusion;
  switch (answer?.kind) {
    case "click":
      return {
        success: true,
        click_id: answer.click_id,
        partner_code: answer.partner_code,
        cookie_window_days: answer.cookie_window_days,
        program_id: programId,
      };
    case "inactive":
      return { success: false, message };
    case "test":
      return testAnswer(concluded, programId);
    default:
      throw noAnswer("click", concluded);
  }
}

// The answers to a sale call, as the interface words them.

import { type Concluded, noAnswer, testAnswer } from "../conclusion-answer.ts";
import type { SaleAnswer } from "./answer-schemas.ts";

export function saleAnswer(concluded: Concluded, programId: number): SaleAnswer {
  const { answer, message } = concluded.conclusion;
  switch (answer?.kind) {
    case "sale":
      return {
        success: true,
        sale_id: answer.sale_id,
        commission_id: answer.commission_id,
        message,
        ...(answer.reason === null ? {} : { reason: answer.reason }),
      };
    case "expired":
      return {
        success: true,
        sale_id: null,
        commission_id: null,
        // The same words however often it is asked.
        message: "The attribution window had expired: no sale was created and no commission is due.",
        attributed: false,
        reason: "attribution_window_expired",
        click_age_days: answer.click_age_days,
        window_days: answer.window_days,
      };
    case "test":
      return testAnswer(concluded, programId);
    default:
      throw noAnswer("sale", concluded);
  }
}

// The body of a refund call. Unknown fields are ignored, but a refund without an amount refunds everything that is left: a body whose
// amount seems to have another name is refused.
import { z } from "zod";
import type { RefundCall } from "../../../engine/recording/tracking.ts";
import type { JsonBody } from "../json-body.ts";
import { namesOf, optionalId, readFields, requiredId } from "./call-fields.ts";
import { refuseMisspelt } from "./unknown-fields.ts";

const amount = { field: "refund_amount_cents", lookAlikes: ["amount", "amount_cents", "cents", "refund_amount"] };

export const refundBody = z.object({
  transaction_id: requiredId.meta({ description: "The sale's transaction_id" }),
  refund_amount_cents: z
    .int("must be an integer in the smallest currency unit, below 2^53; 0 or nothing refunds the rest")
    .nonnegative("must not be negative")
    .nullable()
    .default(null)
    .meta({ description: "What goes back with this refund; 0 or nothing is all that is left" }),
  refund_reason: optionalId.meta({ description: "Why" }),
  refund_id: requiredId.nullable().default(null).meta({ description: "Distinguishes refunds of the same amount" }),
});

export const refundFields = namesOf(refundBody);

export function readRefundBody(body: JsonBody): RefundCall["data"] {
  refuseMisspelt("a refund", amount, refundFields, body);
  return readFields(refundBody, body);
}

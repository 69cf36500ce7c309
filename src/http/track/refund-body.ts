// The body of a refund call. Unknown fields are ignored, but a refund without an amount takes back all that is left: one whose
// amount seems to stand under another name is refused.
import { z } from "zod";
import type { RefundCall } from "../../ingest/tracking.ts";
import type { JsonBody } from "../json-body.ts";
import { namesOf, optionalId, readFields, requiredId } from "./fields.ts";
import { refuseMisspelt } from "./unknown-fields.ts";

const amount = { field: "refund_amount_cents", lookAlikes: ["amount", "amount_cents", "cents", "refund_amount"] };

const schema = z.object({
  transaction_id: requiredId,
  refund_amount_cents: z
    .int("must be an integer in the smallest currency unit, below 2^53; 0 or nothing refunds the rest")
    .nonnegative("must not be negative")
    .nullable()
    .default(null),
  refund_reason: optionalId,
  refund_id: requiredId.nullable().default(null),
});

export const refundFields = namesOf(schema);

export function readRefundBody(body: JsonBody): RefundCall["data"] {
  refuseMisspelt("a refund", amount, refundFields, body);
  return readFields(schema, body);
}

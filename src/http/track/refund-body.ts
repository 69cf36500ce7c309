// The body of a refund call. Strict: a refund without an amount takes back all that is left, so a misspelt amount must
// never pass for a missing one.
import { z } from "zod";
import type { RefundCall } from "../../ingest/tracking.ts";
import type { JsonBody } from "../json-body.ts";
import { optionalId, readStrictFields, requiredId } from "./fields.ts";

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

export function readRefundBody(body: JsonBody): RefundCall["data"] {
  return readStrictFields("refund", schema, body);
}

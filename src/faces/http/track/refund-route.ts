// POST /api/v1/track/refund: a refund the brand's backend reports, once per refund, with the program key.
import type { RequestHandler } from "express";
import { refundAnswer } from "./answers/refund-answer.ts";
import { concludedFor, type KeyedCall, readKeyedCall, sendKeyedAnswer } from "./keyed-call.ts";
import type { TrackParts } from "./parts.ts";
import { readRefundBody, refundFields } from "./refund-body.ts";

const refundCall: KeyedCall<ReturnType<typeof readRefundBody>> = {
  name: "refund",
  takesPlainText: false,
  fields: refundFields,
  read: readRefundBody,
};

export function refundRoute(parts: TrackParts): RequestHandler {
  return async (request, response) => {
    const holder = await parts.callers.keyHolder(request, response);
    const data = await readKeyedCall(parts, request, holder, refundCall);
    const result = await parts.tracking.refund({ data, access: holder.access });
    sendKeyedAnswer(holder, refundAnswer(concludedFor(parts, holder, result), data));
  };
}

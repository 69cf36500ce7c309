// POST /api/v1/track/sale: a payment the brand's backend reports, with the program key.
import type { RequestHandler } from "express";
import { saleAnswer } from "./answers/sale-answer.ts";
import { concludedFor, type KeyedCall, readKeyedCall, sendKeyedAnswer } from "./keyed-call.ts";
import type { TrackParts } from "./parts.ts";
import { readSaleBody, saleFields } from "./sale-body.ts";

export function saleRoute(parts: TrackParts): RequestHandler {
  const saleCall: KeyedCall<ReturnType<typeof readSaleBody>> = {
    name: "sale",
    takesPlainText: false,
    fields: saleFields,
    read: (body) => readSaleBody(body, parts.now()),
  };
  return async (request, response) => {
    const holder = await parts.callers.keyHolder(request, response);
    const call = await readKeyedCall(parts, request, holder, saleCall);
    const result = await parts.tracking.sale({ ...call, access: holder.access });
    sendKeyedAnswer(holder, saleAnswer(concludedFor(parts, holder, result), result.programId));
  };
}

// POST /api/v1/track/payment-reference: whose payment a delivery without metadata will be, with the program key.
import type { RequestHandler } from "express";
import type { ReferenceAnswer } from "./answers/answer-schemas.ts";
import { type Concluded, noAnswer } from "./conclusion-answer.ts";
import { concludedFor, type KeyedCall, readKeyedCall, sendKeyedAnswer } from "./keyed-call.ts";
import type { TrackParts } from "./parts.ts";
import { readReferenceBody, referenceFields } from "./reference-body.ts";

const referenceCall: KeyedCall<ReturnType<typeof readReferenceBody>> = {
  name: "payment-reference",
  takesPlainText: false,
  fields: referenceFields,
  read: readReferenceBody,
};

export function referenceRoute(parts: TrackParts): RequestHandler {
  return async (request, response) => {
    const holder = await parts.callers.keyHolder(request, response);
    const data = await readKeyedCall(parts, request, holder, referenceCall);
    const result = await parts.tracking.reference({ data, access: holder.access });
    sendKeyedAnswer(holder, referenceAnswer(concludedFor(parts, holder, result)));
  };
}

function referenceAnswer(concluded: Concluded): ReferenceAnswer {
  const { answer, message } = concluded.conclusion;
  if (answer?.kind !== "reference") throw noAnswer("payment-reference", concluded);
  return { success: true, message, reference_id: answer.reference_id, reference: answer.reference };
}

// POST /api/v1/track/lead: a signup, reported by the brand's server with the program key or by a browser without. An Authorization header
// always makes it a server's call: a bad key is refused and never ignored.
import type { Request, RequestHandler, Response } from "express";
import { Refusal } from "../../../product/operation/refusal.ts";
import { readBody } from "../body.ts";
import { parseJsonBody } from "../json-body.ts";
import { sendTaken } from "./answers/call-answer.ts";
import { leadAnswer } from "./answers/lead-answer.ts";
import { concluded } from "./conclusion-answer.ts";
import { concludedFor, type KeyedCall, readKeyedCall, sendKeyedAnswer } from "./keyed-call.ts";
import { leadFields, readLeadBody } from "./lead-body.ts";
import type { TrackParts } from "./parts.ts";
import { noteUnknownFields } from "./unknown-fields.ts";

const takesPlainText = true;

export function leadRoute(parts: TrackParts): RequestHandler {
  const { hashEmail } = parts;
  const serverCall: KeyedCall<ReturnType<typeof readLeadBody>> = {
    name: "lead",
    takesPlainText,
    fields: leadFields,
    read: (body) => readLeadBody(body, { hasKey: true, hashEmail }),
  };

  async function fromServer(request: Request, response: Response): Promise<void> {
    const holder = await parts.callers.keyHolder(request, response);
    const call = await readKeyedCall(parts, request, holder, serverCall);
    const answered = await parts.tracking.lead({ ...call, access: holder.access });
    if (answered === "unknown_program") throw new Error("a key's lead always has its program");
    sendKeyedAnswer(holder, leadAnswer(concludedFor(parts, holder, answered), answered.programId));
  }

  async function fromBrowser(request: Request, response: Response): Promise<void> {
    await parts.callers.browser(request);
    const bytes = await readBody(request, parts.bodyBytesMax);
    const body = parseJsonBody(bytes, request.headers["content-type"], { takesPlainText });
    const call = readLeadBody(body, { hasKey: false, hashEmail });
    noteUnknownFields(response, "a lead", leadFields, body);
    const answered = await parts.tracking.lead({ ...call, access: null, admitTest: parts.callers.anonymousTest });
    if (answered === "unknown_program") throw unknownProgram();
    sendTaken(response, leadAnswer(concluded(answered.result, unknownProgram), answered.programId));
  }

  return (request, response) =>
    request.headers.authorization === undefined ? fromBrowser(request, response) : fromServer(request, response);
}

function unknownProgram(): Refusal {
  return new Refusal(
    "no_attribution",
    "Nothing this lead names is known: send the click_id of a tracked click, or additional_data.program_id with a known customer_key.",
  );
}

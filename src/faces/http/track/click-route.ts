// POST /api/v1/track/click: a visitor came through an affiliate link. No credential: anyone may report a click.
import type { RequestHandler } from "express";
import { Refusal } from "../../../product/operation/refusal.ts";
import { readBody } from "../body.ts";
import { clientAddress } from "../guard/client-address.ts";
import { parseJsonBody } from "../json-body.ts";
import { sendTaken } from "./answers/call-answer.ts";
import { clickAnswer } from "./answers/click-answer.ts";
import { clickFields, readClickBody } from "./click-body.ts";
import { concluded } from "./conclusion-answer.ts";
import type { TrackParts } from "./parts.ts";
import { noteUnknownFields } from "./unknown-fields.ts";

export function clickRoute(parts: TrackParts): RequestHandler {
  return async (request, response) => {
    await parts.callers.browser(request);
    const bytes = await readBody(request, parts.bodyBytesMax);
    const body = parseJsonBody(bytes, request.headers["content-type"], { takesPlainText: true });
    const call = readClickBody(body, request.headers["user-agent"]);
    noteUnknownFields(response, "a click", clickFields, body);
    const answered = await parts.tracking.click({
      ...call,
      address: clientAddress(request),
      admitTest: parts.callers.anonymousTest,
    });
    if (answered === "unknown_link") throw unknownLink();
    sendTaken(response, clickAnswer(concluded(answered.result, unknownLink), answered.programId));
  };
}

function unknownLink(): Refusal {
  return new Refusal("unknown_link", "This affiliate link, or the program the test names, is not known.");
}

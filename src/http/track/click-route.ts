// POST /api/v1/track/click: a visitor came through an affiliate link. No credential: anyone may tell of a click.
import type { RequestHandler } from "express";
import { readBody } from "../body.ts";
import { Refusal } from "../errors.ts";
import { parseJsonBody } from "../json-body.ts";
import { sendJson } from "../send.ts";
import { clickAnswer } from "./click-answer.ts";
import { readClickBody } from "./click-body.ts";
import { concluded } from "./conclusion.ts";
import type { TrackParts } from "./parts.ts";

export function clickRoute(parts: TrackParts): RequestHandler {
  return async (request, response) => {
    await parts.callers.browser(request);
    const bytes = await readBody(request, parts.bodyBytesMax);
    const body = parseJsonBody(bytes, request.headers["content-type"], { takesPlainText: true });
    const answered = await parts.tracking.click(readClickBody(body, request.headers["user-agent"]));
    if (answered === "unknown_link") throw unknownLink();
    sendJson(response, 200, clickAnswer(concluded(answered.result, unknownLink), answered.programId));
  };
}

function unknownLink(): Refusal {
  return new Refusal("unknown_link", "This affiliate link, or the program the test names, is not known.");
}

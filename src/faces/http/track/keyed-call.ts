// What calls with a program key have in common: a body that cannot be read leaves a line in the program's tracking log, and a
// key that was replaced, or had to be, is refused as such, leaving no line.
import type { Request } from "express";
import { idCharactersMax, isStorableText } from "../../../core/vocabulary/facts.ts";
import type { TrackingResult } from "../../../engine/recording/tracking.ts";
import type { TrackingLine } from "../../../engine/recording/tracking-log.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { readBody } from "../body.ts";
import { type JsonBody, parseJsonBody } from "../json-body.ts";
import { sendTaken } from "./answers/call-answer.ts";
import { isTestMode } from "./call-fields.ts";
import { type KeyHolder, opensNothing } from "./callers.ts";
import { type Concluded, concluded } from "./conclusion-answer.ts";
import type { TrackParts } from "./parts.ts";
import { noteUnknownFields } from "./unknown-fields.ts";

export type KeyedCall<Call> = {
  readonly name: "sale" | "refund" | "lead" | "payment-reference";
  readonly takesPlainText: boolean;
  /** All others are ignored, and named in the answer. */
  readonly fields: ReadonlySet<string>;
  readonly read: (body: JsonBody) => Call;
};

export async function readKeyedCall<Call>(
  parts: TrackParts,
  request: Request,
  holder: KeyHolder,
  { name, takesPlainText, fields, read }: KeyedCall<Call>,
): Promise<Call> {
  let body: JsonBody = {};
  try {
    const bytes = await readBody(request, parts.bodyBytesMax);
    body = parseJsonBody(bytes, request.headers["content-type"], { takesPlainText });
    const call = read(body);
    noteUnknownFields(holder.response, `a ${name.replace("-", " ")}`, fields, body);
    return call;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await logRefusal(parts, holder, refusedLine(holder, name, body, error));
    throw error;
  }
}

export function concludedFor(parts: TrackParts, holder: KeyHolder, { result }: TrackingResult): Concluded {
  parts.callers.learn(holder, { isRevoked: result.kind === "key_revoked", flag: result.keyFlag ?? null });
  if (result.kind === "key_past_deadline") throw parts.callers.pastDeadline(holder);
  return concluded(result, opensNothing);
}

export function sendKeyedAnswer({ response }: KeyHolder, body: object): void {
  sendTaken(response, body);
}

/**
 * Throws, and leaves no line, when the key was replaced or is past its deadline: it may only have been remembered, and no
 * transaction will confirm it. The line is for the brand's developers: while the database is away the call is refused all the
 * same.
 */
async function logRefusal(parts: TrackParts, holder: KeyHolder, line: TrackingLine): Promise<void> {
  try {
    await parts.callers.confirm(holder);
    await parts.logRefusedCall(line);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    parts.log.warn({ err: error }, "a refused call is missing in the tracking log");
  }
}

function refusedLine(holder: KeyHolder, call: string, body: JsonBody, refusal: Refusal): TrackingLine {
  const { transaction_id: transactionId, livemode, additional_data: data } = body;
  return {
    programId: holder.access.programId,
    call,
    isTest: livemode === false || isTestMode(data),
    code: refusal.code,
    message: refusal.message,
    transactionId: typeof transactionId === "string" && isKeepable(transactionId) ? transactionId : null,
    eventId: null,
  };
}

function isKeepable(text: string): boolean {
  return text.length <= idCharactersMax && isStorableText(text);
}

// What an answer may be: described by the API's own description, never a fault of the service, and of an error the envelope with a
// code of the catalogue. Undefined is well answered.
import { isErrorCode } from "../../src/core/vocabulary/errors.ts";
import { requireDescribed } from "../support/described-answers.ts";
import { isRecord } from "../support/fixtures.ts";
import type { WireAnswer, WireRequest } from "./wire.ts";

/** By Node itself, before any code of ours: it has no envelope. */
const ofNode = [400, 408, 413, 414, 417, 431];

export async function faultOf(request: WireRequest, answer: WireAnswer): Promise<string | undefined> {
  const { status, text, headers } = answer;
  if (status >= 500) return `answered ${status}: ${text.slice(0, 500)}`;
  if (request.isRude && ofNode.includes(status) && text === "") return undefined;
  // Accounts answer in words of their own, which the description has.
  const isOfAccounts = request.path.startsWith("/api/auth/");
  if (
    status >= 400 &&
    !isOfAccounts &&
    request.method !== "HEAD" &&
    !headers.get("content-type")?.startsWith("text/html")
  ) {
    const error = isRecord(answer.body) ? answer.body.error : undefined;
    if (
      !isRecord(error) ||
      typeof error.code !== "string" ||
      !isErrorCode(error.code) ||
      typeof error.message !== "string"
    ) {
      return `an error without the envelope, ${status}: ${text.slice(0, 500)}`;
    }
  }
  // What the description says of GET is not said again of HEAD.
  if (request.isRude || (request.method === "HEAD" && status === 405)) return undefined;
  try {
    await requireDescribed({ method: request.method, path: request.path }, answer);
    return undefined;
  } catch (error) {
    return `not as described: ${error instanceof Error ? error.message.slice(0, 700) : String(error)}`;
  }
}

/** Faults that are one: without what differs from case to case. */
export function kindOf(fault: string): string {
  return fault
    .replaceAll(/"(request_id|route|hostname)":"[^"]*"/g, "")
    .replaceAll(/\d+/g, "#")
    .slice(0, 260);
}

// Sends the answer of an accepted tracking call, with the warnings for its caller.
import type { ServerResponse } from "node:http";
import { warningsOf } from "../../guard/rotation-signals.ts";
import { sendJson } from "../../send.ts";
import { fieldWarningsOf } from "../unknown-fields.ts";

export function sendTaken(
  response: ServerResponse,
  answer: { readonly warnings?: readonly object[] | undefined },
): void {
  const ofFields = fieldWarningsOf(response);
  const { warnings: ofKey = [] } = warningsOf(response);
  const warnings = [...ofKey, ...ofFields, ...(answer.warnings ?? [])];
  sendJson(response, 200, warnings.length === 0 ? answer : { ...answer, warnings });
}

// What an answer of Wise to one request means: whether it did nothing for certain, and why.
import { z } from "zod";
import type { RailAnswer } from "./rail.ts";
import type { RailResponse } from "./rail-client.ts";

export function answerBody<Body>(response: RailResponse, schema: z.ZodType<Body>): Body | null {
  if (response.kind === "no_answer" || response.status >= 300) return null;
  const read = schema.safeParse(response.body);
  return read.success ? read.data : null;
}

const passing: ReadonlySet<number> = new Set([408, 409, 429]);

export function unprepared(response: RailResponse): RailAnswer {
  if (response.kind === "no_answer") return { kind: "unsent", reason: response.reason };
  const isRefused = response.status >= 400 && response.status < 500 && !passing.has(response.status);
  return { kind: isRefused ? "refused" : "unsent", reason: saidBy(response) };
}

/** Only what Wise says of the request itself declines it; anything else may hide that the transfer was made. */
export function declined(response: Extract<RailResponse, { kind: "answer" }>): RailAnswer {
  const reason = saidBy(response);
  const { status, body } = response;
  if (status === 429) return { kind: "unsent", reason };
  const isRefused = status >= 400 && status < 500 && !passing.has(status) && errorSchema.safeParse(body).success;
  return { kind: isRefused ? "refused" : "unknown", reason };
}

const errorSchema = z.union([
  z.object({ errors: z.array(z.object({ code: z.string(), message: z.string().optional() })).min(1) }),
  z.object({ error: z.string(), error_description: z.string().optional() }),
  z.object({ errorCode: z.string() }),
]);

export function saidBy({ status, body }: Extract<RailResponse, { kind: "answer" }>): string {
  const { data } = errorSchema.safeParse(body);
  if (data === undefined) return `Wise answered ${status}`;
  if ("errorCode" in data) return `Wise answered ${status}: ${data.errorCode}`;
  if ("error" in data) return `Wise answered ${status}: ${data.error}`;
  return `Wise answered ${status}: ${data.errors.map(({ code, message }) => message ?? code).join(", ")}`;
}

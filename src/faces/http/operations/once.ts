// A call that makes something new, safe to repeat: with an Idempotency-Key it is made once and answered alike for a day.
import type { Request, Response } from "express";
import { DoneBefore, KeyReused, type OnceKeys } from "../../../access/idempotency.ts";
import type { Call, Operation, RunOnce } from "../../../product/operation/operation.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { sendJsonText } from "../send.ts";

const keyPattern = /^[\x21-\x7e]{1,255}$/;
const replayedHeader = "Idempotent-Replayed";

/** Undefined where the call has no key. */
export function onceKeyOf(request: Request): string | undefined {
  const key = request.get("idempotency-key");
  if (key === undefined || keyPattern.test(key)) return key;
  throw new Refusal("invalid_request", "Idempotency-Key has 1 to 255 visible ASCII characters.");
}

/** Thrown to end a repeat whose answer is kept. */
class KeptAnswer extends Error {
  readonly answer: string;

  constructor(answer: string, options: ErrorOptions) {
    super("the call was answered before", options);
    this.answer = answer;
  }
}

export async function answerOnce(
  request: Request,
  response: Response,
  { onceKeys, key }: { readonly onceKeys: OnceKeys; readonly key: string },
  call: Call,
  { runOnce, http }: Operation,
  input: object,
): Promise<void> {
  if (runOnce === null || call.actor.kind === "operator") throw new Error("this call cannot be repeated under a key");
  // What the fields mean counts, and not how they were written.
  const once = onceKeys.of(call.actor, key, `${request.method} ${request.path}`, input);
  const run: RunOnce = async (make, madeBefore) => {
    try {
      return await make(once);
    } catch (error) {
      if (error instanceof KeyReused) throw reused();
      if (!(error instanceof DoneBefore)) throw error;
      response.setHeader(replayedHeader, "true");
      if (error.answer !== null) throw new KeptAnswer(error.answer, { cause: error });
      return madeBefore(error.madeIds);
    }
  };
  const status = http?.status ?? 200;
  try {
    const text = JSON.stringify(await runOnce(call, input, run));
    // The change is committed, and its answer can be recreated from it.
    await onceKeys.keepAnswer(once, text).catch(() => undefined);
    sendJsonText(response, status, text);
  } catch (error) {
    if (!(error instanceof KeptAnswer)) throw error;
    sendJsonText(response, status, error.answer);
  }
}

function reused(): Refusal {
  return new Refusal(
    "idempotency_key_reused",
    "This Idempotency-Key was used for another call in the last 24 hours: send a new one. Nothing was done.",
  );
}

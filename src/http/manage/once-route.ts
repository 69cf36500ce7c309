// POST of something new, safe to repeat: with an Idempotency-Key the same call is done once and answered alike for a day.
import type { Request, Response } from "express";
import { DoneBefore, KeyReused, type Once, type OnceKeys } from "../../access/idempotency.ts";
import type { Actor } from "../../access/permission.ts";
import { Refusal } from "../../operations/refusal.ts";
import { sendJson, sendJsonText } from "../send.ts";

const keyPattern = /^[\x21-\x7e]{1,255}$/;
const replayedHeader = "Idempotent-Replayed";

type OnceParts = { readonly onceKeys: OnceKeys };

type Making<Made> = {
  readonly caller: Exclude<Actor, { kind: "operator" }>;
  /** As it was read: what it means counts, and not how it was written. */
  readonly body: object;
  readonly make: (once: Once | null) => Promise<Made>;
  /** What the answer is made from again when only that is known. */
  readonly madeBefore: (ids: readonly number[]) => Made;
  readonly answer: (made: Made) => Promise<object>;
};

/** Sends 201. */
export async function createOnce<Made>(
  { onceKeys }: OnceParts,
  request: Request,
  response: Response,
  { caller, body, make, madeBefore, answer }: Making<Made>,
): Promise<void> {
  const key = request.get("idempotency-key");
  if (key === undefined) {
    sendJson(response, 201, await answer(await make(null)));
    return;
  }
  if (!keyPattern.test(key)) {
    throw new Refusal("invalid_request", "Idempotency-Key has 1 to 255 visible ASCII characters.");
  }
  const once = onceKeys.of(caller, key, `${request.method} ${request.path}`, body);
  let made: Made;
  try {
    made = await make(once);
  } catch (error) {
    if (error instanceof KeyReused) throw reused();
    if (!(error instanceof DoneBefore)) throw error;
    response.setHeader(replayedHeader, "true");
    if (error.answer !== null) {
      sendJsonText(response, 201, error.answer);
      return;
    }
    made = madeBefore(error.madeIds);
  }
  const text = JSON.stringify(await answer(made));
  // The change is made, and its answer can be made again from what it made.
  await onceKeys.keepAnswer(once, text).catch(() => undefined);
  sendJsonText(response, 201, text);
}

/** Of a call that makes one thing. */
export function onlyId([id]: readonly number[]): number {
  if (id === undefined) throw new Error("a call that was repeated had made nothing");
  return id;
}

function reused(): Refusal {
  return new Refusal(
    "idempotency_key_reused",
    "This Idempotency-Key was used for another call in the last 24 hours: send a new one. Nothing was done.",
  );
}

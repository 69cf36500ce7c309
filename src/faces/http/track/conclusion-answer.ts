// From the batcher's result to what a tracking call is answered with: a conclusion to present, or a refusal.
import type { Conclusion } from "../../../core/rules/conclusion.ts";
import { isErrorCode } from "../../../core/vocabulary/errors.ts";
import type { Result } from "../../../engine/recording/submission.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { TestAnswer } from "./answers/answer-schemas.ts";

export type Concluded = { readonly conclusion: Conclusion; readonly eventId: number | null };

/** `unknownProgram` is the refusal for a program that went away between its look-up and the record. */
export function concluded(result: Result, unknownProgram: () => Refusal): Concluded {
  switch (result.kind) {
    case "concluded":
      if (result.conclusion.outcome === "refused") throw refusalOf(result.conclusion);
      return result;
    case "unknown_program":
      throw unknownProgram();
    case "key_revoked":
      throw new Refusal("unauthorized", "This key no longer belongs to an active program.");
    case "failed":
      throw result.error;
    case "key_past_deadline":
    case "told_before":
      throw new Error(`a tracking call cannot be concluded from ${result.kind}`);
  }
}

function refusalOf({ reason, message, refersTo }: Conclusion): Refusal {
  if (reason === null || !isErrorCode(reason))
    throw new Error(`a call was refused with ${reason}, which is no error code`);
  return new Refusal(reason, message, refersTo === null ? {} : { details: { sale_id: refersTo } });
}

/** The answer to every test call alike. */
export function testAnswer({ conclusion, eventId }: Concluded, programId: number): TestAnswer {
  return { success: true, message: conclusion.message, data: { eventId, programId, test_mode: true } };
}

export function noAnswer(call: string, { conclusion }: Concluded): Error {
  return new Error(`a ${call} was concluded as ${conclusion.outcome} with an answer of ${conclusion.answer?.kind}`);
}

// Serializes why a submission was not recorded between workers: the class is lost on the way, its meaning is kept.

import { type ForeignEvent, LogIsOccupied } from "../../log/foreign-events.ts";
import { ClockStep } from "../../postgres/clock.ts";
import { mayPass } from "../../postgres/faults.ts";
import { Unavailable } from "../unavailable.ts";

export type Failure =
  | ({ readonly kind: "clock_step" } & Step)
  | { readonly kind: "log_is_occupied"; readonly events: readonly ForeignEvent[] }
  | { readonly kind: "unavailable"; readonly message: string; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: "other"; readonly message: string; readonly stack: string | undefined };

type Step = { readonly step: ClockStep["kind"]; readonly seconds: number; readonly programId: number | null };

export function failureOf(error: unknown): Failure {
  const step = error instanceof Unavailable ? error.cause : error;
  if (step instanceof ClockStep) {
    return { kind: "clock_step", step: step.kind, seconds: step.seconds, programId: step.programId };
  }
  if (error instanceof LogIsOccupied) return { kind: "log_is_occupied", events: error.events };
  if (error instanceof Unavailable) {
    return { kind: "unavailable", message: error.message, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (!(error instanceof Error)) return { kind: "other", message: String(error), stack: undefined };
  const { message, stack } = error;
  return mayPass(error)
    ? { kind: "unavailable", message, retryAfterSeconds: undefined }
    : { kind: "other", message, stack };
}

export function errorOf(failure: Failure): Error {
  switch (failure.kind) {
    case "clock_step":
      return new ClockStep(failure.step, failure.seconds, failure.programId);
    case "log_is_occupied":
      return new LogIsOccupied(failure.events, {});
    case "unavailable": {
      const { message, retryAfterSeconds } = failure;
      return new Unavailable(message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
    }
    case "other":
      return Object.assign(new Error(failure.message), failure.stack === undefined ? {} : { stack: failure.stack });
  }
}

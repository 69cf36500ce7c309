// The messages to the generator's process, and its answers. Both ends are this code, so messages are only checked for their kind.
import type { ClosedLoop, ClosedLoopResult } from "./closed-loop.ts";
import type { OpenLoop, OpenLoopResult } from "./open-loop.ts";
import type { Recipe } from "./recipe.ts";

export type Ask =
  | { readonly kind: "prepare"; readonly recipe: Recipe }
  | {
      readonly kind: "run";
      readonly ports: readonly number[];
      readonly loop: ClosedLoop | OpenLoop;
      /** Answers whose body holds this text are counted. */
      readonly counted: string | null;
    };

export type Reply =
  | { readonly kind: "prepared" }
  | { readonly kind: "ran"; readonly result: ClosedLoopResult | OpenLoopResult }
  | { readonly kind: "failed"; readonly message: string };

export function commandOf(message: unknown): Ask {
  if (isOfKind<Ask>(message, ["prepare", "run"])) return message;
  throw new Error("the generator received an unknown message");
}

export function answerOf(message: unknown): Reply {
  if (isOfKind<Reply>(message, ["prepared", "ran", "failed"])) return message;
  throw new Error("the generator answered something that is not known");
}

function isOfKind<Message extends { readonly kind: string }>(
  message: unknown,
  kinds: readonly Message["kind"][],
): message is Message {
  if (typeof message !== "object" || message === null || !("kind" in message)) return false;
  return kinds.some((kind) => kind === message.kind);
}

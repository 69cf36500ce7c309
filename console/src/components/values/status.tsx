// A state in words with its icon: never by colour alone.
import { CircleAlert, CircleCheck, CircleDashed, CircleX, Info } from "lucide-react";
import { sentenceOf } from "../../format.ts";
import { say } from "../../texts/components.ts";

export type Meaning = "good" | "warn" | "bad" | "info" | "neutral";

const icons = { good: CircleCheck, warn: CircleAlert, bad: CircleX, info: Info, neutral: CircleDashed } as const;

/** How each state of the service is colored; a state that is not listed is neutral. */
const meanings: Readonly<Record<string, Meaning>> = {
  active: "good",
  banned: "bad",
  approved: "good",
  closed: "neutral",
  created: "info",
  disputed: "warn",
  expired: "warn",
  failed: "bad",
  held: "warn",
  inactive: "neutral",
  open: "warn",
  paid: "good",
  parked: "warn",
  passed: "good",
  pending: "info",
  recorded: "good",
  refunded: "neutral",
  refused: "bad",
  returned: "bad",
  reversed: "neutral",
  tested: "info",
};

const words: Readonly<Record<string, string>> = {
  parked: say("waiting"),
  pending: say("onHold"),
  held: say("heldBack"),
  not_needed: say("notNeeded"),
};

type StatusProps = { readonly of: string; readonly word?: string; readonly meaning?: Meaning };

export function Status({ of, word, meaning = meanings[of] ?? "neutral" }: StatusProps) {
  const Icon = icons[meaning];
  return (
    <span className={`status status-${meaning}`}>
      <Icon size={14} aria-hidden="true" />
      {word ?? words[of] ?? sentenceOf(of)}
    </span>
  );
}

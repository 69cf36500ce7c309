// An event in few words: its type, its subject and its outcome.
import type { Schemas } from "../../api/queries.ts";
import { type Meaning, Status } from "../../components/values/status.tsx";
import { sentenceOf } from "../../format.ts";
import { say } from "../../texts/events.ts";

type Outcome = Schemas["Event"]["outcome"];

const looks: Readonly<Record<Outcome, readonly [word: string, meaning: Meaning]>> = {
  recorded: [say("recorded"), "good"],
  duplicate: [say("duplicate"), "neutral"],
  expired: [say("tooLate"), "warn"],
  parked: [say("waiting"), "warn"],
  ignored: [say("notUsed"), "neutral"],
  failed: [say("failed"), "bad"],
  refused: [say("refused"), "bad"],
  pending: [say("onItsWay"), "info"],
};

export function EventStatus({ of }: { readonly of: Outcome }) {
  const [word, meaning] = looks[of];
  return <Status of={of} word={word} meaning={meaning} />;
}

const titles: Readonly<Record<string, string>> = {
  click_recorded: say("click"),
  lead_reported: say("lead"),
  sale_reported: say("sale"),
  payment_succeeded: say("payment"),
  payment_refunded: say("refund"),
};

export function titleOf({ type }: { readonly type: string }): string {
  return titles[type] ?? sentenceOf(type);
}

/** By which it is looked for: its payment, else its customer, else its click. */
export function subjectOf(data: unknown): string {
  for (const name of ["transaction_id", "customer_key", "click_id"]) {
    const value = fieldOf(data, name);
    if (value !== null) return value;
  }
  return "";
}

/** A text field of an event's data; null if absent. */
export function fieldOf(data: unknown, name: string): string | null {
  if (typeof data !== "object" || data === null) return null;
  const value: unknown = Object.entries(data).find(([key]) => key === name)?.[1];
  return typeof value === "string" && !value.startsWith("[hidden") ? value : null;
}

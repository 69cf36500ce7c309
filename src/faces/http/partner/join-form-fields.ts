// The fields that a group adds to its join form: on the page, and what was answered. Labels, options and help are the owner's own texts.
import {
  type AnswerFault,
  answerCharactersMax,
  answerOf,
  type JoinAnswer,
  type JoinField,
} from "../../../core/rules/events/settings/join-fields.ts";
import type { Words } from "../../../core/wording/say.ts";
import { type FormValues, NotDone } from "../account/form.ts";
import type { Check, Choice, Field } from "../pages/form-page.ts";

/** Of a form whose answers are as long as they may be, each character written as nine. */
export const joinBodyBytesMax = 393_216;

/** By the names of the form's fields. */
export type FieldFaults = Readonly<Record<string, string>>;

export class AnswersRefused extends NotDone {
  readonly faults: FieldFaults;

  constructor(message: string, faults: FieldFaults) {
    super(message);
    this.faults = faults;
  }
}

const nameOf = ({ key }: JoinField): string => `answer_${key}`;

/** Only answers to these fields: all others of the form are left alone. Throws with every fault. */
export function answersIn(fields: readonly JoinField[], values: FormValues, words: Words): readonly JoinAnswer[] {
  const faults: Record<string, string> = {};
  const answers = fields.flatMap((field) => {
    const answer = answerOf(field, values.get(nameOf(field)));
    if (typeof answer !== "string") return answer ?? [];
    faults[nameOf(field)] = faultWords(answer, field, words);
    return [];
  });
  if (Object.keys(faults).length > 0) throw new AnswersRefused(words.say("answersFault"), faults);
  return answers;
}

function faultWords(fault: AnswerFault, { kind }: JoinField, { say }: Words): string {
  switch (fault) {
    case "missing":
      return say(kind === "checkbox" ? "taxConfirm" : "taxRequired");
    case "too_long":
      return say("answerTooLong", { characters: answerCharactersMax[kind] });
    case "characters":
      return say("answerCharacters");
    case "direction":
      return say("taxDirection");
    case "url":
      return say("answerUrl", { example: "https://example.com" });
    case "number":
      return say("answerNumber", { example: "12.5" });
    case "choice":
      return say("answerChoice");
  }
}

type State = { readonly values: FormValues; readonly faults: FieldFaults };

export function joinFieldsOf(
  fields: readonly JoinField[],
  { values, faults }: State,
  words: Words,
): readonly (Field | Choice | Check)[] {
  return fields.map((field) => {
    const { label, kind, required, options, help } = field;
    const name = nameOf(field);
    const value = values.get(name);
    const fault = faults[name];
    const hints = [help, required || kind === "checkbox" ? null : words.say("optional")];
    const hint = hints.filter((text) => text !== null).join(" ");
    const about = { ...(hint === "" ? {} : { hint }), ...(fault === undefined ? {} : { fault }) };
    if (kind === "checkbox") {
      return { name, check: label, isOptional: !required, isTicked: value === "yes", ...about };
    }
    if (kind === "choice")
      return { name, label, choices: ["", ...(options ?? [])], value, isRequired: required, ...about };
    return {
      ...{ name, label, value, autocomplete: "off", charactersMax: answerCharactersMax[kind], isOptional: !required },
      type: kind === "number" ? "text" : kind,
      isDecimal: kind === "number",
      ...about,
    };
  });
}

// What a group's join form asks besides name, e-mail and code: a set of inputs for each field, which can be added and removed.
import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "../../../api/queries.ts";
import { Button, IconButton } from "../../../components/button.tsx";
import { LongTextField, SelectField, TextField, type Values } from "../../../components/form.tsx";
import { say } from "../../../texts/settings/settings-terms.ts";

type JoinField = Schemas["Group"]["join_fields"][number];

const fieldsMax = 20;
const keyCharactersMax = 40;

const kinds = [
  { value: "text", label: say("aLineOfText") },
  { value: "long_text", label: say("aLongText") },
  { value: "url", label: say("aWebAddress") },
  { value: "number", label: say("aNumber") },
  { value: "choice", label: say("aChoice") },
  { value: "checkbox", label: say("aCheckbox") },
] as const;

const needs = [
  { value: "no", label: say("mayBeLeftEmpty") },
  { value: "yes", label: say("mustBeAnswered") },
] as const;

/** As the service names a fault of the field. */
const inputOf = (index: number, part: string): string => `join_fields.${index}.${part}`;

type Row = { readonly row: number; readonly field: JoinField | null };

export function JoinFields({ fields }: { readonly fields: readonly JoinField[] }) {
  const [rows, setRows] = useState<readonly Row[]>(fields.map((field, row) => ({ row, field })));
  const add = () => setRows([...rows, { row: 1 + Math.max(-1, ...rows.map((each) => each.row)), field: null }]);
  return (
    <fieldset className="tiers">
      <legend className="field-label">{say("questionsOnItsJoinPage")}</legend>
      <p className="field-hint">{say("applicantsAnswerThemYouRead")}</p>
      {rows.map(({ row, field }, index) => (
        <FieldInputs
          key={row}
          index={index}
          field={field}
          onRemove={() => setRows(rows.filter((each) => each.row !== row))}
        />
      ))}
      {rows.length < fieldsMax ? (
        <Button icon={<Plus size={14} aria-hidden="true" />} onClick={add}>
          {say("addQuestion")}
        </Button>
      ) : null}
    </fieldset>
  );
}

type FieldInputsProps = {
  readonly index: number;
  /** Null of a new one. */
  readonly field: JoinField | null;
  readonly onRemove: () => void;
};

function FieldInputs({ index, field, onRemove }: FieldInputsProps) {
  const [kind, setKind] = useState<string>(field?.kind ?? "text");
  const number = String(index + 1);
  return (
    <div className="join-field">
      <input type="hidden" name={inputOf(index, "key")} value={field?.key ?? ""} />
      <div className="row">
        <TextField
          name={inputOf(index, "label")}
          label={say("questionNumber", { number })}
          isRequired={true}
          defaultValue={field?.label ?? ""}
        />
        <IconButton
          label={say("removeQuestionNumber", { number })}
          icon={<X size={14} aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      <div className="field-pair">
        <SelectField
          name={inputOf(index, "kind")}
          label={say("answerOfQuestionNumber", { number })}
          choices={kinds}
          value={kind}
          onChange={setKind}
        />
        <SelectField
          name={inputOf(index, "required")}
          label={say("needOfQuestionNumber", { number })}
          choices={needs}
          defaultValue={field?.required === true ? "yes" : "no"}
        />
      </div>
      {kind === "choice" ? (
        <LongTextField
          name={inputOf(index, "options")}
          label={say("answersToQuestionNumber", { number })}
          hint={say("oneInEachLine")}
          isRequired={true}
          rows={3}
          defaultValue={(field?.options ?? []).join("\n")}
        />
      ) : null}
      <TextField
        name={inputOf(index, "help")}
        label={say("helpForQuestionNumber", { number })}
        defaultValue={field?.help ?? ""}
      />
    </div>
  );
}

/** A new field's key is made of its label; an older one keeps its key when the label changes. */
export function joinFieldsOf(values: Values): JoinField[] {
  const keys = new Set<string>();
  const fields: JoinField[] = [];
  for (let index = 0; values[inputOf(index, "label")] !== undefined; index += 1) {
    const of = (part: string) => (values[inputOf(index, part)] ?? "").trim();
    const label = of("label");
    const kind = kinds.find(({ value }) => value === of("kind"))?.value ?? "text";
    const options = of("options")
      .split("\n")
      .map((option) => option.trim())
      .filter((option) => option !== "");
    const key = of("key") || newKey(label, new Set([...keys, ...givenKeys(values)]));
    keys.add(key);
    const required = of("required") === "yes";
    fields.push({ key, label, kind, required, options: kind === "choice" ? options : null, help: of("help") || null });
  }
  return fields;
}

function givenKeys(values: Values): string[] {
  return Object.entries(values).flatMap(([name, value]) => (/^join_fields\.\d+\.key$/.test(name) ? [value] : []));
}

function newKey(label: string, taken: ReadonlySet<string>): string {
  const word = label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, keyCharactersMax - "_99".length)
    .replace(/_+$/, "");
  const base = word === "" ? "field" : word;
  let key = base;
  for (let count = 2; taken.has(key); count += 1) key = `${base}_${count}`;
  return key;
}

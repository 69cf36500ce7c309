// A form: faults that the service finds are shown at their fields, all others above the buttons. What was typed is kept.
import { Field as BaseField } from "@base-ui/react/field";
import { Form as BaseForm } from "@base-ui/react/form";
import { type ReactNode, useId, useMemo, useRef, useState } from "react";
import { faultsOf } from "../api/client.ts";
import type { Check } from "../checks.ts";
import { say } from "../texts/components.ts";
import { Button, type ButtonKind } from "./button.tsx";
import { ErrorNotice } from "./error-notice.tsx";

export type Values = Readonly<Record<string, string>>;

type FormProps = {
  /** The button's words. */
  readonly action: string;
  readonly onSubmit: (values: Values) => Promise<unknown>;
  readonly onCancel?: () => void;
  readonly kind?: ButtonKind;
  /** Shows the values and changes nothing; says why. */
  readonly readOnlyBecause?: string | null;
  readonly children: ReactNode;
};

type FormState = {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Names of the fields that still hold what was sent. */
  readonly unchanged: readonly string[];
};

const calm: FormState = { isBusy: false, error: null, unchanged: [] };

/** `onSubmit` may throw `Faults`, or anything that `ask` throws. */
export function Form({ action, onSubmit, onCancel, kind = "primary", readOnlyBecause = null, children }: FormProps) {
  const [state, setState] = useState<FormState>(calm);
  // The same object until the form is sent again: rerendering must not mark a corrected field as faulty.
  const { byField, elsewhere } = useMemo(() => faultsIn(state), [state]);
  const isShownByFields = elsewhere.length > 0 || Object.keys(byField).length > 0;
  const changed = useRef(new Set<string>());
  return (
    <BaseForm
      className="form"
      errors={byField}
      onChange={({ target }) => {
        if ("name" in target) changed.current.add(String(target.name));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (state.isBusy) return;
        const data = new FormData(event.currentTarget);
        const values = valuesOf(data);
        changed.current.clear();
        setState({ ...calm, isBusy: true });
        onSubmit(values).then(
          () => setState(calm),
          (error: unknown) => {
            const unchanged = [...data.keys()].filter((name) => !changed.current.has(name));
            setState({ isBusy: false, error, unchanged });
          },
        );
      }}
    >
      {readOnlyBecause === null ? (
        children
      ) : (
        <>
          <p className="quiet">{readOnlyBecause}</p>
          <fieldset className="form-shown" disabled={true}>
            {children}
          </fieldset>
        </>
      )}
      {state.error === null || isShownByFields ? null : <ErrorNotice error={state.error} isChange={true} />}
      {elsewhere.length > 0 ? <FaultsElsewhere faults={elsewhere} /> : null}
      {readOnlyBecause === null ? (
        <div className="form-foot">
          {onCancel === undefined ? null : <Button onClick={onCancel}>{say("cancel")}</Button>}
          <Button type="submit" kind={kind} isBusy={state.isBusy}>
            {action}
          </Button>
        </div>
      ) : null}
    </BaseForm>
  );
}

/**
 * A field is sent again only once its fault is gone, which goes when the field is changed. So one that was corrected before the
 * answer came is not marked: its new value could not be sent.
 */
function faultsIn({ error, unchanged }: FormState) {
  const faults = Object.entries(error instanceof Faults ? error.fields : faultsOf(error));
  const isOfField = ([field]: readonly [string, string]) => unchanged.includes(field);
  return {
    byField: Object.fromEntries(faults.filter(isOfField)),
    elsewhere: faults.filter((fault) => !isOfField(fault)),
  };
}

/** Faults of fields that this form does not show, or that were changed since, are said where everybody sees them. */
function FaultsElsewhere({ faults }: { readonly faults: readonly (readonly [string, string])[] }) {
  return (
    <ul className="faults" role="alert">
      {faults.map(([field, message]) => (
        <li key={field}>
          <code>{field}</code> {message}
        </li>
      ))}
    </ul>
  );
}

/** What the page itself finds wrong, by field. */
export class Faults extends Error {
  override readonly name = "Faults";
  readonly fields: Record<string, string>;

  constructor(fields: Record<string, string>) {
    super(say("checkTheMarkedFields"));
    this.fields = fields;
  }
}

function valuesOf(data: FormData): Values {
  return Object.fromEntries([...data].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

type FieldProps = {
  readonly name: string;
  readonly label: string;
  /** What to write, under the label. */
  readonly hint?: ReactNode;
};

type TextFieldProps = FieldProps & {
  readonly defaultValue?: string | number;
  readonly value?: string;
  readonly onChange?: (text: string) => void;
  /** Called while a person types, except for an empty field. */
  readonly check?: Check;
  readonly type?: "text" | "email" | "password" | "number" | "date";
  readonly isRequired?: boolean;
  readonly autoComplete?: string;
  readonly suffix?: string;
  readonly placeholder?: string;
  readonly min?: number;
  readonly max?: number;
  readonly step?: string;
};

export function TextField({
  name,
  label,
  hint,
  isRequired = false,
  suffix,
  check,
  onChange,
  ...input
}: TextFieldProps) {
  const checked =
    check === undefined
      ? {}
      : { validationMode: "onChange" as const, validate: (value: unknown) => judged(check, String(value ?? "")) };
  return (
    <BaseField.Root name={name} className="field" {...checked}>
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      {hint === undefined ? null : <BaseField.Description className="field-hint">{hint}</BaseField.Description>}
      <span className="input-with-suffix">
        <BaseField.Control
          className="input"
          required={isRequired}
          autoComplete="off"
          {...input}
          {...(onChange === undefined ? {} : { onValueChange: (value: unknown) => onChange(String(value)) })}
        />
        {suffix === undefined ? null : <span className="suffix">{suffix}</span>}
      </span>
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}

function judged(check: Check, text: string): string | null {
  return text.trim() === "" ? null : check(text.trim());
}

type LongTextFieldProps = FieldProps & {
  readonly defaultValue?: string;
  readonly isRequired?: boolean;
  readonly rows?: number;
};

/** Paragraphs, in a field that a reader can make larger. */
export function LongTextField(props: LongTextFieldProps) {
  const { name, label, hint, isRequired = false, defaultValue = "", rows = 12 } = props;
  return (
    <BaseField.Root name={name} className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      {hint === undefined ? null : <BaseField.Description className="field-hint">{hint}</BaseField.Description>}
      <BaseField.Control
        required={isRequired}
        defaultValue={defaultValue}
        render={<textarea className="input long-text" rows={rows} />}
      />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}

type FileFieldProps = FieldProps & {
  readonly accept: string;
  readonly onChange: (file: File | null) => void;
};

export function FileField({ name, label, hint, accept, onChange }: FileFieldProps) {
  return (
    <BaseField.Root name={name} className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      {hint === undefined ? null : <BaseField.Description className="field-hint">{hint}</BaseField.Description>}
      <BaseField.Control
        className="input file"
        type="file"
        accept={accept}
        onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
      />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}

type ExplainedChoice = { readonly value: string; readonly label: string; readonly about: string };

type ChoiceFieldProps = FieldProps & {
  readonly choices: readonly ExplainedChoice[];
  readonly defaultValue: string;
};

/** One of a few, each with a sentence. */
export function ChoiceField({ name, label, hint, choices, defaultValue }: ChoiceFieldProps) {
  const id = useId();
  return (
    <fieldset className="field choices">
      <legend className="field-label">{label}</legend>
      {hint === undefined ? null : <p className="field-hint">{hint}</p>}
      {choices.map(({ value, label: title, about }) => (
        <label key={value} className="explained-choice">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            aria-labelledby={`${id}-${value}`}
            aria-describedby={`${id}-${value}-about`}
          />
          <span>
            <span id={`${id}-${value}`}>{title}</span>
            <span id={`${id}-${value}-about`} className="field-hint second-line">
              {about}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export type Choice = { readonly value: string; readonly label: string };

type SelectFieldProps = FieldProps & {
  readonly choices: readonly Choice[];
  readonly defaultValue?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
};

/** The system's own list: quick by keyboard, and as people know it on a phone. */
export function SelectField({ name, label, hint, choices, onChange, ...rest }: SelectFieldProps) {
  return (
    <BaseField.Root name={name} className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      {hint === undefined ? null : <BaseField.Description className="field-hint">{hint}</BaseField.Description>}
      <BaseField.Control
        render={
          <select className="input select">
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        }
        {...rest}
        onValueChange={(value) => onChange?.(String(value))}
      />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}

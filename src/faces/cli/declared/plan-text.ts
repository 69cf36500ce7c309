// A plan as people and programs read it. Secrets are in no field of it: a file only names the variables that hold them.
import { type Output, tableOf } from "../output.ts";
import { isDone, stepsIn } from "./carry-out.ts";
import type { FieldChange, Step } from "./change-plan.ts";
import type { DocumentPlan } from "./whole-plan.ts";

const valueCharactersShown = 60;

export type Outcome = { readonly plans: readonly DocumentPlan[]; readonly done: number; readonly isApplied: boolean };

export function outcomeOutput({ plans, done, isApplied }: Outcome): Output {
  const steps = stepsIn(plans);
  const json = {
    is_applied: isApplied,
    done,
    to_do: isApplied ? 0 : steps.filter(isDone).length,
    data: steps.map(({ call: _, ...step }) => step),
  };
  return { json, text: () => (isApplied ? doneText(done) : `${planText(plans)}\n${dryText(steps)}`) };
}

export function planText(plans: readonly DocumentPlan[]): string {
  const rows = stepsIn(plans).map((step) => ({
    action: step.action,
    program: step.program,
    what: `${step.kind} ${step.name}`.trim(),
    change: [
      ...step.changes.map((change) => changeText(step, change)),
      ...(step.message === null ? [] : [step.message]),
    ].join("\n"),
  }));
  if (rows.length === 0) return "Everything is as the file declares it.";
  return tableOf(rows, ["action", "program", "what", "change"]);
}

function dryText(steps: readonly Step[]): string {
  const count = steps.filter(isDone).length;
  return count === 0 ? "Nothing to do." : `${counted(count)} to do. Nothing was done: leave out --dry-run to do it.`;
}

function doneText(done: number): string {
  return done === 0 ? "Nothing to do." : `${counted(done)} done.`;
}

export function counted(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}

function changeText({ action }: Step, { field, before, after }: FieldChange): string {
  return action === "change" ? `${field}: ${shown(before)} → ${shown(after)}` : `${field}: ${shown(after)}`;
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > valueCharactersShown ? `${text.slice(0, valueCharactersShown)}…` : text;
}

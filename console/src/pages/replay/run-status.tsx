// A run's status and progress in words.
import { type Meaning, Status } from "../../components/values/status.tsx";
import { formatCount } from "../../format.ts";
import { say } from "../../texts/books/replay.ts";
import type { Run } from "./run-query.ts";

const looks: Readonly<Record<Run["status"], readonly [word: string, meaning: Meaning]>> = {
  running: [say("running"), "info"],
  interrupted: [say("interrupted"), "warn"],
  planned: [say("plannedNotApplied"), "info"],
  applying: [say("applying"), "info"],
  apply_interrupted: [say("interruptedWhileApplying"), "bad"],
  applied: [say("applied"), "good"],
  done: [say("noChanges"), "good"],
  discarded: [say("dropped"), "neutral"],
};

const titles: Readonly<Record<Run["kind"], string>> = {
  replay: say("replay"),
  verify: say("verification"),
  as_of: say("copyingTheBooks"),
  forecast: say("forecast"),
};

export function titleOf({ kind, run_id }: Pick<Run, "kind" | "run_id">): string {
  return `${titles[kind]} ${run_id}`;
}

export function RunStatus({ run }: { readonly run: Pick<Run, "status" | "kind"> }) {
  const [word, meaning] = looks[run.status];
  const isLooked = run.status === "done" && run.kind !== "replay";
  return <Status of={run.status} word={isLooked ? say("done") : word} meaning={meaning} />;
}

const steps: Readonly<Record<NonNullable<Run["step"]>, string>> = {
  reading: say("readingDeliveriesAgain"),
  building: say("rebuildingTheBooksFromTheLog"),
  comparing: say("comparingThemWithTheLiveOnes"),
  checking: say("verifyingTheLogsChain"),
};

type ProgressProps = { readonly run: Pick<Run, "step" | "step_done" | "step_total"> };

export function Progress({ run: { step, step_done, step_total } }: ProgressProps) {
  const words = step === null ? say("waitingToStart") : steps[step];
  const isKnown = step_done !== null && step_total !== null && step_total > 0;
  return (
    <div className="progress" role="status">
      <p>
        {words}
        {step_done === null ? "…" : ` · ${doneOf(step_done, step_total)}`}
      </p>
      <progress aria-label={words} {...(isKnown ? { value: step_done, max: step_total } : {})} />
    </div>
  );
}

function doneOf(done: number, total: number | null): string {
  return total === null ? formatCount(done) : say("doneOfTotal", { done, total });
}

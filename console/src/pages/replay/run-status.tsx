// A run's status and progress in words.
import { type Meaning, Status } from "../../components/status.tsx";
import { formatCount } from "../../format.ts";
import type { Run } from "./run-query.ts";

const looks: Readonly<Record<Run["status"], readonly [word: string, meaning: Meaning]>> = {
  running: ["Running", "info"],
  interrupted: ["Interrupted", "warn"],
  planned: ["Planned, not applied", "info"],
  applying: ["Applying", "info"],
  apply_interrupted: ["Interrupted while applying", "bad"],
  applied: ["Applied", "good"],
  done: ["No changes", "good"],
  discarded: ["Dropped", "neutral"],
};

const titles: Readonly<Record<Run["kind"], string>> = {
  replay: "Replay",
  verify: "Verification",
  as_of: "Copying the books",
  forecast: "Forecast",
};

export function titleOf({ kind, run_id }: Pick<Run, "kind" | "run_id">): string {
  return `${titles[kind]} ${run_id}`;
}

export function RunStatus({ run }: { readonly run: Pick<Run, "status" | "kind"> }) {
  const [word, meaning] = looks[run.status];
  const isLooked = run.status === "done" && run.kind !== "replay";
  return <Status of={run.status} word={isLooked ? "Done" : word} meaning={meaning} />;
}

const steps: Readonly<Record<NonNullable<Run["step"]>, string>> = {
  reading: "Reading deliveries again",
  building: "Rebuilding the books from the log",
  comparing: "Comparing them with the live ones",
  checking: "Verifying the log's chain",
};

type ProgressProps = { readonly run: Pick<Run, "step" | "step_done" | "step_total"> };

export function Progress({ run: { step, step_done, step_total } }: ProgressProps) {
  const words = step === null ? "Waiting to start" : steps[step];
  const isKnown = step_done !== null && step_total !== null && step_total > 0;
  return (
    <div className="progress" role="status">
      <p>
        {words}
        {step_done === null ? "…" : ` · ${formatCount(step_done)}`}
        {step_total === null ? "" : ` of ${formatCount(step_total)}`}
      </p>
      <progress aria-label={words} {...(isKnown ? { value: step_done, max: step_total } : {})} />
    </div>
  );
}

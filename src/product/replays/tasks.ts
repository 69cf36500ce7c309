// Rebuilds and verifications in the background, in a thread of their own.
import type { Kysely } from "kysely";
import type { Actor } from "../../access/permission.ts";
import { listBookTotals } from "../../engine/books/book-totals.ts";
import { readTrialBalance } from "../../engine/books/trial-balance.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { type ApplyParts, type Approval, applyReplay } from "../../engine/replay/apply.ts";
import { lookAt, type Point } from "../../engine/replay/as-of.ts";
import { planReplay, type ReplayParts } from "../../engine/replay/plan.ts";
import type { StepWatch } from "../../engine/replay/runs/progress-notes.ts";
import type { SeenThen } from "../../engine/replay/runs/run-detail.ts";
import { findWorkedOn, RunIsWorkedOn } from "../../engine/replay/runs/run-locks.ts";
import { isSameRequest, type ReplayRequest, type RunRow } from "../../engine/replay/runs/runs.ts";
import { verifyPrograms } from "../../engine/replay/verify.ts";
import { type ForecastInput, runForecast } from "../forecasts/run-forecast.ts";

export type Task =
  | { readonly kind: "plan"; readonly request: ReplayRequest }
  | { readonly kind: "apply"; readonly runId: number; readonly approval: Approval }
  | { readonly kind: "as_of"; readonly programIds: readonly number[] | null; readonly point: Point }
  | { readonly kind: "forecast"; readonly input: ForecastInput }
  | { readonly kind: "verify"; readonly programIds: readonly number[] | null };

/** A thread's input: secrets stay in this process. */
export type Job = {
  readonly ownerUrl: string;
  readonly secretKeys: readonly string[];
  readonly archiveFolder: string | null;
  readonly clock: { readonly stepSecondsMax: number; readonly programsAhead: readonly number[] };
  readonly actor: Actor;
  readonly task: Task;
};

/** A thread's messages: its run exists, why there is no run, or why it failed. */
export type Report =
  | { readonly kind: "started"; readonly runId: number }
  | { readonly kind: "refused"; readonly why: "forbidden" | "not_found" | "refused"; readonly message: string }
  /** `mayPass`: for no fault of ours, and the same may be asked for again. */
  | { readonly kind: "failed"; readonly message: string; readonly mayPass: boolean; readonly isRefused: boolean }
  | { readonly kind: "done" };

export async function doTask(parts: ApplyParts, task: Task, watch: StepWatch): Promise<void> {
  switch (task.kind) {
    case "plan":
      await planReplay(parts, task.request, watch, { keepsEqual: false });
      return;
    case "apply":
      await applyReplay(parts, task.runId, watch, task.approval);
      return;
    case "as_of":
      await lookAt(parts, task, lookAtBooks, watch);
      return;
    case "forecast":
      await runForecast(parts, task.input, watch);
      return;
    case "verify":
      await verifyAlone(parts, task.programIds, watch);
      return;
  }
}

/** Of one program also as a trial balance. */
async function lookAtBooks(db: Kysely<Tables>, programIds: readonly number[]): Promise<SeenThen> {
  const [only, ...others] = programIds;
  const balance = only === undefined || others.length > 0 ? null : await readTrialBalance(db, only);
  return { books: await listBookTotals(db, programIds), balance };
}

async function verifyAlone(parts: ReplayParts, programIds: readonly number[] | null, watch: StepWatch): Promise<void> {
  const busy = await findWorkedOn(parts.database, "verify", programIds);
  if (busy !== undefined) throw new RunIsWorkedOn(busy);
  await verifyPrograms(parts, programIds, watch);
}

/** Whether the run that some process works on is what was asked for: then it is the answer. */
export function isAskedFor(task: Task, { request }: RunRow): boolean {
  if (task.kind === "plan") return isSameRequest(task.request, request);
  return task.kind === "verify" && JSON.stringify(task.programIds) === JSON.stringify(request.program_ids);
}

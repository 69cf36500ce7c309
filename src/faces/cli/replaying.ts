// What the commands around a replay share: the parts it works with, its progress, and how a plan is printed.

import { operator } from "../../access/permission.ts";
import { openKeptSecrets } from "../../access/secrets/kept-secrets.ts";
import { type Applied, type ApplyParts, applyReplay } from "../../engine/replay/apply.ts";
import { changesSomething, type Plan, planReplay } from "../../engine/replay/plan.ts";
import type { StepWatch } from "../../engine/replay/runs/progress-notes.ts";
import type { ReplayRequest, RunProgramRow } from "../../engine/replay/runs/runs.ts";
import { replayAnnouncements } from "../../product/replays/announce-applied.ts";
import type { Context } from "./context.ts";
import { type DifferingProgram, differenceText } from "./difference-text.ts";
import type { Output } from "./output.ts";

/** The caller is about to rebuild: this process yields to those that answer requests. */
export async function replayPartsOf({
  shell,
  config,
  database,
  ownerUrl,
}: Pick<Context, "shell" | "config" | "database" | "ownerUrl">): Promise<ApplyParts> {
  shell.lowerPriority();
  const { archiveFolder } = config;
  const secrets = await openKeptSecrets(database, config.secretKeys.reveal());
  return {
    database,
    ownerUrl,
    secrets,
    archiveFolder,
    now: Date.now,
    actor: operator,
    announcements: replayAnnouncements,
  };
}

export function watchOf({ progress }: Pick<Context, "progress">): StepWatch {
  return {
    onReread: ({ read, differing }) =>
      progress.show("Reading deliveries again", `deliveries, ${differing} differ`, { done: read, total: read }),
    onBuilt: (step) => progress.show("Building the books", "events", step),
    onCompared: (step) => progress.show("Comparing", "programs", step),
    onChecked: (step) => progress.show("Checking the log", "programs", step),
  };
}

/** Plans, and applies at once when asked to. A plan that would change nothing is not kept. */
export async function runReplay(
  context: Context,
  request: ReplayRequest,
  { applies, sendsCorrections }: { readonly applies: boolean; readonly sendsCorrections: boolean },
): Promise<Output> {
  const parts = await replayPartsOf(context);
  const plan = await planReplay(parts, request, watchOf(context), { keepsEqual: false });
  if (!changesSomething(plan)) {
    return {
      json: { ...planJson(plan, null), status: "done" },
      text: () => `${reachText(plan)}\nNothing differs: the books match the log.`,
    };
  }
  if (!applies) return { json: planJson(plan, null), text: () => planText(plan) };
  const approval = { planHash: null, reason: null, sendsCorrections };
  const applied = await applyReplay(parts, plan.run.run_id, watchOf(context), approval);
  return { json: planJson(plan, applied), text: () => `${planText(plan, false)}\n${appliedText(applied)}` };
}

function differingOf(programs: readonly RunProgramRow[]): DifferingProgram[] {
  return programs.flatMap(({ program_id: programId, difference }) =>
    difference === null ? [] : [{ programId, difference }],
  );
}

function planJson({ run, programs, reread }: Plan, applied: Applied | null): object {
  return {
    run_id: run.run_id,
    status: applied?.run.status ?? run.status,
    plan_hash: run.plan_hash,
    deliveries_read: reread?.read ?? null,
    readings_differing: reread?.differing ?? null,
    rows_changed: applied?.rowsChanged ?? null,
    other_than_planned: applied?.otherThanPlanned ?? null,
    programs: programs.map(({ program_id, compared_seq, difference }) => ({ program_id, compared_seq, difference })),
  };
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function reachText({ run, programs, reread, wasInterrupted }: Plan): string {
  const events = programs.reduce((sum, program) => sum + (program.compared_seq ?? 0), 0);
  const lines = [`Replay ${run.run_id}: ${counted(programs.length, "program")}, ${counted(events, "event")}.`];
  if (wasInterrupted) lines.push("It went on where it had been interrupted.");
  if (reread !== null)
    lines.push(
      `Read again: ${counted(reread.read, "delivery", "deliveries")}; read differently today: ${reread.differing}.`,
    );
  return lines.join("\n");
}

function planText(plan: Plan, showsHow = true): string {
  const differing = differingOf(plan.programs);
  const lines = [reachText(plan)];
  if (differing.length > 0) lines.push(differenceText(differing));
  else lines.push("The books do not change; the new readings would be kept.");
  if (showsHow) {
    lines.push(`Nothing is changed yet. Apply it: svc replay apply ${plan.run.run_id}`, `Plan ${plan.run.plan_hash}`);
  }
  return lines.join("\n");
}

export function appliedText({ run, programs, rowsChanged, readingsReplaced, otherThanPlanned }: Applied): string {
  const others =
    otherThanPlanned.length === 0
      ? ""
      : ` Events were added since the plan to program ${otherThanPlanned.join(", ")}: their changes are included.`;
  const readings = readingsReplaced === 0 ? "" : ` New readings in the log: ${readingsReplaced}.`;
  return (
    `Applied replay ${run.run_id} to ${counted(programs.length, "program")}: ${counted(rowsChanged, "row")} changed.${readings}${others} ` +
    `Every row, before and after: svc replay show ${run.run_id}`
  );
}

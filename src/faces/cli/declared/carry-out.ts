// Carries a plan out: each change by its operation, in order, as the one who asks. What is done stays done where a later change is refused:
// the same command goes on from there, since it compares again.
import { z } from "zod";
import { Refusal } from "../../../product/operation/refusal.ts";
import { CommandFailed } from "../failures.ts";
import type { Ask } from "../operation-runner.ts";
import type { JsonRecord } from "../output.ts";
import type { ProgramPlan, Step } from "./change-plan.ts";
import type { DeclaredCall } from "./sections.ts";
import type { DocumentPlan } from "./whole-plan.ts";

export function isDone({ action }: Step): boolean {
  return action === "create" || action === "change" || action === "remove";
}

/** Of the whole file, in the order they are done in. */
export function stepsIn(plans: readonly DocumentPlan[]): Step[] {
  return plans.flatMap((plan) => [
    ...workspaceSteps(plan),
    ...plan.programs.flatMap(({ steps }) => steps),
    ...plan.others,
  ]);
}

function workspaceSteps({ workspace, workspaceId }: DocumentPlan): Step[] {
  if (workspaceId !== null) return [];
  const call: DeclaredCall = { operation: "workspaces.create", input: { name: workspace } };
  const about = { workspace, program: "", kind: "workspace", name: workspace };
  return [{ ...about, action: "create", changes: [], message: null, call }];
}

const answer = z.looseObject({ data: z.record(z.string(), z.unknown()) });
const workspaceMade = z.object({ workspace_id: z.int() });
const programMade = z.object({ program_id: z.int() });

export async function carryOut(
  ask: Ask,
  plans: readonly DocumentPlan[],
  onStep: (done: number) => void,
): Promise<number> {
  const all = stepsIn(plans).filter(isDone).length;
  const made = new Map<string, number>();
  let done = 0;
  const call = async (step: Step, { operation, input, next }: DeclaredCall, scope: JsonRecord): Promise<JsonRecord> => {
    try {
      const { data } = answer.parse(await ask(operation, { ...input, ...scope }));
      if (next !== undefined) {
        const { operation: then, input: more } = next(data);
        await ask(then, { ...more, ...programOf({ ...scope, ...data }) });
      }
      onStep(++done);
      return data;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof CommandFailed)) throw error;
      const where = `${step.kind} ${step.name} of ${step.program === "" ? step.workspace : step.program}`;
      const why = `The ${where} was refused: ${error.message} ${done} of ${all} changes were done; run the same command again to go on.`;
      throw new CommandFailed(why, { cause: error });
    }
  };
  for (const plan of plans) {
    let workspaceId = plan.workspaceId ?? made.get(plan.workspace) ?? null;
    if (workspaceId === null) {
      const [step] = workspaceSteps(plan);
      if (step?.call == null) throw new Error("a workspace that is to be made has no step");
      workspaceId = workspaceMade.parse(await call(step, step.call, {})).workspace_id;
      made.set(plan.workspace, workspaceId);
    }
    for (const program of plan.programs) await carryOutProgram(program, workspaceId, call);
  }
  return done;
}

async function carryOutProgram(
  { programId, steps }: ProgramPlan,
  workspaceId: number,
  call: (step: Step, declared: DeclaredCall, scope: JsonRecord) => Promise<JsonRecord>,
): Promise<void> {
  let id = programId;
  for (const step of steps) {
    if (step.call === null) continue;
    if (step.call.operation === "programs.create") {
      id = programMade.parse(await call(step, step.call, { workspace_id: workspaceId })).program_id;
      continue;
    }
    if (id === null) throw new Error(`the program of ${step.name} is made by no step`);
    await call(step, step.call, { program_id: id });
  }
}

function programOf({ program_id }: JsonRecord): JsonRecord {
  return program_id === undefined ? {} : { program_id };
}

// The books at a point of the log: built in a shadow schema under today's rules, from what was known then, readings of deliveries included.
// They are read and dropped; nothing live is written. A forecast does the same with a log in which something else was set.
import { projectorVersion } from "../../core/rules/fold.ts";
import { codeDigest } from "../books/code-digest.ts";
import type { Substitute } from "../books/project-slices.ts";
import type { Database } from "../postgres/database.ts";
import { buildBooks, type Target } from "./build.ts";
import type { ReplayParts } from "./plan.ts";
import { findTargets, findTargetsAt } from "./programs.ts";
import { ReplayRefused } from "./replay-refused.ts";
import { type StepWatch, withNotes } from "./runs/progress-notes.ts";
import { withRunLock } from "./runs/run-locks.ts";
import { keepResult, moveRun, type ReplayRequest, type RunKind, startRun } from "./runs/runs.ts";
import { dropShadow, openShadow } from "./shadow.ts";

export type Point = { readonly seq: number } | { readonly time: Date };

export const plainRequest = {
  provider: null,
  since: null,
  from_deliveries: false,
  outcome: null,
  event_id: null,
} as const;

export async function lookAt<T extends object>(
  parts: ReplayParts,
  { programIds, point }: { readonly programIds: readonly number[] | null; readonly point: Point },
  look: Look<T>,
  watch: StepWatch = {},
): Promise<T> {
  const as_of = "seq" in point ? String(point.seq) : point.time.toISOString();
  const request: ReplayRequest = { ...plainRequest, program_ids: programIds, as_of };
  const targets = await targetsAt(parts.database, request, point);
  return withShadowBooks(parts, { kind: "as_of", request, targets, point }, look, watch);
}

type Look<T> = (books: Database["kysely"], programIds: readonly number[]) => Promise<T>;

type Wanted = {
  readonly kind: Extract<RunKind, "as_of" | "forecast">;
  readonly request: ReplayRequest;
  readonly targets: readonly Target[];
  readonly point: Point;
  readonly substitute?: Substitute;
  /** Projects further events into the books once the log is in them. */
  readonly complete?: (books: Database) => Promise<void>;
};

/** What is found is kept with the run, under its own names. */
export async function withShadowBooks<T extends object>(
  parts: ReplayParts,
  { kind, request, targets, point, substitute, complete }: Wanted,
  look: Look<T>,
  watch: StepWatch = {},
): Promise<T> {
  const { database, ownerUrl } = parts;
  const chosen = targets.map((target) => target.programId);
  const code = { kind, request, projector_version: projectorVersion, code_digest: codeDigest() };
  const { run_id: runId } = await startRun(parts, code, chosen);
  return withRunLock(ownerUrl, runId, async () => {
    watch.onStarted?.(runId);
    const seen = await withNotes(database, runId, watch, async ({ onBuilt }) => {
      try {
        const shadow = await openShadow({ ownerUrl, runId, archiveFolder: parts.archiveFolder, upTo: point });
        try {
          await buildBooks(shadow, targets, onBuilt, substitute);
          await complete?.(shadow.database);
          return await look(shadow.database.kysely, chosen);
        } finally {
          await shadow.close();
        }
      } finally {
        await dropShadow(ownerUrl, runId);
      }
    });
    await keepResult(database, runId, seen);
    await moveRun(database, runId, "done");
    return seen;
  });
}

async function targetsAt(database: Database, request: ReplayRequest, point: Point): Promise<Target[]> {
  if ("time" in point) return findTargetsAt(database, request.program_ids, point.time);
  if (request.program_ids?.length !== 1)
    throw new ReplayRefused("A seq is a place in one program's log: name the program.");
  const [target] = await findTargets(database, request);
  if (target === undefined) return [];
  return [{ ...target, seq: Math.min(target.seq, point.seq) }];
}

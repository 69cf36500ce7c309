// The lock-free read: everything a batch is folded from, as the batches in flight will leave it, read while those are written.
// It holds no lock, so the commit validates it: the transaction fails if a head moved since it was read, and the batch is then
// folded again under the lock.
import type { LoadPlan } from "../../core/rules/rows/load-plan.ts";
import { loadPlanned } from "../books/load.ts";
import { findWaiting } from "../books/waiting.ts";
import { readHeads } from "../log/heads.ts";
import { type ClockRule, stepBehindHead } from "../postgres/clock.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { ProgramHeadRow } from "../postgres/tables/tables.ts";
import type { BatchFold, BatchInputs } from "./batch-fold.ts";
import type { DirectoryCache } from "./directory-cache.ts";
import { readInputs, requireUsable } from "./read-inputs.ts";

const noneAsked: ReadonlySet<number> = new Set();

export type PrefetchParts = {
  readonly clock: ClockRule;
  /** Sent and not known to be committed, newest first. */
  readonly inFlight: readonly BatchFold[];
  readonly cache: DirectoryCache;
};

export async function prefetch(
  session: Session,
  batch: BatchFold,
  { clock, inFlight, cache }: PrefetchParts,
): Promise<BatchInputs> {
  const plans = batch.planLoads(inFlight, cache);
  const unknown = batch.programIds.filter((programId) => cache.asksWhatWaits(programId));
  const [[found, { now, ids }, confirmed, recordedKeys, , lineIds], waiting] = await Promise.all([
    readInputs(session, batch, plans, { findHeads: readHeads, clock }),
    // Sent behind the heads: an event that another process parks in between moves a head that the cache is valid for.
    unknown.length > 0 ? findWaiting(session, unknown) : noneAsked,
  ]);
  const heads = found.map((head) => inFlight.reduceRight((before, earlier) => earlier.headAfter(before), head));
  requireUsable(heads);
  await loadStale(session, plans, heads, cache);
  return {
    heads,
    now,
    ids,
    lineIds,
    confirmed,
    recordedKeys: [...recordedKeys, ...inFlight.flatMap((earlier) => earlier.newKeys)],
    waits: new Map(unknown.map((id) => [id, waiting.has(id) || inFlight.some((earlier) => earlier.parksIn(id))])),
    stepBehind: (head) => stepBehindHead(clock, now, head),
  };
}

/** Where the cache turns out not to be of this head: loads what was taken from it. */
async function loadStale(
  session: Session,
  plans: ReadonlyMap<number, LoadPlan>,
  heads: readonly ProgramHeadRow[],
  cache: DirectoryCache,
): Promise<void> {
  const stale = new Map<number, LoadPlan>();
  for (const head of heads) {
    const plan = plans.get(head.program_id);
    if (plan === undefined || plan.loadsAll || cache.validate(head)) continue;
    plan.loadCached();
    stale.set(head.program_id, plan);
  }
  await loadPlanned(session, stale);
}

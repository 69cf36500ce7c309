// Whether a replay may be applied now: it is the reviewed plan, made by this code, and a resumed one keeps its options.

import { codeDigest } from "../books/code-digest.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { ReplayRefused } from "./replay-refused.ts";
import type { RunRow } from "./runs/runs.ts";

export function requireApplicable(runId: number, run: RunRow | undefined, planHash: string | null): RunRow {
  if (run === undefined || run.kind !== "replay") throw new ReplayRefused(`There is no replay ${runId}.`);
  const { status } = run;
  if (status === "applied") throw new ReplayRefused(`Replay ${runId} is applied already.`);
  if (status === "building") throw new ReplayRefused(`Replay ${runId} was interrupted; ask for the same again first.`);
  if (status !== "planned" && status !== "applying") throw new ReplayRefused(`Replay ${runId} was discarded.`);
  if (planHash !== null && planHash !== run.plan_hash) {
    throw new ReplayRefused(`Replay ${runId} is another plan than the one that was looked at. Nothing was applied.`);
  }
  if (run.code_digest !== codeDigest()) {
    throw new ReplayRefused(
      `Replay ${runId} was planned by other rules or adapters than these. Plan it again: svc replay`,
    );
  }
  return run;
}

/** Half of it is done by then: the other half is done as that one was. */
export function requireSameWord({ run_id, status, sends_corrections }: RunRow, sendsCorrections: boolean): boolean {
  if (status !== "applying") return sendsCorrections;
  if (sendsCorrections && !sends_corrections) {
    throw new ReplayRefused(`Replay ${run_id} was started without corrections and must be finished without them.`);
  }
  return sends_corrections;
}

/** `seq > 0` is the condition of the index of kinds. */
const erasedSinceStatement: Statement = {
  name: "erased_since_run",
  text: `select e.program_id
           from replay_run r
           join event e on e.program_id = any($2::bigint[]) and e.source = 'operator' and e.type = 'personal_data_erased'
                       and e.seq > 0 and e.received_at >= r.started_at
          where r.run_id = $1
          limit 1`,
};

/** Books that were built before a person was erased name them still: they must neither be compared nor applied. */
export async function requireNobodyErased(
  session: Session,
  runId: number,
  programIds: readonly number[],
): Promise<void> {
  const [erased] = await session.query<{ program_id: number }>(erasedSinceStatement, [runId, programIds]);
  if (erased === undefined) return;
  throw new ReplayRefused(
    `A person was erased from program ${erased.program_id} since run ${runId} was planned. Nothing was applied; plan it again.`,
  );
}

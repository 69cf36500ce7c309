// Retries failed deliveries, for a command: shows the result of each, or applies it. Unlike a replay it folds them at the place of the
// retry, after everything recorded since.

import { operator } from "../../access/permission.ts";
import { openKeptSecrets } from "../../access/secrets/kept-secrets.ts";
import type { OutcomeName } from "../../core/rules/rows/sale-rows.ts";
import { findTargets } from "../../engine/replay/programs.ts";
import {
  type FailedRequest,
  findFailed,
  firstPlace,
  type Retried,
  retryDelivery,
} from "../../engine/replay/reading/retry-failed.ts";
import { ReplayRefused } from "../../engine/replay/replay-refused.ts";
import type { Context } from "./context.ts";
import type { Output } from "./output.ts";
import { counted } from "./replaying.ts";

const deliveriesPerPage = 200;
const shownMax = 50;

type Line = {
  readonly program_id: number;
  readonly event_id: number;
  readonly outcome: OutcomeName;
  /** Why it fails again; null where it does not. */
  readonly reason: string | null;
};

/** Whether anything failed that this asks for. */
export async function hasFailed({ database }: Context, request: FailedRequest): Promise<boolean> {
  return (await findFailed(database, request, firstPlace, 1)).length > 0;
}

export async function retryFailed(context: Context, request: FailedRequest, applies: boolean): Promise<Output> {
  const { database, config } = context;
  await findTargets(database, { program_ids: request.programIds, provider: null, since: null });
  const parts = { database, secrets: await openKeptSecrets(database, config.secretKeys.reveal()), actor: operator };
  const lines: Line[] = [];
  let differing = 0;
  for (let place = firstPlace; ; ) {
    const page = await findFailed(database, request, place, deliveriesPerPage);
    for (const failed of page) {
      const retried = await retryDelivery(parts, failed, applies);
      if (retried.kind === "gone") continue;
      if (retried.kind === "taken_up" && retried.isReadDifferently) differing += 1;
      lines.push({ program_id: failed.program_id, event_id: failed.event_id, ...becameOf(retried) });
    }
    const last = page.at(-1);
    if (last === undefined) break;
    place = { programId: last.program_id, eventId: last.event_id };
  }
  if (lines.length === 0) throw new ReplayRefused("No stored delivery matches. Nothing was changed.");
  return outputOf(lines, differing, applies);
}

function becameOf(retried: Exclude<Retried, { kind: "gone" }>): Pick<Line, "outcome" | "reason"> {
  return retried.kind === "taken_up"
    ? { outcome: retried.outcome, reason: null }
    : { outcome: "failed", reason: retried.reason };
}

function outputOf(lines: readonly Line[], differing: number, applies: boolean): Output {
  const takenUp = lines.filter(({ outcome }) => outcome !== "failed").length;
  return {
    json: {
      run_id: null,
      status: applies ? "applied" : "planned",
      deliveries_read: lines.length,
      readings_differing: differing,
      deliveries_taken_up: takenUp,
      deliveries: lines,
    },
    text: () =>
      [
        `Read again: ${counted(lines.length, "delivery", "deliveries")}; read differently today: ${differing}.`,
        ...lines.slice(0, shownMax).map(lineText),
        ...(lines.length > shownMax ? [`  … and ${lines.length - shownMax} more; all of them with --json`] : []),
        applies ? `New readings in the log: ${takenUp}.` : "Dry run: nothing is changed yet. Add --apply to do it",
      ].join("\n"),
  };
}

function lineText({ program_id, event_id, outcome, reason }: Line): string {
  const why = reason === null ? "" : ` again: ${reason}`;
  return `  event ${event_id} of program ${program_id}: ${outcome}${why}`;
}

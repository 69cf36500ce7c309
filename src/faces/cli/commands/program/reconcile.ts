// svc reconcile: asks a connection's provider for what it sent lately, and records what never arrived.
import { openKeptSecrets } from "../../../../access/secrets/kept-secrets.ts";
import { startBatcher } from "../../../../engine/recording/batcher.ts";
import { findProviderAccountLine } from "../../../../product/connections/provider-accounts-list.ts";
import type { ReconcileReport } from "../../../../product/connections/reconcile.ts";
import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { CommandFailed, UsageError } from "../../failures.ts";
import { idFlag, optional, switchFlag, timeFlag } from "../../input/flags.ts";
import { type Output, tableOf } from "../../output.ts";

const millisecondsPerHour = 3_600_000;
/** Shown to people; JSON has up to a thousand. */
const missingShownMax = 20;

export const command = defineCommand({
  example: "reconcile --connection 1 --dry-run",
  flags: {
    connection: idFlag("The connection's id; it needs an API key"),
    since: optional(timeFlag("Fetch events since then; by default since the last run")),
    dryRun: switchFlag("Only list what is missing"),
  },
  run: async (context, { connection: connectionId, since = null, dryRun }) => {
    if (since !== null && since.getTime() > Date.now()) throw new UsageError("--since must lie in the past.");
    await requireAskable(context, connectionId);
    const { openReconciliation } = await import("../../../../product/connections/reconcile.ts");
    const { config, database, progress } = context;
    const { batchEventsMax, queueEventsMax, queueWaitSecondsMax } = config;
    const batcher = startBatcher({ database, batchEventsMax, queueEventsMax, queueWaitSecondsMax });
    const secrets = await openKeptSecrets(database, config.secretKeys.reveal());
    const report = await openReconciliation({ database, batcher, secrets, now: Date.now }).reconcile(connectionId, {
      since,
      isDryRun: dryRun,
      stop: new AbortController().signal,
      onProgress: ({ counts, from, until, coveredUntil }) =>
        progress.show("Asking the provider", `hours, ${counts.seen} seen, ${counts.missing} missing`, {
          done: hoursBetween(from, coveredUntil ?? from),
          total: hoursBetween(from, until),
        }),
    });
    await batcher.drain();
    if (report === undefined) throw new CommandFailed(`Connection ${connectionId} was removed meanwhile.`);
    return outputOf(report);
  },
});

async function requireAskable({ db }: Context, connectionId: number): Promise<void> {
  const connection = await findProviderAccountLine(db, connectionId);
  if (connection === undefined) throw new CommandFailed(`There is no connection ${connectionId}.`);
  if (connection.status !== "active") throw new CommandFailed(`Connection ${connectionId} is ${connection.status}.`);
  if (connection.has_api_key) return;
  throw new CommandFailed(
    `Connection ${connectionId} has no API key to ask ${connection.provider} with. Give it one: svc connections set-api-key --program ${connection.program_id} --connection ${connectionId}`,
  );
}

function hoursBetween(from: Date, to: Date): number {
  return Math.max(0, Math.round((to.getTime() - from.getTime()) / millisecondsPerHour));
}

function outputOf(report: ReconcileReport): Output {
  const text = (): string => textOf(report);
  if (report.fault === null) return { json: report, text };
  return { json: report, text, failure: `It was not read to the end: ${report.fault}` };
}

function textOf({ counts, types, missing, ...report }: ReconcileReport): string {
  const rows = Object.entries(types).map(([type, ofType]) => ({ type, ...ofType }));
  const columns = ["type", "seen", "known", "missing", ...outcomes.filter((outcome) => counts[outcome] > 0)] as const;
  const shown = missing.slice(0, missingShownMax);
  const verb = report.is_dry_run ? "are missing" : "were missing and are recorded now";
  const more = counts.missing > shown.length ? [`… and ${counts.missing - shown.length} more.`] : [];
  return [
    `Connection ${report.connection_id} of program ${report.program_id}, ${report.provider}: events`,
    `from ${report.since.toISOString()} to ${report.until.toISOString()}.`,
    ...(rows.length === 0 ? ["Nothing that is used was sent."] : [tableOf(rows, columns)]),
    ...(shown.length === 0 ? [] : [`${counts.missing} of ${counts.seen} ${verb}:`, missingTable(shown), ...more]),
    ...(counts.seen > 0 && counts.missing === 0 ? ["Nothing is missing."] : []),
  ].join("\n");
}

const outcomes = ["recorded", "duplicate", "expired", "parked", "ignored", "failed"] as const;

function missingTable(missing: ReconcileReport["missing"]): string {
  return tableOf(missing, ["provider_event_id", "provider_event_type", "event_id", "outcome"]);
}

// The recurring jobs of a running service: made here, with the database that writes only while this process holds their lease.
import type { Logger } from "pino";
import type { Secrets } from "../access/secrets/secrets.ts";
import type { Config } from "../config/config.ts";
import { roleParts } from "../config/roles.ts";
import type { KnownPositions } from "../engine/backup/known-positions.ts";
import { checkpointsOf } from "../engine/integrity/checkpoints.ts";
import { findFaults, type RolledOn, rollOn } from "../engine/integrity/rolling-verification.ts";
import { DueRuns } from "../engine/jobs/due-runs.ts";
import { fencedBy } from "../engine/jobs/fenced-database.ts";
import { JobLease } from "../engine/jobs/lease.ts";
import type { Database } from "../engine/postgres/database.ts";
import type { Batcher } from "../engine/recording/batcher.ts";
import { openFailedRetries, type RetryCounts } from "../engine/replay/reading/failed-retries.ts";
import { archiveOldClicks } from "../product/archive/archive-old-clicks.ts";
import { openAuditLog } from "../product/audit/audit-log.ts";
import { watchFees } from "../product/commissions/fee-alarms.ts";
import { openReconciliation, type ReconcileReport } from "../product/connections/reconcile.ts";
import { makeDueDiscounts } from "../product/coupons/discounts/make-due.ts";
import { compareAllPartners } from "../product/flags/compare-partners.ts";
import { issueInvoices } from "../product/invoices/issue.ts";
import { countOpenAlarms } from "../product/proof/alarms-list.ts";
import { runSender } from "../product/rails/payout-sender.ts";
import type { RailUrls } from "../product/rails/settings.ts";
import { checkVatIds } from "../product/tax/check-vat-ids.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { type JobParts, type LongJobs, recurringJobs, type Schedule, startSchedule } from "./schedule.ts";

export type Jobs = {
  /** For what the jobs write. */
  readonly database: Database;
  start(others: Others): Promise<void>;
  stop(): Promise<void>;
};

type Others = Pick<JobParts, "keyUse" | "refusedDeliveries" | "notices" | "exports"> & { readonly batcher: Batcher };
type Service = {
  readonly database: Database;
  /** The same as its owner, who alone takes data out of the log. */
  readonly ownerUrl: string;
  readonly config: Config;
  readonly log: Logger;
  readonly knownPositions?: KnownPositions;
};
type Parts = { readonly secrets: Secrets; readonly metrics: Metrics; readonly now: () => number };

export function openJobs(service: Service, parts: Parts): Jobs {
  const { ownerUrl, config, log, knownPositions } = service;
  const lease = new JobLease(service.database);
  const database = fencedBy(lease, service.database);
  let schedule: Schedule | null = null;
  return {
    database,
    async start({ batcher, ...others }) {
      const checkpoints = await checkpointsOf({ ...parts, database, log }, config.checkpoints);
      const { archiveFolder: folder, archiveClicksAfterDays: afterDays } = config;
      const archiving = { database, ownerUrl, log, now: parts.now };
      const archiveClicks =
        folder === null || afterDays === null
          ? undefined
          : (stop: AbortSignal) => archiveOldClicks({ ...archiving, folder, afterDays }, stop);
      const { railUrls, viesUrl } = config;
      const writing = { ...parts, database, log, batcher, railUrls, viesUrl, runsJobs: () => lease.tenure !== null };
      const auditLog = config.writesAuditLog ? openAuditLog(database, log, parts.now) : undefined;
      const kept = { knownPositions, checkpoints, archiveClicks, auditLog };
      const all = recurringJobs(database, config, { ...longJobs(writing), ...others, ...kept });
      schedule = roleParts[config.role].runsJobs
        ? await startSchedule(all, log, { lease, runs: new DueRuns(database) })
        : await startSchedule(
            all.filter(({ isOwn }) => isOwn),
            log,
          );
    },
    async stop() {
      await schedule?.stop();
    },
  };
}

type Writing = Parts & {
  readonly database: Database;
  readonly log: Logger;
  readonly batcher: Batcher;
  readonly runsJobs: () => boolean;
  readonly railUrls: RailUrls;
  readonly viesUrl: string | null;
};

function longJobs({ database, log, batcher, secrets, metrics, now, runsJobs, railUrls, viesUrl }: Writing): LongJobs {
  const reconciliation = openReconciliation({ database, batcher, secrets, now });
  const sending = { database, secrets, urls: railUrls, log };
  const retries = openFailedRetries(database, secrets, now);
  return {
    reconcile: (stop) => reconciliation.runDue(stop, (report) => logReconciled(log, report)),
    verify: async (stop) => {
      const rolledOn = await rollOn(database, stop);
      logVerified(log, rolledOn);
      metrics.verified();
      metrics.faulty(rolledOn.faults.length);
      metrics.alarms(await countOpenAlarms(database.kysely));
    },
    watchFees: async () => {
      for (const { programId, detail } of await watchFees(database, new Date(now()))) {
        log.error({ program_id: programId, alarm: "fees_by_word" }, detail);
      }
      metrics.alarms(await countOpenAlarms(database.kysely));
    },
    retryFailed: async (stop) => logRetried(log, await retries.runOnce(stop)),
    sendPayouts: async (stop) => {
      await runSender(sending, stop);
    },
    makeDiscounts: async (stop) => {
      await makeDueDiscounts({ database, secrets, log }, stop);
    },
    checkVatIds: async (stop) => {
      if (viesUrl !== null) await checkVatIds({ database, secrets, viesUrl }, stop);
    },
    comparePartners: async (stop) => {
      await compareAllPartners(database, secrets, stop);
    },
    issueInvoices: async (stop) => {
      await issueInvoices({ database, secrets, now, log }, stop);
    },
    countFaults: async () => {
      metrics.runsJobs(runsJobs());
      metrics.faulty((await findFaults(database)).length);
      metrics.alarms(await countOpenAlarms(database.kysely));
    },
  };
}

function logVerified(log: Logger, { eventsChecked, faults }: RolledOn): void {
  log.debug({ events: eventsChecked }, "log and books were checked");
  for (const { programId, fault } of faults) {
    log.error({ program_id: programId, fault }, "log and books do not agree; see all of it with: svc verify");
  }
}

function logRetried(log: Logger, { failed = 0, ...takenUp }: RetryCounts): void {
  if (failed > 0) log.warn({ deliveries: failed }, "deliveries failed again; see why with: svc deliveries list");
  if (Object.keys(takenUp).length > 0) log.info(takenUp, "failed deliveries were retried");
}

/** What was missing is worth a look: the webhooks of this connection do not all arrive. */
function logReconciled(log: Logger, { connection_id, provider, counts, fault }: ReconcileReport): void {
  const line = { connection_id, provider, ...counts, fault };
  if (fault !== null) log.warn(line, "a provider could not be asked for what it sent");
  else if (counts.missing > 0) log.warn(line, "deliveries had not arrived and were fetched");
  else log.debug(line, "no delivery is missing");
}

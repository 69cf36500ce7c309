// Composition root: every part of the running service is made and joined here, and only here.
// It takes no traffic before the books hold everything the log does, and after draining nothing of it touches the database.
// It never listens and never opens the database: whoever starts it does.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { openAccounts } from "./access/accounts.ts";
import { openAgentKeys } from "./access/agent-keys.ts";
import { openMailApplicant } from "./access/application-mail.ts";
import { openDirectory } from "./access/directory.ts";
import { openOnceKeys } from "./access/idempotency.ts";
import { openMailInvitation } from "./access/invitation-mail.ts";
import { openKeptSecrets } from "./access/kept-secrets.ts";
import { openKeyUse } from "./access/key-use.ts";
import { openKnownDevices } from "./access/known-devices.ts";
import { openMailBudget } from "./access/mail-budget.ts";
import { SecretUnreadable } from "./access/sealed-value.ts";
import type { Secrets } from "./access/secrets.ts";
import type { KnownPositions } from "./backup/known-positions.ts";
import { openPartnerPortal } from "./changes/partner-portal.ts";
import { verifierKeysOf } from "./checkpoints/signed-note.ts";
import { countBuffersWithHeap } from "./collector.ts";
import type { Config } from "./config.ts";
import { openCountsOfAll } from "./counts-of-all.ts";
import type { DatabaseReport } from "./database-report.ts";
import type { Database } from "./db/database.ts";
import { mayPass } from "./db/faults.ts";
import type { LogFault } from "./db/log-protection.ts";
import { openExports } from "./exports/exports.ts";
import { createApp } from "./http/app.ts";
import { openDeliveries } from "./ingest/deliveries.ts";
import { ProgramShares } from "./ingest/program-shares.ts";
import { openRefusedDeliveries } from "./ingest/refused-deliveries.ts";
import { openTracking } from "./ingest/tracking.ts";
import { LogIsOccupied } from "./log/foreign-events.ts";
import { type Mailer, openMailer } from "./mail/mailer.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { openNotices } from "./notices/notices.ts";
import { openUnsubscribing } from "./notices/unsubscribe.ts";
import { loadOperations } from "./operations/groups.ts";
import type { OperationParts } from "./operations/operation.ts";
import { rebuildsOf } from "./operations/rebuilds.ts";
import type { Outage } from "./operations/refusal.ts";
import { startDispatcher } from "./outbound/dispatcher.ts";
import { RecordingRate } from "./outbound/recording-rate.ts";
import { openSender, type Sender } from "./outbound/sender.ts";
import { type Batcher, type Flush, startBatcher } from "./pipeline/batcher.ts";
import { logRefusedCall } from "./pipeline/tracking-log.ts";
import { Unavailable } from "./pipeline/unavailable.ts";
import { catchUpAll } from "./projector/catch-up.ts";
import { countOutdatedPrograms } from "./projector/rules.ts";
import { openPartnerViews } from "./queries/partner-view.ts";
import { openScopedReads } from "./queries/scoped-reads.ts";
import { openReading } from "./reading.ts";
import { openReplayThreads } from "./replay/threads.ts";
import { roleParts } from "./roles.ts";
import { openJobs } from "./service-jobs.ts";
import type { Tracing } from "./tracing-parts.ts";
import type { Peers } from "./workers/peers.ts";
import { batcherAmong } from "./workers/recording.ts";

const retryAfterSeconds = 5;
const occupiedRetryAfterSeconds = 60;

export type Service = {
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Loads what the first request would otherwise wait for. */
  prepare(): Promise<void>;
  /** Answers when everything accepted is recorded and answered; then the database may be closed. */
  drain(): Promise<void>;
};

export type ServiceParts = {
  readonly database: Database;
  /** A standby of it that answers reads; none when left out. Whoever opened it closes it. */
  readonly standby?: Database | null;
  /** The same as its owner, who may make the tables of a replay. */
  readonly ownerUrl: string;
  readonly config: Config;
  readonly log: Logger;
  /** What was found missing of the log's protection. */
  readonly logFaults?: readonly LogFault[];
  /** Kept nowhere when left out. */
  readonly knownPositions?: KnownPositions;
  /** Of one worker of several. */
  readonly peers?: Peers | null;
  /** Nothing is traced when left out. */
  readonly tracing?: Tracing | null;
  /** In milliseconds; this machine's clock when left out. */
  readonly now?: () => number;
};

export async function composeService(parts: ServiceParts): Promise<Service> {
  const { database, config, log, now = () => Date.now() } = parts;
  countBuffersWithHeap();
  await bringUpBooks(database, log);
  const secrets = await openKeptSecrets(database, config.secretKeys.reveal());
  const { metrics, batcher, shares, sender, stopSending } = startWriting(parts, secrets);
  await warnOfOutdatedBooks(database, log, metrics);
  const { report, replica, shownReads } = openReading(parts, { batcher, metrics, now });
  const directory = openDirectory(database, secrets, now);
  const counts = openCounts(database, now);
  const baseUrl = config.baseUrl ?? `http://127.0.0.1:${config.port}`;
  const { mails, mailer, ...people } = openPeople(parts, { secrets, baseUrl, now });
  const { threads, rebuilds } = openRebuilds(parts);
  const work = workOf(config, directory, { database, secrets, baseUrl, now, rebuilds, ...mails });
  const jobs = await startJobs(parts, { work, shownReads, metrics, mailer, sender, batcher, counts });
  const sharedCounts = openCountsOfAll(parts, secrets);
  let draining = false;

  const app = createApp({
    config,
    log,
    metrics,
    sharedCounts,
    directory,
    ...counts,
    agentKeys: openAgentKeys(database),
    tracking: openTracking({ batcher, shares, directory, hashReference: secrets.hashReference }),
    deliveries: openDeliveries({ batcher, shares, directory, secrets }),
    ...people,
    operations: await loadOperations(),
    work,
    shownReads,
    onceKeys: openOnceKeys(database, secrets),
    baseUrl,
    hashEmail: secrets.hashEmail,
    logRefusedCall: (line) => logRefusedCall(database, line),
    readiness: () => report.readiness(draining),
    outageOf: (error) => outageOf(error, report),
    now,
  });
  return {
    handler: parts.tracing?.handler(app) ?? app,
    prepare: () => people.accounts.prepare(),
    async drain() {
      draining = true;
      await threads.stop();
      await jobs.stop();
      await people.partnerPortal.drain();
      await people.accounts.drain();
      await batcher.drain();
      await stopSending();
      sharedCounts?.close();
      await Promise.all([replica?.stop(), ...Object.values(counts).map((count) => count.flush())]);
    },
  };
}

type JobsParts = {
  readonly work: ReturnType<typeof workOf>;
  readonly shownReads: OperationParts["reads"];
  readonly counts: ReturnType<typeof openCounts>;
  readonly metrics: Metrics;
  readonly mailer: Mailer | null;
  readonly sender: Sender;
  readonly batcher: Batcher;
};

/** What they write is written to the database of the jobs, and to no other. */
async function startJobs(
  parts: ServiceParts,
  { work, shownReads, counts, metrics, mailer, sender, batcher }: JobsParts,
) {
  const { log } = parts;
  const { secrets, baseUrl, now } = work;
  const jobs = openJobs(parts, { secrets, metrics, now });
  const { database } = jobs;
  const notices = openNotices({ database, secrets, mailer, sender, baseUrl, now, log });
  const exports = openExports({ ...work, database, reads: shownReads, verify: null }, log);
  await jobs.start({ batcher, ...counts, notices, exports });
  return jobs;
}

/** What is counted in memory, and written now and then. */
function openCounts(database: Database, now: () => number) {
  return { keyUse: openKeyUse(database, now), refusedDeliveries: openRefusedDeliveries(database, now) };
}

/** What comes in, and what goes out behind it. */
function startWriting({ database, config, log, tracing, peers = null }: ServiceParts, secrets: Secrets) {
  const metrics = createMetrics(() => ({ ...batcher.stats(), heldBack: shares.waiting }), peers);
  const rate = new RecordingRate();
  const onFlush = (flush: Flush): void => {
    metrics.flushed(flush);
    rate.recorded(flush.events);
    dispatcher?.committed();
    tracing?.flushed(flush);
  };
  const { batchEventsMax, queueEventsMax, queueWaitSecondsMax, programUnderWayMax } = config;
  const shares = new ProgramShares({ underWayMax: programUnderWayMax, waitSecondsMax: queueWaitSecondsMax });
  const own = startBatcher({ database, batchEventsMax, queueEventsMax, queueWaitSecondsMax, onFlush });
  const plain = peers === null ? own : batcherAmong(peers, own);
  const batcher = tracing?.batcher(plain) ?? plain;
  const untraced = openSender(config.outbound);
  const sender = tracing?.sender(untraced) ?? untraced;
  const dispatcher = roleParts[config.role].runsJobs
    ? startDispatcher({ database, secrets, log, sender, isBusy: () => rate.isBusy() })
    : null;
  const stopSending = async (): Promise<void> => {
    if (dispatcher === null) sender.close();
    else await dispatcher.stop();
    await tracing?.close();
  };
  return { metrics, batcher, shares, sender, stopSending };
}

function openRebuilds({ database, ownerUrl, config, log }: ServiceParts) {
  const { stepSecondsMax, programsAhead } = config.clock;
  const clock = { stepSecondsMax, programsAhead: [...programsAhead] };
  const threads = openReplayThreads(
    { ownerUrl, secretKeys: config.secretKeys.reveal(), archiveFolder: config.archiveFolder, clock },
    log,
  );
  return { threads, rebuilds: rebuildsOf(threads, { database, ownerUrl }) };
}

type Otherwise =
  | "outbound"
  | "exportFolder"
  | "invitationDays"
  | "checkpointKeys"
  | "reads"
  | "verify"
  | "forgetConnection";

function workOf(
  config: Pick<Config, "outbound" | "exportFolder" | "invitationDays" | "checkpoints">,
  { forgetConnection }: Pick<OperationParts, "forgetConnection">,
  parts: Omit<OperationParts, Otherwise>,
): Omit<OperationParts, "verify"> {
  const { outbound, exportFolder, invitationDays, checkpoints } = config;
  const ofConfig = {
    ...{ outbound, exportFolder, invitationDays },
    checkpointKeys: verifierKeysOf(checkpoints.signers.reveal()),
  };
  return { ...parts, ...ofConfig, forgetConnection, reads: openScopedReads(parts.database.kysely) };
}

type PeopleParts = { readonly secrets: Secrets; readonly baseUrl: string; readonly now: () => number };

function openPeople({ database, config, log }: ServiceParts, { secrets, baseUrl, now }: PeopleParts) {
  const mailer = openMailer(config.mail?.reveal() ?? null, log);
  const devices = openKnownDevices(secrets, now);
  const mailBudget = openMailBudget(database.kysely, secrets, config);
  const { signUp, invitationDays } = config;
  const accounts = openAccounts({
    database,
    secrets,
    baseUrl,
    signUp,
    devices,
    mailBudget,
    invitationDays,
    mailer,
    log,
  });
  const partnerPortal = openPartnerPortal({
    ...{ database, secrets, mailer, baseUrl, log },
    outbound: config.outbound,
  });
  const partnerViews = openPartnerViews(database.kysely, secrets, { now, baseUrl });
  const sendsMail = config.mail !== null;
  const mailInvitation = sendsMail ? openMailInvitation({ db: database.kysely, mailBudget, mailer }) : null;
  const mailApplicant = sendsMail
    ? openMailApplicant({ db: database.kysely, secrets, mailBudget, mailer, baseUrl, log })
    : null;
  return {
    accounts,
    devices,
    mailBudget,
    partnerPortal,
    partnerViews,
    sendsMail,
    mailer: sendsMail ? mailer : null,
    unsubscribing: openUnsubscribing(database, secrets),
    mails: { mailInvitation, mailApplicant, sendsMail },
  };
}

async function bringUpBooks(database: Database, log: Logger): Promise<void> {
  const projected = await catchUpAll(database);
  if (projected > 0) log.info({ events: projected }, "the books were brought up to the log");
}

async function warnOfOutdatedBooks(database: Database, log: Logger, metrics: Metrics): Promise<void> {
  const programs = await countOutdatedPrograms(database.kysely);
  metrics.outdated(programs);
  if (programs === 0) return;
  log.warn({ programs }, "programs were projected by older rules; see what is different with: svc replay --all");
}

function outageOf(error: unknown, report: DatabaseReport): Outage | undefined {
  report.failed(error);
  // Another process has written with a secret that is not here yet, or the database was tampered with: nothing is lost by waiting.
  if (error instanceof SecretUnreadable) return { retryAfterSeconds: occupiedRetryAfterSeconds };
  // An operator has to do something first; until then the same call is worth making again, and is not lost.
  if (error instanceof LogIsOccupied) return { retryAfterSeconds: occupiedRetryAfterSeconds };
  if (error instanceof Unavailable) return { retryAfterSeconds: error.retryAfterSeconds };
  return mayPass(error) ? { retryAfterSeconds } : undefined;
}

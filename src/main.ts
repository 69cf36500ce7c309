// Composition root: every part of the running service is created and connected only here. It accepts no traffic before the books are up to
// the log, and after draining nothing touches the database. It never listens and never opens the database: its caller does.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { openDirectory } from "./access/directory.ts";
import { openOnceKeys } from "./access/idempotency.ts";
import { openKeptSecrets } from "./access/secrets/kept-secrets.ts";
import { SecretUnreadable } from "./access/secrets/sealed-value.ts";
import type { Secrets } from "./access/secrets/secrets.ts";
import type { Config } from "./config/config.ts";
import { roleParts } from "./config/roles.ts";
import type { KnownPositions } from "./engine/backup/known-positions.ts";
import { catchUpAll } from "./engine/books/catch-up.ts";
import { countOutdatedPrograms } from "./engine/books/rules.ts";
import { verifierKeysOf } from "./engine/integrity/signed-note.ts";
import { LogIsOccupied } from "./engine/log/foreign-events.ts";
import type { Database } from "./engine/postgres/database.ts";
import { mayPass } from "./engine/postgres/faults.ts";
import type { LogFault } from "./engine/postgres/log-protection.ts";
import { type Batcher, type Flush, startBatcher } from "./engine/recording/batcher.ts";
import { openDeliveries } from "./engine/recording/deliveries.ts";
import { ProgramShares } from "./engine/recording/program-shares.ts";
import type { AskProvider } from "./engine/recording/read-backs.ts";
import { openRefusedDeliveries } from "./engine/recording/refused-deliveries.ts";
import { openTracking } from "./engine/recording/tracking.ts";
import { logRefusedCall } from "./engine/recording/tracking-log.ts";
import { Unavailable } from "./engine/recording/unavailable.ts";
import type { Peers } from "./engine/recording/workers/peers.ts";
import { batcherAmong } from "./engine/recording/workers/recording.ts";
import { createApp } from "./faces/http/app.ts";
import { countBuffersWithHeap } from "./limits/collector.ts";
import { type Mailer, openMailer } from "./mail/mailer.ts";
import { openAccounts } from "./product/accounts/accounts.ts";
import { openKnownDevices } from "./product/accounts/known-devices.ts";
import { openMailBudget } from "./product/accounts/mail-budget.ts";
import { openAgentKeys } from "./product/agents/keys.ts";
import { openExports } from "./product/exports/exports.ts";
import { ImportPlaces } from "./product/imports/import-places.ts";
import { openKeyUse } from "./product/keys/use.ts";
import { openMailInvitation } from "./product/members/invitation-mail.ts";
import { startDispatcher } from "./product/messages/dispatcher.ts";
import { RecordingRate } from "./product/messages/recording-rate.ts";
import { openSender, type Sender } from "./product/messages/sender.ts";
import { openNotices } from "./product/notices/notices.ts";
import { openUnsubscribing } from "./product/notices/unsubscribe.ts";
import { loadOperations } from "./product/operation/groups.ts";
import type { OperationParts } from "./product/operation/operation.ts";
import type { Outage } from "./product/operation/refusal.ts";
import { openMailApplicant } from "./product/partners/application-mail.ts";
import { openPartnerPortal } from "./product/portal/change.ts";
import { openPartnerViews } from "./product/portal/view-read.ts";
import { openRailWebhooks } from "./product/rails/webhooks.ts";
import { openScopedReads } from "./product/reads/scoped-reads.ts";
import { rebuildsOf } from "./product/replays/rebuilds.ts";
import { openReplayThreads } from "./product/replays/threads.ts";
import { openWorkspaceTokens } from "./product/tokens/tokens.ts";
import { openCountsOfAll } from "./service/counts-of-all.ts";
import type { DatabaseReport } from "./service/database-report.ts";
import { openReading } from "./service/reading.ts";
import { openJobs } from "./service/service-jobs.ts";
import { createMetrics, type Metrics } from "./telemetry/metrics.ts";
import type { Tracing } from "./telemetry/tracing-parts.ts";

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
  /** A standby that answers reads; none if left out. Its opener closes it. */
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
    ...{ log, metrics, sharedCounts, directory },
    ...counts,
    agentKeys: openAgentKeys(database),
    workspaceTokens: openWorkspaceTokens(database),
    tracking: openTracking({ batcher, shares, directory, hashReference: secrets.hashReference }),
    railWebhooks: openRailWebhooks({ database, secrets, urls: config.railUrls, now }),
    deliveries: openDeliveries({ batcher, shares, directory, secrets, askProvider: askProviderOf(database, secrets) }),
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

/** Loaded with the first delivery that needs it. */
function askProviderOf(database: Database, secrets: Secrets): AskProvider {
  return async (connection, resource) => {
    const { readBack } = await import("./product/connections/provider-read-backs.ts");
    return readBack({ database, secrets }, connection, resource);
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
  const { batchEventsMax, queueEventsMax, queueWaitSecondsMax: waitSecondsMax } = config;
  const shares = new ProgramShares({ underWayMax: config.programConcurrencyMax, waitSecondsMax });
  const bounds = { batchEventsMax, queueEventsMax, queueWaitSecondsMax: waitSecondsMax };
  const own = startBatcher({ database, ...bounds, onFlush, isOneOfSeveral: peers !== null });
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
  | "caps"
  | "exportFolder"
  | "railUrls"
  | "imports"
  | "invitationDays"
  | "checkpointKeys"
  | "reads"
  | "verify"
  | "forgetConnection";

function workOf(
  config: Pick<
    Config,
    "outbound" | "caps" | "exportFolder" | "railUrls" | "imports" | "invitationDays" | "checkpoints"
  >,
  { forgetConnection }: Pick<OperationParts, "forgetConnection">,
  parts: Omit<OperationParts, Otherwise>,
): Omit<OperationParts, "verify"> {
  const { outbound, caps, exportFolder, railUrls, invitationDays, checkpoints } = config;
  const ofConfig = {
    ...{ outbound, caps, exportFolder, railUrls, invitationDays },
    imports: new ImportPlaces(config.imports),
    checkpointKeys: verifierKeysOf(checkpoints.signers.reveal()),
  };
  return { ...parts, ...ofConfig, forgetConnection, reads: openScopedReads(parts.database.kysely) };
}

type PeopleParts = { readonly secrets: Secrets; readonly baseUrl: string; readonly now: () => number };

function openPeople({ database, config, log }: ServiceParts, { secrets, baseUrl, now }: PeopleParts) {
  const mailer = openMailer(config.mail?.reveal() ?? null, log);
  const devices = openKnownDevices(secrets, now);
  const mailBudget = openMailBudget(database.kysely, secrets, config);
  const { signUp, firstAccount, invitationDays, oidc } = config;
  const { workspacesPerAccountMax } = config.caps;
  const accounts = openAccounts({
    database,
    secrets,
    baseUrl,
    signUp,
    firstAccount,
    devices,
    mailBudget,
    invitationDays,
    workspacesPerAccountMax,
    mailer,
    ...{ oidc, log, now },
  });
  const partnerPortal = openPartnerPortal({
    ...{ database, secrets, mailer, baseUrl, log, outbound: config.outbound },
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

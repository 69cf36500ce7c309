// Runs the service: configuration, database, migrations, listening, and an orderly end.
// It answers nothing before the schema is today's, and it ends only after every accepted request is answered, what was
// queued is written and the embedded database is stopped, or with exit code 1 when that takes too long.
// It never decides anything about requests: that is what main.ts composes.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger, LoggerOptions } from "pino";
import { pino } from "pino";
import { makeFirstLink } from "../access/operators.ts";
import { openKnownPositions } from "../backup/known-positions.ts";
import type { Config } from "../config.ts";
import { ConfigError, readConfig } from "../config.ts";
import { readAddress } from "../db/address.ts";
import { ServiceAlreadyRunningError } from "../db/embedded.ts";
import { isDatabaseUnavailable } from "../db/faults.ts";
import type { Installation } from "../db/installation.ts";
import { openInstallation } from "../db/installation.ts";
import { redactedLines } from "../log-redaction.ts";
import { composeService } from "../main.ts";
import type { Role } from "../roles.ts";
import { openTracing } from "../tracing.ts";
import { asTyped, plainly } from "./called.ts";
import type { CommandShell } from "./command.ts";
import { describeFailure } from "./failure-line.ts";
import type { ClosePatience, HttpServer } from "./http-server.ts";
import { listen } from "./http-server.ts";
import { findServiceUrl, forgetServiceUrl, noteServiceUrl } from "./service-address.ts";
import { type Shell, type TextOutput, write } from "./shell.ts";

const waitRetryMilliseconds = 3000;
const warning = pino.levels.values.warn ?? 40;

/** Of the time a stop may take: for the rest of requests that have begun, and for callers to read their answers. */
const unfinishedShare = 0.1;
const answersShare = 0.7;

export type ServeOptions = {
  /** For a database that cannot be reached yet. */
  readonly waitSeconds: number;
  /** That of the configuration when left out. */
  readonly role?: Role | undefined;
};

/** Answers the exit code. */
export async function runServe(shell: CommandShell, { waitSeconds, role }: ServeOptions): Promise<number> {
  try {
    const given = readConfig(shell.env);
    const config = Object.freeze({ ...given, role: role ?? given.role });
    const installation = await openWithin(config, waitSeconds, shell);
    return installation === null ? 0 : await serve(config, installation, shell);
  } catch (error) {
    const said = shell.isQuiet ? describeFailure(error, "serve", true).line : asTyped(describe(error), shell.called);
    await write(shell.stderr, `${said}\n`);
    return 1;
  }
}

/** Straight to the file where there is one, as pino does by itself: a stream between costs time at every line. */
function openLog(config: Config, { stdout, called }: Shell): Logger {
  const lines = { level: config.logLevel, serializers: redactedLines(config) };
  const hooks: LoggerOptions["hooks"] = {
    /** Only warnings and worse tell what to type. */
    logMethod: (words, method, severity) => {
      if (severity >= warning && typeof words[1] === "string") words[1] = asTyped(words[1], called);
      method.apply(log, words);
    },
  };
  const log = pino(
    called === plainly ? lines : { ...lines, hooks },
    stdout.fd === undefined ? stdout : pino.destination(stdout.fd),
  );
  return log;
}

async function serve(config: Config, installation: Installation, shell: Shell): Promise<number> {
  const log = openLog(config, shell);
  let wasAnnounced = false;
  let end = (): Promise<void> => installation.close();
  try {
    const http = await listen(config, config);
    const closeHttp = () => http.close(patienceOf(config));
    end = async () => {
      await closeHttp();
      await installation.close();
    };
    const url = addressOf(config.host, http.port);
    const { database } = installation;
    const knownPositions = openKnownPositions({ database, directory: config.positionsDir, log, now: Date.now });
    await knownPositions.warnOfLoss();
    const service = await composeService({
      database,
      standby: installation.standby,
      ownerUrl: installation.url,
      config: Object.freeze({ ...config, port: http.port, baseUrl: config.baseUrl ?? url }),
      log,
      logFaults: installation.logFaults,
      knownPositions,
      tracing: await openTracing(shell.env),
    });
    end = async () => {
      await closeHttp();
      await service.drain();
      await knownPositions.note();
      await installation.close();
    };
    http.serve(service.handler);
    if (config.databaseUrl === null) noteServiceUrl(config.dataDir, url);
    if (!shell.stop.aborted) {
      wasAnnounced = true;
      const way = await firstWay(installation.database.kysely, config.baseUrl ?? url);
      shell.stdout.write(asTyped(announcement(config, installation, http, url) + way, shell.called));
    }
    await service.prepare();
  } catch (error) {
    await end();
    throw error;
  }
  const gone = watchDatabase(installation, log);
  if (!shell.stop.aborted) await Promise.race([once(shell.stop, "abort"), gone.promise]);
  if (config.databaseUrl === null) forgetServiceUrl(config.dataDir);
  if (wasAnnounced && gone.why === null) shell.stdout.write(farewell(config));
  const code = await endWithin(config.shutdownTimeoutSeconds, end, shell.stderr);
  if (gone.why === null) return code;
  await write(shell.stderr, `The service ended: ${installation.location} ended and did not start again. ${gone.why}\n`);
  return 1;
}

type Gone = { readonly promise: Promise<void>; readonly why: string | null };

/** An embedded server that was killed is started again meanwhile; where that cannot be done, there is nothing to serve with. */
function watchDatabase(installation: Installation, log: Logger): Gone {
  const { promise, resolve } = Promise.withResolvers<void>();
  let why: string | null = null;
  installation.watch({
    lost: () =>
      log.error("the embedded PostgreSQL ended by itself; it is started again, and nothing is recorded meanwhile"),
    back: () => log.info("the embedded PostgreSQL is back, with all it had acknowledged"),
    gone: (error) => {
      why = reasonOf(error).replace(/\s*\n\s*/g, " ");
      resolve();
    },
  });
  return {
    promise,
    get why() {
      return why;
    },
  };
}

function patienceOf({ shutdownTimeoutSeconds }: Config): ClosePatience {
  const milliseconds = shutdownTimeoutSeconds * 1000;
  return { unfinishedMilliseconds: milliseconds * unfinishedShare, answersMilliseconds: milliseconds * answersShare };
}

/** Waits for a database of DATABASE_URL that cannot be reached yet, saying so; null when it was asked to stop meanwhile. */
async function openWithin(config: Config, waitSeconds: number, { stop, stderr }: Shell): Promise<Installation | null> {
  const deadline = performance.now() + waitSeconds * 1000;
  for (;;) {
    try {
      return await open(config);
    } catch (error) {
      if (config.databaseUrl === null || !isDatabaseUnavailable(error)) throw error;
      if (stop.aborted) return null;
      const { location } = readAddress(config.databaseUrl.reveal());
      const leftMilliseconds = deadline - performance.now();
      const why = reasonOf(error);
      if (leftMilliseconds <= 0) {
        throw new Error(`The database at ${location} could not be reached for ${waitSeconds} s (--wait): ${why}`, {
          cause: error,
        });
      }
      const left = Math.ceil(leftMilliseconds / 1000);
      await write(stderr, `Waiting for the database at ${location}, ${left} s more (--wait): ${why}\n`);
      await sleep(Math.min(waitRetryMilliseconds, leftMilliseconds), undefined, { signal: stop }).catch(
        () => undefined,
      );
    }
  }
}

async function open(config: Config): Promise<Installation> {
  const databaseUrl = config.databaseUrl?.reveal() ?? null;
  try {
    return await openInstallation({
      databaseUrl,
      dataDir: config.dataDir,
      as: "service",
      migrates: true,
      statementSeconds: config.databaseTimeoutSeconds,
      readUrl: config.readUrl?.reveal() ?? null,
      clock: config.clock,
    });
  } catch (error) {
    if (!(error instanceof ServiceAlreadyRunningError)) throw error;
    throw new Error(`${error.message} It answers at ${findServiceUrl(config)}.`, { cause: error });
  }
}

async function endWithin(timeoutSeconds: number, end: () => Promise<void>, stderr: TextOutput): Promise<number> {
  const timeout = Promise.withResolvers<"late">();
  const timer = setTimeout(timeout.resolve, timeoutSeconds * 1000, "late");
  try {
    const outcome = await Promise.race([end(), timeout.promise]);
    if (outcome !== "late") return 0;
    await write(stderr, `The service could not stop within SHUTDOWN_TIMEOUT_SECONDS (${timeoutSeconds}).\n`);
  } catch (error) {
    await write(stderr, `The service did not stop cleanly: ${reasonOf(error)}\n`);
  } finally {
    clearTimeout(timer);
  }
  return 1;
}

function farewell({ shutdownTimeoutSeconds }: Config): string {
  return (
    `Stopping: requests that have begun are answered and what is queued is written, which takes at most ${shutdownTimeoutSeconds} s ` +
    "(SHUTDOWN_TIMEOUT_SECONDS). Ctrl-C again ends it at once.\n"
  );
}

function announcement(config: Config, installation: Installation, http: HttpServer, url: string): string {
  const moved = http.port === config.port ? "" : ` (port ${config.port} is taken)`;
  const data = config.databaseUrl === null ? [`  data       ${config.dataDir}`] : [];
  return [
    "",
    "svc is running. Ctrl-C stops it.",
    `  service    ${url}${moved}`,
    `  database   ${installation.location}`,
    ...data,
    "",
    "Try next, in another terminal:",
    "  svc demo      sales, commissions and fees from signed deliveries",
    "  svc --help    programs, partners, keys, connections",
    "",
    "",
  ].join("\n");
}

/** Only here: it stands in no log that is kept elsewhere, unless somebody keeps what the service prints. */
async function firstWay(db: Parameters<typeof makeFirstLink>[0], url: string): Promise<string> {
  const link = await makeFirstLink(db);
  if (link === null) return "";
  return [
    "No account operates this service in a browser yet. Open this once, until",
    `${link.expiresAt.toISOString()}, to make one or to use your own:`,
    `  ${url}/operator?link=${link.secret}`,
    "A new link: svc accounts link",
    "",
    "",
  ].join("\n");
}

function addressOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

function describe(error: unknown): string {
  if (error instanceof ConfigError) return ["The configuration has faults:", ...error.faults].join("\n  ");
  return `The service did not start: ${reasonOf(error)}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

// Runs the service: configuration, database, migrations, listening, and an orderly end: in this process, or in workers of it. It ends
// only after every accepted request is answered, what was queued is written and the embedded database is stopped, or with exit code 1
// when that takes too long.

import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../../../config/config.ts";
import { ConfigError, readConfig } from "../../../config/config.ts";
import type { Role } from "../../../config/roles.ts";
import { readVersion } from "../../../config/version.ts";
import { productName } from "../../../core/wording/product.ts";
import { readAddress } from "../../../engine/postgres/address.ts";
import { ServiceAlreadyRunningError } from "../../../engine/postgres/embedded.ts";
import { isDatabaseUnavailable } from "../../../engine/postgres/faults.ts";
import type { Installation } from "../../../engine/postgres/installation.ts";
import { openInstallation } from "../../../engine/postgres/installation.ts";
import { openPrimary } from "../../../engine/recording/workers/worker.ts";
import { findFirstWay } from "../../../product/operators/operators.ts";
import { asTyped } from "../called.ts";
import type { CommandShell } from "../command.ts";
import { describeFailure } from "../failure-line.ts";
import { findServiceUrl, forgetServiceUrl, noteServiceUrl } from "../remote/service-address.ts";
import { type Shell, type TextOutput, write } from "../shell.ts";
import { findFreePort } from "./http-server.ts";
import { runWorker } from "./serve-worker.ts";
import { addressOf, openLog, startServing } from "./serving.ts";

const waitRetryMilliseconds = 3000;

export type ServeOptions = {
  /** For a database that cannot be reached yet. */
  readonly waitSeconds: number;
  /** Those of the configuration when left out. */
  readonly role?: Role | undefined;
  readonly workers?: number | undefined;
};

/** Answers the exit code. */
export async function runServe(shell: CommandShell, { waitSeconds, role, workers }: ServeOptions): Promise<number> {
  const primary = openPrimary(shell.env);
  try {
    const given = readConfig(shell.env);
    const config = Object.freeze({ ...given, role: role ?? given.role, workers: workers ?? given.workers });
    if (primary !== null) return await runWorker({ primary, config, shell });
    const installation = await openWithin(config, waitSeconds, shell);
    return installation === null ? 0 : await serve(config, installation, shell);
  } catch (error) {
    const said = shell.isQuiet ? describeFailure(error, "serve", true).line : asTyped(describe(error), shell.called);
    await write(shell.stderr, `${said}\n`);
    return 1;
  }
}

/** What serves, in this process or in several; where its start fails it has ended everything itself. */
type Served = {
  readonly port: number;
  prepare(): Promise<void>;
  /** The database with it. */
  end(): Promise<void>;
};

async function serve(config: Config, installation: Installation, shell: Shell): Promise<number> {
  const log = openLog(config, shell);
  const served = await (config.workers === 1 ? serveHere : serveInWorkers)(config, installation, shell, log);
  if (served === null) return 1;
  const { port, end } = served;
  const url = addressOf(config.host, port);
  let wasAnnounced = false;
  try {
    if (config.databaseUrl === null) noteServiceUrl(config.dataDir, url);
    if (!shell.stop.aborted) {
      wasAnnounced = true;
      const way = await firstWay(installation.database.kysely, config, config.baseUrl ?? url);
      shell.stdout.write(asTyped(announcement(config, installation, port, url) + way, shell.called));
    }
    await served.prepare();
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
  await write(
    shell.stderr,
    `The service ended: ${installation.location} ended and could not be restarted. ${gone.why}\n`,
  );
  return 1;
}

async function serveHere(config: Config, installation: Installation, shell: Shell, log: Logger): Promise<Served> {
  const serving = await startServing({ config, installation, log, env: shell.env });
  return {
    port: serving.port,
    prepare: serving.prepare,
    async end() {
      await serving.close();
      await serving.drain();
    },
  };
}

/** Null where a worker could not start: it has said why. */
async function serveInWorkers(
  config: Config,
  installation: Installation,
  { stderr }: Shell,
  log: Logger,
): Promise<Served | null> {
  // One process needs nothing of it.
  const { Supervisor, WorkerEnded } = await import("../../../engine/recording/workers/supervisor.ts");
  const { url: databaseUrl } = installation;
  const port = await findFreePort(config).catch(async (error: unknown) => {
    await installation.close();
    throw error;
  });
  const supervisor = new Supervisor({ places: config.workers, start: { databaseUrl, port }, log });
  const end = async (): Promise<void> => {
    await supervisor.end();
    await installation.close();
  };
  try {
    await supervisor.start();
    return { port, prepare: async () => undefined, end };
  } catch (error) {
    await end();
    if (!(error instanceof WorkerEnded)) throw error;
    await write(stderr, `The service did not start: ${error.message}.\n`);
    return null;
  }
}

type Gone = { readonly promise: Promise<void>; readonly why: string | null };

/** An embedded server that was killed is started again meanwhile; where that cannot be done, there is nothing to serve with. */
function watchDatabase(installation: Installation, log: Logger): Gone {
  const { promise, resolve } = Promise.withResolvers<void>();
  let why: string | null = null;
  installation.watch({
    lost: () =>
      log.error("the embedded PostgreSQL ended by itself; it is being restarted, and nothing is recorded meanwhile"),
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
      as: { version: readVersion() },
      migrates: true,
      statementSeconds: config.databaseTimeoutSeconds,
      readUrl: config.readUrl?.reveal() ?? null,
      clock: config.clock,
    });
  } catch (error) {
    if (!(error instanceof ServiceAlreadyRunningError)) throw error;
    // The running one's port, whichever this one would have used.
    const url = findServiceUrl({ ...config, portIsFixed: false });
    throw new Error(`${error.message} It answers at ${url}.`, { cause: error });
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
    `Stopping: open requests are answered and queued events are written, which takes at most ${shutdownTimeoutSeconds} s ` +
    "(SHUTDOWN_TIMEOUT_SECONDS). Ctrl-C again ends it at once.\n"
  );
}

function announcement(config: Config, installation: Installation, port: number, url: string): string {
  const moved = port === config.port ? "" : ` (port ${config.port} is taken)`;
  const workers = config.workers === 1 ? [] : [`  workers    ${config.workers}`];
  const data = config.databaseUrl === null ? [`  data       ${config.dataDir}`] : [];
  return [
    "",
    `${productName} is running. Ctrl-C stops it.`,
    `  service    ${url}${moved}`,
    `  database   ${installation.location}`,
    ...data,
    ...workers,
    "",
    "Try next, in another terminal:",
    "  svc demo      sales, commissions and fees from signed deliveries",
    "  svc --help    programs, partners, keys, connections",
    "",
    "",
  ].join("\n");
}

/** The link is printed and never logged: the log may be kept elsewhere. */
async function firstWay(
  db: Parameters<typeof findFirstWay>[0],
  { firstAccount }: Pick<Config, "firstAccount">,
  url: string,
): Promise<string> {
  const way = await findFirstWay(db, { isOpen: firstAccount === "anyone" });
  if (way.kind === "none") return "";
  if (way.kind === "open") return `Open ${url} in a browser to create the first account.\n\n`;
  return [
    "No account operates this service yet. To create it, or to use an account you have,",
    `open this link once, until ${way.link.expiresAt.toISOString()}:`,
    `  ${url}/operator?link=${way.link.secret}`,
    "To print a new link: svc accounts link",
    "",
    "",
  ].join("\n");
}

function describe(error: unknown): string {
  if (error instanceof ConfigError) return ["The configuration has faults:", ...error.faults].join("\n  ");
  return `The service did not start: ${reasonOf(error)}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

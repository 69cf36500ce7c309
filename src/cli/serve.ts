// Runs the service: configuration, database, migrations, listening, and an orderly end.
// It answers nothing before the schema is today's, and it ends only after every accepted request is answered, what was
// queued is written and the embedded database is stopped, or with exit code 1 when that takes too long.
// It never decides anything about requests: that is what main.ts composes.
import type { Logger } from "pino";
import { pino } from "pino";
import type { Config } from "../config.ts";
import { ConfigError, readConfig } from "../config.ts";
import { ServiceAlreadyRunningError } from "../db/embedded.ts";
import type { Installation } from "../db/installation.ts";
import { openInstallation } from "../db/installation.ts";
import { composeService } from "../main.ts";
import type { HttpServer } from "./http-server.ts";
import { listen } from "./http-server.ts";
import { findServiceUrl, forgetServiceUrl, noteServiceUrl } from "./service-address.ts";
import type { StopSignal } from "./stop-signal.ts";
import { listenForStop } from "./stop-signal.ts";

/** Answers the exit code. */
export async function runServe(): Promise<number> {
  const stop = listenForStop();
  try {
    const config = readConfig();
    const log = pino({ level: config.logLevel });
    return await serve(config, log, stop);
  } catch (error) {
    console.error(describe(error));
    return 1;
  } finally {
    stop.ignore();
  }
}

async function serve(config: Config, log: Logger, stop: StopSignal): Promise<number> {
  const installation = await open(config);
  let end = (): Promise<void> => installation.close();
  try {
    const http = await listen(config, config);
    end = () => http.close().finally(() => installation.close());
    const url = addressOf(config.host, http.port);
    const service = await composeService({
      database: installation.database,
      config: Object.freeze({ ...config, port: http.port, baseUrl: config.baseUrl ?? url }),
      log,
    });
    end = async () => {
      await http.close();
      await service.drain();
      await installation.close();
    };
    http.serve(service.handler);
    if (config.databaseUrl === null) noteServiceUrl(config.dataDir, url);
    if (!stop.wished) announce(config, installation, http, url);
    await service.prepare();
  } catch (error) {
    await end();
    throw error;
  }
  await stop.wish;
  if (config.databaseUrl === null) forgetServiceUrl(config.dataDir);
  return endWithin(config.shutdownTimeoutSeconds, end);
}

async function open(config: Config): Promise<Installation> {
  const databaseUrl = config.databaseUrl?.reveal() ?? null;
  try {
    return await openInstallation({ databaseUrl, dataDir: config.dataDir, as: "service", migrates: true });
  } catch (error) {
    if (!(error instanceof ServiceAlreadyRunningError)) throw error;
    throw new Error(`${error.message} It answers at ${findServiceUrl(config)}.`, { cause: error });
  }
}

async function endWithin(timeoutSeconds: number, end: () => Promise<void>): Promise<number> {
  const timeout = Promise.withResolvers<"late">();
  const timer = setTimeout(timeout.resolve, timeoutSeconds * 1000, "late");
  try {
    const outcome = await Promise.race([end(), timeout.promise]);
    if (outcome !== "late") return 0;
    console.error(`The service could not stop within SHUTDOWN_TIMEOUT_SECONDS (${timeoutSeconds}).`);
  } catch (error) {
    console.error(`The service did not stop cleanly: ${reasonOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
  return 1;
}

function announce(config: Config, installation: Installation, http: HttpServer, url: string): void {
  const moved = http.port === config.port ? "" : ` (port ${config.port} is taken)`;
  const data = config.databaseUrl === null ? [`  data       ${config.dataDir}`] : [];
  console.log(
    [
      "",
      "svc is running. Ctrl-C stops it.",
      `  service    ${url}${moved}`,
      `  database   ${installation.location}`,
      ...data,
      "",
      "Try next, in another terminal:",
      "  npm run demo                      sales, commissions and fees from signed deliveries",
      "  npm run --silent svc -- --help    programs, partners, keys, connections",
      "",
    ].join("\n"),
  );
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

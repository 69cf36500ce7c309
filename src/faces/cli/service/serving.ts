// One process that serves: it listens, is composed, and ends in order. It answers nothing before the schema is today's, and it ends
// only after every accepted request is answered and what was queued is written.
// It never decides anything about requests: that is what main.ts composes.
import type { Logger, LoggerOptions } from "pino";
import { pino } from "pino";
import type { Config } from "../../../config/config.ts";
import { openKnownPositions } from "../../../engine/backup/known-positions.ts";
import type { Installation } from "../../../engine/postgres/installation.ts";
import type { Peers } from "../../../engine/recording/workers/peers.ts";
import { composeService, type Service } from "../../../main.ts";
import { redactedLines } from "../../../telemetry/log-redaction.ts";
import { openTracing } from "../../../telemetry/tracing.ts";
import { asTyped, plainly } from "../called.ts";
import type { Shell } from "../shell.ts";
import type { ClosePatience } from "./http-server.ts";
import { listen } from "./http-server.ts";

const warning = pino.levels.values.warn ?? 40;
/** Parts of the time limit of a stop: for the rest of requests in progress, and for callers to read their answers. */
const unfinishedShare = 0.1;
const answersShare = 0.7;

export type ServingParts = {
  readonly config: Config;
  readonly installation: Installation;
  readonly log: Logger;
  readonly env: NodeJS.ProcessEnv;
  /** Of one worker of several; its place among them. */
  readonly worker?: { readonly place: number; readonly peers: Peers };
};

export type Serving = {
  readonly port: number;
  prepare: Service["prepare"];
  /** Accepts no more requests; resolves when those in progress are answered. */
  close(): Promise<void>;
  /** What was accepted is recorded, and the database closed. */
  drain(): Promise<void>;
};

/** Where it fails, nothing is left open. */
export async function startServing({ config, installation, log, env, worker }: ServingParts): Promise<Serving> {
  let end = (): Promise<void> => installation.close();
  try {
    // A worker shares its port with others, who answer until it can.
    const early = worker === undefined ? await listen(config, config) : null;
    end = async () => {
      await early?.close(patienceOf(config));
      await installation.close();
    };
    const port = early?.port ?? config.port;
    const url = addressOf(config.host, port);
    const { database } = installation;
    // One of several is enough to note how far the log has come.
    const directory = (worker?.place ?? 0) === 0 ? config.positionsDir : null;
    const knownPositions = openKnownPositions({ database, directory, log, now: Date.now });
    await knownPositions.warnOfLoss();
    const service = await composeService({
      database,
      standby: installation.standby,
      ownerUrl: installation.url,
      config: Object.freeze({ ...config, port, baseUrl: config.baseUrl ?? url }),
      log,
      logFaults: installation.logFaults,
      knownPositions,
      tracing: await openTracing(env),
      peers: worker?.peers ?? null,
    });
    if (early === null) await service.prepare();
    const http = early ?? (await listen({ ...config, portIsShared: true }, config));
    http.serve(service.handler);
    return {
      port,
      prepare: early === null ? async () => undefined : service.prepare,
      close: () => http.close(patienceOf(config)),
      async drain() {
        await service.drain();
        await knownPositions.note();
        await installation.close();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Straight to the file where there is one, as pino does by itself: a stream between costs time at every line. */
export function openLog(config: Config, { stdout, called }: Shell, worker: number | null = null): Logger {
  const lines: LoggerOptions = {
    level: config.logLevel,
    serializers: redactedLines(config),
    ...(worker === null ? {} : { mixin: () => ({ worker }) }),
  };
  const hooks: LoggerOptions["hooks"] = {
    /** Only warnings and errors say what to do. */
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

function patienceOf({ shutdownTimeoutSeconds }: Config): ClosePatience {
  const milliseconds = shutdownTimeoutSeconds * 1000;
  return { unfinishedMilliseconds: milliseconds * unfinishedShare, answersMilliseconds: milliseconds * answersShare };
}

export function addressOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

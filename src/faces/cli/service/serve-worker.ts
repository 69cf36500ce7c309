// One worker of several: like a service of one process, but its primary decides which database it uses, when it stops, and which other
// workers there are. Signals are the primary's: a terminal sends them to the whole group, and workers end in order.

import type { Config } from "../../../config/config.ts";
import { readVersion } from "../../../config/version.ts";
import { openInstallation } from "../../../engine/postgres/installation.ts";
import { workersCode } from "../../../engine/recording/workers/code.ts";
import { Peers } from "../../../engine/recording/workers/peers.ts";
import type { Primary } from "../../../engine/recording/workers/worker.ts";
import type { Shell } from "../shell.ts";
import { openLog, startServing } from "./serving.ts";

const millisecondsPerSecond = 1000;
/** Beyond what it may wait in a queue: batches that are being written. */
const batchesWaited = 2;

type WorkerParts = { readonly primary: Primary; readonly config: Config; readonly shell: Shell };

/** Answers the exit code. */
export async function runWorker({ primary, config, shell }: WorkerParts): Promise<number> {
  const { place, places, code, databaseUrl, port } = await primary.started;
  if (code !== workersCode()) throw new Error("files on disk changed since the start; restart the service");
  const { queueWaitSecondsMax, databaseTimeoutSeconds, queueEventsMax } = config;
  const log = openLog(config, shell, place);
  const installation = await openInstallation({
    databaseUrl,
    dataDir: config.dataDir,
    as: { version: readVersion() },
    migrates: false,
    workers: places,
    statementSeconds: databaseTimeoutSeconds,
    readUrl: config.readUrl?.reveal() ?? null,
    clock: config.clock,
  });
  const waitSeconds = queueWaitSecondsMax + batchesWaited * databaseTimeoutSeconds;
  const peers = new Peers({
    place,
    places,
    askedMax: queueEventsMax,
    waitMilliseconds: waitSeconds * millisecondsPerSecond,
  });
  const serving = await startServing({
    config: Object.freeze({ ...config, port, portIsFixed: true }),
    installation,
    log,
    env: shell.env,
    worker: { place, peers },
  });
  primary.linkTo(peers);
  primary.send({ kind: "ready" });
  await primary.close;
  await serving.close();
  primary.send({ kind: "closed" });
  await primary.drain;
  await serving.drain();
  peers.close();
  return 0;
}

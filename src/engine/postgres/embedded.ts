// The embedded database of one data directory, shared by the service and any number of commands. The first process starts it, the last one
// stops it, and a killed process counts as gone: the next one takes over a server that it left running. Only one service may run on a data
// directory at a time. It never runs inside our process and never ends with it, so that we drain before the database stops.
import { existsSync } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "./database.ts";
import type { Placement } from "./embedded/cluster-folder.ts";
import { findProcessSpace, placeCluster, prepareDataDirectory, writeRecord } from "./embedded/cluster-folder.ts";
import type { FileLock } from "./embedded/file-lock.ts";
import { lockWithin, tryLock } from "./embedded/file-lock.ts";
import type { Cluster, Postmaster } from "./embedded/server.ts";
import * as server from "./embedded/server.ts";
import { type ServerNews, watchServer } from "./embedded/watch.ts";
import { isDatabaseUnavailable } from "./faults.ts";

const databaseName = "svc";
const doorTimeoutSeconds = 120;
const readyTimeoutSeconds = 60;
const readyRetryMilliseconds = 50;
/** Of a server that was killed: it goes through what it had not written to its tables yet. */
const recoveryTimeoutSeconds = 300;
const startAttemptsMax = 5;
const startRetryMilliseconds = 300;

export type EmbeddedDatabase = {
  readonly url: string;
  /** Where the cluster is, for people. */
  readonly directory: string;
  /** From now on the server is restarted whenever it ends by itself; reports each restart. */
  watch(news: ServerNews): void;
  close(): Promise<void>;
};

export class ServiceAlreadyRunningError extends Error {
  override readonly name = "ServiceAlreadyRunningError";
}

/** Three locks: `door` while coming or going, `user` shared by everyone inside, `service` for the one service. */
export async function openEmbedded(dataDir: string, role: "service" | "command"): Promise<EmbeddedDatabase> {
  const directory = resolve(dataDir);
  await prepareDataDirectory(directory);
  const lockFile = (name: string): string => join(directory, "locks", name);
  await mkdir(join(directory, "locks"), { recursive: true, mode: 0o700 });

  const held: FileLock[] = [];
  const leave = async (cluster: Cluster | null): Promise<void> => {
    for (const lock of held) lock.release();
    const alone = cluster === null ? null : tryLock(lockFile("user"), "exclusive");
    if (alone === null || cluster === null) return;
    await server.stop(cluster).finally(alone.release);
  };
  const throughDoor = <T>(run: () => Promise<T>): Promise<T> => whileLocked(lockFile("door"), directory, run);
  // The data directory was deleted under a running service: no one shares the server.
  let endWatch = (): Promise<void> => Promise.resolve();
  const close = async (cluster: Cluster): Promise<void> => {
    await endWatch();
    await (existsSync(lockFile("door")) ? throughDoor(() => leave(cluster)) : server.stop(cluster));
  };

  return throughDoor(async () => {
    let cluster: Cluster | null = null;
    try {
      if (role === "service") held.push(requireOnlyService(tryLock(lockFile("service"), "exclusive"), directory));
      const others = areOthersInside(lockFile("user"));
      held.push(requireLock(tryLock(lockFile("user"), "shared")));
      const placement = await placeCluster(directory);
      const placed = placement.cluster;
      cluster = placed;
      let running = await ensureRunning(directory, placement, { others });
      await ensureDatabase(running.url);
      const restart = () =>
        throughDoor(async () => {
          running = await ensureRunning(directory, placement, { others: true, again: running });
        });
      const watch = (news: ServerNews): void => {
        // A process of another container cannot be seen from here.
        if (running.isSeen)
          endWatch = watchServer({ isAlive: () => server.isAlive(running.pid, placed), restart }, news);
      };
      return { url: urlOf(running.url, databaseName), directory: placed.directory, watch, close: () => close(placed) };
    } catch (error) {
      await leave(cluster);
      throw error;
    }
  });
}

async function whileLocked<T>(path: string, dataDir: string, run: () => Promise<T>): Promise<T> {
  const lock = await lockWithin(path, "exclusive", doorTimeoutSeconds);
  if (lock === null) {
    throw new Error(
      `Another process has been starting or stopping the database in ${dataDir} for ${doorTimeoutSeconds} seconds.`,
    );
  }
  try {
    return await run();
  } finally {
    lock.release();
  }
}

function requireOnlyService(lock: FileLock | null, dataDir: string): FileLock {
  if (lock !== null) return lock;
  throw new ServiceAlreadyRunningError(`A service already runs on the data directory ${dataDir}.`);
}

function areOthersInside(userLockFile: string): boolean {
  const alone = tryLock(userLockFile, "exclusive");
  alone?.release();
  return alone === null;
}

function requireLock(lock: FileLock | null): FileLock {
  if (lock !== null) return lock;
  throw new Error("The database is held exclusively, which happens only while its door is locked.");
}

type Running = {
  /** Of the cluster's maintenance database. */
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  /** Whether its process is one of those that can be seen from here. */
  readonly isSeen: boolean;
};

type Circumstances = {
  readonly others: boolean;
  /** As it ran before it was lost: it comes back there, with its data, or not at all. */
  readonly again?: Running;
};

/**
 * While others are inside, a server that cannot be seen from here is not taken for dead, and one that does not answer is not
 * stopped: two servers on the same data destroy it.
 */
async function ensureRunning(
  dataDir: string,
  { cluster, record }: Placement,
  { others, again }: Circumstances,
): Promise<Running> {
  const space = await findProcessSpace();
  const readySeconds = again === undefined ? readyTimeoutSeconds : recoveryTimeoutSeconds;
  let startedIn = again === undefined ? record.startedIn : space;
  await ensureInitialised(cluster, record.password, again);

  for (let attempt = 1; attempt <= startAttemptsMax; attempt += 1) {
    const postmaster = await server.findPostmaster(cluster);
    if (postmaster === null) {
      if (others && startedIn !== space) throw new Error(`${dataDir} is in use from another container.`);
      const port = await choosePort(record.port, again);
      if (await server.start(cluster, port)) {
        startedIn = space;
        await writeRecord(dataDir, { ...record, port, startedIn });
      } else await sleep(startRetryMilliseconds);
      continue;
    }
    const { pid, port } = postmaster;
    const url = `postgres://${server.userName}:${record.password}@127.0.0.1:${port}/postgres`;
    if (await waitUntilReady(cluster, postmaster, url, readySeconds))
      return { url, pid, port, isSeen: startedIn === space };
    const isStuck = (await server.findPostmaster(cluster)) !== null;
    if (isStuck && others) throw new Error(`The database in ${dataDir} is in use and does not answer here.`);
    if (isStuck) await server.stop(cluster);
  }
  throw new Error(`The embedded PostgreSQL in ${cluster.directory} did not start; see server.log there.`);
}

async function ensureInitialised(cluster: Cluster, password: string, again: Running | undefined): Promise<void> {
  if (await server.isInitialised(cluster)) return;
  if (again !== undefined) throw new Error(`Its data in ${cluster.directory} is gone.`);
  await server.initialise(cluster, password);
}

async function choosePort(wanted: number | null, again: Running | undefined): Promise<number> {
  const port = await server.findFreePort(again?.port ?? wanted);
  if (again !== undefined && port !== again.port) throw new Error(`Its port ${again.port} was taken meanwhile.`);
  return port;
}

/** A server just taken over may still be recovering, or on its way out. */
async function waitUntilReady(
  cluster: Cluster,
  postmaster: Postmaster,
  url: string,
  seconds: number,
): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    try {
      return await isOurs(cluster, url);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    if ((await server.findPostmaster(cluster))?.pid !== postmaster.pid) return false;
    await sleep(readyRetryMilliseconds);
  }
  return false;
}

function isOurs(cluster: Cluster, url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    const answered = rows[0]?.data_directory ?? "";
    return (await realpath(answered)) === (await realpath(server.dataDirectory(cluster)));
  });
}

function ensureDatabase(maintenanceUrl: string): Promise<void> {
  return withClient(maintenanceUrl, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  });
}

function urlOf(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

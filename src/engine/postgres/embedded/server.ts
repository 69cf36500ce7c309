// One PostgreSQL cluster as a process: initialise, start, find, stop.
// The server runs in a session of its own, so that a terminal's Ctrl-C reaches us and not it, listens on 127.0.0.1 only,
// asks for a password and loses nothing it has acknowledged. It never shares its port or its data with another cluster,
// and this file never decides who may start or stop it: see embedded.ts.
import { randomUUID } from "node:crypto";
import { statfsSync } from "node:fs";
import { chown, readdir, readFile, readlink, realpath, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import type { Account } from "./run.ts";
import { run } from "./run.ts";

const startTimeoutSeconds = 120;
const stopTimeoutSeconds = 60;
const sharedMemoryBytesMin = 256 * 2 ** 20;
const logCharactersMax = 10_000_000;
const logTailCharacters = 2000;

/**
 * Errors of a start that lost a race, that meets backends of a killed server still ending, or that follows a kill while an unlogged table
 * was created or dropped: then the first start ends after recovery, and the next one works (PostgreSQL bug 17731).
 */
const passingObstacles = [
  /could not create any TCP\/IP sockets/,
  /lock file "postmaster\.pid" already exists/,
  /pre-existing shared memory block/,
  /could not create file "[^"]+": File exists/,
];

export const userName = "svc";

const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  jit: "off",
  // Of a server that was killed: each of a thousand files by itself takes seconds, as one call a moment.
  recovery_init_sync_method: process.platform === "linux" ? "syncfs" : "fsync",
  shared_buffers: `${sharedBuffersMegabytes()}MB`,
  ...dynamicSharedMemory(),
};

/**
 * An eighth of the memory there is, within bounds: PostgreSQL's own 128 MB are too few once tables are larger, seen as a rate that
 * is a tenth lower at half a million payments. It takes what it uses, not all at once.
 */
function sharedBuffersMegabytes(): number {
  const allowed = process.constrainedMemory();
  const memory = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return Math.round(Math.min(1024, Math.max(128, memory / 8 / 2 ** 20)));
}

/**
 * Parallel queries exchange rows in shared memory. Where /dev/shm is small (64 MB in a container) a few of them fill it and fail, so they
 * take segments of System V there, which no file system bounds.
 */
function dynamicSharedMemory(): Readonly<Record<string, string>> {
  if (process.platform !== "linux") return {};
  const { blocks, bsize } = statfsSync("/dev/shm");
  return { dynamic_shared_memory_type: blocks * bsize < sharedMemoryBytesMin ? "sysv" : "posix" };
}

export type Cluster = {
  /** Belongs to `account`; holds the data and the log. */
  readonly directory: string;
  readonly account: Account;
  readonly binaries: Binaries;
};

export type Postmaster = { readonly pid: number; readonly port: number };

export const dataDirectory = (cluster: Cluster): string => join(cluster.directory, "data");
const logFile = (cluster: Cluster): string => join(cluster.directory, "server.log");

/** Makes an empty cluster. It appears under its name only when complete, so a start that was killed here is repeated. */
export async function initialise(cluster: Cluster, password: string): Promise<void> {
  const unfinishedPrefix = "unfinished-";
  for (const name of await readdir(cluster.directory)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    // An initdb whose starter was killed may still be writing there for a moment.
    await rm(join(cluster.directory, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
  const unfinished = join(cluster.directory, `${unfinishedPrefix}${randomUUID()}`);
  const passwordFile = `${unfinished}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (cluster.account !== null) await chown(passwordFile, cluster.account.uid, cluster.account.gid);

  const initialised = await run(cluster.account, cluster.binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${userName}`,
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ]);
  await rm(passwordFile);
  if (!initialised.succeeded) {
    throw new Error(`initdb could not make a database cluster: ${faultsIn(initialised.output)}`);
  }
  await rename(unfinished, dataDirectory(cluster));
}

/** Of all that initdb says, what went wrong; everything where nothing of it says so. */
function faultsIn(output: string): string {
  const faults = output.split("\n").filter((line) => /\b(?:error|FATAL|PANIC): /.test(line));
  const said = faults.length === 0 ? output : faults.join("; ");
  return /No space left on device|could not extend file/.test(output) ? `its disk is full: ${said}` : said;
}

export async function isInitialised(cluster: Cluster): Promise<boolean> {
  return (await readOrNull(join(dataDirectory(cluster), "PG_VERSION"))) !== null;
}

/**
 * Answers false on an obstacle that passes: look again, then retry. `instead` is for data that may be lost, as that of tests.
 */
export async function start(
  cluster: Cluster,
  port: number,
  instead: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const logged = await rotateLog(cluster);
  const settings = Object.entries({ ...serverSettings, ...instead, port: String(port) });
  const started = await run(cluster.account, cluster.binaries.pgCtl, [
    "start",
    "--wait",
    `--timeout=${startTimeoutSeconds}`,
    `--pgdata=${dataDirectory(cluster)}`,
    `--log=${logFile(cluster)}`,
    `--options=${settings.map(([name, value]) => `-c ${name}='${value}'`).join(" ")}`,
  ]);
  if (started.succeeded) return true;
  const log = ((await readOrNull(logFile(cluster))) ?? "").slice(logged).slice(-logTailCharacters);
  if (passingObstacles.some((obstacle) => obstacle.test(log))) return false;
  throw new Error(`The embedded PostgreSQL did not start: ${started.output}\n${log}`);
}

/** Ends open connections and writes a checkpoint; when that takes too long, the next start recovers from the log. */
export async function stop(cluster: Cluster): Promise<void> {
  for (const mode of ["fast", "immediate"]) {
    const stopped = await run(cluster.account, cluster.binaries.pgCtl, [
      "stop",
      "--wait",
      `--timeout=${stopTimeoutSeconds}`,
      `--pgdata=${dataDirectory(cluster)}`,
      `--mode=${mode}`,
    ]);
    if (stopped.succeeded || (await findPostmaster(cluster)) === null) return;
  }
  throw new Error(`The embedded PostgreSQL in ${cluster.directory} could not be stopped; see ${logFile(cluster)}.`);
}

/** The running server of exactly this cluster, ready or not. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | null> {
  const pidFile = join(dataDirectory(cluster), "postmaster.pid");
  const lines = (await readOrNull(pidFile))?.split("\n");
  const pid = Number(lines?.[0]);
  const port = Number(lines?.[3]);
  if (lines === undefined || !Number.isInteger(pid)) return null;
  if (await isPostmasterOf(pid, cluster)) return { pid, port };

  // The server died and, perhaps after a reboot, some other process has its id, at which PostgreSQL would refuse to start.
  // It disregards the id of the process that starts it, and then still looks for leftover backends by itself.
  await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join("\n"));
  return null;
}

/** Checks only the process; on Linux it also recognizes a zombie. */
export async function isAlive(pid: number, cluster: Cluster): Promise<boolean> {
  if (process.platform === "linux") return isPostmasterOf(pid, cluster).catch(() => false);
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It lives and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function isPostmasterOf(pid: number, cluster: Cluster): Promise<boolean> {
  const data = await realpath(dataDirectory(cluster));
  if (process.platform === "linux") {
    // A postmaster's working directory is its data directory.
    return readlink(`/proc/${pid}/cwd`).then(
      (workingDirectory) => workingDirectory === data,
      () => false,
    );
  }
  if (process.platform === "win32") return true;
  const listed = await run(null, "ps", ["-p", String(pid), "-o", "args="]);
  return listed.succeeded && listed.output.includes(dataDirectory(cluster));
}

/** The wanted port when nothing listens there, else one the system gives. */
export async function findFreePort(wanted: number | null): Promise<number> {
  const port = wanted === null ? null : await bindAndRelease(wanted);
  return port ?? (await bindAndRelease(0)) ?? 0;
}

function bindAndRelease(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(null));
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : null));
    });
  });
}

/** Answers how long the log is already. */
async function rotateLog(cluster: Cluster): Promise<number> {
  const log = await readOrNull(logFile(cluster));
  if (log === null || log.length <= logCharactersMax) return log?.length ?? 0;
  await rename(logFile(cluster), `${logFile(cluster)}.1`);
  return 0;
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return null;
  }
}

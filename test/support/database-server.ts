// The one PostgreSQL server of a test run, with a migrated template that every test file's database is copied from.
// It is the embedded server, but that nothing of it outlives the machine, in a temporary folder of its own, so that runs never
// meet; what a killed run left behind is stopped and removed by the next. TEST_DATABASE_URL names another server instead, and
// TEST_CITUS=yes starts a cluster whose template is spread over two workers.
// It never removes anything on that other server but the databases this run made.
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { withClient } from "../../src/engine/postgres/database.ts";
import {
  type Placement,
  placeCluster,
  prepareDataDirectory,
} from "../../src/engine/postgres/embedded/cluster-folder.ts";
import { tryLock } from "../../src/engine/postgres/embedded/file-lock.ts";
import * as server from "../../src/engine/postgres/embedded/server.ts";
import { openEmbedded } from "../../src/engine/postgres/embedded.ts";
import { migrate } from "../../src/engine/postgres/migrations/migrate.ts";
import { clusterExceptions } from "./cluster-exceptions.ts";
import { copyFolder } from "./copy-folder.ts";
import { startSpread } from "./spread-template.ts";

const directoryPrefix = "svc-test-";
/** The server's user may pass through, not look in. */
const passableMode = 0o711;
/** A folder younger than this may be one that another run is still preparing. */
const leftoverAgeMilliseconds = 60_000;
/** The service's own, as on a first start. */
const databaseName = "svc";

/** Faster than the server of an installation, which has to keep what it has acknowledged. */
const settings = {
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  shared_buffers: "128MB",
  io_method: "sync",
  // It would come by each of hundreds of databases every minute.
  autovacuum: "off",
};

declare module "vitest" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest's own interface can only be extended by another
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

export type TestServer = {
  /** Of this run alone, and removed with it. */
  readonly folder: string;
  /** Of a database that may make and drop others. */
  readonly url: string;
  readonly template: string;
  /** Whether this run started it. */
  readonly isOwn: boolean;
  /** Of a cluster the other servers, which have each database too. */
  readonly workers: readonly string[];
  /** A data folder with a migrated database, to be copied; null where its cluster has to stand elsewhere. */
  readonly dataFolder: string | null;
};

/** Where the server is reported: the tests' runner, or a command of ours. */
type TestEvent = { provide(name: "testServer", server: TestServer): void };

export async function setup(project: TestEvent): Promise<() => Promise<void>> {
  await removeLeftovers();
  const directory = await mkdtemp(join(tmpdir(), directoryPrefix));
  const lock = tryLock(runLock(directory), "exclusive");
  const endings = [() => removeEnded(directory), async () => lock?.release()];
  const tearDown = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    await chmod(directory, passableMode);
    const template = `svc_test_${randomBytes(4).toString("hex")}`;
    const dataFolder = await initialise(join(directory, "initialised"));
    if (process.env.TEST_CITUS === "yes") {
      const reasons = [...Map.groupBy(clusterExceptions, ({ because }) => because)];
      for (const [because, some] of reasons)
        process.stdout.write(`Not on a cluster, in ${some.length} files: ${because}\n`);
      const { cluster, ...spread } = await startSpread(template);
      endings.push(() => cluster.stop());
      project.provide("testServer", { folder: directory, ...spread, template, isOwn: true, dataFolder });
      return tearDown;
    }
    const given = process.env.TEST_DATABASE_URL;
    const url = given ?? (await startOwn(join(directory, "data"), dataFolder, template, endings));
    if (given !== undefined) {
      endings.push(() => dropAll(given, template));
      await query(given, `create database ${template}`);
      await migrate(databaseUrl(given, template));
    }
    project.provide("testServer", {
      folder: directory,
      url,
      template,
      isOwn: given === undefined,
      workers: [],
      dataFolder,
    });
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

/** Of a server that goes on: the template and all its copies. */
function dropAll(url: string, template: string): Promise<void> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [template],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  });
}

function query(url: string, text: string): Promise<void> {
  return withClient(url, async (client) => void (await client.query(text)));
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** initdb and the migrations are most of what a first start takes: they run once. */
async function initialise(dataDir: string): Promise<string | null> {
  const { record } = await makeCluster(dataDir);
  if (record.directory === null) return dataDir;
  await removeAll(record.directory);
  return null;
}

/** With a migrated database, as a first start leaves it. */
async function makeCluster(dataDir: string): Promise<Placement> {
  await prepareDataDirectory(dataDir);
  const placement = await placeCluster(dataDir);
  const { cluster, record } = placement;
  await server.initialise(cluster, record.password);
  const url = await startServer(cluster, record.password);
  await query(url, `create database ${databaseName}`);
  await migrate(databaseUrl(url, databaseName));
  await server.stop(cluster);
  return placement;
}

/** Its template is the migrated database. */
async function startOwn(
  dataDir: string,
  initialised: string | null,
  template: string,
  endings: (() => Promise<void>)[],
): Promise<string> {
  if (initialised === null) await makeCluster(dataDir);
  else await copyFolder(initialised, dataDir);
  await mkdir(join(dataDir, "locks"));
  const lock = tryLock(serviceLock(dataDir), "exclusive");
  const { cluster, record } = await placeCluster(dataDir);
  const url = await startServer(cluster, record.password);
  endings.push(async () => {
    await server.stop(cluster);
    lock?.release();
    await removeAll(cluster.directory);
  });
  await query(url, `alter database ${databaseName} rename to ${template}`);
  return url;
}

/** Connections are many, and what they take most time for is to make a guess at the password slow, which is a random one here. */
async function startServer(cluster: server.Cluster, password: string): Promise<string> {
  for (;;) {
    const port = await server.findFreePort(null);
    if (!(await server.start(cluster, port, settings))) continue;
    const url = `postgres://${server.userName}:${password}@127.0.0.1:${port}/postgres`;
    await query(url, `set scram_iterations = 1; alter role ${server.userName} password '${password}'`);
    return url;
  }
}

/** Of a run, as long as it lasts. */
const runLock = (directory: string): string => join(directory, "run-lock");

/** As a service holds it. */
const serviceLock = (dataDir: string): string => join(dataDir, "locks", "service");

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(directoryPrefix)) continue;
    const directory = join(tmpdir(), name);
    try {
      if (Date.now() - (await stat(directory)).mtimeMs < leftoverAgeMilliseconds) continue;
      const run = tryLock(runLock(directory), "exclusive");
      if (run === null) continue;
      run.release();
      const dataDir = join(directory, "data");
      await mkdir(join(dataDir, "locks"), { recursive: true });
      // All that a run of an earlier checkout holds.
      const lock = tryLock(serviceLock(dataDir), "exclusive");
      if (lock === null) continue;
      lock.release();
      const embedded = await openEmbedded(dataDir, "command");
      await embedded.close();
      await removeAll(directory, embedded.directory);
    } catch {
      // Another user's, or another run's that is only just being made.
    }
  }
}

/** Out of the sight of runs that begin now: they would take what is half removed for a leftover, and start its server. */
async function removeEnded(directory: string): Promise<void> {
  const ended = join(tmpdir(), `ended-${basename(directory)}`);
  await rename(directory, ended);
  await removeAll(ended);
}

async function removeAll(...directories: readonly string[]): Promise<void> {
  for (const directory of directories) await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

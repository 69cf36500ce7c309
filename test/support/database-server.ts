// The one PostgreSQL server of a test run, with a migrated template that every test file's database is copied from.
// It is the embedded server with its production settings, in a temporary folder of its own, so that runs never meet;
// what a killed run left behind is stopped and removed by the next. TEST_DATABASE_URL names another server instead.
// It never removes anything on that other server but the databases this run made.
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { TestProject } from "vitest/node";
import { withClient } from "../../src/db/database.ts";
import { tryLock } from "../../src/db/embedded/file-lock.ts";
import { placeCluster, prepareDataDirectory } from "../../src/db/embedded/placement.ts";
import { initialise as initdb } from "../../src/db/embedded/server.ts";
import { openEmbedded } from "../../src/db/embedded.ts";
import { migrate } from "../../src/db/migrate.ts";
import { copyFolder } from "./copy-folder.ts";

const directoryPrefix = "svc-test-";
/** The server's user may pass through, not look in. */
const passableMode = 0o711;
/** A folder younger than this may be one that another run is still preparing. */
const leftoverAgeMilliseconds = 60_000;

declare module "vitest" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest's own interface can only be extended by another
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

export type TestServer = {
  /** Of a database that may make and drop others. */
  readonly url: string;
  readonly template: string;
  /** A data folder whose server was never started, to be copied; null where its cluster has to stand elsewhere. */
  readonly dataFolder: string | null;
};

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const directory = await mkdtemp(join(tmpdir(), directoryPrefix));
  const endings = [() => removeEnded(directory)];
  const tearDown = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    await chmod(directory, passableMode);
    const dataFolder = await initialise(join(directory, "initialised"));
    const url = process.env.TEST_DATABASE_URL ?? (await startServer(join(directory, "data"), dataFolder, endings));
    const template = `svc_test_${randomBytes(4).toString("hex")}`;
    if (process.env.TEST_DATABASE_URL !== undefined) endings.push(() => dropAll(url, template));
    await query(url, `create database ${template}`);
    await migrate(databaseUrl(url, template));
    project.provide("testServer", { url, template, dataFolder });
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

/** Of a server that goes on: the template, and whatever was copied from it. */
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

/** initdb is most of what a first start takes: it runs once. */
async function initialise(dataDir: string): Promise<string | null> {
  await prepareDataDirectory(dataDir);
  const { cluster, record } = await placeCluster(dataDir);
  await initdb(cluster, record.password);
  if (record.directory === null) return dataDir;
  await removeAll(record.directory);
  return null;
}

async function startServer(
  dataDir: string,
  initialised: string | null,
  endings: (() => Promise<void>)[],
): Promise<string> {
  if (initialised !== null) await copyFolder(initialised, dataDir);
  const embedded = await openEmbedded(dataDir, "service");
  endings.push(async () => {
    await embedded.close();
    await removeAll(embedded.directory);
  });
  return embedded.url;
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(directoryPrefix)) continue;
    const directory = join(tmpdir(), name);
    try {
      if (Date.now() - (await stat(directory)).mtimeMs < leftoverAgeMilliseconds) continue;
      const dataDir = join(directory, "data");
      await mkdir(join(dataDir, "locks"), { recursive: true });
      const lock = tryLock(join(dataDir, "locks", "service"), "exclusive");
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

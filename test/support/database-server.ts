// The one PostgreSQL server of a test run, with a migrated template that every test file's database is copied from.
// It is the embedded server with its production settings, in a temporary folder of its own, so that runs never meet;
// what a killed run left behind is stopped and removed by the next. TEST_DATABASE_URL names another server instead.
// It never removes anything on that other server but the databases this run made.
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { withClient } from "../../src/db/database.ts";
import { tryLock } from "../../src/db/embedded/file-lock.ts";
import { openEmbedded } from "../../src/db/embedded.ts";
import { migrate } from "../../src/db/migrate.ts";

const directoryPrefix = "svc-test-";
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
};

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given === undefined ? await startServer() : { url: given, stop: async () => undefined };
  const template = `svc_template_${randomBytes(4).toString("hex")}`;
  const dropTemplate = () => withClient(server.url, (client) => client.query(`drop database if exists ${template}`));
  const tearDown = async (): Promise<void> => {
    await dropTemplate();
    await server.stop();
  };

  try {
    await withClient(server.url, (client) => client.query(`create database ${template}`));
    await migrate(databaseUrl(server.url, template));
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide("testServer", { url: server.url, template });
  return tearDown;
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  await removeLeftovers();
  const directory = await mkdtemp(join(tmpdir(), directoryPrefix));
  const embedded = await openEmbedded(directory, "service").catch(async (error: unknown) => {
    await removeAll(directory);
    throw error;
  });
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.close();
      await removeAll(directory, embedded.directory);
    },
  };
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(directoryPrefix)) continue;
    const directory = join(tmpdir(), name);
    try {
      if (Date.now() - (await stat(directory)).mtimeMs < leftoverAgeMilliseconds) continue;
      const lock = tryLock(join(directory, "locks", "service"), "exclusive");
      if (lock === null) continue;
      lock.release();
      const embedded = await openEmbedded(directory, "command");
      await embedded.close();
      await removeAll(directory, embedded.directory);
    } catch {
      // Another user's, or another run's that is only just being made.
    }
  }
}

async function removeAll(...directories: readonly string[]): Promise<void> {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
}

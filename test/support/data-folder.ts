// Data folders of embedded databases for tests that have a server of their own: copies of the one that was initialised at the
// start of the run, since initdb takes longer than all else that such a test does.

import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { openEmbedded } from "../../src/engine/postgres/embedded.ts";
import { copyFolder } from "./copy-folder.ts";

export type DataFolder = {
  /** Where the server's user may pass through; holds `dataDir`. */
  readonly root: string;
  readonly dataDir: string;
  /** Leaves it as a first start leaves it, but for the server, which is not running. */
  initialise(): Promise<void>;
  /** Stops what still runs in any folder of `root`, and removes it all. */
  remove(): Promise<void>;
};

/** `dataDir` is not there yet. */
export async function createDataFolder(): Promise<DataFolder> {
  const root = await mkdtemp(join(tmpdir(), "svc-folder-"));
  await chmod(root, 0o711);
  const dataDir = join(root, "data");
  return {
    root,
    dataDir,
    async initialise() {
      const { dataFolder } = inject("testServer");
      if (dataFolder !== null) await copyFolder(dataFolder, dataDir);
    },
    remove: () => remove(root),
  };
}

async function remove(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const dataDir = join(root, name);
    const directory = await clusterOf(dataDir);
    if (directory === null) continue;
    if (existsSync(join(directory, "data/postmaster.pid"))) await (await openEmbedded(dataDir, "command")).close();
    if (!directory.startsWith(root)) await rm(directory, { recursive: true });
  }
  await rm(root, { recursive: true });
}

/** Null where none was made yet. */
async function clusterOf(dataDir: string): Promise<string | null> {
  const record = join(dataDir, "postgres.json");
  if (!existsSync(record)) return null;
  const { directory } = JSON.parse(await readFile(record, "utf8")) as { directory: string | null };
  return directory ?? join(dataDir, "postgres");
}

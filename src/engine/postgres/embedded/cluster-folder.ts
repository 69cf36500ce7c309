// Where an installation keeps its embedded cluster, and how to reach it: folder, port, password. The cluster is inside the data directory
// if the server's user can enter it; if root works in a folder that is closed to everyone else, it is under /var/lib/svc, and the data
// directory records where. It never takes a cluster of another data directory, and never deletes one.
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readdir, readFile, readlink, realpath, rename, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { makeFolder } from "../../../files/make-folder.ts";
import { canEnter, findServerAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import type { Account } from "./run.ts";
import type { Cluster } from "./server.ts";
import { isInitialised } from "./server.ts";

const sharedDirectory = "/var/lib/svc";
const passwordBytes = 24;
const passableMode = 0o710;

const recordSchema = z.object({
  /** Null when the cluster is inside the data directory. */
  directory: z.string().nullable(),
  port: z.int().nullable(),
  /** The process space (a container, say) it was last started in, where the system has such. */
  startedIn: z.string().nullable().default(null),
  password: z.string(),
});

export type ClusterRecord = z.infer<typeof recordSchema>;

export type Placement = { readonly cluster: Cluster; readonly record: ClusterRecord };

/** Under the start lock only: it creates what is missing. */
export async function placeCluster(dataDir: string): Promise<Placement> {
  const account = await findServerAccount();
  const reachable = await openToServer(dataDir, account);
  const binaries = await findBinaries(account, sharedDirectory);
  const known = await readRecord(dataDir);
  const record = known ?? {
    directory: reachable ? null : await chooseSharedDirectory(dataDir),
    port: null,
    startedIn: null,
    password: randomBytes(passwordBytes).toString("base64url"),
  };

  if (record.directory !== null) await requireOurs(record.directory, dataDir);
  const directory = record.directory ?? join(dataDir, "postgres");
  const cluster = { directory, account, binaries };
  if (known === null && (await isInitialised(cluster))) {
    throw new Error(
      `${recordFile(dataDir)}, which holds the password of the database in ${directory}, is missing. ` +
        "Restore it, or move the database away to begin with an empty one.",
    );
  }
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (account !== null) await chown(directory, account.uid, account.gid);
  if (known === null) await writeRecord(dataDir, record);
  return { cluster, record };
}

/** Makes the data directory, mode 700. Where the server is another user, its group may then pass through, not look in. */
export async function prepareDataDirectory(dataDir: string): Promise<void> {
  makeFolder(dataDir, 0o700);
  const { uid } = await stat(dataDir);
  const ownUid = process.getuid?.() ?? uid;
  if (uid === ownUid) return;
  const isEmpty = (await readdir(dataDir)).length === 0;
  if (ownUid !== 0 || !isEmpty) {
    throw new Error(
      `The data directory ${dataDir} belongs to user id ${uid}: run as that user, or set SVC_DATA_DIR to another folder.`,
    );
  }
  await chown(dataDir, 0, 0);
}

/** Lets the server's group pass through the data directory, and takes that back when it does not help. */
async function openToServer(dataDir: string, account: Account): Promise<boolean> {
  if (account === null || (await canEnter(account, dataDir))) return true;
  const { gid, mode } = await stat(dataDir);
  await chown(dataDir, 0, account.gid);
  await chmod(dataDir, passableMode);
  if (await canEnter(account, dataDir)) return true;
  await chown(dataDir, 0, gid);
  await chmod(dataDir, mode & 0o777);
  return false;
}

/** Process ids mean the same only within one of these. */
export async function findProcessSpace(): Promise<string | null> {
  return process.platform === "linux" ? readlink("/proc/self/ns/pid") : null;
}

const recordFile = (dataDir: string): string => join(dataDir, "postgres.json");

/** Whether a cluster was ever placed for this folder. */
export function isPlaced(dataDir: string): boolean {
  return existsSync(recordFile(dataDir));
}

async function readRecord(dataDir: string): Promise<ClusterRecord | null> {
  let text: string;
  try {
    text = await readFile(recordFile(dataDir), "utf8");
  } catch {
    return null;
  }
  return recordSchema.parse(JSON.parse(text));
}

/** In one step, so that a reader finds the old record or the new one. */
export async function writeRecord(dataDir: string, record: ClusterRecord): Promise<void> {
  const unfinished = `${recordFile(dataDir)}.unfinished`;
  await writeFile(unfinished, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, recordFile(dataDir));
}

async function chooseSharedDirectory(dataDir: string): Promise<string> {
  await mkdir(sharedDirectory, { recursive: true, mode: 0o755 });
  return join(sharedDirectory, `${await nameFor(dataDir)}-${randomBytes(4).toString("hex")}`);
}

async function requireOurs(directory: string, dataDir: string): Promise<void> {
  if (basename(directory).startsWith(await nameFor(dataDir))) return;
  throw new Error(
    `${dataDir} was moved or copied, and its database in ${directory} belongs to the folder it came from. ` +
      `Move it back, or delete ${dataDir} to begin with an empty database.`,
  );
}

async function nameFor(dataDir: string): Promise<string> {
  return createHash("sha256")
    .update(await realpath(dataDir))
    .digest("hex")
    .slice(0, 16);
}

// A Citus cluster of a coordinator and two workers on this machine, where Debian's PostgreSQL has the extension; nowhere else. Citus
// comes from no package registry: its public repository builds against PostgreSQL 15 (tag v13.2.2) and 16 to 18 (v14.0.1). What is on it
// may be lost.
import { existsSync, globSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withClient } from "../../src/engine/postgres/database.ts";
import { findServerAccount } from "../../src/engine/postgres/embedded/account.ts";
import { type Account, run } from "../../src/engine/postgres/embedded/run.ts";
import { findFreePort } from "../../src/engine/postgres/embedded/server.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Where the extension is; undefined on most machines. */
const programs = globSync("/usr/lib/postgresql/*/lib/citus.so")
  .map((library) => join(dirname(dirname(library)), "bin"))
  .find((folder) => existsSync(join(folder, "initdb")));

export const hasCitus = programs !== undefined;

const userName = "svc";
const names = ["coordinator", "worker-1", "worker-2"] as const;
/** Transactions that another client must end are ended soon. */
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_preload_libraries: "citus",
  max_connections: "800",
  max_prepared_transactions: "800",
  max_worker_processes: "100",
  wal_level: "logical",
  fsync: "off",
  jit: "off",
  shared_buffers: "64MB",
  timezone: "UTC",
  autovacuum: "off",
  "citus.recover_2pc_interval": "2s",
  "citus.enable_statistics_collection": "off",
};

type NodeName = (typeof names)[number];

export type CitusCluster = {
  /** Of an empty database with the extension and its workers. */
  makeDatabase(name: string): Promise<string>;
  /** Of a database copied on every node; the first must have no connections. */
  copyDatabase(from: string, name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** What the coordinator dumps of one database, in a new one. */
  restoreDump(from: string, name: string): Promise<string>;
  /** Of the same database on each node, the coordinator first. */
  urlsOf(name: string): string[];
  /** The same database, as this node alone has it. */
  urlOf(node: NodeName, name: string): string;
  /** As when its machine lost power. */
  kill(node: NodeName): Promise<void>;
  restart(node: NodeName): Promise<void>;
  stop(): Promise<void>;
};

/** `given` counts before the settings of a test. */
export async function startCitus(given: Readonly<Record<string, string>> = {}): Promise<CitusCluster> {
  if (programs === undefined) throw new Error("There is no Citus on this machine.");
  const bin = programs;
  const account = await findServerAccount();
  const folder = await mkdtemp(join(temporaryFolder(), "svc-citus-"));
  await chmod(folder, 0o711);
  const first = join(folder, names[0]);
  const ports = new Map<NodeName, number>();
  const own = async (path: string): Promise<void> => {
    await mkdir(path, { mode: 0o700 });
    if (account !== null) await chown(path, account.uid, account.gid);
  };
  await own(first);
  await must(account, join(bin, "initdb"), [
    ...[`--pgdata=${join(first, "data")}`, `--username=${userName}`, "--auth=trust"],
    ...["--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions", "--no-sync"],
  ]);
  for (const name of names.slice(1)) {
    await own(join(folder, name));
    await must(account, "cp", ["-a", join(first, "data"), join(folder, name, "data")]);
  }
  const start = async (name: NodeName): Promise<void> => {
    const port = ports.get(name) ?? (await findFreePort(null));
    ports.set(name, port);
    const data = join(folder, name, "data");
    await must(account, join(bin, "pg_ctl"), [
      ...["start", "--wait", `--pgdata=${data}`, `--log=${join(folder, name, "server.log")}`],
      `--options=${Object.entries({ ...settings, ...given, port })
        .map(([key, value]) => `-c ${key}='${value}'`)
        .join(" ")}`,
    ]);
  };
  const stop = (name: NodeName): Promise<unknown> =>
    run(account, join(bin, "pg_ctl"), ["stop", "--wait", "--mode=immediate", `--pgdata=${join(folder, name, "data")}`]);
  const urlOf = (name: NodeName, database: string): string =>
    `postgres://${userName}@127.0.0.1:${ports.get(name)}/${database}`;
  const everywhere = async (sql: string): Promise<void> => {
    await Promise.all(names.map((name) => record(urlOf(name, "postgres"), sql)));
  };
  const end = async (): Promise<void> => {
    await Promise.all(names.map(stop));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.all(names.map(start));
  } catch (error) {
    await end();
    throw error;
  }
  const makeDatabase = async (name: string): Promise<string> => {
    await everywhere(`create database ${name}`);
    await Promise.all(names.map((node) => record(urlOf(node, name), "create extension citus")));
    const url = urlOf(names[0], name);
    await record(url, `select citus_set_coordinator_host('127.0.0.1', ${ports.get(names[0])})`);
    for (const worker of names.slice(1)) {
      await record(url, `select citus_add_node('127.0.0.1', ${ports.get(worker)})`);
    }
    return url;
  };
  return {
    makeDatabase,
    async restoreDump(from, name) {
      const url = await makeDatabase(name);
      const file = join(first, `${name}.sql`);
      await must(account, join(bin, "pg_dump"), [`--file=${file}`, from]);
      await must(account, join(bin, "psql"), [
        ...["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction", `--file=${file}`],
        url,
      ]);
      return url;
    },
    async copyDatabase(from, name) {
      await everywhere(`create database ${name} template ${from} strategy file_copy`);
      return urlOf(names[0], name);
    },
    dropDatabase: (name) => everywhere(`drop database ${name} with (force)`),
    urlsOf: (name) => names.map((node) => urlOf(node, name)),
    urlOf,
    async kill(node) {
      const [pid] = (await readFile(join(folder, node, "data", "postmaster.pid"), "utf8")).split("\n");
      process.kill(Number(pid), "SIGKILL");
    },
    async restart(node) {
      await stop(node);
      await start(node);
    },
    stop: end,
  };
}

function record(url: string, sql: string): Promise<void> {
  return withClient(url, async (client) => void (await client.query(sql)));
}

async function must(account: Account, file: string, parameters: readonly string[]): Promise<void> {
  const { succeeded, output } = await run(account, file, parameters);
  if (!succeeded) throw new Error(`${file} ${parameters[0]}: ${output}`);
}

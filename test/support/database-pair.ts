// A primary and its streaming standby, each a PostgreSQL server of its own with a migrated database: for tests of what happens when
// the primary stops or goes and the standby is promoted. Both begin as copies of one stopped server's files, which is a base
// backup too (the embedded binaries have no pg_basebackup); that one is made once for all pairs of a file.
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withClient } from "../../src/engine/postgres/database.ts";
import { findServerAccount } from "../../src/engine/postgres/embedded/account.ts";
import { findBinaries } from "../../src/engine/postgres/embedded/binaries.ts";
import { run } from "../../src/engine/postgres/embedded/run.ts";
import * as server from "../../src/engine/postgres/embedded/server.ts";
import { migrate } from "../../src/engine/postgres/migrations/migrate.ts";
import { childrenOf, kill } from "../torture/cluster.ts";
import { copyFolder } from "./copy-folder.ts";

const password = "only-for-tests";
const databaseName = "svc";

export type DatabasePair = {
  /** Both hosts, the primary first. */
  readonly url: string;
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Freezes every process of the primary, as a host that hangs. */
  freezePrimary(): Promise<void>;
  thawPrimary(): Promise<void>;
  stopPrimary(): Promise<void>;
  /** Restarts the primary as a standby without a primary: it takes reads only. */
  demotePrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  /** Freezes every process of the standby. */
  freezeStandby(): Promise<void>;
  thawStandby(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
};

export type DatabasePairs = { start(): Promise<DatabasePair>; remove(): Promise<void> };

export async function prepareDatabasePairs(): Promise<DatabasePairs> {
  const root = await mkdtemp(join(tmpdir(), "svc-pair-"));
  await chmod(root, 0o711);
  const base = await makeCluster(root, "base");
  await server.initialise(base, password);
  const port = await startOnFreePort(base);
  await withClient(urlOf(port, "postgres"), (client) => client.query(`create database ${databaseName}`));
  await migrate(urlOf(port, databaseName));
  await server.stop(base);
  let made = 0;
  return {
    start: () => {
      made += 1;
      return startPair(join(root, String(made)), base);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

async function startPair(root: string, base: server.Cluster): Promise<DatabasePair> {
  await mkdir(root, { mode: 0o711 });
  const [primary, standby] = await Promise.all([makeCluster(root, "primary"), makeCluster(root, "standby")]);
  await Promise.all(
    [primary, standby].map((each) => copyFolder(server.dataDirectory(base), server.dataDirectory(each))),
  );
  const primaryPort = await startOnFreePort(primary);
  await followPrimary(standby, primaryPort);
  const standbyPort = await startOnFreePort(standby);

  const signal = async (cluster: server.Cluster, name: NodeJS.Signals): Promise<void> => {
    for (const pid of await processesOf(cluster)) kill(pid, name);
  };
  return {
    url: `postgres://${server.userName}:${password}@127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}/${databaseName}?target_session_attrs=read-write`,
    primaryUrl: urlOf(primaryPort, databaseName),
    standbyUrl: urlOf(standbyPort, databaseName),
    freezePrimary: () => signal(primary, "SIGSTOP"),
    thawPrimary: () => signal(primary, "SIGCONT"),
    stopPrimary: () => server.stop(primary),
    async demotePrimary() {
      await server.stop(primary);
      await writeFile(join(server.dataDirectory(primary), "standby.signal"), "");
      await server.start(primary, primaryPort);
    },
    async promoteStandby() {
      const data = `--pgdata=${server.dataDirectory(standby)}`;
      const promoted = await run(standby.account, standby.binaries.pgCtl, ["promote", "--wait", data]);
      if (!promoted.succeeded) throw new Error(promoted.output);
    },
    freezeStandby: () => signal(standby, "SIGSTOP"),
    thawStandby: () => signal(standby, "SIGCONT"),
    stopStandby: () => server.stop(standby),
    async startStandby() {
      await server.start(standby, standbyPort);
    },
    async stop() {
      await Promise.all([signal(primary, "SIGCONT"), signal(standby, "SIGCONT")]);
      await Promise.all([server.stop(standby), server.stop(primary)]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

const urlOf = (port: number, database: string): string =>
  `postgres://${server.userName}:${password}@127.0.0.1:${port}/${database}`;

async function makeCluster(root: string, name: string): Promise<server.Cluster> {
  const account = await findServerAccount();
  const directory = join(root, name);
  await mkdir(directory, { mode: 0o700 });
  if (account !== null) await chown(directory, account.uid, account.gid);
  return { directory, account, binaries: await findBinaries(account, "/var/lib/svc") };
}

async function startOnFreePort(cluster: server.Cluster): Promise<number> {
  const port = await server.findFreePort(null);
  if (!(await server.start(cluster, port))) throw new Error(`a server of the pair did not start on port ${port}`);
  return port;
}

async function followPrimary(standby: server.Cluster, primaryPort: number): Promise<void> {
  const data = server.dataDirectory(standby);
  const login = `user=${server.userName} password=${password}`;
  await writeFile(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} ${login}'\nwal_retrieve_retry_interval = '200ms'\n`,
  );
  await writeFile(join(data, "standby.signal"), "");
}

/** The postmaster and its children. */
async function processesOf(cluster: server.Cluster): Promise<number[]> {
  const postmaster = await server.findPostmaster(cluster);
  return postmaster === null ? [] : [postmaster.pid, ...(await childrenOf(postmaster.pid))];
}

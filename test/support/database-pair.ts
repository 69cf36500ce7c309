// A primary and its streaming standby, each a PostgreSQL server of its own with a migrated database: for tests of what happens when
// the primary stands still or goes and the standby is promoted. The embedded binaries have no pg_basebackup: the standby begins as a
// copy of the stopped primary's files, which is a base backup too.
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withClient } from "../../src/db/database.ts";
import { findServerAccount } from "../../src/db/embedded/account.ts";
import { findBinaries } from "../../src/db/embedded/binaries.ts";
import { run } from "../../src/db/embedded/run.ts";
import * as server from "../../src/db/embedded/server.ts";
import { migrate } from "../../src/db/migrate.ts";

const password = "only-for-tests";
const databaseName = "svc";

export type DatabasePair = {
  /** Both hosts, the primary first. */
  readonly url: string;
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Stops every process of the primary where it stands, as a host that hangs. */
  freezePrimary(): Promise<void>;
  thawPrimary(): Promise<void>;
  stopPrimary(): Promise<void>;
  /** Begins the primary again as a standby of nobody: it takes reads only. */
  demotePrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  stop(): Promise<void>;
};

export async function startDatabasePair(): Promise<DatabasePair> {
  const root = await mkdtemp(join(tmpdir(), "svc-pair-"));
  await chmod(root, 0o711);
  const [primary, standby] = await Promise.all([makeCluster(root, "primary"), makeCluster(root, "standby")]);
  const primaryPort = await startOn(primary, () => server.initialise(primary, password));
  await withClient(urlOf(primaryPort, "postgres"), (client) => client.query(`create database ${databaseName}`));
  await migrate(urlOf(primaryPort, databaseName));
  await server.stop(primary);
  const standbyPort = await startOn(standby, () => copyAsStandby(primary, standby, primaryPort));
  await server.start(primary, primaryPort);

  const signalPrimary = async (signal: NodeJS.Signals): Promise<void> => {
    for (const pid of await processesOf(primary)) process.kill(pid, signal);
  };
  return {
    url: `postgres://${server.userName}:${password}@127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}/${databaseName}?target_session_attrs=read-write`,
    primaryUrl: urlOf(primaryPort, databaseName),
    standbyUrl: urlOf(standbyPort, databaseName),
    freezePrimary: () => signalPrimary("SIGSTOP"),
    thawPrimary: () => signalPrimary("SIGCONT"),
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
    async stop() {
      await signalPrimary("SIGCONT");
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

async function startOn(cluster: server.Cluster, prepare: () => Promise<void>): Promise<number> {
  await prepare();
  const port = await server.findFreePort(null);
  if (!(await server.start(cluster, port))) throw new Error(`a server of the pair did not start on port ${port}`);
  return port;
}

async function copyAsStandby(from: server.Cluster, to: server.Cluster, fromPort: number): Promise<void> {
  const data = server.dataDirectory(to);
  await cp(server.dataDirectory(from), data, { recursive: true });
  const login = `user=${server.userName} password=${password}`;
  await writeFile(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${fromPort} ${login}'\nwal_retrieve_retry_interval = '200ms'\n`,
  );
  await writeFile(join(data, "standby.signal"), "");
  await run(null, "chmod", ["700", data]);
  if (to.account !== null) await run(null, "chown", ["-R", `${to.account.uid}:${to.account.gid}`, data]);
}

/** The postmaster and its children. */
async function processesOf(cluster: server.Cluster): Promise<number[]> {
  const postmaster = await server.findPostmaster(cluster);
  if (postmaster === null) return [];
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const children = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      return parent === postmaster.pid ? [pid] : [];
    }),
  );
  return [postmaster.pid, ...children.flat()];
}

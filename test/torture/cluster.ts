// One PostgreSQL server of a run, on a port that stays, with its files on a disk of its own where the machine lets us mount one: that
// disk can be made too small. It is the embedded server's program with an installation's settings: it keeps what it acknowledged.
import { execFile } from "node:child_process";
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { findServerAccount } from "../../src/engine/postgres/embedded/account.ts";
import { findBinaries } from "../../src/engine/postgres/embedded/binaries.ts";
import { run } from "../../src/engine/postgres/embedded/run.ts";
import * as server from "../../src/engine/postgres/embedded/server.ts";

const execute = promisify(execFile);

export const password = "only-for-tests";
export const databaseName = "svc";
const diskSize = "3g";
const shrinkStepBytes = 262_144;
const shrinkStepsMax = 20;
/** Little, so that the disk's fullness is felt soon, and nothing is prepared ahead. */
const settings = {
  max_wal_size: "64MB",
  min_wal_size: "32MB",
  wal_recycle: "off",
  wal_keep_size: "256MB",
  shared_buffers: "64MB",
  io_method: "sync",
  wal_receiver_status_interval: "1s",
  wal_retrieve_retry_interval: "200ms",
  autovacuum_naptime: "30s",
};

export class Cluster {
  readonly port: number;
  readonly #cluster: server.Cluster;
  /** Whether its files stand on a disk of their own. */
  readonly hasOwnDisk: boolean;

  private constructor(cluster: server.Cluster, port: number, hasOwnDisk: boolean) {
    this.#cluster = cluster;
    this.port = port;
    this.hasOwnDisk = hasOwnDisk;
  }

  static async at(directory: string, port: number): Promise<Cluster> {
    const account = await findServerAccount();
    await mkdir(directory, { mode: 0o711 });
    const hasOwnDisk = await mountDisk(directory);
    const own = join(directory, "cluster");
    await mkdir(own, { mode: 0o700 });
    if (account !== null) await chown(own, account.uid, account.gid);
    await chmod(directory, 0o711);
    return new Cluster(
      { directory: own, account, binaries: await findBinaries(account, "/var/lib/svc") },
      port,
      hasOwnDisk,
    );
  }

  get dataDirectory(): string {
    return server.dataDirectory(this.#cluster);
  }

  get logFile(): string {
    return join(this.#cluster.directory, "server.log");
  }

  urlOf(database = databaseName): string {
    return `postgres://${server.userName}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  initialise(): Promise<void> {
    return server.initialise(this.#cluster, password);
  }

  async start(): Promise<void> {
    const deadline = performance.now() + 60_000;
    while (!(await server.start(this.#cluster, this.port, settings))) {
      if (performance.now() > deadline) throw new Error(`no server could be started on port ${this.port}`);
      await sleep(100);
    }
  }

  stop(): Promise<void> {
    return server.stop(this.#cluster);
  }

  async stopAtOnce(): Promise<void> {
    const data = `--pgdata=${this.dataDirectory}`;
    await run(this.#cluster.account, this.#cluster.binaries.pgCtl, ["stop", "--wait", "--mode=immediate", data]);
  }

  async isRunning(): Promise<boolean> {
    return (await server.findPostmaster(this.#cluster)) !== null;
  }

  async promote(): Promise<void> {
    const parameters = ["promote", "--wait", `--pgdata=${this.dataDirectory}`];
    const promoted = await run(this.#cluster.account, this.#cluster.binaries.pgCtl, parameters);
    if (!promoted.succeeded) throw new Error(promoted.output);
  }

  /** The postmaster and its children. */
  async processes(): Promise<number[]> {
    const postmaster = await server.findPostmaster(this.#cluster);
    return postmaster === null ? [] : [postmaster.pid, ...(await childrenOf(postmaster.pid))];
  }

  async signal(signal: NodeJS.Signals): Promise<void> {
    for (const pid of await this.processes()) kill(pid, signal);
  }

  async killPostmaster(): Promise<void> {
    const [postmaster] = await this.processes();
    if (postmaster !== undefined) kill(postmaster, "SIGKILL");
  }

  /** Its files become those of a standby of `primary`, taken while that goes on. */
  async copyFrom(primary: Cluster): Promise<void> {
    await rm(this.dataDirectory, { recursive: true, force: true });
    await primary.withClient(async (client) => {
      await client.query("select pg_backup_start('standby', true)");
      // Files come and go meanwhile.
      await execute("cp", ["-a", primary.dataDirectory, this.dataDirectory]).catch(() => undefined);
      const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
      await writeFile(join(this.dataDirectory, "backup_label"), rows[0]?.labelfile ?? "");
    });
    for (const name of ["postmaster.pid", "postmaster.opts"]) await rm(join(this.dataDirectory, name), { force: true });
    const login = `user=${server.userName} password=${password} application_name=standby`;
    await writeFile(
      join(this.dataDirectory, "postgresql.auto.conf"),
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} ${login}'\n`,
    );
    await writeFile(join(this.dataDirectory, "standby.signal"), "");
    await this.#own();
  }

  async #own(): Promise<void> {
    const { account } = this.#cluster;
    if (account === null) return;
    for (const name of ["backup_label", "postgresql.auto.conf", "standby.signal"]) {
      await chown(join(this.dataDirectory, name), account.uid, account.gid);
    }
  }

  async withClient<T>(use: (client: Client) => Promise<T>, database = databaseName): Promise<T> {
    const client = new Client({
      connectionString: this.urlOf(database),
      connectionTimeoutMillis: 10_000,
      options: "-c default_transaction_read_only=off -c synchronous_commit=local",
      application_name: "torture",
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await use(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Leaves `bytes` of room on its disk, or a little more: it is written to meanwhile. */
  async shrinkDisk(bytes: number): Promise<void> {
    const mount = join(this.#cluster.directory, "..");
    for (let room = bytes; ; room += shrinkStepBytes) {
      const { stdout } = await execute("df", ["--block-size=1", "--output=used", mount]);
      const size = Number(stdout.trim().split("\n").at(-1)) + room;
      const isShrunk = await execute("mount", ["-o", `remount,size=${size}`, mount]).then(
        () => true,
        () => false,
      );
      if (isShrunk) return;
      if (room > bytes + shrinkStepsMax * shrinkStepBytes) throw new Error(`the disk ${mount} cannot be made smaller`);
    }
  }

  async growDisk(): Promise<void> {
    await execute("mount", ["-o", `remount,size=${diskSize}`, join(this.#cluster.directory, "..")]);
  }

  async remove(): Promise<void> {
    await this.signal("SIGCONT");
    if (await this.isRunning()) await this.stopAtOnce();
    const mount = join(this.#cluster.directory, "..");
    if (this.hasOwnDisk) await execute("umount", ["--lazy", mount]);
    await rm(mount, { recursive: true, force: true });
  }
}

/** Only root may, and not everywhere. */
async function mountDisk(directory: string): Promise<boolean> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  return execute("mount", ["-t", "tmpfs", "-o", `size=${diskSize},mode=0711`, "svc-torture", directory]).then(
    () => true,
    () => false,
  );
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent ? [pid] : [];
    }),
  );
  return found.flat();
}

/** Of one that may have ended meanwhile. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone.
  }
}

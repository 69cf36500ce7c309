// What a run plays in: processes of the service on one database, each behind a wire to its callers and one to each host of the
// database, so that everything can be done to them that happens to machines.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { userName } from "../../src/engine/postgres/embedded/server.ts";
import { migrate } from "../../src/engine/postgres/migrations/migrate.ts";
import { moveClock } from "../support/movable-clock.ts";
import type { Chance } from "./chance.ts";
import { callOnce } from "./client.ts";
import { Cluster, databaseName, password } from "./cluster.ts";
import { type Database, EmbeddedDatabase } from "./embedded-database.ts";
import { Ports } from "./ports.ts";
import { SupervisedService } from "./supervised-service.ts";
import { Wire } from "./wire.ts";

export const secretKey = "only-for-tests-only-for-tests-only";
const startMilliseconds = 120_000;
const replicationMilliseconds = 60_000;

const manyCalls = {
  RATE_LIMIT_BROWSER_PER_MINUTE: "1000000",
  RATE_LIMIT_KEY_PER_MINUTE: "1000000",
  RATE_LIMIT_MANAGEMENT_PER_MINUTE: "1000000",
  RATE_LIMIT_BAD_SIGNATURES_PER_MINUTE: "1000000",
  LOG_LEVEL: "warn",
};

export type HouseKind = "server" | "embedded";
/** Each of the processes with so many workers on its port; null where it works itself. */
export type Processes = { readonly processes: number; readonly workers: number | null };

export class House {
  readonly kind: HouseKind;
  readonly folder: string;
  readonly services: readonly SupervisedService[];
  /** Of each service; null where each is one process. */
  readonly workers: number | null;
  /** Of each process, one to each host of the database; none to an embedded one. */
  readonly wires: readonly (readonly Wire[])[];
  readonly #hosts: readonly [Cluster, Cluster] | null;
  readonly #embedded: EmbeddedDatabase | null;
  #primary: 0 | 1 = 0;
  /** While a clock is off, a signature's time may be refused. */
  isClockOff = false;

  private constructor(
    parts: Pick<House, "kind" | "folder" | "services" | "workers" | "wires"> & {
      hosts: House["hosts"];
      embedded: EmbeddedDatabase | null;
    },
  ) {
    this.kind = parts.kind;
    this.folder = parts.folder;
    this.services = parts.services;
    this.workers = parts.workers;
    this.wires = parts.wires;
    this.#hosts = parts.hosts;
    this.#embedded = parts.embedded;
  }

  static async onServer({ processes, workers }: Processes, chance: Chance): Promise<House> {
    const folder = await makeFolder();
    const ports = new Ports(chance);
    const hosts = [
      await Cluster.at(join(folder, "host-0"), await ports.next()),
      await Cluster.at(join(folder, "host-1"), await ports.next()),
    ] as const;
    const [primary] = hosts;
    await primary.initialise();
    await primary.start();
    await primary.withClient((client) => client.query(`create database ${databaseName}`), "postgres");
    await migrate(primary.urlOf());
    await moveClock({ url: primary.urlOf() }, new Date());
    const services: SupervisedService[] = [];
    const wires: Wire[][] = [];
    for (let index = 0; index < processes; index += 1) {
      const own = await Promise.all(hosts.map(async ({ port }) => new Wire(await ports.next(), port).open()));
      wires.push(own);
      const addresses = own.map(({ port }) => `127.0.0.1:${port}`).join();
      const url = `postgres://${userName}:${password}@${addresses}/${databaseName}?target_session_attrs=read-write`;
      services.push(await startService(folder, `process-${index}`, ports, { DATABASE_URL: url }, workers));
    }
    return new House({ kind: "server", folder, services, workers, wires, hosts, embedded: null });
  }

  static async onEmbedded(chance: Chance): Promise<House> {
    const folder = await makeFolder();
    const dataDir = join(folder, "data");
    const service = await startService(folder, "process-0", new Ports(chance), { SVC_DATA_DIR: dataDir }, null);
    const embedded = new EmbeddedDatabase(dataDir);
    return new House({
      kind: "embedded",
      folder,
      services: [service],
      workers: null,
      wires: [],
      hosts: null,
      embedded,
    });
  }

  get hosts(): readonly [Cluster, Cluster] | null {
    return this.#hosts;
  }

  /** The one that takes writes. */
  get database(): Database {
    const database = this.#hosts?.[this.#primary] ?? this.#embedded;
    if (database === null) throw new Error("there is no database");
    return database;
  }

  get server(): Cluster {
    const server = this.#hosts?.[this.#primary];
    if (server === undefined) throw new Error("the database is embedded");
    return server;
  }

  async answers(): Promise<void> {
    const deadline = performance.now() + startMilliseconds;
    for (const { url, name } of this.services) {
      for (;;) {
        const reply = await callOnce(url, { method: "GET", path: "/readyz" });
        if (reply?.status === 200) break;
        if (performance.now() > deadline) throw new Error(`${name} did not start: see ${this.folder}/${name}.log`);
        await sleep(200);
      }
    }
  }

  /** Of every process's database; a session that started before sees it too. */
  async stepDatabaseClock(seconds: number): Promise<void> {
    await this.server.withClient((client) =>
      client.query("update moved_clock.ahead set by = by + make_interval(secs => $1)", [seconds]),
    );
  }

  /** The other host follows this one, and nothing is acknowledged that it does not have. */
  async addStandby(): Promise<Cluster> {
    const primary = this.server;
    const standby = this.#hosts?.[this.#primary === 0 ? 1 : 0];
    if (standby === undefined) throw new Error("there is no second host");
    if (await standby.isRunning()) await standby.stopAtOnce();
    await standby.copyFrom(primary);
    await standby.start();
    await primary.withClient(async (client) => {
      await client.query("alter system set synchronous_standby_names = 'standby'");
      await client.query("select pg_reload_conf()");
      const deadline = performance.now() + replicationMilliseconds;
      for (;;) {
        const { rows } = await client.query("select from pg_stat_replication where sync_state = 'sync'");
        if (rows.length > 0) return;
        if (performance.now() > deadline) throw new Error("the standby does not follow");
        await sleep(100);
      }
    });
    return standby;
  }

  /** The standby takes writes from now on, alone. */
  async promote(standby: Cluster): Promise<void> {
    await standby.promote();
    this.#primary = this.#primary === 0 ? 1 : 0;
  }

  async close(): Promise<void> {
    for (const service of this.services) {
      service.goOn();
      await service.close();
    }
    for (const wire of this.wires.flat()) await wire.close();
    for (const host of this.#hosts ?? []) await host.remove();
    await this.#embedded?.remove();
  }

  /** With the logs of its processes. */
  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "svc-torture-"));
  // The database's user passes through.
  await chmod(folder, 0o711);
  return folder;
}

async function startService(
  folder: string,
  name: string,
  ports: Ports,
  env: NodeJS.ProcessEnv,
  workers: number | null,
): Promise<SupervisedService> {
  const options = {
    name,
    port: await ports.next(),
    frontPort: await ports.next(),
    env: { ...env, ...manyCalls, SVC_SECRET_KEYS: secretKey },
    logFile: join(folder, `${name}.log`),
    ...(workers === null ? {} : { workers }),
  };
  return new SupervisedService(options).open();
}

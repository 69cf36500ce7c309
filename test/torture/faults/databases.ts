// What happens to the database.
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../cluster.ts";
import { ended, type FaultKind, needsEmbedded, needsServer, type Scene } from "./fault.ts";

const ownBackends = "from pg_stat_activity where application_name <> 'torture' and backend_type = 'client backend'";
const fenceMilliseconds = 2_000;
const pause = (milliseconds: number): string => `${milliseconds} ms`;

/** A server that is away is there again where this ends. */
async function startAgain({ house, chance }: Scene, most: number): Promise<string> {
  const milliseconds = chance.below(most);
  await sleep(milliseconds);
  await house.server.start();
  return `away for ${pause(milliseconds)}`;
}

export const databaseFaults: readonly FaultKind[] = [
  {
    name: "stop_at_once",
    words: "PostgreSQL stopped at once (immediate) and started again",
    of: "database",
    weight: 4,
    missing: needsServer,
    mayLose: true,
    run: async (scene) => {
      await scene.house.server.stopAtOnce();
      return ended(await startAgain(scene, 2_500));
    },
  },
  {
    name: "postmaster_killed",
    words: "postmaster killed (SIGKILL) and started again",
    of: "database",
    weight: 3,
    missing: needsServer,
    mayLose: true,
    run: async (scene) => {
      await scene.house.server.killPostmaster();
      return ended(await startAgain(scene, 1_500));
    },
  },
  {
    name: "backend_killed",
    words: "a backend killed (SIGKILL): PostgreSQL recovers by itself",
    of: "database",
    weight: 3,
    missing: needsServer,
    mayLose: true,
    run: async ({ house, chance }) => {
      const pids = await house.server.withClient(async (client) => {
        const { rows } = await client.query<{ pid: number }>(`select pid ${ownBackends}`);
        return rows.map(({ pid }) => pid);
      });
      if (pids.length > 0) process.kill(chance.oneOf(pids), "SIGKILL");
      return ended(`one of ${pids.length}`);
    },
  },
  {
    name: "backends_terminated",
    words: "all connections terminated (pg_terminate_backend)",
    of: "database",
    weight: 4,
    run: ({ house }) =>
      house.database.withClient(async (client) => {
        const { rowCount } = await client.query(`select pg_terminate_backend(pid) ${ownBackends}`);
        return ended(`${rowCount}`);
      }),
  },
  {
    name: "queries_cancelled",
    words: "every statement cancelled (pg_cancel_backend) for up to 2 s",
    of: "database",
    weight: 4,
    run: ({ house, chance }) =>
      house.database.withClient(async (client) => {
        const milliseconds = chance.between(200, 2_000);
        const end = performance.now() + milliseconds;
        while (performance.now() < end) {
          await client.query(`select pg_cancel_backend(pid) ${ownBackends} and state <> 'idle'`);
          await sleep(10);
        }
        return ended(pause(milliseconds));
      }),
  },
  {
    name: "table_locked",
    words: "the log locked as a whole for up to 9 s: statement and lock time-outs",
    of: "database",
    weight: 3,
    run: (scene) => holdLock(scene, "lock table event in access exclusive mode"),
  },
  {
    name: "rows_locked",
    words: "every program's head locked for up to 9 s: lock time-outs",
    of: "database",
    weight: 3,
    run: (scene) => holdLock(scene, "select from program_head for update"),
  },
  {
    name: "stands_still",
    words: "PostgreSQL is stopped (SIGSTOP, all its processes) for up to 8 s",
    of: "database",
    weight: 3,
    run: async ({ house, chance }) => {
      const milliseconds = chance.between(200, 8_000);
      await house.database.signal("SIGSTOP");
      await sleep(milliseconds);
      await house.database.signal("SIGCONT");
      return ended(pause(milliseconds));
    },
  },
  {
    name: "read_only",
    words: "PostgreSQL takes reads only for up to 5 s",
    of: "database",
    weight: 3,
    missing: needsServer,
    run: ({ house, chance }) =>
      house.server.withClient(async (client) => {
        const milliseconds = chance.between(500, 5_000);
        await client.query("alter system set default_transaction_read_only = on");
        await client.query("select pg_reload_conf()");
        await sleep(milliseconds);
        await client.query("alter system reset default_transaction_read_only");
        await client.query("select pg_reload_conf()");
        return ended(pause(milliseconds));
      }),
  },
  {
    name: "disk_full",
    words: "its disk is full for up to 5 s",
    of: "database",
    weight: 3,
    mayLose: true,
    missing: (house) =>
      needsServer(house) ?? (house.server.hasOwnDisk ? null : "only root can mount a small disk here"),
    run: async ({ house, chance }) => {
      const milliseconds = chance.between(1_000, 5_000);
      const room = chance.oneOf([0, 65_536, 1_048_576]);
      await house.server.shrinkDisk(room);
      await sleep(milliseconds);
      await house.server.growDisk();
      // Where not even its own log had room it ended, and an operator starts it.
      const hasEnded = !(await house.server.isRunning());
      if (hasEnded) await house.server.start();
      return ended(`${room} bytes left, ${pause(milliseconds)}${hasEnded ? ", PostgreSQL ended" : ""}`);
    },
  },
  {
    name: "failover_stopped",
    words: "primary stopped at once, synchronous standby promoted",
    of: "database",
    weight: 2,
    missing: needsServer,
    mayLose: true,
    run: async ({ house, chance }) => {
      const old = house.server;
      const standby = await house.addStandby();
      await sleep(chance.between(200, 1_000));
      await old.stopAtOnce();
      await house.promote(standby);
      return ended("");
    },
  },
  {
    name: "failover_frozen",
    words: "primary frozen, synchronous standby promoted, the old primary wakes up later",
    of: "database",
    weight: 2,
    missing: needsServer,
    mayLose: true,
    run: async ({ house, chance }) => {
      const old = house.server;
      const standby = await house.addStandby();
      await sleep(chance.between(200, 1_000));
      await old.signal("SIGSTOP");
      await house.promote(standby);
      const promoted = ended("");
      const milliseconds = chance.between(2_000, 6_000);
      void wakeAndFence(old, milliseconds);
      return { ...promoted, drawn: `awake ${pause(milliseconds)} later` };
    },
  },
  {
    name: "embedded_postmaster_killed",
    words: "embedded: postmaster killed (SIGKILL)",
    of: "database",
    weight: 6,
    missing: needsEmbedded,
    mayLose: true,
    run: async ({ house }) => {
      await house.database.killPostmaster();
      return ended("");
    },
  },
  {
    name: "embedded_all_killed",
    words: "embedded: postmaster and service killed at once",
    of: "database",
    weight: 6,
    missing: needsEmbedded,
    mayLose: true,
    run: async ({ house }) => {
      await house.database.killPostmaster();
      for (const service of house.services) service.kill();
      return ended("", house.services.length);
    },
  },
];

/** As tools that promote standbys do with the old primary, a little late. */
async function wakeAndFence(old: Cluster, milliseconds: number): Promise<void> {
  await sleep(milliseconds);
  await old.signal("SIGCONT");
  await sleep(fenceMilliseconds);
  await old.stopAtOnce();
}

function holdLock({ house, chance }: Scene, text: string): ReturnType<FaultKind["run"]> {
  return house.database.withClient(async (client) => {
    const milliseconds = chance.between(500, 9_000);
    await client.query("begin");
    await client.query("set local lock_timeout = '5s'");
    // A lock that blocks nothing for that long is no fault.
    const isHeld = await client.query(text).then(
      () => true,
      () => false,
    );
    if (isHeld) await sleep(milliseconds);
    await client.query("rollback");
    return ended(isHeld ? pause(milliseconds) : "not had");
  });
}

// A Citus cluster of a coordinator and two workers on this machine, in place of the embedded server: a database whose name begins with
// `citus` is distributed over the workers before anything is in it, any other is on the coordinator only.

import { distribute } from "../src/engine/postgres/citus/distribute.ts";
import { withClient } from "../src/engine/postgres/database.ts";
import { migrate } from "../src/engine/postgres/migrations/migrate.ts";
import { hasCitus, startCitus } from "../test/support/citus.ts";
import { endServers } from "./child-server.ts";
import { type BenchServer, versionAt } from "./installation.ts";
import { unlessInterrupted } from "./interruption.ts";
import { findPostmaster } from "./measure/processor-time.ts";

const shards = 8;
/** As on a machine that keeps what was acknowledged. */
const settings = { fsync: "on", shared_buffers: "256MB", autovacuum: "on", "citus.recover_2pc_interval": "1min" };

export async function withCitusServer<T>(run: (server: BenchServer) => Promise<T>): Promise<T> {
  if (!hasCitus) throw new Error("This machine has no Citus: docs/scale.md says which one.");
  const cluster = await startCitus(settings);
  try {
    const [url = "", ...workers] = cluster.urlsOf("postgres");
    const version = await versionAt(url);
    const database = async (name: string): Promise<string> => {
      const plainName = name.replaceAll("-", "_");
      if (!name.startsWith("citus")) {
        await withClient(url, (client) => client.query(`create database ${plainName}`));
        return cluster.urlOf("coordinator", plainName);
      }
      const spread = await cluster.makeDatabase(plainName);
      await migrate(spread);
      await distribute(spread, shards);
      return spread;
    };
    const server: BenchServer = {
      ...{ url, version, database },
      postmaster: await findPostmaster(url),
      otherPostmasters: await Promise.all(workers.map(findPostmaster)),
    };
    return await unlessInterrupted(() => run(server));
  } finally {
    endServers();
    await cluster.stop();
  }
}

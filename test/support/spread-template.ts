// The migrated template of a run on a Citus cluster, spread over its workers and left alone, so that it can be copied on each node.

import { distribute } from "../../src/engine/postgres/citus/distribute.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { migrate } from "../../src/engine/postgres/migrations/migrate.ts";
import { type CitusCluster, startCitus } from "./citus.ts";

const shards = 2;

type Spread = { readonly cluster: CitusCluster; readonly url: string; readonly workers: readonly string[] };

export async function startSpread(template: string): Promise<Spread> {
  const cluster = await startCitus();
  try {
    const url = await cluster.makeDatabase(template);
    await migrate(url);
    await distribute(url, shards);
    const [coordinator, ...workers] = cluster.urlsOf("postgres");
    if (coordinator === undefined) throw new Error("a cluster without a coordinator");
    for (const node of [coordinator, ...workers]) await leaveAlone(node, template);
    return { cluster, url: coordinator, workers };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Citus keeps a connection of its own to each database. */
function leaveAlone(server: string, database: string): Promise<void> {
  return withClient(server, async (client) => {
    await client.query(`alter database ${database} with allow_connections false`);
    await client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [database]);
  });
}

// The embedded PostgreSQL with room for the connections of more processes than an installation has.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeCluster, prepareDataDirectory } from "../src/engine/postgres/embedded/cluster-folder.ts";
import * as server from "../src/engine/postgres/embedded/server.ts";
import { endServers } from "./child-server.ts";
import { type BenchServer, serverAt } from "./installation.ts";
import { unlessInterrupted } from "./interruption.ts";

const settings = { max_connections: "400" };

export async function withRoomyServer<T>(run: (server: BenchServer) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "svc-bench-"));
  await prepareDataDirectory(folder);
  const { cluster, record } = await placeCluster(folder);
  await server.initialise(cluster, record.password);
  let port = await server.findFreePort(null);
  while (!(await server.start(cluster, port, settings))) port = await server.findFreePort(null);
  try {
    const url = `postgres://${server.userName}:${record.password}@127.0.0.1:${port}/postgres`;
    const own = await serverAt(url);
    return await unlessInterrupted(() => run(own));
  } finally {
    endServers();
    await server.stop(cluster);
    await rm(cluster.directory, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

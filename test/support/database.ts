// A database of its own for one test file, copied from the run's migrated template (about 50 ms). It is removed with all others
// when the run ends: each removal alone would make the server write out whatever all tests have just written.
// It is opened as the service opens it, in the service's role, so that a write the service may not make fails here too.
// Ending its use fails the test when a connection was left open.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { openDatabase, roleIfUsable, serviceRole, withClient } from "../../src/db/database.ts";
import { databaseUrl } from "./database-server.ts";

const connectionsMax = 10;
/** The server notices a closed connection a moment later. */
const leaveTakingMilliseconds = 2000;
const pollMilliseconds = 10;

export type TestDatabase = {
  /** As the owner: may do what the service's role may not. */
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
};

export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: serverUrl, template } = inject("testServer");
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await withClient(serverUrl, (client) => client.query(`create database ${name} template ${template}`));

  const url = databaseUrl(serverUrl, name);
  const role = await roleIfUsable(url, serviceRole);
  const database = openDatabase({ url, connectionsMax, applicationName: name, role });
  const drop = async (): Promise<void> => {
    await database.close();
    const leaked = await countConnections(serverUrl, name);
    if (leaked > 0) throw new Error(`${leaked} connection(s) to the test database were left open.`);
  };
  return { url, database, drop };
}

async function countConnections(serverUrl: string, name: string): Promise<number> {
  const deadline = performance.now() + leaveTakingMilliseconds;
  for (;;) {
    const open = await withClient(serverUrl, async (client) => {
      const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity where datname = $1", [
        name,
      ]);
      return rows.length;
    });
    if (open === 0 || performance.now() > deadline) return open;
    await sleep(pollMilliseconds);
  }
}

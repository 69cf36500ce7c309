// A database of its own for one test file, copied from the run's migrated template (about 30 ms).
// It is opened as the service opens it, in the service's role, so that a write the service may not make fails here too.
// Ending its use fails the test when a connection was left open.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { inject } from "vitest";
import { severalMachines } from "../../src/engine/postgres/citus/several-machines.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { openDatabase, roleIfUsable, serviceRole, withClient } from "../../src/engine/postgres/database.ts";
import { oneDatabase } from "../../src/engine/postgres/one-database.ts";
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
  const { url: serverUrl, template, isOwn, workers } = inject("testServer");
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  // Without the log: it is on no disk anyway.
  const strategy = isOwn ? "strategy file_copy" : "";
  const copy = `create database ${name} template ${template} ${strategy}`;
  await Promise.all([onServer((client) => client.query(copy)), ...workers.map((worker) => record(worker, copy))]);

  const url = databaseUrl(serverUrl, name);
  const database = openDatabase({
    url,
    connectionsMax,
    applicationName: name,
    role: await findServiceRole(url),
    placement: workers.length > 0 ? severalMachines : oneDatabase,
  });
  const drop = async (): Promise<void> => {
    await database.close();
    const leaked = await countConnections(name);
    // Another server writes to its disk everything that all tests have just written, and is rid of all of them when the run ends.
    const remove = `drop database ${name} with (force)`;
    if (isOwn) await whileInUse(() => onServer((client) => client.query(remove)));
    for (const worker of workers) await whileInUse(() => record(worker, remove));
    if (leaked > 0) throw new Error(`${leaked} connection(s) to the test database were left open.`);
  };
  return { url, database, drop };
}

const inUse = "55006";
const removalsMax = 20;

/** Citus looks into a database between the end of all its connections and its removal. */
async function whileInUse(remove: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await remove();
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== inUse || tries === removalsMax) throw error;
      await sleep(pollMilliseconds * tries);
    }
  }
}

let ownServersRole: Promise<string | null> | undefined;

/** Asked once of the run's server. */
export function findServiceRole(url: string): Promise<string | null> {
  const serverOf = (address: string): string => address.slice(0, address.lastIndexOf("/"));
  if (serverOf(url) !== serverOf(inject("testServer").url)) return roleIfUsable(url, serviceRole);
  ownServersRole ??= roleIfUsable(url, serviceRole);
  return ownServersRole;
}

/** The worker's own, which stays open. */
let server: Promise<Client> | undefined;

async function onServer<Answer>(run: (client: Client) => Promise<Answer>): Promise<Answer> {
  server ??= connect(inject("testServer").url);
  return run(await server);
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

function record(url: string, text: string): Promise<void> {
  return withClient(url, async (client) => void (await client.query(text)));
}

function countConnections(name: string): Promise<number> {
  const deadline = performance.now() + leaveTakingMilliseconds;
  return onServer(async (client) => {
    for (;;) {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity
          where datname = $1 and backend_type = 'client backend' and application_name not like 'citus_internal%'`,
        [name],
      );
      if (rows.length === 0 || performance.now() > deadline) return rows.length;
      await sleep(pollMilliseconds);
    }
  });
}

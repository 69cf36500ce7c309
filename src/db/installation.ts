// Opens the database an installation is configured for: the server of DATABASE_URL, or the embedded one.
// What it hands out is migrated and in the service's role where there is one. A process that only runs a command migrates a
// new database, and never one that others may be using with older code: it says what is missing.
import { readAddress } from "./address.ts";
import type { Database } from "./database.ts";
import { openDatabase, roleIfUsable, serviceRole } from "./database.ts";
import { openEmbedded } from "./embedded.ts";
import { commandLimits, serviceLimits } from "./limits.ts";
import { listPendingMigrations, MigrationError, migrate } from "./migrate.ts";

const serviceConnectionsMax = 20;
const commandConnectionsMax = 4;
/** Pending, it means that nobody has used this database yet. */
const firstVersion = 1;

export type InstallationOptions = {
  /** Null is the embedded database. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly as: "service" | "command";
  readonly migrates: boolean;
  /** Of a service: how long one statement that records or looks up may take. */
  readonly statementSeconds?: number;
};

export type Installation = {
  readonly database: Database;
  /** As the owner: for what the service's role may not do. */
  readonly url: string;
  /** For people; without a password. */
  readonly location: string;
  readonly migrated: readonly string[];
  close(): Promise<void>;
};

export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const server = await openServer(options);
  try {
    const migrated = await bringUpToDate(server.url, options.migrates);
    const database = openDatabase({
      url: server.url,
      connectionsMax: options.as === "service" ? serviceConnectionsMax : commandConnectionsMax,
      applicationName: options.as === "service" ? "svc" : "svc command",
      role: await roleIfUsable(server.url, serviceRole),
      limits: options.as === "service" ? serviceLimits(options.statementSeconds) : commandLimits,
    });
    const close = async (): Promise<void> => {
      await database.close();
      await server.close();
    };
    return { database, url: server.url, location: server.location, migrated, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

type Server = { readonly url: string; readonly location: string; close(): Promise<void> };

async function openServer({ databaseUrl, dataDir, as }: InstallationOptions): Promise<Server> {
  if (databaseUrl !== null) {
    return { url: databaseUrl, location: readAddress(databaseUrl).location, close: () => Promise.resolve() };
  }
  const embedded = await openEmbedded(dataDir, as);
  return { url: embedded.url, location: `embedded PostgreSQL in ${embedded.directory}`, close: embedded.close };
}

async function bringUpToDate(url: string, migrates: boolean): Promise<string[]> {
  if (migrates) return (await migrate(url)).map((migration) => migration.name);
  const pending = await listPendingMigrations(url);
  if (pending.length === 0) return [];
  if (pending[0]?.version === firstVersion) return bringUpToDate(url, true);
  const names = pending.map((migration) => migration.name).join(", ");
  throw new MigrationError(`The database lacks migrations (${names}). Run: npm run svc -- migrate`);
}

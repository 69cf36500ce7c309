// Opens the database an installation is configured for: the server of DATABASE_URL, or the embedded one.
// What it hands out is migrated and in the service's role where there is one. A process that only runs a command migrates a
// new database, and never one that others may be using with older code: it says what is missing.
import { hostAndPort, readAddress } from "./address.ts";
import type { ClockRule } from "./clock.ts";
import type { Database, DatabaseOptions } from "./database.ts";
import { openDatabase, roleIfUsable, serviceRole } from "./database.ts";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import type { ServerNews } from "./embedded/watch.ts";
import { openEmbedded } from "./embedded.ts";
import { commandLimits, serviceLimits } from "./limits.ts";
import { findLogFaults, type LogFault, logFaultMeanings, repairLogProtection } from "./log-protection.ts";
import { listPendingMigrations, MigrationError, migrate } from "./migrations/migrate.ts";
import { placementAt } from "./placement-at.ts";
import { serviceName } from "./running-versions.ts";

const serviceConnectionsMax = 20;
/** Of one worker of several: they share what one process would have, down to this. */
const workerConnectionsMin = 8;
const commandConnectionsMax = 4;
/** Pending means that this database was never used. */
const firstVersion = 1;

export type InstallationOptions = {
  /** Null is the embedded database. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly as: { readonly version: string } | "command";
  readonly migrates: boolean;
  /** Of a service: how many workers share the work; one when left out. */
  readonly workers?: number;
  /** Whether missing log protection is restored. */
  readonly repairs?: boolean;
  /** Of a service: how long one statement that records or looks up may take. */
  readonly statementSeconds?: number;
  readonly clock?: ClockRule;
  /** Of a standby that answers reads, with the same roles and tables. */
  readonly readUrl?: string | null;
};

export type Installation = {
  readonly database: Database;
  /** Null if none is configured; it has not been contacted yet. */
  readonly standby: Database | null;
  /** As the owner: for what the service's role may not do. */
  readonly url: string;
  /** For people; without a password. */
  readonly location: string;
  readonly migrated: readonly string[];
  /** The missing log protection that was restored. */
  readonly repaired: readonly LogFault[];
  /** What is missing of it. */
  readonly logFaults: readonly LogFault[];
  /** For an embedded server: reports when it ended by itself, and whether it was restarted. */
  watch(news: ServerNews): void;
  close(): Promise<void>;
};

export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  try {
    return await open(options);
  } catch (error) {
    throw inWords(error, options.databaseUrl);
  }
}

/** A bare ECONNREFUSED does not say who refuses, and ENOTFOUND not what was looked for. */
function inWords(error: unknown, databaseUrl: string | null): unknown {
  if (databaseUrl === null) return error;
  const where = hostAndPort(readAddress(databaseUrl).hosts[0]);
  if (isAll(error, ["ECONNREFUSED"])) {
    return new DatabaseUnavailable(
      `the database at ${where} refuses connections: nothing listens there, or not for this machine`,
      { cause: error },
    );
  }
  if (isAll(error, ["ENOTFOUND", "EAI_AGAIN"])) {
    return new DatabaseUnavailable(
      `the database at ${where} is not found: no address is known for that name, or the names cannot be asked for`,
      { cause: error },
    );
  }
  return error;
}

function isAll(error: unknown, codes: readonly unknown[]): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every((one) => isAll(one, codes));
  if (!(error instanceof Error)) return false;
  return ("code" in error && codes.includes(error.code)) || isAll(error.cause, codes);
}

async function open(options: InstallationOptions): Promise<Installation> {
  const server = await openServer(options);
  try {
    const migrated = await bringUpToDate(server.url, options.migrates);
    const repaired = options.repairs === true ? await repairLogProtection(server.url) : [];
    const logFaults = await findLogFaults(server.url);
    requireRights(logFaults);
    const opening: Omit<DatabaseOptions, "url"> = {
      placement: await placementAt(server.url),
      connectionsMax: options.as === "command" ? commandConnectionsMax : connectionsOf(options.workers),
      applicationName: options.as === "command" ? "svc command" : serviceName(options.as.version),
      role: await roleIfUsable(server.url, serviceRole),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      limits: options.as === "command" ? commandLimits : serviceLimits(options.statementSeconds),
    };
    const database = openDatabase({ ...opening, url: server.url });
    const standby = options.readUrl == null ? null : openDatabase({ ...opening, url: options.readUrl });
    const close = async (): Promise<void> => {
      await Promise.all([database.close(), standby?.close()]);
      await server.close();
    };
    const { url, location, watch } = server;
    return { database, standby, url, location, migrated, repaired, logFaults, watch, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

function connectionsOf(workers = 1): number {
  return workers === 1
    ? serviceConnectionsMax
    : Math.max(workerConnectionsMin, Math.ceil(serviceConnectionsMax / workers));
}

/** Nothing would work in a role without rights, and working in another is not for us to choose. */
function requireRights(faults: readonly LogFault[]): void {
  const worksInRole = !faults.includes("role_missing") && !faults.includes("role_not_usable");
  if (!faults.includes("grants_missing") || !worksInRole) return;
  throw new MigrationError(`${logFaultMeanings.grants_missing}. Run: svc migrate`);
}

export type Server = Pick<Installation, "url" | "location" | "watch" | "close">;

/** As it is, with any content. */
export async function openServer({
  databaseUrl,
  dataDir,
  as,
}: Pick<InstallationOptions, "databaseUrl" | "dataDir" | "as">): Promise<Server> {
  if (databaseUrl !== null) {
    const { location } = readAddress(databaseUrl);
    return { url: databaseUrl, location, watch: () => undefined, close: () => Promise.resolve() };
  }
  const { url, directory, watch, close } = await openEmbedded(dataDir, as === "command" ? "command" : "service");
  return { url, location: `embedded PostgreSQL in ${directory}`, watch, close };
}

async function bringUpToDate(url: string, migrates: boolean): Promise<string[]> {
  if (migrates) return (await migrate(url)).map((migration) => migration.name);
  const pending = await listPendingMigrations(url);
  if (pending.length === 0) return [];
  if (pending[0]?.version === firstVersion) return bringUpToDate(url, true);
  const names = pending.map((migration) => migration.name).join(", ");
  throw new MigrationError(`The database lacks migrations (${names}). Run: svc migrate`);
}

// The one PostgreSQL of a run: a service's database with the logs, and a second one for Emmett's event store.
import { defaultSettings } from "../../src/core/rules/events/settings/settings.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { type BenchInstallation, openBenchInstallation, withBenchServer } from "../installation.ts";
import { eventsPerJourney, writeMixedLog } from "../mixed-log.ts";
import { noFlags } from "../no-flags.ts";

export type Log = {
  readonly name: string;
  readonly events: number;
  readonly programIds: readonly number[];
};

export type BenchDatabase = Pick<BenchInstallation, "database" | "secrets"> & {
  readonly ownerUrl: string;
  readonly storeUrl: string;
  /** Version of the server. */
  readonly postgres: string;
};

export async function withBenchDatabase<T>(run: (bench: BenchDatabase) => Promise<T>): Promise<T> {
  return withBenchServer(async (server) => {
    const installation = await openBenchInstallation(server.url);
    const { database, secrets, url: ownerUrl } = installation;
    try {
      const storeUrl = await server.database("emmett");
      return await run({ database, secrets, ownerUrl, storeUrl, postgres: server.version });
    } finally {
      await installation.close();
    }
  });
}

export type LogPlan = {
  readonly name: string;
  readonly events: number;
  readonly programs: number;
  /** Whether its programs look for flags, as new ones do. */
  readonly hasFlags?: boolean;
};

export async function writeLog(
  bench: BenchDatabase,
  { name, events, programs, hasFlags = false }: LogPlan,
): Promise<Log> {
  const startedAt = performance.now();
  const journeysPerProgram = Math.max(1, Math.floor(events / programs / eventsPerJourney));
  const settings = hasFlags ? defaultSettings : { ...defaultSettings, ...noFlags };
  const programIds = await writeMixedLog(bench.database, { programs, journeysPerProgram, settings });
  await withClient(bench.ownerUrl, (client) => client.query("vacuum analyze event"));
  const { count } = await bench.database.kysely
    .selectFrom("event")
    .select((columns) => columns.fn.countAll<number>().as("count"))
    .where("program_id", "in", programIds)
    .executeTakeFirstOrThrow();
  console.log(`${name}: ${count} events written in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return { name, events: count, programIds };
}

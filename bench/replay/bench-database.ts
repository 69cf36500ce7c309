// The one PostgreSQL of a run: a service's database with the logs, and one beside it for Emmett's event store.
// It stands in temporary folders that are gone at the end, whatever happened.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, withClient } from "../../src/db/database.ts";
import { openEmbedded } from "../../src/db/embedded.ts";
import { openInstallation } from "../../src/db/installation.ts";
import { eventsPerJourney, writeMixedLog } from "../mixed-log.ts";

export type Log = {
  readonly name: string;
  readonly events: number;
  readonly programIds: readonly number[];
};

export type BenchDatabase = {
  readonly database: Database;
  readonly ownerUrl: string;
  readonly storeUrl: string;
};

export async function withBenchDatabase<T>(run: (bench: BenchDatabase) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "svc-bench-"));
  const embedded = await openEmbedded(dataDir, "service");
  try {
    const options = { databaseUrl: embedded.url, dataDir, as: "command", migrates: true } as const;
    const { database, close } = await openInstallation(options);
    await withClient(embedded.url, (client) => client.query("create database emmett"));
    const storeUrl = Object.assign(new URL(embedded.url), { pathname: "/emmett" }).href;
    return await run({ database, ownerUrl: embedded.url, storeUrl }).finally(close);
  } finally {
    await embedded.close();
    await rm(embedded.directory, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
}

export type LogSize = { readonly name: string; readonly events: number; readonly programs: number };

export async function writeLog(bench: BenchDatabase, { name, events, programs }: LogSize): Promise<Log> {
  const startedAt = performance.now();
  const journeysPerProgram = Math.max(1, Math.floor(events / programs / eventsPerJourney));
  const programIds = await writeMixedLog(bench.database, { programs, journeysPerProgram });
  await withClient(bench.ownerUrl, (client) => client.query("vacuum analyze event"));
  const { count } = await bench.database.kysely
    .selectFrom("event")
    .select((columns) => columns.fn.countAll<number>().as("count"))
    .where("program_id", "in", programIds)
    .executeTakeFirstOrThrow();
  console.log(`${name}: ${count} events written in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return { name, events: count, programIds };
}

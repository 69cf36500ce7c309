// Fills a database with a year of events of some hundred programs, one of which has a tenth of them, and with the books that
// follow from them. The log is a real one: it verifies, its deliveries read as their events say, and it can be replayed.
//   node bench/growth/fill.ts --events 1000000 --folder <folder> [--programs 400] [--seed 1]
// A folder that was filled already is left as it is.
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { projectorVersion } from "../../src/core/rules/fold.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { openInstallation } from "../../src/engine/postgres/installation.ts";
import { buildLiveBooks } from "./books.ts";
import { type FillNote, readFillNote, whileFilling, whileRunning, writeFillNote } from "./growth-database.ts";
import { LogWriter } from "./log-writer.ts";
import { addConnections, imaginePrograms, writeDirectories, writeTrackingLog } from "./market.ts";
import { Progress } from "./progress.ts";
import type { StoryProgram } from "./story.ts";
import { benchSecretKey, recordYear } from "./year.ts";

const eventsPerProgramMin = 2_500;
const programsMax = 400;
/** So many events for each line of the tracking log. */
const eventsPerTrackingLine = 10;

export type FillWish = {
  readonly folder: string;
  readonly events: number;
  readonly programs: number;
  readonly seed: number;
};

/** Answers the note of what is there, filled now or before. */
export async function fill(wish: FillWish): Promise<FillNote> {
  const known = await readFillNote(wish.folder);
  if (known !== null) return known;
  await beginFolder(wish.folder);
  const startedAt = performance.now();
  const programs = imaginePrograms(wish.programs);
  const seconds = await whileFilling(wish.folder, async (ownerUrl) => {
    await migrateAs(ownerUrl, wish.folder);
    const log = await timed("log", () => writeLog(ownerUrl, programs, wish));
    const targets = programs.map(({ tail }) => ({ programId: tail.programId, seq: tail.seq }));
    const progress = new Progress("fold", wish.events);
    const books = await buildLiveBooks(ownerUrl, targets, ({ done }) => progress.at(done));
    return { log, fold: books.foldSeconds, move: books.moveSeconds };
  });
  const finished = await whileRunning(wish.folder, (ownerUrl) => finish(ownerUrl, wish, programs));
  const note: FillNote = {
    events: wish.events,
    programs: wish.programs,
    seed: wish.seed,
    projectorVersion,
    largestProgramId: programs[0]?.tail.programId ?? 0,
    filledAt: new Date().toISOString(),
    seconds: { ...seconds, vacuum: finished.vacuum, total: (performance.now() - startedAt) / 1000 },
    bytes: finished.bytes,
  };
  await writeFillNote(wish.folder, note);
  await rm(unfinishedFile(wish.folder));
  return note;
}

const unfinishedFile = (folder: string): string => join(folder, "fill-unfinished");

/** Removes the leftovers of an interrupted fill; anything else in the folder is kept. */
async function beginFolder(folder: string): Promise<void> {
  if (existsSync(unfinishedFile(folder))) await rm(folder, { recursive: true });
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name another`);
  await mkdir(folder, { recursive: true });
  await writeFile(unfinishedFile(folder), "");
}

async function migrateAs(ownerUrl: string, dataDir: string): Promise<void> {
  const installation = await openInstallation({ databaseUrl: ownerUrl, dataDir, as: "command", migrates: true });
  await installation.close();
}

async function writeLog(ownerUrl: string, programs: readonly StoryProgram[], wish: FillWish): Promise<void> {
  const progress = new Progress("log", wish.events);
  await withClient(ownerUrl, (events) =>
    withClient(ownerUrl, async (deliveries) => {
      for (const [client, table] of [
        [events, "event"],
        [deliveries, "delivery"],
      ] as const) {
        await client.query("set session_replication_role = replica");
        await client.query("begin");
        await client.query(`truncate ${table}`);
      }
      const writer = await LogWriter.start(events, deliveries);
      await recordYear(writer, programs, { ...wish, onProgress: (done) => progress.at(done) });
      await writer.end();
      await Promise.all([events.query("commit"), deliveries.query("commit")]);
      await writeDirectories(events, programs, { eventCount: writer.eventCount, projectorVersion });
    }),
  );
}

/** With the settings of production. Autovacuum would have done this vacuum, bit by bit, while the tables grew. */
async function finish(
  ownerUrl: string,
  wish: FillWish,
  programs: readonly StoryProgram[],
): Promise<{ vacuum: number; bytes: number }> {
  const installation = await openInstallation({
    databaseUrl: ownerUrl,
    dataDir: wish.folder,
    as: "command",
    migrates: false,
  });
  try {
    await addConnections(installation.database, openSecrets([benchSecretKey]), programs);
  } finally {
    await installation.close();
  }
  return withClient(ownerUrl, async (client) => {
    await writeTrackingLog(client, programs, Math.floor(wish.events / eventsPerTrackingLine));
    const vacuum = await timed("vacuum analyze", () => client.query("vacuum (analyze, parallel 0)"));
    await client.query("checkpoint");
    const { rows } = await client.query<{ bytes: number }>("select pg_database_size(current_database()) as bytes");
    return { vacuum, bytes: rows[0]?.bytes ?? 0 };
  });
}

async function timed(what: string, run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${what}: ${seconds.toFixed(1)} s`);
  return seconds;
}

export function defaultPrograms(events: number): number {
  return Math.max(2, Math.min(programsMax, Math.floor(events / eventsPerProgramMin)));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      events: { type: "string", default: "1000000" },
      folder: { type: "string" },
      programs: { type: "string" },
      seed: { type: "string", default: "1" },
    },
  });
  const { folder } = values;
  if (folder === undefined) throw new Error("say where: --folder <folder>");
  const events = Number(values.events);
  const programs = values.programs === undefined ? defaultPrograms(events) : Number(values.programs);
  const note = await fill({ folder, events, programs, seed: Number(values.seed) });
  console.log(JSON.stringify(note, null, 2));
}

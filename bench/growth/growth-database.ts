// The database that grew: an embedded PostgreSQL in a folder that stays, and a note of what it was filled with.
// It is measured with the settings the service starts it with; while it is filled it may use more memory and need not survive
// a crash in one piece.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { withClient } from "../../src/engine/postgres/database.ts";
import { openEmbedded } from "../../src/engine/postgres/embedded.ts";

const fillSettings: Readonly<Record<string, string>> = {
  shared_buffers: "'4GB'",
  max_wal_size: "'16GB'",
  checkpoint_timeout: "'1h'",
  wal_level: "'minimal'",
  max_wal_senders: "0",
  autovacuum: "off",
  maintenance_work_mem: "'1GB'",
};

const fillNote = z.object({
  events: z.number(),
  programs: z.number(),
  seed: z.number(),
  /** The rules its books were folded by. */
  projectorVersion: z.number(),
  /** The one that has a tenth of everything. */
  largestProgramId: z.number(),
  filledAt: z.iso.datetime(),
  seconds: z.object({ log: z.number(), fold: z.number(), move: z.number(), vacuum: z.number(), total: z.number() }),
  bytes: z.number(),
});
export type FillNote = z.infer<typeof fillNote>;

const noteFile = (folder: string): string => join(folder, "fill.json");

/** Null where nothing was filled to its end. */
export async function readFillNote(folder: string): Promise<FillNote | null> {
  if (!existsSync(noteFile(folder))) return null;
  return fillNote.parse(JSON.parse(await readFile(noteFile(folder), "utf8")));
}

export async function writeFillNote(folder: string, note: FillNote): Promise<void> {
  await writeFile(noteFile(folder), `${JSON.stringify(note, null, 2)}\n`);
}

/** The server runs while `run` does, with the settings of a fill. */
export async function whileFilling<T>(folder: string, run: (ownerUrl: string) => Promise<T>): Promise<T> {
  await setForNextStart(folder, (name, value) => `alter system set ${name} = ${value}`);
  try {
    return await whileRunning(folder, run);
  } finally {
    await setForNextStart(folder, (name) => `alter system reset ${name}`);
  }
}

/** As the service starts it. */
export async function whileRunning<T>(folder: string, run: (ownerUrl: string) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded(folder, "service");
  try {
    return await run(embedded.url);
  } finally {
    await embedded.close();
  }
}

async function setForNextStart(folder: string, statement: (name: string, value: string) => string): Promise<void> {
  await whileRunning(folder, (ownerUrl) =>
    withClient(ownerUrl, async (client) => {
      for (const [name, value] of Object.entries(fillSettings)) await client.query(statement(name, value));
    }),
  );
}

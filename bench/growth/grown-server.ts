// Servers with databases that have grown: filled where they are not there yet, and kept where a folder was named.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectorVersion } from "../../src/core/rules/fold.ts";
import { type BenchServer, withBenchServer } from "../installation.ts";
import { defaultPrograms, fill } from "./fill.ts";
import type { FillNote } from "./growth-database.ts";

export type Grown = { readonly server: BenchServer; readonly note: FillNote };

const seed = 1;

/** `folder` null is a temporary one that is gone at the end. */
export async function withGrownServer<T>(
  { folder, events }: { readonly folder: string | null; readonly events: number },
  run: (grown: Grown) => Promise<T>,
): Promise<T> {
  const place = folder ?? (await mkdtemp(join(tmpdir(), "svc-growth-")));
  try {
    const note = await fill({ folder: place, events, programs: defaultPrograms(events), seed });
    requireAsWanted(place, note, events);
    return await withBenchServer((server) => run({ server, note }), place);
  } finally {
    if (folder === null) await rm(place, { recursive: true, force: true });
  }
}

function requireAsWanted(folder: string, note: FillNote, events: number): void {
  if (note.events !== events) {
    throw new Error(`${folder} was filled with ${note.events} events, not ${events}: name another folder`);
  }
  if (note.projectorVersion > projectorVersion) {
    throw new Error(`the books in ${folder} were folded by rules ${note.projectorVersion}, newer than these`);
  }
}

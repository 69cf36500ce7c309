// Published checkpoints, read back from a file or from a folder with its subfolders. Files are notes one after the other, or lines of JSON
// with one note each, as in the list of checkpoints.
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Checkpoint, originOf, readCheckpoint } from "./checkpoint.ts";
import { openNote, splitNotes, type Verifier } from "./signed-note.ts";

const fileNames = /\.(checkpoints?|ndjson|txt)$/;

export type PublishedCheckpoint = Checkpoint & {
  readonly programId: number;
  readonly note: string;
  readonly by: Verifier;
};

export type PublishedFault = {
  readonly kind: "note_forged" | "note_unknown" | "note_unreadable" | "order";
  readonly programId: number | null;
  readonly detail: string;
};

export type PublishedCheckpoints = {
  /** Of each program in the order they were made. */
  readonly programs: ReadonlyMap<number, readonly PublishedCheckpoint[]>;
  readonly faults: readonly PublishedFault[];
  /** Notes that were cut off, as by a crash: those behind them are whole. */
  readonly incomplete: number;
};

/** Rejects where there is nothing to read. */
export async function readPublished(path: string, verifiers: readonly Verifier[]): Promise<PublishedCheckpoints> {
  const programs = new Map<number, PublishedCheckpoint[]>();
  const faults: PublishedFault[] = [];
  let incomplete = 0;
  for (const file of await filesOf(path)) {
    const found = notesOf(await readFile(file, "utf8"));
    incomplete += found.incomplete;
    for (const note of found.notes) {
      const read = readNote(note, verifiers, file);
      if ("kind" in read) faults.push(read);
      else place(programs, faults, read);
    }
  }
  return { programs, faults, incomplete };
}

async function filesOf(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && fileNames.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const line = z.looseObject({ note: z.string() });

function notesOf(file: string): { readonly notes: readonly string[]; readonly incomplete: number } {
  if (!file.startsWith("{")) return splitNotes(file);
  const lines = file.split("\n").filter((each) => each !== "");
  const notes = lines.flatMap((each) => line.safeParse(jsonOf(each)).data?.note ?? []);
  return { notes, incomplete: lines.length - notes.length };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readNote(note: string, verifiers: readonly Verifier[], file: string): PublishedCheckpoint | PublishedFault {
  const opened = openNote(note, verifiers);
  const what = `A checkpoint in ${file} (${opened.text.split("\n").slice(0, 2).join(", seq ")})`;
  if (opened.kind !== "signed") {
    const kind = opened.kind === "forged" ? "note_forged" : "note_unknown";
    const why =
      opened.kind === "forged" ? "was changed: its signature does not fit" : "is signed by no key that is believed";
    return { kind, programId: null, detail: `${what} ${why}.` };
  }
  const checkpoint = readCheckpoint(opened.text);
  const programId = Number(/\/programs\/(\d{1,15})$/.exec(checkpoint?.origin ?? "")?.[1] ?? 0);
  if (checkpoint === undefined || checkpoint.origin !== originOf(opened.by.name, programId)) {
    return {
      kind: "note_unreadable",
      programId: null,
      detail: `${what} is signed, and is no checkpoint of a program.`,
    };
  }
  return { ...checkpoint, programId, note, by: opened.by };
}

/** The same one twice is one: a crash may have given it twice. */
function place(
  programs: Map<number, PublishedCheckpoint[]>,
  faults: PublishedFault[],
  next: PublishedCheckpoint,
): void {
  const { programId, number } = next;
  const before = programs.get(programId) ?? [];
  programs.set(programId, before);
  if (before.some(({ note }) => note === next.note)) return;
  const last = before.at(-1);
  if (last !== undefined && (number <= last.number || next.seq < last.seq || next.time < last.time)) {
    const detail = `Checkpoint ${number} (seq ${next.seq}, ${next.time.toISOString()}) comes after checkpoint ${last.number} (seq ${last.seq}, ${last.time.toISOString()}): signing was restarted from an older position.`;
    faults.push({ kind: "order", programId, detail });
  }
  before.push(next);
}

// Maps a program key to the program it opens. Lookups are cached for a minute, so each is confirmed before it counts: in the transaction
// that records the call, or here before a call is refused. The cache never grants access by itself; only a flag may be outdated.
import type { Database } from "../engine/postgres/database.ts";
import { createLookupCache } from "./lookup-cache.ts";
import { findKeyOfProgram, findProgramByKey, hashKey, type OpenedProgram } from "./program-keys.ts";

const entriesMax = 10_000;
const lifetimeMilliseconds = 60_000;
/** How old a look-up may be that a call is refused by without another. */
const recentMilliseconds = 1000;

export type ProgramAccess = OpenedProgram & {
  readonly keyHash: Buffer;
  /** When the call came that showed the key, in milliseconds. */
  readonly usedAt: number;
};

export type KeyDirectory = {
  /** The active program the key opens; undefined when none. Confirm it when recording: it may only be remembered. */
  programOfKey(key: string): Promise<ProgramAccess | undefined>;
  /** The current entry; undefined, and removed from the cache, if the key no longer opens its program. */
  confirmKey(access: ProgramAccess): Promise<ProgramAccess | undefined>;
  /** As `confirmKey`, but a look-up of the last second will do: for calls that come too often to look at each. */
  confirmKeyRecently(access: ProgramAccess): Promise<ProgramAccess | undefined>;
  /** After it turned out to be replaced, or flagged otherwise than was remembered. */
  forgetKey(access: ProgramAccess): void;
  /** What the program's own key opens, for calls the service makes by itself. */
  accessOfProgram(programId: number): Promise<ProgramAccess | undefined>;
};

export function openKeyDirectory(database: Database, now: () => number): KeyDirectory {
  /** By the digest of the key. */
  const keys = createLookupCache<string, OpenedProgram>({
    entriesMax,
    lifetimeMilliseconds,
    now,
    look: (entry) => findProgramByKey(database, Buffer.from(entry, "latin1")),
  });

  async function confirmKey(access: ProgramAccess): Promise<ProgramAccess | undefined> {
    const opened = await keys.lookUp(entryOf(access.keyHash));
    return opened?.programId === access.programId ? { ...access, flag: opened.flag } : undefined;
  }

  return {
    async programOfKey(key) {
      const usedAt = now();
      const keyHash = hashKey(key);
      const opened = await keys.find(entryOf(keyHash));
      return opened && { programId: opened.programId, flag: opened.flag, keyHash, usedAt };
    },
    confirmKey,
    async confirmKeyRecently(access) {
      const known = keys.recent(entryOf(access.keyHash), recentMilliseconds);
      return known === undefined ? confirmKey(access) : { ...access, flag: known.flag };
    },
    forgetKey({ keyHash }) {
      keys.delete(entryOf(keyHash));
    },
    async accessOfProgram(programId) {
      const usedAt = now();
      const found = await findKeyOfProgram(database, programId);
      return found && { ...found, usedAt };
    },
  };
}

function entryOf(keyHash: Buffer): string {
  return keyHash.toString("latin1");
}

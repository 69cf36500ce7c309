// From a program key to the program it opens. What was looked up is remembered for a minute, so it is confirmed before it counts:
// in the transaction that records the call, or here before a call is refused.
// What is remembered never lets anybody in by itself; it may only be out of date about a flag.
import type { Database } from "../db/database.ts";
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
  /** The same as it is now; undefined, and forgotten, when the key opens its program no more. */
  confirmKey(access: ProgramAccess): Promise<ProgramAccess | undefined>;
  /** As `confirmKey`, but a look-up of the last second will do: for calls that come too often to look at each. */
  confirmKeyRecently(access: ProgramAccess): Promise<ProgramAccess | undefined>;
  /** After it turned out to be replaced, or flagged otherwise than was remembered. */
  forgetKey(access: ProgramAccess): void;
  /** What the program's own key opens, for calls the service makes by itself. */
  accessOfProgram(programId: number): Promise<ProgramAccess | undefined>;
};

export function openKeyDirectory(database: Database, now: () => number): KeyDirectory {
  const keys = createLookupCache<string, OpenedProgram & { readonly readAt: number }>({
    entriesMax,
    lifetimeMilliseconds,
    now,
  });

  async function lookUp(keyHash: Buffer): Promise<OpenedProgram | undefined> {
    const entry = keyHash.toString("latin1");
    const opened = await findProgramByKey(database, keyHash);
    if (opened === undefined) keys.delete(entry);
    else keys.set(entry, { ...opened, readAt: now() });
    return opened;
  }

  async function confirmKey(access: ProgramAccess): Promise<ProgramAccess | undefined> {
    const opened = await lookUp(access.keyHash);
    return opened?.programId === access.programId ? { ...access, flag: opened.flag } : undefined;
  }

  return {
    async programOfKey(key) {
      const usedAt = now();
      const keyHash = hashKey(key);
      const opened = keys.get(keyHash.toString("latin1")) ?? (await lookUp(keyHash));
      return opened && { programId: opened.programId, flag: opened.flag, keyHash, usedAt };
    },
    confirmKey,
    async confirmKeyRecently(access) {
      const known = keys.get(access.keyHash.toString("latin1"));
      const isRecent = known !== undefined && now() - known.readAt < recentMilliseconds;
      return isRecent ? { ...access, flag: known.flag } : confirmKey(access);
    },
    forgetKey({ keyHash }) {
      keys.delete(keyHash.toString("latin1"));
    },
    async accessOfProgram(programId) {
      const usedAt = now();
      const found = await findKeyOfProgram(database, programId);
      return found && { ...found, usedAt };
    },
  };
}

// Imports of a program are recorded one at a time: what a batch of lines finds here stays true until it is recorded. Whoever records
// holds the program's lock, which the database frees when that process dies.
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { ImportRefused } from "./import-refused.ts";

/** The first half of the lock's key; the second is made of the program's id. */
const lockClass = 0x5_76_63_69;
/** A lock's key is an integer of 32 bits, and an id may be larger. */
const keysMax = 2_147_483_647;

const lockStatement: Statement = { name: "lock_imports", text: "select pg_try_advisory_lock($1, $2) as locked" };
const unlockStatement: Statement = { name: "unlock_imports", text: "select pg_advisory_unlock($1, $2)" };
const stillStatement: Statement = { name: "imports_still_locked", text: "select 1" };

/** `work` asks `requireHeld` before it records: with its connection the lock is lost. */
export function withProgramLock<T>(
  database: Database,
  programId: number,
  work: (requireHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return database.sessionAside(async (session) => {
    const key = [lockClass, programId % keysMax];
    const [row] = await session.query<{ locked: boolean }>(lockStatement, key);
    if (row?.locked !== true) {
      throw new ImportRefused(`Another import of program ${programId} is being recorded: import this one after it.`);
    }
    try {
      return await work(async () => {
        await session.query(stillStatement, []);
      });
    } finally {
      // The database frees it with the connection too, but not before whoever called goes on.
      await session.query(unlockStatement, key).catch(() => undefined);
    }
  });
}

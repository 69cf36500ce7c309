// What keeps imports apart, in all processes of the installation: of a program one is recorded at a time, so that what a batch of lines
// finds here stays true until it is recorded, and of an account a few run at a time, dry runs too. Each import holds its locks on a
// connection of its own; the database frees them when that process dies.
import type { Actor } from "../../access/permission.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { tooManyOfAccount } from "./import-places.ts";
import { ImportRefused } from "./import-refused.ts";

/** The first half of a program's lock; the second is made of the program's id. */
const lockClass = 0x5_76_63_69;
/** A lock's key is an integer of 32 bits, and an id may be larger. */
const keysMax = 2_147_483_647;

const lockStatement: Statement = { name: "lock_imports", text: "select pg_try_advisory_lock($1, $2) as locked" };
const lockAccountStatement: Statement = {
  name: "lock_imports_of_account",
  text: "select pg_try_advisory_lock(hashtextextended('import of ' || $1, $2)) as locked",
};
const unlockStatement: Statement = { name: "unlock_imports", text: "select pg_advisory_unlock_all()" };
const stillStatement: Statement = { name: "imports_still_locked", text: "select 1" };

export type LockedImport = {
  readonly actor: Actor;
  readonly programId: number;
  readonly isApplied: boolean;
  readonly perAccountMax: number;
};

/** `work` asks `requireHeld` before it records: with its connection the locks are lost. */
export async function withImportLocks<T>(
  database: Database,
  { actor, programId, isApplied, perAccountMax }: LockedImport,
  work: (requireHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  // The operator's dry run on the command line.
  if (actor.kind !== "account" && !isApplied) return work(async () => undefined);
  return database.sessionAside(async (session) => {
    try {
      if (isApplied) await lockProgram(session, programId);
      if (actor.kind === "account") await lockAccount(session, actor.accountId, perAccountMax);
      return await work(async () => {
        await session.query(stillStatement, []);
      });
    } finally {
      // The database frees them with the connection too, but not before the caller continues.
      await session.query(unlockStatement, []).catch(() => undefined);
    }
  });
}

async function lockProgram(session: Session, programId: number): Promise<void> {
  const [row] = await session.query<{ locked: boolean }>(lockStatement, [lockClass, programId % keysMax]);
  if (row?.locked === true) return;
  throw new ImportRefused(`Another import of program ${programId} is being recorded: import this one after it.`);
}

/** One of its few places, each a lock. */
async function lockAccount(session: Session, accountId: string, perAccountMax: number): Promise<void> {
  for (let place = 0; place < perAccountMax; place += 1) {
    const [row] = await session.query<{ locked: boolean }>(lockAccountStatement, [accountId, place]);
    if (row?.locked === true) return;
  }
  throw tooManyOfAccount(perAccountMax);
}

// Locks between processes of one machine, kept by the kernel on a file.
// A lock ends with the process that holds it, however that process ends: there are no stale locks, no process ids to
// compare and nothing to clean up. SQLite's transaction locks on an empty file are the only such locks Node offers on
// every platform; nothing is ever written into the file, and it must never be opened by anything else in this process
// (POSIX drops a file's locks when any descriptor of it is closed).
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

const retryMilliseconds = 50;

export type FileLock = { release(): void };

type Mode = "shared" | "exclusive";

const acquire: Record<Mode, string> = {
  shared: "begin; select count(*) from sqlite_master",
  exclusive: "begin exclusive",
};

/** Null when another holder is in the way. */
export function tryLock(path: string, mode: Mode): FileLock | null {
  const file = new DatabaseSync(path);
  try {
    file.exec(acquire[mode]);
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

export async function lockWithin(path: string, mode: Mode, timeoutSeconds: number): Promise<FileLock | null> {
  const deadline = performance.now() + timeoutSeconds * 1000;
  for (;;) {
    const lock = tryLock(path, mode);
    if (lock !== null || performance.now() > deadline) return lock;
    await sleep(retryMilliseconds);
  }
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

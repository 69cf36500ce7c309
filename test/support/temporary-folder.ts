// Where a test run keeps its databases and everything else that lives no longer than it: in memory where there is room for it. A run makes
// and removes hundreds of thousands of files, which is most of what a disk's file system has to do then.
import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const inMemory = "/dev/shm";
/** About five times what a run needs. */
const roomBytes = 4 * 2 ** 30;

export function temporaryFolder(): string {
  try {
    accessSync(inMemory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > roomBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

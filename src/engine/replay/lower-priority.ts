// Lowers the priority of a rebuild: processes that answer requests on the same machine go first.
import { constants, setPriority } from "node:os";

/** For the whole process, from now on. Where the system does not allow it everything goes on as before. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Only an optimization: without the right to set it the rebuild runs all the same.
  }
}

// A rebuild takes what processor time is left: whoever answers requests on the same machine goes first.
import { constants, setPriority } from "node:os";

/** For the whole process, from now on. Where the system does not allow it everything goes on as before. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // It is a courtesy, and no reason not to run.
  }
}

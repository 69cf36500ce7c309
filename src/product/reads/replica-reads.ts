// Reads that the replica answers where it can, and the primary where it cannot: for what is only shown, never for what decides
// whether something is changed. A read that failed on the replica runs again on the primary.
import { databaseFaultOf } from "../../engine/postgres/faults.ts";
import { type Replica, ReplicaNotReady, type ReplicaState } from "../../engine/postgres/replica.ts";
import { type Snapshots, snapshotsOf } from "./scoped-reads.ts";

/** How the replica was for a read: all but `used` were answered by the primary. */
export type ReplicaFound = ReplicaState | "failed";

export function replicaFirst(
  replica: Pick<Replica, "read">,
  onPrimary: Snapshots,
  count: (found: ReplicaFound) => void,
): Snapshots {
  return async (read) => {
    try {
      const answer = await replica.read((connection) => snapshotsOf(connection)(read));
      count("used");
      return answer;
    } catch (error) {
      const found = whyNot(error);
      if (found === null) throw error;
      count(found);
      return onPrimary(read);
    }
  };
}

/** Null where the primary would not know better. */
function whyNot(error: unknown): ReplicaFound | null {
  if (error instanceof ReplicaNotReady) return error.state;
  const fault = databaseFaultOf(error);
  // What took too long there would take as long here, and keep others waiting.
  return fault === null || fault === "timed_out" ? null : "failed";
}

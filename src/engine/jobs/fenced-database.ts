// The database as a scheduled job uses it: its writes commit only while this process holds the jobs' lease. Reads are not fenced: their
// results are written in a fenced transaction.
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import { type JobLease, LeaseLost } from "./lease.ts";

export function fencedBy(lease: JobLease, database: Database): Database {
  const fenced = <T>(run: (session: Session) => Promise<T>) => {
    const { tenure } = lease;
    if (tenure === null) throw new LeaseLost();
    return async (session: Session): Promise<T> => {
      const value = await run(session);
      await tenure.fence(session);
      return value;
    };
  };
  return {
    ...database,
    transaction: async (run) => database.transaction(fenced(run)),
    longTransaction: async (run) => database.longTransaction(fenced(run)),
  };
}

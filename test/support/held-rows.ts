// Rows that another session holds: what a stalled process, or an open psql, does to writers.
import { withClient } from "../../src/engine/postgres/database.ts";

/** `lock` takes the locks; they are held until `run` has ended. */
export function whileHeld<T>(databaseUrl: string, lock: string, run: () => Promise<T>): Promise<T> {
  return withClient(databaseUrl, async (client) => {
    await client.query("begin");
    await client.query(lock);
    try {
      return await run();
    } finally {
      await client.query("rollback");
    }
  });
}

export function headOf(programId: number): string {
  return `select 1 from program_head where program_id = ${programId} for update`;
}

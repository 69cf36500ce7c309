// Whether the rebuilt books are right, row by row: against the live books, and against books that were built another way.
import { operator } from "../../src/access/permission.ts";
import { catchUpAll } from "../../src/engine/books/catch-up.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { compareBooks, findDiffering } from "../../src/engine/replay/compare.ts";
import { openShadow, shadowSchemaOf } from "../../src/engine/replay/shadow.ts";
import { verifyPrograms } from "../../src/engine/replay/verify.ts";
import type { BenchDatabase, Log } from "./bench-database.ts";

/** Logs of mixed-log.ts are appended and not projected: their live books are brought up as after a restore. */
export async function projectLive({ database, ownerUrl }: BenchDatabase, log: Log): Promise<void> {
  await withClient(ownerUrl, (client) =>
    client.query("update program_head set projected_seq = 0 where program_id = any($1::bigint[])", [log.programIds]),
  );
  await catchUpAll(database);
}

/** Throws at the first program whose books differ. */
export async function requireEqualToLive(bench: BenchDatabase, log: Log, runId: number): Promise<void> {
  await requireEqualBooks(bench, log, runId, null);
}

/** The books of two shadows. */
export async function requireEqualShadows(bench: BenchDatabase, log: Log, runId: number, other: number): Promise<void> {
  await requireEqualBooks(bench, log, runId, shadowSchemaOf(other));
}

async function requireEqualBooks(
  { ownerUrl }: BenchDatabase,
  log: Log,
  runId: number,
  other: string | null,
): Promise<void> {
  const shadow = await openShadow({ ownerUrl, runId });
  const beside = { schema: shadow.schema, liveSchema: other ?? shadow.liveSchema };
  try {
    await shadow.withBoth(async (session) => {
      const [programId] = await findDiffering(session, beside, log.programIds);
      if (programId === undefined) return;
      const difference = await compareBooks(session, beside, programId);
      throw new Error(`the books of program ${programId} differ: ${JSON.stringify(difference.books)}`);
    });
  } finally {
    await shadow.close();
  }
}

/** As `svc verify` does: the chain holds, and the live books are what the log says. */
export async function requireVerified(bench: BenchDatabase, programId: number): Promise<void> {
  const { database, ownerUrl, secrets } = bench;
  const verified = await verifyPrograms({ database, ownerUrl, secrets, now: Date.now, actor: operator }, [programId]);
  for (const { log_faults: faults, books_difference: difference } of verified) {
    if (faults.length > 0 || difference !== null) {
      throw new Error(`program ${programId} does not verify: ${JSON.stringify({ faults, difference })}`);
    }
  }
}

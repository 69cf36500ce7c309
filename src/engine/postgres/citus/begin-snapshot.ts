// Begins a transaction on the coordinator that reads every machine at one moment. Machines share no snapshot: each takes its own, on one
// connection, at its first statement. What is recorded for a program is on one machine, and whole in that snapshot. What commits on
// several machines must be in all of their snapshots or in none, so no such commit happens while they are taken.
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { isRaisedAs } from "../faults.ts";
import { NoSnapshot } from "../placement.ts";

/** Commits on several machines wait meanwhile. */
const holdMilliseconds = 10_000;
const pollMilliseconds = 20;
const lockNotAvailable = "55P03";

/** Citus writes here what it is about to commit on several machines. */
const holdCommits = "lock table pg_catalog.pg_dist_transaction in exclusive mode";

/** Transactions that are decided, and not yet committed on each machine. */
const preparedQuery = `
  select coalesce(sum(result::integer), 0)::integer as prepared
    from run_command_on_workers('select count(*) from pg_prepared_xacts where database = current_database()')
   where success`;

/** The holder is another connection, in no transaction. */
export async function beginSnapshot(client: Client, holder: Client): Promise<void> {
  await holder.query("begin");
  await holder.query(`set local lock_timeout = ${holdMilliseconds}`);
  await hold(holder);
  await waitForPrepared(holder);
  // A second connection to a machine would have a later snapshot.
  await client.query("set citus.max_adaptive_executor_pool_size = 1");
  await client.query("begin isolation level repeatable read read only");
  await client.query("select count(*) from program_head");
  await holder.query("commit");
}

async function hold(holder: Client): Promise<void> {
  try {
    await holder.query(holdCommits);
  } catch (error) {
    if (!isRaisedAs(error, lockNotAvailable)) throw error;
    throw new NoSnapshot("A transaction on several machines has not ended for 10 seconds. Try again.", {
      cause: error,
    });
  }
}

async function waitForPrepared(holder: Client): Promise<void> {
  const deadline = performance.now() + holdMilliseconds;
  for (;;) {
    const { rows } = await holder.query<{ prepared: number }>(preparedQuery);
    const prepared = rows[0]?.prepared ?? 0;
    if (prepared === 0) return;
    if (performance.now() > deadline) {
      throw new NoSnapshot(
        `Transactions on several machines are in doubt (${prepared}): see svc status --cluster. Try again once Citus has resolved them.`,
      );
    }
    await sleep(pollMilliseconds);
  }
}

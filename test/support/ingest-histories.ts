// A process that ingests random histories into the programs given, batch after batch, until it is stopped. Once there is enough of
// everything it pauses between them.
// usage: ingest-histories.ts <database url> <seed> <pause in ms> <program id>:<partner id>:<partner id>...
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { openDatabase, roleIfUsable, serviceRole } from "../../src/engine/postgres/database.ts";
import { mayPass } from "../../src/engine/postgres/faults.ts";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import type { Result, Submission } from "../../src/engine/recording/submission.ts";
import { history } from "./histories.ts";
import { submission } from "./submissions.ts";

const [url = "", seed = "1", pause = "0", ...names] = process.argv.slice(2);
const programs = names.map((name) => name.split(":").map(Number));
const role = await roleIfUsable(url, serviceRole);
const database = openDatabase({ url, connectionsMax: 4, applicationName: "ingest", role });
/** Batches after which there are rows of every kind. */
const enoughToSpoil = 40;
let isStopped = false;
process.on("SIGTERM", () => {
  isStopped = true;
});
let batches = 0;
for (let round = 0; !isStopped; round++) {
  for (const [programId = 0, ...partnerIds] of programs) {
    if (isStopped) break;
    const events = fc.sample(history(partnerIds, 12), { numRuns: 1, seed: Number(seed) + round }).flat();
    const results = await commit(events.map((one) => submission(programId, one)));
    if (results.some((result) => result.kind === "failed")) throw new Error("a submission failed");
    batches += 1;
    if (batches === enoughToSpoil) process.stdout.write("ingesting\n");
    if (batches >= enoughToSpoil) await sleep(Number(pause));
  }
}
await database.close();

/** Repeats what a passing fault of the database ended, such as a lock that a replay holds for longer than a statement waits. */
async function commit(submissions: readonly Submission[]): Promise<Result[]> {
  for (;;) {
    try {
      return await commitBatch(database, submissions);
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
  }
}

process.stdout.write(`ingested ${batches} batches\n`);

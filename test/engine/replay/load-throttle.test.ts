// A rebuild leaves capacity to recording that runs next to it, and takes all capacity when nothing else runs.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { LoadThrottle } from "../../../src/engine/replay/load-throttle.ts";
import { databaseForFile } from "../../support/for-file.ts";
import { asOwner } from "../../support/service.ts";

const testDatabase = await databaseForFile();
const { url, database } = testDatabase;

const workMilliseconds = 600;
const drawIds = "select max(nextval('event_id_seq')) from generate_series(1, $1::integer)";

/** How much longer a lane was away than it worked. */
async function restMilliseconds(throttle: LoadThrottle, recorded: number): Promise<number> {
  let worked = 0;
  const since = performance.now();
  await throttle.afterWork(async () => {
    await asOwner(url, drawIds, [recorded]);
    await sleep(workMilliseconds);
    worked = performance.now() - since;
  });
  return performance.now() - since - worked;
}

test("a lane rests as long as it worked while thousands are recorded a second, and goes on at once when they end", async () => {
  const throttle = await LoadThrottle.start((run) => database.transaction(run));
  expect(await restMilliseconds(throttle, 50_000)).toBeGreaterThanOrEqual(workMilliseconds);
  expect(await restMilliseconds(throttle, 1)).toBeLessThan(workMilliseconds / 2);
});

// A rebuild leaves room for what is recorded beside it, and takes all there is where nothing is.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Courtesy } from "../../../src/engine/replay/courtesy.ts";
import { databaseForFile } from "../../support/for-file.ts";
import { asOwner } from "../../support/service.ts";

const testDatabase = await databaseForFile();
const { url, database } = testDatabase;

const workMilliseconds = 600;
const drawIds = "select max(nextval('event_id_seq')) from generate_series(1, $1::integer)";

/** How much longer a lane was away than it worked. */
async function restMilliseconds(courtesy: Courtesy, recorded: number): Promise<number> {
  let worked = 0;
  const since = performance.now();
  await courtesy.afterWork(async () => {
    await asOwner(url, drawIds, [recorded]);
    await sleep(workMilliseconds);
    worked = performance.now() - since;
  });
  return performance.now() - since - worked;
}

test("a lane rests as long as it worked while thousands are recorded a second, and goes on at once when they end", async () => {
  const courtesy = await Courtesy.begin((run) => database.transaction(run));
  expect(await restMilliseconds(courtesy, 50_000)).toBeGreaterThanOrEqual(workMilliseconds);
  expect(await restMilliseconds(courtesy, 1)).toBeLessThan(workMilliseconds / 2);
});

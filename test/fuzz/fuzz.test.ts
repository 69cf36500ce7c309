// A short slice of `npm run fuzz`: spoilt calls and deliveries over HTTP to a service, and payloads read by the adapters.
import { afterAll, expect, test } from "vitest";
import { killChildren } from "../support/child.ts";
import { createTestDatabase } from "../support/database.ts";
import { howMany, isLong, propertySeed } from "../support/property-runs.ts";
import { PieceRun } from "./piece.ts";
import { readPayloads } from "./readings.ts";
import { Tally } from "./tally.ts";
import { openWorld } from "./world.ts";

afterAll(killChildren);

test("no spoilt call or delivery is answered by a fault of ours, or leaves the books wrong", async () => {
  const testDatabase = await createTestDatabase();
  const world = await openWorld(testDatabase.url, isLong);
  const tally = new Tally();
  try {
    const cases = howMany(5_000, 250);
    const piece = { seed: propertySeed, first: 0, cases, atOnce: 8, isWanted: () => true, tally };
    const run = await PieceRun.open(world, piece);
    expect(await run.run()).toEqual([]);
    expect(tally.sent).toBe(cases);
    expect(tally.faulty).toBe(0);
  } finally {
    await world.close();
    await testDatabase.drop();
  }
});

test("no adapter throws over a spoilt payload, or reads more than is allowed", () => {
  expect(readPayloads(propertySeed, howMany(50_000, 1_000))).toEqual([]);
});

// The same through PostgreSQL, in chunks of 1 to 2,000 events with fresh books for each; behind each chunk the trial balance is zero.
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findImbalances } from "../../src/engine/books/trial-balance.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { howMany, isLong, propertySeed } from "../support/property-runs.ts";
import { busy, histories, large, live } from "./event-histories.ts";
import { figuresOfBooks, figuresOfModel } from "./figures.ts";
import { projectAgain, storeLog } from "./stored-log.ts";

describe("through PostgreSQL, the model agrees", () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await createTestDatabase();
  });
  afterEach(async () => db.drop());

  test.each([
    { names: "many", counts: busy, steps: 600, eventsMin: 200, chunkSizes: isLong ? [1, 7, 100, 2_000] : [7, 2_000] },
    { names: "one", counts: busy, steps: 600, eventsMin: 200, chunkSizes: isLong ? [1, 7, 100, 2_000] : [1, 100] },
    {
      names: "many",
      counts: large,
      steps: howMany(3_800, 700),
      eventsMin: howMany(2_001, 350),
      chunkSizes: [100, 2_000],
    },
  ] as const)(
    "where payments have $names names, over $steps steps in chunks of $chunkSizes",
    { timeout: 120_000 },
    async ({ names, counts, steps, eventsMin, chunkSizes }) => {
      const [history = []] = fc.sample(histories(names, counts, steps), { numRuns: 1, seed: propertySeed });
      const { log } = live(history);
      expect(log.length).toBeGreaterThanOrEqual(eventsMin);
      const expected = figuresOfModel(log);
      await storeLog(db, log);
      const balances = async (programId: number): Promise<void> => {
        expect(await findImbalances(db.database.kysely, programId)).toEqual([]);
      };
      for (const chunkSize of chunkSizes) {
        const rows = await projectAgain(db, log, chunkSize, balances);
        expect(figuresOfBooks(log, rows), `${log.length} events in chunks of ${chunkSize}`).toEqual(expected);
      }
    },
  );
});

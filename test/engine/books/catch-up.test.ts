import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, sale } from "../../support/event-builders.ts";
import { history } from "../../support/histories.ts";
import { howMany, propertySeed } from "../../support/property-runs.ts";
import { createTestProgram, dumpBooks, emptyBooks, submission } from "../../support/submissions.ts";

const histories = howMany(2_000, 40);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

describe("projecting the log again", () => {
  test(`gives byte-identical books for ${histories} random histories`, { timeout: 180_000 }, async () => {
    const programs: { programId: number; partnerIds: readonly number[] }[] = [];
    for (let index = 0; index < histories / 20; index++) {
      programs.push(await createTestProgram(db, { lead_auth: "server_required" }, [`a${index}`, `b${index}`]));
    }
    // Each program lives through twenty histories in a row; batches mix programs, as live traffic does.
    const lives = programs.map(({ programId, partnerIds }, index) =>
      fc
        .sample(history(partnerIds, 15), { numRuns: 20, seed: propertySeed + index })
        .flat()
        .map((event) => submission(programId, event)),
    );
    const longest = Math.max(...lives.map((life) => life.length));
    for (let start = 0; start < longest; start += 7) {
      const batch = lives.flatMap((life) => life.slice(start, start + 7));
      const results = await commitBatch(db.database, batch);
      expect(results.filter((result) => result.kind === "failed")).toEqual([]);
    }
    const live = await dumpBooks(db.url);
    expect(live).not.toContain("projector_error");

    await emptyBooks(db.url);
    await catchUpAll(db.database);
    expect(await dumpBooks(db.url)).toBe(live);

    await emptyBooks(db.url);
    await Promise.all([catchUpAll(db.database), catchUpAll(db.database)]);
    expect(await dumpBooks(db.url)).toBe(live);
  });

  test("happens by itself before the next event when a program's books are behind", async () => {
    const { programId, partnerIds } = await createTestProgram(db, {}, ["late"]);
    const [partnerId] = partnerIds;
    if (partnerId === undefined) throw new Error("no partner");
    await commitBatch(
      db.database,
      [click(partnerId), lead()].map((event) => submission(programId, event)),
    );
    await emptyBooks(db.url);
    const [result] = await commitBatch(db.database, [submission(programId, sale())]);
    expect(result).toMatchObject({ kind: "concluded", conclusion: { outcome: "recorded" } });
    await catchUpAll(db.database);
  });
});

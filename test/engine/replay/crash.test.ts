// The database dies between plan and apply. Shadow books are unlogged: a crash empties them, together with the note of how far
// they were built, so the replay builds them again and what it applies is right.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase, withClient } from "../../../src/engine/postgres/database.ts";
import { type EmbeddedDatabase, openEmbedded } from "../../../src/engine/postgres/embedded.ts";
import { isDatabaseUnavailable } from "../../../src/engine/postgres/faults.ts";
import { migrate } from "../../../src/engine/postgres/migrations/migrate.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { type ApplyParts, applyReplay } from "../../../src/engine/replay/apply.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { shadowSchemaOf } from "../../../src/engine/replay/shadow.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { createDataFolder } from "../../support/data-folder.ts";
import { click, lead, sale } from "../../support/event-builders.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";

async function withParts<T>(url: string, run: (parts: ApplyParts) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, connectionsMax: 4, applicationName: "crash test" });
  try {
    return await run(replayParts({ database, url }));
  } finally {
    await database.close();
  }
}

async function killPostmaster(embedded: EmbeddedDatabase): Promise<void> {
  const [pid = ""] = (await readFile(join(embedded.directory, "data/postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
  const isGone = () => withClient(embedded.url, async () => false).catch(isDatabaseUnavailable);
  await expect.poll(isGone, { timeout: 10_000 }).toBe(true);
}

test("a plan outlives a crash of the database", { timeout: 120_000 }, async () => {
  const { dataDir, initialise, remove } = await createDataFolder();
  await initialise();
  const first = await openEmbedded(dataDir, "service");
  await migrate(first.url);
  const runId = await withParts(first.url, async (parts) => {
    const { database } = parts;
    const testDatabase = { url: first.url, database, drop: async () => undefined };
    const { programId, partnerIds } = await createTestProgram(testDatabase, {}, ["anna"]);
    const sales = Array.from({ length: 50 }, (_, index) => sale({ transaction_id: `tx-${index}` }));
    await commitBatch(
      database,
      [click(partnerIds[0] ?? 0), lead(), ...sales].map((event) => submission(programId, event)),
    );
    await withClient(first.url, (client) => client.query("update commission set amount_cents = 1"));
    return (await planReplay(parts, wish())).run.run_id;
  });
  await killPostmaster(first);
  await first.close().catch(() => undefined);

  const second = await openEmbedded(dataDir, "service");
  const [left] = await withClient(second.url, async (client) => {
    const { rows } = await client.query<{ rows: number }>(
      `select (select count(*) from ${shadowSchemaOf(runId)}.sale)::int as rows`,
    );
    return rows;
  });
  expect(left?.rows, "the crash emptied the shadow books").toBe(0);
  await withParts(second.url, async (parts) => {
    expect(await applyReplay(parts, runId)).toMatchObject({ rowsChanged: 50 });
    expect((await verifyPrograms(parts, null)).every(isVerified)).toBe(true);
  });
  await second.close();
  await remove();
});

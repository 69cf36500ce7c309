// A test database with a year of several programs in it, one of which has most of it: enough that the planner would rather read a
// table than follow an index wherever a query leaves it the choice. The log is written at once, and projected by the service.
import { LogWriter } from "../../bench/growth/log-writer.ts";
import { addConnections, imaginePrograms, writeDirectories, writeTrackingLog } from "../../bench/growth/market.ts";
import { benchSecretKey, recordYear } from "../../bench/growth/year.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { projectorVersion } from "../../src/core/rules/fold.ts";
import { catchUpAll } from "../../src/engine/books/catch-up.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

export type Growth = {
  readonly events: number;
  readonly programs: number;
  /** Of all events, in the largest program. */
  readonly largestShare: number;
  readonly trackingLines: number;
  readonly seed: number;
};

/** The largest program is the first. */
export async function createGrownDatabase(growth: Growth): Promise<TestDatabase & { readonly programId: number }> {
  const db = await createTestDatabase();
  const programs = imaginePrograms(growth.programs, growth.largestShare);
  await withClient(db.url, (events) =>
    withClient(db.url, async (deliveries) => {
      await Promise.all([events.query("begin"), deliveries.query("begin")]);
      const writer = await LogWriter.start(events, deliveries);
      await recordYear(writer, programs, growth);
      await writer.end();
      await Promise.all([events.query("commit"), deliveries.query("commit")]);
      await writeDirectories(events, programs, { eventCount: writer.eventCount, projectorVersion });
      await writeTrackingLog(events, programs, growth.trackingLines);
    }),
  );
  await catchUpAll(db.database);
  await addConnections(db.database, openSecrets([benchSecretKey]), programs);
  await withClient(db.url, (client) => client.query("vacuum analyze"));
  return { ...db, programId: programs[0]?.tail.programId ?? 0 };
}

// Reconciles one connection as a process of its own: for a test that kills it.
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { openDatabase } from "../../src/engine/postgres/database.ts";
import { startBatcher } from "../../src/engine/recording/batcher.ts";
import { openReconciliation } from "../../src/product/connections/reconcile.ts";

const [databaseUrl = "", secretKey = "", baseUrl = "", connectionId = "", now = ""] = process.argv.slice(2);
const database = openDatabase({ url: databaseUrl, connectionsMax: 4, applicationName: "svc-reconcile-once" });
const batcher = startBatcher({ database, batchEventsMax: 500, queueEventsMax: 10_000, queueWaitSecondsMax: 60 });
const reconciliation = openReconciliation({
  database,
  batcher,
  secrets: openSecrets([secretKey]),
  now: () => Date.parse(now),
  instead: { baseUrl },
});
await reconciliation.reconcile(Number(connectionId), {
  since: null,
  isDryRun: false,
  stop: new AbortController().signal,
});
await batcher.drain();
await database.close();

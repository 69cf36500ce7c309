// Emmett's rebuild, in a process of its own: `rebuildPostgreSQLProjections`, its documented way, without the pause between
// batches it makes by default. Read models and checkpoint start empty each time: with the checkpoint of the last rebuild
// still there it would empty the tables and read nothing.
import { rebuildPostgreSQLProjections } from "@event-driven-io/emmett-postgresql";
import { withClient } from "../../src/engine/postgres/database.ts";
import { measureRebuild } from "../replay/measured-rebuild.ts";
import { emmettRebuildRequest } from "../replay/requests.ts";
import { readRequest, sendMessage } from "../replay/worker.ts";
import { books } from "./emmett-rebuild-projection.ts";
import { readModels } from "./emmett-rebuild-read-models.ts";

const orderIndex = "emt_messages (partition, is_archived, transaction_id, global_position)";

const { storeUrl, batchSize, hasIndex } = readRequest(emmettRebuildRequest);

await withClient(storeUrl, async (client) => {
  await client.query(readModels);
  await client.query("delete from emt_processors");
  await client.query("drop index if exists in_order_of_reading");
  if (hasIndex) await client.query(`create index in_order_of_reading on ${orderIndex}`);
  await client.query("vacuum analyze");
});
const consumer = rebuildPostgreSQLProjections({
  connectionString: storeUrl,
  projection: books,
  pulling: { batchSize, pullingFrequencyInMs: 0 },
});
const result = await measureRebuild(storeUrl, () => consumer.start());
await consumer.close();
sendMessage({ kind: "result", result });

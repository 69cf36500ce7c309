// Opens the embedded database as a process of its own, says its address, and closes it when its input ends.
import { withClient } from "../../src/engine/postgres/database.ts";
import { openEmbedded } from "../../src/engine/postgres/embedded.ts";

const [dataDir = "", role] = process.argv.slice(2);
const embedded = await openEmbedded(dataDir, role === "service" ? "service" : "command");
await withClient(embedded.url, (client) => client.query("select 1"));
process.stdout.write(`${embedded.url}\n`);
for await (const _ of process.stdin);
await embedded.close();

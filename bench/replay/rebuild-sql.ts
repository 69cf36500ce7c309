// The pure-SQL rebuild, in a process of its own: the statements of sql-books.ts into the same tables as our shadow books, each
// session one transaction.
import { withClient } from "../../src/engine/postgres/database.ts";
import { openShadow } from "../../src/engine/replay/shadow.ts";
import { measureRebuild } from "./measured-rebuild.ts";
import { sqlRebuildRequest } from "./requests.ts";
import { bookStatements } from "./sql-books.ts";
import { readRequest, sendMessage } from "./worker.ts";

/** In its favour: nothing spills to disk, and nothing is compiled that runs once. */
const settings = ["work_mem = '256MB'", "jit = off"];

const { ownerUrl, runId, programIds, sessions } = readRequest(sqlRebuildRequest);

const shadow = await openShadow({ ownerUrl, runId });
const { schema, liveSchema } = shadow;
await shadow.close();

function build(share: readonly number[]): Promise<void> {
  return withClient(ownerUrl, async (client) => {
    for (const setting of [`search_path = ${schema}`, ...settings]) await client.query(`set ${setting}`);
    await client.query("begin");
    for (const statement of bookStatements(`${liveSchema}.event`)) await client.query(statement, [share]);
    await client.query("commit");
  });
}

const shares = Array.from({ length: sessions }, (_, session) =>
  programIds.filter((_id, index) => index % sessions === session),
);
const result = await measureRebuild(ownerUrl, async () => {
  await Promise.all(shares.filter((share) => share.length > 0).map(build));
});
sendMessage({ kind: "result", result });

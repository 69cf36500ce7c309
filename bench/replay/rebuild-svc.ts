// Our rebuild, in a process of its own: shadow books of these programs, built as `svc replay` builds them. The shadow books stay, for
// checks.
import { openDatabase } from "../../src/engine/postgres/database.ts";
import { buildBooks } from "../../src/engine/replay/build.ts";
import { lowerPriority } from "../../src/engine/replay/lower-priority.ts";
import { findTargets } from "../../src/engine/replay/programs.ts";
import { openShadow } from "../../src/engine/replay/shadow.ts";
import { measureRebuild } from "./measured-rebuild.ts";
import { rebuildRequest } from "./requests.ts";
import { readRequest, sendMessage } from "./worker.ts";

const { ownerUrl, runId, programIds } = readRequest(rebuildRequest);
lowerPriority();

const database = openDatabase({ url: ownerUrl, connectionsMax: 2, applicationName: "svc bench" });
const targets = await findTargets(database, { program_ids: programIds, provider: null, since: null });
const shadow = await openShadow({ ownerUrl, runId });
const result = await measureRebuild(ownerUrl, () =>
  buildBooks(shadow, targets, ({ done }) => sendMessage({ kind: "progress", done })),
);
await shadow.close();
await database.close();
sendMessage({ kind: "result", result });

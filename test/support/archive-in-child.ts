// Archives a program's clicks in a process of its own, for a test that kills it.
import { operator } from "../../src/access/permission.ts";
import { openDatabase } from "../../src/engine/postgres/database.ts";
import { archiveClicks } from "../../src/product/archive/archive-clicks.ts";

const { DATABASE_URL: ownerUrl = "", ARCHIVE_FOLDER: folder = "", PROGRAM = "", BEFORE = "" } = process.env;
const database = openDatabase({ url: ownerUrl, connectionsMax: 4, applicationName: "svc archive" });
await archiveClicks({
  ...{ database, ownerUrl, folder, programId: Number(PROGRAM), before: new Date(BEFORE) },
  actor: operator,
  clicksPerFile: 4,
});
await database.close();

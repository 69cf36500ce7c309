// Archives a program's clicks in a process of its own, for a test that kills it.
import { operator } from "../../src/access/permission.ts";
import { archiveClicks } from "../../src/changes/archive-clicks.ts";
import { openDatabase } from "../../src/db/database.ts";

const { DATABASE_URL: ownerUrl = "", ARCHIVE_FOLDER: folder = "", PROGRAM = "", BEFORE = "" } = process.env;
const database = openDatabase({ url: ownerUrl, connectionsMax: 4, applicationName: "svc archive" });
await archiveClicks({
  ...{ database, ownerUrl, folder, programId: Number(PROGRAM), before: new Date(BEFORE) },
  actor: operator,
  clicksPerFile: 4,
});
await database.close();

// A replay or a verification is started, and the server that is asked for it next was replaced in the meantime: a passing fault, no unknown
// run.
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../src/access/permission.ts";
import { mayPass } from "../../src/engine/postgres/faults.ts";
import { loadOperation } from "../../src/product/operation/groups.ts";
import type { OperationParts } from "../../src/product/operation/operation.ts";
import { openScopedReads } from "../../src/product/reads/scoped-reads.ts";
import { usualCaps } from "../support/caps.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { importPlaces } from "../support/import-places.ts";
import { testSecrets } from "../support/replaying.ts";
import { createTestProgram } from "../support/submissions.ts";

const runElsewhere = 4_711;

let db: TestDatabase;
let work: OperationParts;
let programId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  ({ programId } = await createTestProgram(db, {}, ["anna"]));
  const { database } = db;
  work = {
    ...{ database, reads: openScopedReads(database.kysely), secrets: testSecrets, baseUrl: "https://svc.example" },
    ...{ forgetConnection: () => undefined, now: Date.now, verify: null, mailInvitation: null, mailApplicant: null },
    ...{
      sendsMail: false,
      exportFolder: null,
      railUrls: {},
      caps: usualCaps,
      invitationDays: 7,
      checkpointKeys: [],
      imports: importPlaces,
    },
    outbound: { schemes: ["https"], addresses: "public" },
    rebuilds: { start: async () => runElsewhere, discard: async () => undefined },
  };
});
afterAll(async () => db.drop());

test.each(["replays.plan", "verifications.start"] as const)("%s is asked for again", async (name) => {
  const operation = await loadOperation(name);
  const begun = operation.run({ ...work, actor: operator }, { program_id: programId });
  await expect(begun).rejects.toThrow("does not know it yet");
  await expect(begun.catch(mayPass)).resolves.toBe(true);
});

test("a run that no one started is unknown", async () => {
  const shown = (await loadOperation("replays.show")).run({ ...work, actor: operator }, { run_id: runElsewhere });
  await expect(shown).rejects.toThrow(`There is no run ${runElsewhere}.`);
});

// A person was erased between two checkpoints, so the headers of their deliveries are gone. Everything else that is kept of deliveries
// there is still held against what was signed: of the others, and of the erased one itself.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { checkAgainst } from "../../../src/engine/integrity/against.ts";
import { readPublished } from "../../../src/engine/integrity/published-checkpoints.ts";
import { openTargets } from "../../../src/engine/integrity/targets.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { erasePerson } from "../../../src/product/people/erase-person.ts";
import { checkpointOf, checkpointParts, give, testSigner } from "../../support/checkpoints.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { payment } from "../../support/event-builders.ts";
import { testSecrets } from "../../support/replaying.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { beginTrade, record, type Traders } from "../../support/traders.ts";

let db: TestDatabase;
let folder: string;
let program: Traders & { otherConnectionId: number };
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const erase = (customerKey: string) =>
  erasePerson(
    db.database,
    { programId: program.programId, customerKey, email: null, emailHashes: [] },
    "request 17",
    operator,
  );

const giveAll = () => give(db.database, openTargets({ folder, bucket: null, url: null }, Date.now));

/** A delivery of each customer, signed together; then the first customer is erased, and that is signed too. */
beforeEach(async () => {
  folder = mkdtempSync(join(temporaryFolder(), "svc-erased-"));
  const traders = await beginTrade(db);
  const connection = {
    programId: traders.programId,
    provider: "stripe",
    livemode: true,
    secrets: ["whsec_1"],
  } as const;
  program = {
    ...traders,
    otherConnectionId: (await addConnection(db.database, testSecrets, connection, operator)) ?? 0,
  };
  await record(
    db,
    program.programId,
    payment({ transaction_id: "tx-1", aliases: ["tx-1"], payer: { customer_key: "customer-1" } }),
    payment({ transaction_id: "tx-2", aliases: ["tx-2"], payer: { customer_key: "customer-2" } }),
  );
  expect(await checkpointOf(db.database, program.programId)).toEqual([]);
  expect(await erase("customer-1")).toMatchObject({ deliveries: 1 });
  expect(await checkpointOf(db.database, program.programId)).toEqual([]);
  await giveAll();
  return () => rmSync(folder, { recursive: true });
});

async function against(): Promise<{ faults: string[]; notes: readonly string[] }> {
  const given = await readPublished(folder, [testSigner.verifier]);
  const wanted = { programId: program.programId, sinceNumber: 1 };
  const { faults, notes } = await checkAgainst(checkpointParts(db.database), given, wanted);
  return { faults: faults.map(({ kind }) => kind), notes };
}

function asOwnerOfTheDatabase(text: string, ...values: readonly unknown[]): Promise<void> {
  return withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    const { rowCount } = await client.query(text, [program.programId, ...values]);
    expect(rowCount).toBe(1);
  });
}

const ofAnother = "where program_id = $1 and body <> ''";
const ofTheErased = "where program_id = $1 and body = ''";

test("an erased person is no fault, before and after the erasure is signed", async () => {
  expect(await against()).toEqual({ faults: [], notes: [] });
  await erase("customer-2");
  expect(await against()).toEqual({ faults: [], notes: [] });
  expect(await checkpointOf(db.database, program.programId)).toEqual([]);
  await giveAll();
  expect(await against()).toEqual({ faults: [], notes: [] });
});

test.each([
  ["the mode of another delivery", `update delivery set connection_livemode = not connection_livemode ${ofAnother}`],
  ["the headers of another delivery", `update delivery set headers = '{"x": "y"}' ${ofAnother}`],
  ["the mode of the erased one", `update delivery set connection_livemode = not connection_livemode ${ofTheErased}`],
  ["headers put in the place of the erased ones", `update delivery set headers = '{"x": "y"}' ${ofTheErased}`],
  ["bytes and headers of another that no erasure names", `update delivery set body = '', headers = '{}' ${ofAnother}`],
])("%s is found where a person was erased", async (_, change) => {
  await asOwnerOfTheDatabase(change);
  expect((await against()).faults).toEqual(["deliveries_changed"]);
});

test.each([
  ["another delivery", ofAnother],
  ["the erased one", ofTheErased],
])("the connection of %s is found", async (_, which) => {
  await asOwnerOfTheDatabase(`update delivery set connection_id = $2 ${which}`, program.otherConnectionId);
  expect((await against()).faults).toEqual(["deliveries_changed"]);
});

test("a change from before an erasure is found after it", async () => {
  const change = `update delivery set connection_livemode = not connection_livemode ${ofAnother}`;
  await asOwnerOfTheDatabase(change);
  await erase("customer-2");
  expect((await against()).faults).toEqual(["deliveries_changed"]);
});

test("an erasure of an earlier release says nothing of deliveries: its interval is named as not compared", async () => {
  await asOwnerOfTheDatabase(
    "update event set data = data - 'delivery_digests' where program_id = $1 and type = 'personal_data_erased'",
  );
  const found = await against();
  expect(found.faults).toEqual([]);
  expect(found.notes).toEqual([expect.stringMatching(/not compared between event 0 and event \d+/)]);
});

// Every bit of an exported log is under what verify-log.mjs proves: bits are flipped one by one, in a log with a delivery, an erased person
// and an archived click, and none of these logs is called the one that was signed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { archiveClicks } from "../../../src/product/archive/archive-clicks.ts";
import { listLogRows } from "../../../src/product/events/log-rows.ts";
import { erasePerson } from "../../../src/product/people/erase-person.ts";
import { checkpointOf, testSigner } from "../../support/checkpoints.ts";
import { startChild } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { payment } from "../../support/event-builders.ts";
import { isLong } from "../../support/property-runs.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { beginTrade, record } from "../../support/traders.ts";

let db: TestDatabase;
let folder: string;
let log: string;
beforeAll(async () => {
  folder = mkdtempSync(join(temporaryFolder(), "svc-bits-"));
  db = await createTestDatabase();
  const { programId } = await beginTrade(db);
  await record(db, programId, payment({ payer: { customer_key: "customer-2" } }));
  const person = { programId, customerKey: "customer-2", email: null, emailHashes: [] };
  await erasePerson(db.database, person, "request 17", operator);
  await archiveClicks({
    ...{ database: db.database, ownerUrl: db.url, folder, programId, before: new Date(Date.now() + 3_600_000) },
    ...{ actor: operator, clicksPerFile: 1 },
  });
  await checkpointOf(db.database, programId);
  const { data } = await listLogRows(db.database.kysely, programId, { limit: 1_000, cursor: null });
  log = data.map((row) => `${JSON.stringify(row)}\n`).join("");
  const [signed] = await db.database.withSession((session) =>
    session.query<{ note: string }>({ name: "note", text: "select note from checkpoint where program_id = $1" }, [
      programId,
    ]),
  );
  writeFileSync(join(folder, "log.ndjson"), log);
  writeFileSync(join(folder, "kept.checkpoints"), signed?.note ?? "");
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true });
});

const program = new URL("../../../src/faces/http/assets/verify-log.mjs", import.meta.url);

/** The same program, asked again and again within one process: a process for each bit would take hours. */
const asker = `
export async function isBelieved() {
  faults.length = 0;
  try {
    return (await main()) === 0;
  } catch {
    return false;
  }
}`;

/** One of each byte where time is short, in turns: `npm run test:long` flips all. */
const bits = isLong ? [0, 1, 2, 3, 4, 5, 6, 7] : [0];

const turning = `
import { readFileSync, writeFileSync } from "node:fs";
import { isBelieved } from "./verify-log.mjs";
process.chdir(import.meta.dirname);
const say = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
const whole = readFileSync("log.ndjson");
const believed = [];
const honest = await isBelieved();
for (let at = 0; at < whole.length; at += 1) {
  for (const offset of [${bits.join()}]) {
    const bit = (at + offset) % 8;
    const turned = Buffer.from(whole);
    turned[at] ^= 1 << bit;
    writeFileSync("log.ndjson", turned);
    if (await isBelieved()) believed.push([at, bit]);
  }
}
say(JSON.stringify({ honest, tried: whole.length * ${bits.length}, believed }) + "\\n");
`;

type Found = { honest: boolean; tried: number; believed: [at: number, bit: number][] };

test("a log with any one bit flipped is not verified", async () => {
  const source = readFileSync(program, "utf8");
  const end = source.lastIndexOf("\ntry {");
  expect(source.slice(end)).toMatch(/^\ntry \{\n {2}process\.exitCode = await main\(\);/);
  writeFileSync(join(folder, "verify-log.mjs"), source.slice(0, end) + asker);
  writeFileSync(join(folder, "turn.mjs"), turning);
  const options = ["--log", "log.ndjson", "--checkpoints", "kept.checkpoints", "--key", testSigner.verifier.text];
  const child = startChild(pathToFileURL(join(folder, "turn.mjs")), options);
  await child.exit;
  const { honest, tried, believed }: Found = JSON.parse(child.said());
  expect(honest).toBe(true);
  expect(tried).toBeGreaterThan(4_000 * bits.length);
  const around = believed.map(([at, bit]) => `bit ${bit} of byte ${at}: ${log.slice(Math.max(0, at - 30), at + 20)}`);
  expect(around).toEqual([]);
}, 300_000);

// Replays among everything that can happen to them: traffic from two processes, SIGKILL at any point, a crash of the database.
// However often it is interrupted, in the end the books are what a fresh projection of the log gives.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { type Child, killChildren, startChild } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { howMany } from "../../support/property-runs.ts";
import { replayParts } from "../../support/replaying.ts";
import { secretKey } from "../../support/service.ts";
import { createTestProgram, dumpBooks, emptyBooks } from "../../support/submissions.ts";
import { svcScript } from "../../support/svc.ts";

const programCount = 12;
const seed = 4_711;
/** Between what each process records; without one the log grows faster than what is replayed of it. */
const pauseMilliseconds = howMany(0, 20);

let db: TestDatabase;
let programs: string[];
beforeAll(async () => {
  db = await createTestDatabase();
  programs = [];
  for (let index = 0; index < programCount; index++) {
    const { programId, partnerIds } = await createTestProgram(db, {}, [`a${index}`, `b${index}`]);
    programs.push([programId, ...partnerIds].join(":"));
  }
});
afterEach(killChildren);
afterAll(async () => db.drop());

/** As a bug would have left them: wrong amounts, missing fees, states that never were. */
async function spoilBooks(): Promise<number> {
  return withClient(db.url, async (client) => {
    const spoilt = [
      "update commission set amount_cents = amount_cents / 2 where sale_id % 3 = 0 and amount_cents > 1",
      "delete from platform_fee where sale_id % 4 = 0",
      "update sale set product_id = 'spoilt' where sale_id % 5 = 0",
      "delete from lead where lead_id % 2 = 0",
    ];
    let rows = 0;
    for (const text of spoilt) rows += (await client.query(text)).rowCount ?? 0;
    return rows;
  });
}

function ingest(number: number): Child {
  const script = new URL("../../support/ingest-histories.ts", import.meta.url);
  return startChild(script, [db.url, String(seed + number * 1_000), String(pauseMilliseconds), ...programs]);
}

function svc(...words: string[]): Child {
  const env = { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey };
  return startChild(svcScript, words, env);
}

/** A fixed run of delays between the start of the process and its death. */
function* delaysMilliseconds(): Generator<number> {
  for (let state = seed; ; state = (state * 48_271) % 2_147_483_647) yield 500 + (state % 1_500);
}

/** Kills the replay a few times, then lets it end; an apply that was interrupted is finished. */
async function replayInSpiteOfKills(kills: number): Promise<void> {
  let words = ["replay", "--all", "--apply"];
  const delays = delaysMilliseconds();
  for (let round = 0; ; round++) {
    const child = svc(...words);
    const timer = round < kills ? setTimeout(() => child.process.kill("SIGKILL"), delays.next().value ?? 0) : undefined;
    const { code } = await child.exit;
    clearTimeout(timer);
    const half = /Finish it: .*?(replay apply \d+)/.exec(child.said())?.[1];
    if (half !== undefined) words = half.split(" ");
    else if (code === 0) return;
    else if (round >= kills) throw new Error(child.said());
  }
}

describe("a replay", { timeout: 120_000 }, () => {
  test("gives the books of a fresh projection, killed and resumed, twice in a row, under traffic", async () => {
    const both = [ingest(1), ingest(2)];
    await Promise.all(both.map((child) => child.says(/ingesting/)));
    for (let again = 0; again < 2; again++) {
      expect(await spoilBooks()).toBeGreaterThan(0);
      await replayInSpiteOfKills(howMany(4, 2));
    }
    for (const child of both) child.process.kill("SIGTERM");
    for (const child of both) expect(await child.exit).toEqual({ code: 0, signal: null });

    const verified = await verifyPrograms(replayParts(db), null);
    expect(verified.filter((program) => !isVerified(program))).toEqual([]);
    const replayed = await dumpBooks(db.url);
    await emptyBooks(db.url);
    await catchUpAll(db.database);
    expect(await dumpBooks(db.url)).toBe(replayed);
  });
});

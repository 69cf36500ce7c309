// The demo against a running service: right to the cent, as often as it is run, and honest when it is not.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type RunningService, secretKey, startService } from "../../support/service.ts";
import { runSvc } from "../../support/svc.ts";

let db: TestDatabase;
let service: RunningService;
beforeAll(async () => {
  db = await createTestDatabase();
  service = await startService(db.url);
});
afterAll(async () => {
  await service.close();
  await db.drop();
});

const demo = (words: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
  runSvc(["demo", ...words], {
    env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey, SVC_BASE_URL: service.url, ...env },
  });

describe("svc demo", () => {
  test("is right to the cent and says what each line came from, also the second time", async () => {
    for (const _ of [1, 2]) {
      const run = await demo();
      expect(run).toMatchObject({ code: 0, stderr: "" });
      expect(run.stdout).toMatch(/duplicate, event \d+/);
      expect(run.stdout).toMatch(/renewal +│ +980 │ USD .*event \d+ · stripe · invoice\.payment_succeeded/);
      expect(run.stdout).toMatch(/direct sale +│ +2100 .*sale_reported, then event \d+ · api · refund_reported/);
      expect(run.stdout.trim().split("\n").at(-1)).toMatch(/^Right to the cent: 3 sales/);
    }
  });

  test("answers one JSON document and nothing else", async () => {
    const run = await demo(["--json"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const { is_right, sales, commissions, fees } = JSON.parse(run.stdout);
    expect(is_right).toBe(true);
    const amounts = (lines: readonly { amount_cents: number }[]) => lines.map((line) => line.amount_cents);
    expect([amounts(sales), amounts(commissions), amounts(fees)]).toEqual([
      [4900, 4900, 12_999],
      [980, 980, 2100],
      [172, 172, 367],
    ]);
  });

  test("says in one line when no service runs", async () => {
    expect(await demo([], { SVC_BASE_URL: "http://127.0.0.1:1" })).toEqual({
      code: 1,
      stdout: "",
      stderr: "No service answers at http://127.0.0.1:1. Start it in another terminal with: svc serve\n",
    });
  });

  test("says when the service runs on another database", async () => {
    const other = await createTestDatabase();
    try {
      const run = await demo(["--json"], { DATABASE_URL: other.url });
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(JSON.parse(run.stderr).error.message).toMatch(
        /^The service at http:\S+ does not know the new program.* another database\.$/,
      );
    } finally {
      await other.drop();
    }
  });

  test("fails when a figure is a cent off", async () => {
    await withClient(db.url, async (client) => {
      await client.query(`create function take_a_cent() returns trigger language plpgsql as $$
        begin new.amount_cents := new.amount_cents - 1; return new; end $$`);
      await client.query("create trigger off before insert on commission for each row execute function take_a_cent()");
    });
    try {
      const run = await demo();
      expect(run.code).toBe(1);
      expect(run.stderr).toContain("The books are wrong: first payment: commission is 979 and should be 980;");
      expect(run.stdout).not.toContain("Right to the cent");
    } finally {
      await withClient(db.url, (client) => client.query("drop trigger off on commission"));
    }
  });
});

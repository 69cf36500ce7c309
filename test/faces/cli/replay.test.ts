// A correction as an operator makes it: look at the plan, apply it, look at the trace.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, sale } from "../../support/event-builders.ts";
import { changed, readFixtureFile } from "../../support/fixtures.ts";
import { secretKey } from "../../support/service.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";
import { type Run, runSvc } from "../../support/svc.ts";

let db: TestDatabase;
let programId: number;
let codes = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  codes += 1;
  const program = await createTestProgram(db, {}, [`partner-${codes}`]);
  programId = program.programId;
  const events = [click(program.partnerIds[0] ?? 0), lead(), sale({ transaction_id: "in_1", amount_cents: 10_000 })];
  await commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );
});
afterAll(async () => db.drop());

function svc(...words: string[]): Promise<Run> {
  return runSvc(words, { env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey } });
}

const spoilFee = () =>
  withClient(db.url, (client) =>
    client.query("update platform_fee set amount_cents = 1 where program_id = $1", [programId]),
  );

describe("svc replay", { timeout: 60_000 }, () => {
  test("plans, shows, applies and lists; a second time there is nothing to do", async () => {
    await spoilFee();
    const planned = await svc("replay", "--program", String(programId));
    expect(planned.code).toBe(0);
    expect(planned.stdout).toMatch(/platform_fee of event \d+: amount_cents 1 -> 350/);
    const [, runId = ""] = /Apply it: svc replay apply (\d+)/.exec(planned.stdout) ?? [];

    expect((await svc("replay", "show", runId)).stdout).toContain("amount_cents 1 -> 350");
    const applied = await svc("replay", "apply", runId);
    expect(applied.stdout).toContain(`Applied replay ${runId} to 1 program: 1 row changed.`);
    const shown = JSON.parse((await svc("replay", "show", runId, "--json")).stdout) as object;
    expect(shown).toMatchObject({
      status: "applied",
      changes: {
        data: [{ book: "platform_fee", before: { amount_cents: 1 }, after: { amount_cents: 350 } }],
        next: null,
      },
    });
    expect((await svc("replay", "--program", String(programId))).stdout).toContain("Nothing differs");
    expect((await svc("replay", "list")).stdout).toContain("applied");
  });

  test("applies at once when asked to, and answers programs in JSON", async () => {
    await spoilFee();
    const { code, stdout } = await svc("replay", "--program", String(programId), "--apply", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      status: "applied",
      rows_changed: 1,
      programs: [
        {
          program_id: programId,
          difference: { money: [{ book: "platform_fee", currency: "USD", before_cents: 1, after_cents: 350 }] },
        },
      ],
    });
  });

  test("drops a plan that will not be applied", async () => {
    await spoilFee();
    const { run_id: runId } = JSON.parse((await svc("replay", "--program", String(programId), "--json")).stdout) as {
      run_id: number;
    };
    expect((await svc("replay", "discard", String(runId))).stdout).toMatch(/status +discarded/);
    const { code, stderr } = await svc("replay", "apply", String(runId));
    expect({ code, stderr }).toEqual({ code: 1, stderr: `Replay ${runId} was discarded.\n` });
  });

  test("shows the books as they were", async () => {
    const { stdout } = await svc("replay", "--program", String(programId), "--as-of", "5", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ as_of: { seq: 5 }, data: [{ sales: 1, commission_cents: 2_000 }] });
    const before = await svc("replay", "--program", String(programId), "--as-of", "2000-01-01");
    expect(before.stdout).toBe("No sale had been recorded by then.\n");
  });

  test.each([
    [["replay"], 2, "Say which: --program <id>, or --all."],
    [["replay", "--all", "--program", "1"], 2, "Say which"],
    [["replay", "--program", "1", "--as-of", "yesterday"], 2, "--as-of must be a day"],
    [["replay", "--program", "1", "--as-of", "5", "--apply"], 2, "--as-of only reads"],
    [["replay", "--program", "1", "--as-of", "5", "--provider", "stripe"], 2, "--as-of only reads"],
    [["replay", "--all", "--as-of", "5"], 1, "name the program"],
    [["replay", "--program", "999999"], 1, "There is no program 999999."],
    [["replay", "apply", "999999"], 1, "There is no replay 999999."],
    [["replay", "apply"], 2, "missing required argument"],
    [["replay", "show", "x"], 2, "must be an id"],
    [["replay", "--all", "--since", "soon"], 2, "--since must be a day"],
    [["deliveries", "retry", "--event", "5"], 2, "--event requires --program"],
    [["deliveries", "retry", "--program", "999999"], 1, "There is no program 999999."],
  ])("says what is wrong with %j", async (words, code, message) => {
    const run = await svc(...words);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(message);
    expect(run.stdout).toBe("");
  });
});

test("svc deliveries retry reads what failed again, and applies it", { timeout: 60_000 }, async () => {
  const secrets = openSecrets([secretKey]);
  const connection = { programId, provider: "stripe", livemode: true, secrets: ["whsec_test"] };
  const connectionId = (await addConnection(db.database, secrets, connection, operator)) ?? 0;
  const data = { type: "delivery_unreadable", reason: "broken", provider_event_type: "x" } as const;
  const reported = submission(programId, { source: "stripe", data });
  if (reported.delivery === null) throw new Error("not a delivery");
  const notUsed = changed(
    readFixtureFile("stripe/invoice.payment_succeeded.2020-08-27.json"),
    ["type"],
    "plan.created",
  );
  const delivery = {
    ...reported.delivery,
    connectionId,
    headers: {},
    body: notUsed,
  };
  await commitBatch(db.database, [{ ...reported, delivery }]);

  const words = ["deliveries", "retry", "--program", String(programId)];
  const planned = await svc(...words);
  expect(planned.stdout).toContain("Read again: 1 delivery; read differently today: 1.");
  const applied = await svc(...words, "--apply");
  expect(applied.stdout).toContain("New readings in the log: 1.");
  const again = await svc(...words);
  expect({ code: again.code, stderr: again.stderr }).toEqual({
    code: 1,
    stderr: "No stored delivery matches. Nothing was changed.\n",
  });
});

test.each([
  ["failed", []],
  ["parked", ["--status", "parked"]],
  ["parked, applied at once", ["--status", "parked", "--apply"]],
])("svc deliveries retry --json says that nothing matches, and that it is no fault of ours: %s", async (_, flags) => {
  const { code, stdout, stderr } = await svc("deliveries", "retry", "--program", String(programId), ...flags, "--json");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(JSON.parse(stderr)).toMatchObject({
    error: { code: "replay_refused", message: "No stored delivery matches. Nothing was changed." },
  });
});

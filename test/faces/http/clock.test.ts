// Clocks that are far apart: nothing is recorded while the database's clock, this machine's and a program's newest event do not agree,
// since a recorded time is never taken back. Callers receive 503, as for any passing fault. The database's clock cannot be moved here, so
// this machine's is: 400 days behind it is what a database 400 days ahead looks like.
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { createTestDatabase } from "../../support/database.ts";
import { readFixtureFile } from "../../support/fixtures.ts";
import {
  asOwner,
  bindCustomer,
  createTestProgram,
  fieldOf,
  type ProgramAtHand,
  type RunningService,
  refusalOf,
  secretKey,
  startService,
} from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";
import { session } from "../../support/stripe-readings.ts";

const dayMilliseconds = 86_400_000;
const daysOff = 400;

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const services: RunningService[] = [];
let salesMade = 0;

async function start(env: Record<string, string> = {}, offMilliseconds = 0): Promise<RunningService> {
  const service = await startService(databaseUrl, env, Date.now, () => Date.now() + offMilliseconds);
  services.push(service);
  return service;
}

afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});
afterAll(() => testDatabase.drop());

const report = (service: RunningService, { key }: ProgramAtHand, customerKey: string) => {
  salesMade += 1;
  const sale = { transaction_id: `txn-${salesMade}`, amount_cents: 10_000, customer_key: customerKey };
  return service.post("/api/v1/track/sale", sale, { key });
};

async function headOf({ programId }: ProgramAtHand): Promise<{ seq: number; received_at: Date }> {
  const sql = "select seq, received_at from program_head where program_id = $1";
  const [head] = await asOwner<{ seq: number; received_at: Date }>(databaseUrl, sql, [programId]);
  if (head === undefined) throw new Error("the program has no head");
  return head;
}

async function metric(service: RunningService, name: string): Promise<string | undefined> {
  const { text } = await service.request("/metrics");
  return text.split("\n").find((line) => line.startsWith(name));
}

describe.each([
  ["ahead of", "database_ahead", -daysOff],
  ["behind", "database_behind", daysOff],
])("when the database's clock is 400 days %s this machine's", (_words, kind, machineDays) => {
  test("nothing is recorded, callers get 503, and the log says so", async () => {
    const right = await start();
    const program = await createTestProgram(database);
    const { customerKey } = await bindCustomer(right, program, "customer-1");
    const before = await headOf(program);
    const wrong = await start({}, machineDays * dayMilliseconds);

    const answer = await report(wrong, program, customerKey);
    expect(refusalOf(answer)).toBe("503 internal_error");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    const click = await wrong.post("/api/v1/track/click", { affiliate_url: program.link });
    expect(click.status).toBe(503);
    expect(await headOf(program)).toEqual(before);

    expect(await metric(wrong, `svc_clock_steps_refused_total{kind="${kind}"}`)).toMatch(/ 2$/);
    const said = wrong.logged.filter((line) => line.includes("docs/clock.md") && line.includes(`"kind":"${kind}"`));
    expect(JSON.parse(said[0] ?? "{}")).toMatchObject({ level: 50, seconds: expect.any(Number) });
    const ready = await wrong.request("/readyz");
    expect([ready.status, fieldOf(ready, "clock")]).toEqual([503, "differs"]);

    expect((await report(right, program, customerKey)).status).toBe(200);
    const readyThere = await right.request("/readyz");
    expect([readyThere.status, fieldOf(readyThere, "clock")]).toEqual([200, "agrees"]);
  });
});

test("a program is not made while the clocks differ", async () => {
  const wrong = await start({}, -daysOff * dayMilliseconds);
  await expect(createTestProgram(wrong.database)).rejects.toThrow(/ahead of this machine's by \d+ s/);
});

test("clocks that are minutes apart do no harm, and the bound is a setting", async () => {
  const minutesOff = await start({}, -4 * 60_000);
  const program = await createTestProgram(database);
  const { customerKey } = await bindCustomer(minutesOff, program, "customer-1");
  expect((await report(minutesOff, program, customerKey)).status).toBe(200);
  const strict = await start({ CLOCK_STEP_SECONDS_MAX: "60" }, -4 * 60_000);
  expect((await report(strict, program, customerKey)).status).toBe(503);
});

test("a program that was quiet for months records as ever", async () => {
  const service = await start();
  const program = await createTestProgram(database);
  await asOwner(
    databaseUrl,
    "update program_head set received_at = now() - interval '300 days' where program_id = $1",
    [program.programId],
  );
  await bindCustomer(service, program, "customer-1");
  expect(Date.now() - (await headOf(program)).received_at.getTime()).toBeLessThan(60_000);
});

describe("when a program's newest event is in the future", () => {
  async function deliver(service: RunningService, { programId }: ProgramAtHand): Promise<number> {
    const secret = "whsec_of_this_connection";
    const connection = { programId, provider: "stripe", livemode: true, secrets: [secret] };
    const added = await addConnection(database, openSecrets([secretKey]), connection, operator);
    if (added === undefined) throw new Error("the connection was not added");
    const body = readFixtureFile(`stripe/${session}.json`);
    const headers = stripeHeaders(body, [secret], Math.floor(Date.now() / 1000));
    const path = `/webhooks/stripe/${added}`;
    return (
      await service.post(path, Uint8Array.from(body), { headers: { "content-type": "application/json", ...headers } })
    ).status;
  }

  async function programAhead(service: RunningService) {
    const program = await createTestProgram(database);
    const { customerKey } = await bindCustomer(service, program, "customer-1");
    const sql = "update program_head set received_at = now() + interval '400 days' where program_id = $1";
    await asOwner(databaseUrl, sql, [program.programId]);
    return { program, customerKey, at: (await headOf(program)).received_at };
  }

  test("it records nothing, its calls and deliveries are 503, and other programs of the same batch are recorded", async () => {
    const service = await start();
    const { program, customerKey } = await programAhead(service);
    const other = await createTestProgram(database);
    await bindCustomer(service, other, "customer-1");
    const { seq } = await headOf(program);

    const answers = await Promise.all([
      report(service, program, customerKey),
      report(service, other, "customer-1"),
      report(service, program, customerKey),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([503, 200, 503]);
    expect(await deliver(service, program)).toBe(503);
    expect((await headOf(program)).seq).toBe(seq);
    expect(await metric(service, 'svc_clock_steps_refused_total{kind="program_ahead"}')).toMatch(/ 3$/);
    expect(service.logged.some((line) => line.includes(`"program_id":${program.programId}`))).toBe(true);
  });

  test("the operator may let it record at that event's time", async () => {
    const before = await start();
    const { program, customerKey, at } = await programAhead(before);
    const service = await start({ CLOCK_PROGRAMS_AHEAD: `7, ${program.programId}` });
    const answer = await report(service, program, customerKey);
    expect(answer.status).toBe(200);
    expect((await headOf(program)).received_at).toEqual(at);
  });
});

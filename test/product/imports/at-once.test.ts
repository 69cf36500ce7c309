// Imports of one program at the same moment, and one that is killed: the books are as after one import, whichever came first.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { killChildren, startChild } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { asOwner, fieldOf, type RunningService, secretKey, startService } from "../../support/service.ts";
import { createTestProgram } from "../../support/submissions.ts";
import { runSvc, startSvc, svcScript } from "../../support/svc.ts";

let db: TestDatabase;
let service: RunningService;
let call: { key: string };
let programId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  service = await startService(db.url, manyPeople);
  const company = await newCompany(service);
  call = { key: company.owner.token };
  programId = company.programId;
});
afterEach(killChildren);
afterAll(async () => {
  await service.close();
  await db.drop();
});

const numbers = Array.from({ length: 120 }, (_, index) => index);

const partnersFile = (name: string): string =>
  `partner_code,partner_name,partner_email\n${numbers.map((n) => `${name}-${n},${name} ${n},${name}-${n}@partners.example\n`).join("")}`;

const salesHeader = "transaction_id,amount_cents,currency,sold_at,partner_code,commission_cents,commission_status\n";
const salesFile = (name: string): string =>
  salesHeader + numbers.map((n) => `ch_${name}_${n},1000,USD,2024-06-19,${name}-${n},100,paid\n`).join("");

/** The same payments, of which Dub says that it paid more. */
const dubFile = (name: string): string =>
  `ID,Amount,Earnings,Currency,Status,Invoice ID,Created at,Partner ID,Partner email\n${numbers
    .map((n) => `cm_${n},1000,3.00,USD,paid,ch_${name}_${n},2024-06-19,,${name}-${n}@partners.example\n`)
    .join("")}`;

const busy = "Another import of program";
const env = () => ({ DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey });

type Books = { readonly sales: number; readonly partners: number; readonly paid: number; readonly payouts: number };

async function booksOf(id: number): Promise<Books> {
  const [books] = await asOwner<Books>(
    db.url,
    `select (select count(*)::int from sale where program_id = $1) as sales,
            (select count(*)::int from partner where program_id = $1) as partners,
            (select coalesce(sum(amount_cents), 0)::int from payout_item where program_id = $1 and status = 'paid') as paid,
            (select count(*)::int from payout where program_id = $1) as payouts`,
    [id],
  );
  if (books === undefined) throw new Error("there are no books");
  return books;
}

async function programsLocked(): Promise<number> {
  const [locks] = await asOwner<{ count: number }>(
    db.url,
    `select count(*)::int as count from pg_locks
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return locks?.count ?? 0;
}

const send = (tool: string, csv: string) =>
  service.post(`/api/v1/programs/${programId}/imports`, { tool, csv, is_applied: true }, call);

/** Repeated while another is recorded. */
async function sendUntilTaken(tool: string, csv: string): Promise<void> {
  let answer = await send(tool, csv);
  while (answer.status === 409) answer = await send(tool, csv);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
}

test("twenty of one file at once make one import's books, and each that has to wait is refused with that reason", async () => {
  for (const csv of [partnersFile("many"), salesFile("many")]) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send("csv", csv)));
    const [taken, refused] = [200, 409].map((status) => answers.filter((answer) => answer.status === status));
    expect((taken?.length ?? 0) + (refused?.length ?? 0)).toBe(20);
    for (const answer of refused ?? []) expect(fieldOf(answer, "error.code")).toBe("import_running");
    const added = (taken ?? []).map(
      (answer) => Number(fieldOf(answer, "data.partners_new")) + Number(fieldOf(answer, "data.sales_new")),
    );
    expect(added.filter((each) => each > 0)).toEqual([numbers.length]);
  }
  const many = numbers.length;
  expect(await booksOf(programId)).toEqual({ sales: many, partners: many, paid: 100 * many, payouts: many });
});

test("the same payments out of two tools at once are paid by one of them", async () => {
  await sendUntilTaken("csv", partnersFile("twice"));
  const before = await booksOf(programId);
  await Promise.all([sendUntilTaken("csv", salesFile("twice")), sendUntilTaken("dub", dubFile("twice"))]);
  const after = await booksOf(programId);
  expect(after.sales - before.sales).toBe(numbers.length);
  expect([100 * numbers.length, 300 * numbers.length]).toContain(after.paid - before.paid);
});

test("a command that is still reading its file keeps another from recording, and no dry run from looking", async () => {
  const { programId: own } = await createTestProgram(db);
  const words = ["import", "--program", String(own), "--from", "csv", "--file", "-"];
  const stopped = Promise.withResolvers<void>();
  const first = startSvc([...words, "--apply"], { env: env(), interruptWhen: stopped.promise });
  while ((await programsLocked()) === 0);
  const second = "partner_code,partner_name\nsecond,Second\n";
  expect(await runSvc(words, { env: env(), input: second })).toMatchObject({ code: 0 });
  let refused = await runSvc([...words, "--apply"], { env: env(), input: second });
  expect(refused.stderr).toContain(busy);
  stopped.resolve();
  expect((await first.run).code).not.toBe(0);
  while (refused.stderr.includes(busy)) refused = await runSvc([...words, "--apply"], { env: env(), input: second });
  expect(refused).toMatchObject({ code: 0 });
});

test("one that is killed in its midst is finished by importing the file again, and is not said to run on", async () => {
  const { programId: own } = await createTestProgram(db, {}, ["killed"]);
  const lines = 3_000;
  const line = (n: number) => `k_${n},100,USD,2024-06-19,killed,10,${n % 2 === 0 ? "paid" : "owed"}\n`;
  const whole = salesHeader + Array.from({ length: lines }, (_, n) => line(n)).join("");
  const words = ["import", "--program", String(own), "--from", "csv", "--file", "-", "--apply"];
  const child = startChild(svcScript, words, env());
  child.process.stdin.write(whole.slice(0, whole.length / 2));
  let recorded = 0;
  while (recorded === 0) recorded = (await booksOf(own)).sales;
  child.process.kill("SIGKILL");
  await child.exit;
  expect((await booksOf(own)).sales).toBeLessThan(lines);
  let again = await runSvc(words, { env: env(), input: whole });
  // The database frees the lock when it learns that the process is gone.
  while (again.stderr.includes(busy)) again = await runSvc(words, { env: env(), input: whole });
  expect(again).toMatchObject({ code: 0 });
  expect(await booksOf(own)).toEqual({ sales: lines, partners: 1, paid: 10 * (lines / 2), payouts: 1 });
  const [earned] = await asOwner(
    db.url,
    "select sum(amount_at_sale_cents)::int as cents from commission where program_id = $1",
    [own],
  );
  expect(earned).toEqual({ cents: 10 * lines });
  await asOwner(db.url, "update import_run set updated_at = now() - interval '1 hour' where program_id = $1", [own]);
  const { stdout } = await runSvc(["imports", "list", "--program", String(own), "--json"], { env: env() });
  expect(JSON.parse(stdout)).toMatchObject({
    data: [
      { status: "failed", fault: expect.stringContaining("goes on from there") },
      { status: "finished", fault: null },
    ],
  });
});

// Two real service processes on one database: what arrives at both at once is booked once, and what was answered survives
// that one of them is killed in the middle.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { killChildren } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { createTestProgram, type ProgramAtHand } from "../../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service-process.ts";
import { dumpBooks, emptyBooks } from "../../support/submissions.ts";

type Body = { readonly click_id?: string; readonly sale_id?: number; readonly error?: unknown };
type Answer = { readonly status: number; readonly body: Body };

let db: TestDatabase;
let program: ProgramAtHand;
beforeAll(async () => {
  db = await createTestDatabase();
  program = await createTestProgram(db.database);
});
afterEach(killChildren);
afterAll(async () => db.drop());

const startProcess = () => startServiceProcess(db.url);

async function post({ url }: ServiceProcess, call: string, body: object): Promise<Answer> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${program.key}` };
  const response = await fetch(`${url}/api/v1/track/${call}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Body };
}

async function bind(process: ServiceProcess, customerKey: string): Promise<void> {
  const { body } = await post(process, "click", { affiliate_url: program.link });
  expect((await post(process, "lead", { click_id: body.click_id, customer_key: customerKey })).status).toBe(200);
}

async function countOf(book: "sale" | "commission" | "platform_fee"): Promise<number> {
  const { count } = await db.database.kysely
    .selectFrom(book)
    .select((columns) => columns.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

describe("two processes", () => {
  test("book one of fifty identical sales", async () => {
    const both = [await startProcess(), await startProcess()] as const;
    await bind(both[0], "customer-1");
    const sale = { transaction_id: "fifty", amount_cents: 4_900, customer_key: "customer-1" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => post(both[index % 2 === 0 ? 0 : 1], "sale", sale)),
    );
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect(Object.fromEntries([...statuses].map(([status, { length }]) => [status, length]))).toEqual({
      200: 1,
      409: 49,
    });
    const [recorded] = statuses.get(200) ?? [];
    const refused = statuses.get(409) ?? [];
    for (const { body } of refused) {
      expect(body.error).toMatchObject({ details: { sale_id: recorded?.body.sale_id } });
    }
    expect([await countOf("sale"), await countOf("commission"), await countOf("platform_fee")]).toEqual([1, 1, 1]);
  });

  test("lose nothing they answered when one is killed in the middle, and the books equal the log", async () => {
    const both = [await startProcess(), await startProcess()] as const;
    await bind(both[0], "customer-2");
    const answered: string[] = [];
    const calls = Array.from({ length: 400 }, async (_, index) => {
      const transactionId = `killed-${index}`;
      const sale = { transaction_id: transactionId, amount_cents: 1_000, customer_key: "customer-2" };
      const isOfTheKilled = index % 2 === 1;
      try {
        if ((await post(both[isOfTheKilled ? 1 : 0], "sale", sale)).status !== 200) return;
        answered.push(transactionId);
        if (isOfTheKilled) both[1].child.process.kill("SIGKILL");
      } catch {
        // The process that was asked is dead.
      }
    });
    await Promise.all(calls);
    expect(answered.length).toBeGreaterThan(200);
    expect(answered.length).toBeLessThan(400);

    const sales = await db.database.kysely.selectFrom("sale").select("transaction_id").execute();
    const booked = new Set(sales.map((sale) => sale.transaction_id));
    expect(answered.filter((transactionId) => !booked.has(transactionId))).toEqual([]);

    const third = await startProcess();
    const again = { transaction_id: answered[0], amount_cents: 1_000, customer_key: "customer-2" };
    expect((await post(third, "sale", again)).status).toBe(409);
    const live = await dumpBooks(db.url);
    await emptyBooks(db.url);
    await catchUpAll(db.database);
    expect(await dumpBooks(db.url)).toBe(live);
  });
});

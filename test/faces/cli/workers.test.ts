// Several workers of one service: real processes, stopped by real signals. What was answered is recorded once, whichever process was
// killed.
import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { killChildren } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { howMany } from "../../support/property-runs.ts";
import { createTestProgram, type ProgramAtHand } from "../../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service-process.ts";
import { dumpBooks, emptyBooks } from "../../support/submissions.ts";
import { childrenOf } from "../../torture/cluster.ts";

const programsMade = 4;
const customer = "customer-1";

let db: TestDatabase;
let programs: readonly ProgramAtHand[];
beforeAll(async () => {
  db = await createTestDatabase();
  programs = await Promise.all(Array.from({ length: programsMade }, () => createTestProgram(db.database)));
});
afterEach(killChildren);
afterAll(async () => db.drop());

const start = (workers: number, env: NodeJS.ProcessEnv = {}) =>
  startServiceProcess(db.url, { SVC_WORKERS: String(workers), RATE_LIMIT_BROWSER_PER_MINUTE: "100000", ...env });
const pidOf = ({ child }: ServiceProcess): number => child.process.pid ?? 0;
const workersOf = (service: ServiceProcess): Promise<number[]> => childrenOf(pidOf(service));
const isAlive = async (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/stat`, "utf8").then(
    (stat) => !stat.includes(") Z "),
    () => false,
  );

/** Each on a connection of its own: which worker takes it is not ours to say. */
async function post(url: string, call: string, key: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}`, connection: "close" };
  return fetch(`${url}/api/v1/track/${call}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function bindAll({ url }: ServiceProcess): Promise<void> {
  for (const { link, key } of programs) {
    const clicked: { click_id?: string } = await (await post(url, "click", key, { affiliate_url: link })).json();
    const bound = await post(url, "lead", key, { click_id: clicked.click_id, customer_key: customer });
    expect(bound.status).toBe(200);
  }
}

type Sold = { readonly programId: number; readonly transactionId: string };

const nameOf = ({ programId, transactionId }: Sold): string => `${programId} ${transactionId}`;

async function booked(): Promise<string[]> {
  const rows = await db.database.kysely.selectFrom("sale").select(["program_id", "transaction_id"]).execute();
  return rows.map((row) => nameOf({ programId: row.program_id, transactionId: row.transaction_id ?? "" }));
}

/** Sells to all programs in turns, until `count` were tried; answers those that were taken, and every status there was. */
async function sell(
  url: string,
  prefix: string,
  count: number,
  onAnswer: (answered: number) => void = () => undefined,
) {
  const taken: Sold[] = [];
  const statuses = new Set<number | "cut off">();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const program = programs[index % programs.length];
      if (program === undefined) throw new Error("there is no program");
      const transactionId = `${prefix}-${index}`;
      const sale = { transaction_id: transactionId, amount_cents: 1_000, customer_key: customer };
      const status = await post(url, "sale", program.key, sale).then(
        async (response) => {
          await response.body?.cancel();
          return response.status;
        },
        () => "cut off" as const,
      );
      statuses.add(status);
      if (status === 200) taken.push({ programId: program.programId, transactionId });
      onAnswer(taken.length);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return { taken, statuses };
}

async function expectOnce(taken: readonly Sold[]): Promise<void> {
  const all = await booked();
  expect(new Set(all).size).toBe(all.length);
  expect(taken.map(nameOf).filter((name) => !all.includes(name))).toEqual([]);
  const live = await dumpBooks(db.url);
  await emptyBooks(db.url);
  await catchUpAll(db.database);
  expect(await dumpBooks(db.url)).toBe(live);
}

describe("workers", () => {
  test("keep every sale they answered once when one is killed, and start it again", async () => {
    const service = await start(2, { RATE_LIMIT_KEY_PER_MINUTE: "1000000" });
    await bindAll(service);
    const taken: Sold[] = [];
    for (let kill = 0; kill < howMany(20, 1); kill += 1) {
      const alive = await workersOf(service);
      const victim = alive[kill % alive.length] ?? 0;
      let isKilled = false;
      const sold = await sell(service.url, `killed-${kill}`, 200, (answered) => {
        if (answered < 60 || isKilled) return;
        isKilled = true;
        process.kill(victim, "SIGKILL");
      });
      expect(sold.taken.length).toBeGreaterThan(100);
      expect([...sold.statuses].filter((status) => ![200, 503, "cut off"].includes(status))).toEqual([]);
      await expect
        .poll(() => service.child.said().split("the worker is back").length, { timeout: 30_000 })
        .toBe(kill + 2);
      expect(await workersOf(service)).toHaveLength(2);
      taken.push(...sold.taken);
    }
    expect(service.child.said()).toContain("a worker ended by itself");

    service.child.process.kill("SIGTERM");
    expect((await service.child.exit).code).toBe(0);
    await expectOnce(taken);
  });

  test("end one that is frozen within 10 s, and answer while it is started again", { timeout: 90_000 }, async () => {
    const service = await start(2);
    await bindAll(service);
    const before = await workersOf(service);
    const frozen = before[0] ?? 0;
    const frozenAt = performance.now();
    process.kill(frozen, "SIGSTOP");
    await vi.waitUntil(async () => !(await isAlive(frozen)), { timeout: 30_000, interval: 50 });
    // With what a busy machine takes to see it.
    expect(performance.now() - frozenAt).toBeLessThan(12_000);
    let answered = 0;
    let round = 0;
    do {
      answered += (await sell(service.url, `restart-${round}`, 8)).taken.length;
      round += 1;
    } while (!service.child.said().includes("the worker is back"));
    expect(answered).toBeGreaterThan(0);
    await vi.waitUntil(async () => (await workersOf(service)).length === before.length, { timeout: 20_000 });
  });

  test("count limits as one, answer all accepted requests at a stop, and end when the primary is killed", async () => {
    const service = await start(2, { RATE_LIMIT_UNKNOWN_CONNECTIONS_PER_MINUTE: "5" });
    await bindAll(service);
    const unknown = Array.from({ length: 12 }, () =>
      fetch(`${service.url}/webhooks/stripe/999999`, { method: "POST", body: "{}", headers: { connection: "close" } }),
    );
    const refused = (await Promise.all(unknown)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);

    let isReported = false;
    const { taken, statuses } = await sell(service.url, "drained", 120, (answered) => {
      if (answered < 40 || isReported) return;
      isReported = true;
      service.child.process.kill("SIGTERM");
    });
    expect(await service.child.exit).toEqual({ code: 0, signal: null });
    expect([...statuses].filter((status) => ![200, "cut off"].includes(status))).toEqual([]);
    const drained = (await booked()).filter((name) => name.includes("drained"));
    expect(drained.sort()).toEqual(taken.map(nameOf).sort());

    const next = await start(2);
    const workers = await workersOf(next);
    expect(workers).toHaveLength(2);
    process.kill(pidOf(next), "SIGKILL");
    await next.child.exit;
    await expect.poll(async () => (await Promise.all(workers.map(isAlive))).includes(true)).toBe(false);
  });
});

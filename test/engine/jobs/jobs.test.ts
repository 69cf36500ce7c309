// The scheduled jobs over several real processes: one runs them for all, another continues when it is killed, and one that was paused and
// wakes up changes nothing more.
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { fencedBy } from "../../../src/engine/jobs/fenced-database.ts";
import { JobLease, LeaseLost, type Tenure } from "../../../src/engine/jobs/lease.ts";
import { type Child, killChildren, startChild } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { asOwner, startService } from "../../support/service.ts";
import { startServiceProcess } from "../../support/service-process.ts";

const patience = { timeout: 40_000, interval: 25 };
const script = new URL("job-process.ts", import.meta.url);

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await killChildren();
  await db.drop();
});
afterAll(killChildren);

async function holder(): Promise<number> {
  const [row] = await asOwner<{ pid: number }>(
    db.url,
    "select split_part(holder, ':', 2)::integer as pid from job_lease where expires_at > clock_timestamp()",
  );
  return row?.pid ?? 0;
}

type Noted = { readonly due_at: Date; readonly pid: number };

const noted = (what: "begun" | "done"): Promise<Noted[]> =>
  asOwner<Noted>(db.url, "select due_at, pid from noted where what = $1 order by due_at", [what]);

const openGate = (isOpen: boolean): Promise<unknown> => asOwner(db.url, "update gate set is_open = $1", [isOpen]);

/** The first holds the lease, the other would like to. */
async function startBoth(): Promise<readonly [Child, Child]> {
  await asOwner(db.url, "create table noted (what text, due_at timestamptz, pid integer)");
  await asOwner(db.url, "create table gate as select true as is_open");
  const first = startChild(script, [db.url]);
  await expect.poll(holder, patience).toBe(first.process.pid);
  return [first, startChild(script, [db.url])];
}

describe("a job that one process runs for all", () => {
  test("goes on in another after a kill, each due time once", async () => {
    const [first, second] = await startBoth();
    const isEnded = "select from job_run where due_at > (select max(due_at) from noted where what = 'done')";
    await expect.poll(() => asOwner(db.url, isEnded), patience).toHaveLength(1);
    first.process.kill("SIGKILL");
    const bySecond = async () => (await noted("done")).filter(({ pid }) => pid === second.process.pid).length;
    await expect.poll(bySecond, patience).toBeGreaterThan(1);
    const dueTimes = (await noted("done")).map(({ due_at }) => due_at.getTime());
    expect(new Set(dueTimes).size).toBe(dueTimes.length);
  });

  test("is finished by another process when its own is frozen, which changes nothing when it wakes up", async () => {
    const [first, second] = await startBoth();
    await openGate(false);
    const begunBy = async (pid: number | undefined, at?: Date) =>
      (await noted("begun")).find((each) => each.pid === pid && (at === undefined || +each.due_at === +at));
    const isUnderWay = `select begun.due_at from noted begun join job_run on job_run.due_at = begun.due_at
                         where not exists (select from noted where what = 'done' and due_at = begun.due_at)`;
    await expect.poll(() => asOwner(db.url, isUnderWay), patience).toHaveLength(1);
    const [underWay] = await asOwner<{ due_at: Date }>(db.url, isUnderWay);
    first.process.kill("SIGSTOP");
    await expect.poll(() => begunBy(second.process.pid, underWay?.due_at), patience).toBeDefined();
    await openGate(true);
    const doneBy = async () =>
      (await noted("done")).filter(({ due_at }) => +due_at === +(underWay?.due_at ?? 0)).map(({ pid }) => pid);
    await expect.poll(doneBy, patience).toEqual([second.process.pid]);
    first.process.kill("SIGCONT");
    await first.says(/another process has taken the recurring jobs over/);
    expect(await doneBy()).toEqual([second.process.pid]);
    expect(await holder()).toBe(second.process.pid);
  });

  test("writes nothing once its lease was taken over, even in an open transaction", async () => {
    await asOwner(db.url, "create table noted (pid integer); grant all on noted to public");
    const lease = new JobLease(db.database, { leaseSeconds: 60, renewSeconds: 60 });
    await new Promise<Tenure>((resolve) => lease.start(resolve));
    const note = { name: "note", text: "insert into noted values (1)" };
    const late = fencedBy(lease, db.database).transaction(async (session) => {
      await session.query(note, []);
      await asOwner(db.url, "update job_lease set epoch = epoch + 1, holder = 'another'");
    });
    await expect(late).rejects.toThrow(LeaseLost);
    await expect(fencedBy(lease, db.database).transaction(async () => undefined)).rejects.toThrow(LeaseLost);
    expect(await asOwner(db.url, "select from noted")).toEqual([]);
    await lease.stop();
    expect(await asOwner(db.url, "select holder from job_lease")).toEqual([{ holder: "another" }]);
  });
});

/** Not held against the description of the calls: a role has few of them. */
const ask = async (url: string, path: string, method = "GET"): Promise<number> =>
  (await fetch(`${url}${path}`, { method })).status;

describe("a service", () => {
  test.runIf(inject("properties").isLong)(
    "that is killed is followed within 30 s by another, and one that ends at once",
    async () => {
      const services = [await startServiceProcess(db.url), await startServiceProcess(db.url, { SVC_ROLE: "jobs" })];
      const [first, second] = services.map(({ child }) => child);
      await expect.poll(holder, patience).toBe(first?.process.pid);
      const at = Date.now();
      first?.process.kill("SIGKILL");
      await expect.poll(holder, patience).toBe(second?.process.pid);
      expect(Date.now() - at).toBeLessThan(30_000);
      second?.process.kill("SIGTERM");
      expect(await second?.exit).toMatchObject({ code: 0 });
      expect(await holder()).toBe(0);
    },
  );

  test("of one role answers what is its own, and every role says how it is", async () => {
    const statuses = async (role: string): Promise<unknown> => {
      const { url, close } = await startService(db.url, { SVC_ROLE: role });
      const asked = {
        webhook: await ask(url, "/webhooks/stripe/1"),
        sale: await ask(url, "/api/v1/track/sale"),
        link: await ask(url, "/r/nobody", "POST"),
        programs: await ask(url, "/api/v1/programs"),
        description: await ask(url, "/openapi.json"),
        ready: await ask(url, "/readyz"),
        alive: await ask(url, "/healthz"),
        metrics: await ask(url, "/metrics"),
      };
      await close();
      return asked;
    };
    const health = { ready: 200, alive: 200, metrics: 200 };
    // 405 is an address that is there.
    const intake = { webhook: 405, sale: 405, link: 405 };
    const noIntake = { webhook: 404, sale: 404, link: 404 };
    const noCalls = { programs: 404, description: 404 };
    expect(await statuses("ingest")).toEqual({ ...intake, ...noCalls, ...health });
    expect(await statuses("api")).toEqual({ ...noIntake, programs: 401, description: 200, ...health });
    expect(await statuses("jobs")).toEqual({ ...noIntake, ...noCalls, ...health });
  });
});

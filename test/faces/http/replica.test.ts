// DATABASE_READ_URL with a real streaming standby: it answers what is only shown, never with less than the primary knows, and the
// primary answers where it cannot.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DatabasePair, prepareDatabasePairs } from "../../support/database-pair.ts";
import { newOperator, type Person } from "../../support/people.ts";
import {
  asOwner,
  createTestProgram,
  fieldOf,
  type RunningService,
  secretKey,
  startService,
} from "../../support/service.ts";
import { runSvc } from "../../support/svc.ts";

const pairs = await prepareDatabasePairs();
let pair: DatabasePair;
let service: RunningService;
let person: Person;
let programId: number;

beforeAll(async () => {
  pair = await pairs.start();
  service = await startService(pair.primaryUrl, { DATABASE_READ_URL: pair.standbyUrl });
  ({ programId } = await createTestProgram(service.database));
  person = await newOperator(service, "operator@acme.test");
}, 60_000);

beforeEach(() => untilReplicaIs("used"), 30_000);

afterAll(async () => {
  await service.close();
  await pair.stop();
  await pairs.remove();
}, 60_000);

function untilReplicaIs(state: string): Promise<void> {
  const found = async (): Promise<unknown> => fieldOf(await service.request("/readyz"), "replica.state");
  return expect.poll(found, { timeout: 20_000 }).toBe(state);
}

/** Reads so far, by how the replica was found. */
async function readsCounted(): Promise<Record<string, number>> {
  const { text } = await service.request("/metrics");
  const lines = text.matchAll(/^svc_replica_reads_total\{replica="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, found = "", count]) => [found, Number(count)]));
}

let partnersMade = 0;

/** Changes something and looks at once; answers whether it was there. */
async function seesItsChange(): Promise<boolean> {
  partnersMade += 1;
  const name = `Partner ${partnersMade}`;
  const partner = { name, code: `partner-${partnersMade}` };
  const made = await service.post(`/api/v1/programs/${programId}/partners`, partner, { key: person.token });
  expect(made.status).toBe(201);
  const { text } = await service.request(`/api/v1/programs/${programId}/partners?limit=200`, { key: person.token });
  return text.includes(`"${name}"`);
}

/** How many of so many looks behind a change were answered by the replica; all must have seen it. */
async function answeredByReplica(changes: number): Promise<number> {
  const before = await readsCounted();
  for (let change = 0; change < changes; change += 1) expect(await seesItsChange()).toBe(true);
  const after = await readsCounted();
  return (after.used ?? 0) - (before.used ?? 0);
}

const pausing = (how: "pause" | "resume") => asOwner(pair.standbyUrl, `select pg_wal_replay_${how}()`);

test("a list shows what was changed right before it, and the standby answers it", async () => {
  expect(await answeredByReplica(20)).toBeGreaterThan(0);
});

test("a frozen standby is not used until it has caught up, and its lag is visible", async () => {
  await pausing("pause");
  expect(await answeredByReplica(3)).toBe(0);
  await untilReplicaIs("behind");
  const { text } = await service.request("/metrics");
  expect(text).toMatch(/^svc_replica_used 0$/m);
  expect(Number(/^svc_replica_lag_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  expect(fieldOf(await service.request("/readyz"), "status")).toBe("ready");
  const env = { DATABASE_URL: pair.primaryUrl, DATABASE_READ_URL: pair.standbyUrl, SVC_SECRET_KEYS: secretKey };
  const { stdout } = await runSvc(["status", "--program", String(programId)], { env });
  expect(stdout).toMatch(/^The replica is behind, so that the primary answers all reads \(\d+\.\d s\)\.$/m);
  expect(await answeredByReplica(1)).toBe(0);
  await pausing("resume");
  await untilReplicaIs("used");
  expect(await answeredByReplica(5)).toBeGreaterThan(0);
  expect((await readsCounted()).behind).toBeGreaterThanOrEqual(4);
});

test("a standby that hangs or is gone costs no answer", async () => {
  await pair.freezeStandby();
  expect(await answeredByReplica(2)).toBe(0);
  await untilReplicaIs("away");
  await pair.thawStandby();
  await untilReplicaIs("used");
  await pair.stopStandby();
  expect(await answeredByReplica(2)).toBe(0);
  await untilReplicaIs("away");
  await pair.startStandby();
}, 60_000);

test("what is no standby of the primary answers nothing", async () => {
  const other = await startService(pair.primaryUrl, { DATABASE_READ_URL: pair.primaryUrl });
  const state = async (): Promise<unknown> => fieldOf(await other.request("/readyz"), "replica.state");
  await expect.poll(state, { timeout: 10_000 }).toBe("not_its_standby");
  const list = `/api/v1/programs/${programId}/partners`;
  expect((await other.request(list, { key: person.token })).status).toBe(200);
  expect((await other.request("/metrics")).text).toContain('svc_replica_reads_total{replica="not_its_standby"} 1\n');
  await other.close();
});

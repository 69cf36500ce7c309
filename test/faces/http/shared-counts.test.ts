// Rate limits of several processes, counted in a real Redis or Valkey where one is on this machine: together while it is there, each for
// itself while it is away or does not respond, and no call waits for it or is refused because of it.
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Child, killChildren, startChildOf } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { describeWith, starts } from "../../support/needs-tool.ts";
import { freePort } from "../../support/ports.ts";
import { createTestProgram, type ProgramAtHand, type RunningService, startService } from "../../support/service.ts";

const program = ["valkey-server", "redis-server"].find((each) => starts(each));
const patience = { timeout: 20_000 };
const limit = 10;

let db: TestDatabase;
let atHand: ProgramAtHand;
let redis: Child;
let port: number;
const services: RunningService[] = [];

async function startRedis(): Promise<Child> {
  const child = startChildOf(program ?? "", [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
  ]);
  await child.says(/Ready to accept connections/);
  return child;
}

/** Sale by sale in turn, with the key of the program: how many were let through of so many. */
async function letThrough(calls: number): Promise<number> {
  let taken = 0;
  for (let call = 0; call < calls; call += 1) {
    const service = services[call % services.length];
    const answer = await service?.post("/api/v1/track/sale", {}, { key: atHand.key });
    if (answer?.status !== 429) taken += 1;
  }
  return taken;
}

const asked = (...words: string[]): string =>
  spawnSync(`${program?.replace("-server", "")}-cli`, ["-p", String(port), ...words], { encoding: "utf8" }).stdout;

const logged = (words: string) => services.every((service) => service.logged.some((line) => line.includes(words)));

describeWith("redis", program !== undefined, () => {
  beforeAll(async () => {
    port = await freePort();
    redis = await startRedis();
    db = await createTestDatabase();
    const env = { REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMIT_KEY_PER_MINUTE: String(limit) };
    services.push(await startService(db.url, env), await startService(db.url, env));
    atHand = await createTestProgram(db.database);
  });

  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await killChildren();
    await db?.drop();
  });

  test("two processes share a limit, and keep no key in its own words", async () => {
    await expect.poll(() => asked("client", "list").match(/^id=/gm)?.length, patience).toBe(services.length + 1);
    expect(await letThrough(3 * limit)).toBe(limit);
    expect(asked("keys", "*")).toMatch(/^svc:key:[0-9a-f]{32,}$/m);
  });

  test("one that is away leaves each process its own limit, and refuses nothing else", async () => {
    redis.process.kill("SIGKILL");
    await redis.exit;
    const answers = await letThrough(6 * limit);
    expect(answers).toBeLessThanOrEqual(2 * limit);
    expect(answers).toBeGreaterThanOrEqual(limit);
    expect(logged("REDIS_URL does not answer")).toBe(true);
  });

  test("one that comes back is used again, and a frozen one delays no call", async () => {
    redis = await startRedis();
    await expect
      .poll(async () => {
        await letThrough(2);
        return logged("REDIS_URL answers again");
      }, patience)
      .toBe(true);
    redis.process.kill("SIGSTOP");
    expect((await services[0]?.post("/api/v1/track/sale", {}, { key: "pk_unknown" }))?.status).toBe(401);
    redis.process.kill("SIGCONT");
  });
});

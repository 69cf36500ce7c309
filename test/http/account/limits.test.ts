// How often passwords can be tried, mails caused and calls made, and who is counted as whom.
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "../../support/database.ts";
import { auth, manyPeople, newPerson, password, signIn, signUp } from "../../support/people.ts";
import { type Answer, fieldOf, type RunningService, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
/** A service for each claim, so that none starts with another's counts. */
const started: RunningService[] = [];
async function start(env: Record<string, string>): Promise<RunningService> {
  const service = await startService(testDatabase.url, env);
  started.push(service);
  return service;
}
const ann = await newPerson(await start(manyPeople), "ann@acme.test");
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close()));
});
afterAll(() => testDatabase.drop());

const tryPassword = (service: RunningService, email: string, word: string, from = "203.0.113.1"): Promise<Answer> =>
  service.post("/api/auth/sign-in/email", { email, password: word }, { headers: { "x-forwarded-for": from } });

const statusesOf = async (answers: readonly Promise<Answer>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted();

describe("one address that tries one password on many accounts", () => {
  test("is stopped, in the typed envelope, before it has tried many", async () => {
    const service = await start({ RATE_LIMIT_FAILED_SIGN_INS_PER_HOUR: "3" });
    for (let number = 0; number < 3; number += 1) {
      expect((await tryPassword(service, `person-${number}@acme.test`, "Spring2026!")).status).toBe(401);
    }
    const stopped = await tryPassword(service, "person-4@acme.test", "Spring2026!");
    expect(stopped.status).toBe(429);
    const seconds = fieldOf(stopped, "error.retry_after_seconds");
    expect(stopped.body).toEqual({
      error: { code: "rate_limited", message: expect.any(String), retry_after_seconds: seconds },
    });
    expect(stopped.headers.get("retry-after")).toBe(String(seconds));
    expect(Number(seconds)).toBeGreaterThan(60);
  });

  test("is stopped though it tries them all at the same moment", async () => {
    const service = await start({ RATE_LIMIT_FAILED_SIGN_INS_PER_HOUR: "3" });
    const tries = Array.from({ length: 12 }, (_, number) =>
      tryPassword(service, `p-${number}@acme.test`, "Spring2026!"),
    );
    expect(await statusesOf(tries)).toEqual([401, 401, 401, ...Array.from({ length: 9 }, () => 429)]);
  });

  test("is one address whatever it writes into X-Forwarded-For, where no proxy of ours stands", async () => {
    const service = await start({ RATE_LIMIT_FAILED_SIGN_INS_PER_HOUR: "2" });
    const tries: number[] = [];
    for (const from of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      tries.push((await tryPassword(service, "ann@acme.test", "wrong", from)).status);
    }
    expect(tries).toEqual([401, 401, 429]);
  });

  test("may sign in as often as it succeeds", async () => {
    const service = await start({ RATE_LIMIT_FAILED_SIGN_INS_PER_HOUR: "1" });
    for (let number = 0; number < 4; number += 1) await signIn(service, "ann@acme.test");
    expect((await tryPassword(service, "ann@acme.test", "wrong")).status).toBe(401);
    expect((await tryPassword(service, "ann@acme.test", password)).status).toBe(429);
  });
});

describe("many addresses that try passwords on one account", () => {
  test("are stopped together, and another account is not", async () => {
    const service = await start({
      RATE_LIMIT_FAILED_SIGN_INS_PER_ACCOUNT_PER_HOUR: "3",
      TRUST_PROXY_HOPS: "1",
    });
    const tries: number[] = [];
    for (let number = 1; number <= 4; number += 1) {
      tries.push((await tryPassword(service, "ANN@acme.test", `guess ${number}`, `203.0.113.${number}`)).status);
    }
    expect(tries).toEqual([401, 401, 401, 429]);
    expect((await tryPassword(service, "bob@acme.test", "guess", "203.0.113.9")).status).toBe(401);
  });
});

test("sign-ins, sign-ups, resets and device codes of one address are counted together", async () => {
  const service = await start({ RATE_LIMIT_SIGN_IN_PER_MINUTE: "4" });
  const answers = [
    await signUp(service, "new@acme.test"),
    await auth(service, "/request-password-reset", { email: "ann@acme.test" }),
    await auth(service, "/reset-password", { token: "guess", newPassword: "a whole new password" }),
    await service.request("/api/auth/device?user_code=ABCDEFGH"),
    await auth(service, "/device/approve", { userCode: "ABCDEFGH" }, ann),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400, 429]);
});

test("no address gets more mails than allowed, whoever asks for them and whether it has an account or not", async () => {
  const service = await start({ ...manyPeople, RATE_LIMIT_MAILS_PER_HOUR: "2", TRUST_PROXY_HOPS: "1" });
  for (const email of ["ann@acme.test", "nobody@acme.test"]) {
    const statuses: number[] = [];
    for (const from of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      const headers = { "x-forwarded-for": from };
      statuses.push((await service.post("/api/auth/request-password-reset", { email }, { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  }
});

test("management calls are counted by account, and without a session by address", async () => {
  const service = await start({ ...manyPeople, RATE_LIMIT_MANAGEMENT_PER_MINUTE: "3" });
  const call = (key: string) => service.request("/api/v1/programs", { key });
  const phone = await signIn(service, "ann@acme.test");
  expect((await call(ann.token)).status).toBe(200);
  expect((await call(phone.token)).status).toBe(200);
  expect((await call(ann.token)).status).toBe(200);
  expect((await call(phone.token)).status).toBe(429);
  expect((await call("made-up")).status).toBe(401);
  expect((await call("made-up")).status).toBe(401);
  expect((await call("made-up")).status).toBe(429);
});

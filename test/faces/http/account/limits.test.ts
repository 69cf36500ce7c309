// How often passwords can be tried, mails caused and calls made, and who is counted as whom.
import { afterEach, describe, expect, test } from "vitest";
import { databaseForFile } from "../../../support/for-file.ts";
import {
  auth,
  cookiesOf,
  linkTo,
  mailsOf,
  manyHashesMilliseconds,
  manyPeople,
  newPerson,
  password,
  signIn,
  signUp,
} from "../../../support/people.ts";
import { type Answer, asOwner, fieldOf, type RunningService, startService } from "../../../support/service.ts";

const testDatabase = await databaseForFile();
/** A service for each claim, so that none starts with another's counts. */
const started: RunningService[] = [];
async function start(env: Record<string, string>, now?: () => number): Promise<RunningService> {
  const service = await startService(testDatabase.url, env, now);
  started.push(service);
  return service;
}
const ann = await newPerson(await start(manyPeople), "ann@acme.test");
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close()));
});

const tryPassword = (
  service: RunningService,
  email: string,
  word: string,
  from = "203.0.113.1",
  cookie = "",
): Promise<Answer> =>
  service.post(
    "/api/auth/sign-in/email",
    { email, password: word },
    { headers: { "x-forwarded-for": from, ...(cookie === "" ? {} : { cookie, origin: service.url }) } },
  );

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

  test("is one address regardless of X-Forwarded-For, without a proxy of ours", async () => {
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
    const now = Date.now();
    const service = await start(
      {
        RATE_LIMIT_FAILED_SIGN_INS_PER_ACCOUNT_PER_HOUR: "3",
        TRUST_PROXY_HOPS: "1",
      },
      () => now,
    );
    const tries: number[] = [];
    for (let number = 1; number <= 4; number += 1) {
      tries.push((await tryPassword(service, "ANN@acme.test", `guess ${number}`, `203.0.113.${number}`)).status);
    }
    expect(tries).toEqual([401, 401, 401, 429]);
    expect((await tryPassword(service, "bob@acme.test", "guess", "203.0.113.9")).status).toBe(401);
  });

  test(
    "lock no one out: 104 wrong passwords from four addresses do not affect the owner at a fifth",
    async () => {
      const now = Date.now();
      const service = await start({ RATE_LIMIT_SIGN_IN_PER_MINUTE: "1000", TRUST_PROXY_HOPS: "1" }, () => now);
      const statuses: number[] = [];
      for (let round = 0; round < 26; round += 1) {
        const tries = [1, 2, 3, 4].map((number) =>
          tryPassword(service, "ann@acme.test", `guess ${round}`, `203.0.113.${number}`),
        );
        statuses.push(...(await statusesOf(tries)));
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(20);
      expect(statuses.filter((status) => status === 429)).toHaveLength(84);
      expect((await tryPassword(service, "ann@acme.test", password, "203.0.113.9")).status).toBe(200);
    },
    manyHashesMilliseconds,
  );

  test(
    "never delay a browser that has signed in before, from any address, nor one that proved the mailbox",
    async () => {
      const now = Date.now();
      const service = await start(
        {
          ...manyPeople,
          RATE_LIMIT_FAILED_SIGN_INS_PER_ACCOUNT_PER_HOUR: "3",
          TRUST_PROXY_HOPS: "1",
        },
        () => now,
      );
      const known = cookiesOf(await tryPassword(service, "ann@acme.test", password, "203.0.113.1"));
      for (let number = 1; number <= 6; number += 1) {
        await tryPassword(service, "ann@acme.test", `guess ${number}`, `203.0.113.${number}`);
      }
      expect((await tryPassword(service, "ann@acme.test", password, "203.0.113.50")).status).toBe(429);
      expect((await tryPassword(service, "ann@acme.test", password, "203.0.113.1", known)).status).toBe(200);
      const forged = known.replace(/(svc\.known_[^=]+=[^.]+\.\d+\.).{43}/, `$1${"A".repeat(43)}`);
      expect((await tryPassword(service, "ann@acme.test", password, "203.0.113.1", forged)).status).toBe(429);

      await newPerson(service, "cid@acme.test");
      for (let number = 1; number <= 6; number += 1) {
        await tryPassword(service, "cid@acme.test", `guess ${number}`, `203.0.113.${number}`);
      }
      await auth(service, "/request-password-reset", { email: "cid@acme.test" });
      const token = new URL(linkTo(service, "cid@acme.test", "/reset-password")).searchParams.get("token");
      const proven = cookiesOf(await auth(service, "/reset-password", { token, newPassword: password }));
      expect((await tryPassword(service, "cid@acme.test", password, "203.0.113.51")).status).toBe(429);
      expect((await tryPassword(service, "cid@acme.test", password, "203.0.113.51", proven)).status).toBe(200);
    },
    manyHashesMilliseconds,
  );
});

describe("after five wrong passwords for one account", () => {
  test(
    "an address waits 1 s, then twice as long each time, and asking meanwhile costs nothing",
    async () => {
      let now = Date.now();
      const service = await start({ ...manyPeople, SIGN_IN_WAIT_SECONDS_MAX: "4" }, () => now);
      const guess = () => tryPassword(service, "ann@acme.test", "wrong");
      for (let number = 0; number < 5; number += 1) expect((await guess()).status).toBe(401);
      for (const seconds of [1, 2, 4, 4]) {
        const waiting = await guess();
        expect([waiting.status, waiting.headers.get("retry-after")]).toEqual([429, String(seconds)]);
        expect((await guess()).headers.get("retry-after")).toBe(String(seconds));
        now += seconds * 1000;
        expect((await guess()).status).toBe(401);
      }
      now += 4000;
      expect((await tryPassword(service, "ann@acme.test", password)).status).toBe(200);
    },
    manyHashesMilliseconds,
  );

  test("a known browser waits as well, by itself alone", async () => {
    const now = Date.now();
    const service = await start(manyPeople, () => now);
    const known = cookiesOf(await tryPassword(service, "ann@acme.test", password));
    const statuses: number[] = [];
    for (let number = 0; number < 6; number += 1) {
      statuses.push((await tryPassword(service, "ann@acme.test", "wrong", "203.0.113.1", known)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await tryPassword(service, "ann@acme.test", password)).status).toBe(200);
  });
});

describe("mail", () => {
  const invite = (service: RunningService, email: string) =>
    auth(service, "/organization/invite-member", { organizationId: "1", email, role: "member" }, ann);

  test("to one address is counted for every cause, and over restarts and processes", async () => {
    const env = { ...manyPeople, RATE_LIMIT_MAILS_PER_HOUR: "3" };
    const [one, other] = [await start(env), await start(env)];
    await asOwner(testDatabase.url, "delete from mail_count");
    const email = "many@acme.test";
    const answers = [
      await invite(one, email),
      await signUp(other, email),
      await auth(one, "/send-verification-email", { email }),
      await signUp(one, email),
      await auth(other, "/request-password-reset", { email }),
      await auth(one, "/send-verification-email", { email }),
      await invite(other, email),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429, 429, 429]);
    expect(Number(answers[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(answers[6]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect([one, other].flatMap(mailsOf).filter(({ to }) => to === email)).toHaveLength(3);
  });

  test("to one address ends for the day, and not for a browser that its owner has signed in with", async () => {
    const service = await start({ ...manyPeople, MAILS_PER_ADDRESS_PER_DAY: "2" });
    await asOwner(testDatabase.url, "delete from mail_count");
    const known = cookiesOf(await tryPassword(service, "ann@acme.test", password));
    const ask = (headers = {}) =>
      service.post("/api/auth/request-password-reset", { email: "ann@acme.test" }, { headers });
    expect([await ask(), await ask(), await ask()].map(({ status }) => status)).toEqual([200, 200, 429]);
    expect((await ask({ cookie: known, origin: service.url })).status).toBe(200);
  });

  test("of one workspace's invitations ends for the day, for all recipients", async () => {
    const service = await start({ ...manyPeople, MAILS_PER_WORKSPACE_PER_DAY: "2" });
    await asOwner(testDatabase.url, "delete from mail_count");
    const answers: Answer[] = [];
    for (const number of [1, 2, 3]) answers.push(await invite(service, `guest-${number}@acme.test`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(fieldOf(answers[2] ?? raise(), "code")).toBe("TOO_MANY_MAILS");
    expect(mailsOf(service)).toHaveLength(2);
    const rows = await asOwner(testDatabase.url, "select * from workspace_invitation where email like 'guest-3@%'");
    expect(rows).toEqual([]);
  });

  test("is limited per address and hour, regardless of the recipient", async () => {
    const service = await start({ ...manyPeople, RATE_LIMIT_MAIL_CALLS_PER_HOUR: "2" });
    const statuses: number[] = [];
    for (const number of [1, 2, 3]) statuses.push((await signUp(service, `guest-${number}@acme.test`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test("has a subject of ours, and quotes no more of a workspace's name than a line", async () => {
    const service = await start(manyPeople);
    const name = `Your account is blocked, call 555 01 23 "now" ${"x".repeat(150)}`;
    const workspace = fieldOf(await auth(service, "/organization/create", { name }, ann), "id");
    const invitation = { organizationId: workspace, email: "zoe@acme.test", role: "member" };
    await auth(service, "/organization/invite-member", invitation, ann);
    const [mail] = mailsOf(service);
    expect(mail?.subject).toBe("You are invited to a workspace");
    expect(mail?.text.split("\n")[0]).toBe(
      `ann@acme.test invites you to the workspace "${name.replaceAll('"', " ").slice(0, 64)}…" as member:`,
    );
  });
});

function raise(): never {
  throw new Error("an answer is missing");
}

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

test("no address gets more mails than allowed, for any caller, with or without an account", async () => {
  const service = await start({ ...manyPeople, RATE_LIMIT_MAILS_PER_HOUR: "2", TRUST_PROXY_HOPS: "1" });
  await newPerson(service, "bob@acme.test");
  await asOwner(testDatabase.url, "delete from mail_count");
  for (const email of ["bob@acme.test", "nobody@acme.test"]) {
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

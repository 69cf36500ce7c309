// While the database is away people learn when to retry, and nothing of why; when it is back, they can continue.
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../support/database.ts";
import { auth, manyPeople, newPerson, password } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf, startService } from "../../support/service.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";

const testDatabase = await createTestDatabase();
const proxy = await startTcpProxy(testDatabase.url);
const service = await startService(proxy.url, { ...manyPeople, RATE_LIMIT_FAILED_SIGN_INS_PER_HOUR: "3" });
const ann = await newPerson(service, "ann@acme.test");
afterAll(async () => {
  await service.close();
  await proxy.cut();
  await testDatabase.drop();
});

const calls: Readonly<Record<string, () => Promise<Answer>>> = {
  "a management call with a token": () => service.request("/api/v1/programs", { key: ann.token }),
  "a management call with a cookie": () => service.request("/api/v1/programs", { headers: { cookie: ann.cookie } }),
  "a change": () => service.post("/api/v1/programs", { name: "P" }, { key: ann.token }),
  "a look at one's own session": () => service.request("/api/auth/get-session", { key: ann.token }),
  "a sign-in": () => auth(service, "/sign-in/email", { email: "ann@acme.test", password }),
  "a sign-up": () => auth(service, "/sign-up/email", { name: "Bob", email: "bob@acme.test", password }),
  "a password reset": () => auth(service, "/request-password-reset", { email: "ann@acme.test" }),
};

test.each(Object.entries(calls))("%s", async (_name, call) => {
  await proxy.cut();
  try {
    const answer = await call();
    expect(refusalOf(answer)).toBe("503 internal_error");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.text).not.toMatch(/ECONN|terminat|postgres|127\.0\.0\.1|session/i);
  } finally {
    await proxy.mend();
  }
  expect((await call()).status).toBeLessThan(300);
});

test("a fault that is already over is still reported as temporary", async () => {
  await asOwner(
    testDatabase.url,
    `create function cancel_this() returns boolean language plpgsql as
       $$ begin raise exception 'cancelled' using errcode = '57014'; end $$;
     create policy cancelled on account_session using (cancel_this());
     alter table account_session enable row level security`,
  );
  const answer = await service.request("/api/v1/programs", { key: ann.token });
  await asOwner(testDatabase.url, "alter table account_session disable row level security");
  expect(refusalOf(answer)).toBe("503 internal_error");
  expect((await service.request("/api/v1/programs", { key: ann.token })).status).toBe(200);
});

test("sign-ins that the outage prevented count as no failures", async () => {
  await proxy.cut();
  for (let number = 0; number < 5; number += 1) {
    await auth(service, "/sign-in/email", { email: "ann@acme.test", password: "wrong" });
  }
  await proxy.mend();
  const answer = await auth(service, "/sign-in/email", { email: "ann@acme.test", password });
  expect([answer.status, typeof fieldOf(answer, "token")]).toEqual([200, "string"]);
});

// Sessions: how they begin, what carries them, how they end, and what they are not.
import { beforeEach, describe, expect, test } from "vitest";
import { storedDigest } from "../../../../src/access/stored-digests.ts";
import { serviceForFile } from "../../../support/for-file.ts";
import { auth, cookieOf, manyPeople, newPerson, type Person, password, signIn } from "../../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf } from "../../../support/service.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
await newPerson(service, "ann@acme.test");
let ann: Person;
beforeEach(async () => {
  ann = await signIn(service, "ann@acme.test");
});

const programsBy = (headers: Record<string, string>): Promise<Answer> =>
  service.request("/api/v1/programs", { headers });
const byToken = (token: string) => programsBy({ authorization: `Bearer ${token}` });
const byCookie = (cookie: string) => programsBy({ cookie });

describe("a session", () => {
  test("is carried by a cookie that scripts and other sites cannot use, or by its token", async () => {
    const answer = await auth(service, "/sign-in/email", { email: "ann@acme.test", password });
    const [cookie, known] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^svc\.session_token=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(known).toMatch(/^svc\.known_[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await byCookie(cookieOf(answer))).status).toBe(200);
    expect((await byToken(String(fieldOf(answer, "token")))).status).toBe(200);
  });

  test("starts with a new token at every sign-in, regardless of the browser's cookies", async () => {
    const planted = "svc.session_token=planted.by-somebody-else";
    const answer = await service.post(
      "/api/auth/sign-in/email",
      { email: "ann@acme.test", password },
      { headers: { cookie: planted, origin: service.url } },
    );
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).not.toContain("planted");
    expect((await byCookie(planted)).status).toBe(401);
    const again = await service.post(
      "/api/auth/sign-in/email",
      { email: "ann@acme.test", password },
      { headers: { cookie: ann.cookie, origin: service.url } },
    );
    expect(fieldOf(again, "token")).not.toBe(ann.token);
    expect((await byToken(ann.token)).status).toBe(200);
  });

  test("is invalid with an altered cookie or a forged token", async () => {
    const [name = "", value = ""] = ann.cookie.split("=");
    expect(refusalOf(await byCookie(`${name}=${value.slice(0, -4)}AAAA`))).toBe("401 unauthorized");
    expect(refusalOf(await byCookie(`${name}=${ann.token}`))).toBe("401 unauthorized");
    for (const token of ["made-up", `${ann.token}x`, `${ann.token}.forged`, "a".repeat(300)]) {
      expect(refusalOf(await byToken(token))).toBe("401 unauthorized");
    }
  });

  test("ends at sign-out, for its cookie and its token", async () => {
    const out = await service.post("/api/auth/sign-out", {}, { headers: { cookie: ann.cookie, origin: service.url } });
    expect(out.status).toBe(200);
    expect(refusalOf(await byCookie(ann.cookie))).toBe("401 unauthorized");
    expect(refusalOf(await byToken(ann.token))).toBe("401 unauthorized");
  });

  test("ends at its time", async () => {
    await asOwner(
      testDatabase.url,
      "update account_session set expires_at = now() - interval '1 second' where token = $1",
      [storedDigest(ann.token)],
    );
    expect(refusalOf(await byToken(ann.token))).toBe("401 unauthorized");
  });

  test("is prolonged while it is used, and the cookie with it", async () => {
    await asOwner(
      testDatabase.url,
      "update account_session set expires_at = now() + interval '3 days', updated_at = now() - interval '11 days' where token = $1",
      [storedDigest(ann.token)],
    );
    const answer = await byCookie(ann.cookie);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^svc\.session_token=[^;]+; Max-Age=1209600/);
    const [row] = await asOwner<{ days: number }>(
      testDatabase.url,
      "select extract(day from expires_at - now())::int as days from account_session where token = $1",
      [storedDigest(ann.token)],
    );
    expect(row?.days).toBeGreaterThanOrEqual(13);
  });

  test("can be ended from another one of the same account, however old that is, and from no other account", async () => {
    const phone = await signIn(service, "ann@acme.test");
    const eve = await newPerson(service, "eve@else.test");
    await auth(service, "/revoke-session", { token: phone.token }, eve);
    expect((await byToken(phone.token)).status).toBe(200);
    await asOwner(
      testDatabase.url,
      "update account_session set created_at = now() - interval '10 days' where token = $1",
      [storedDigest(ann.token)],
    );
    const listed = await service.request("/api/auth/list-sessions", { key: ann.token });
    expect(listed.text).toContain(storedDigest(phone.token));
    expect(listed.text).not.toContain(storedDigest(eve.token));
    await auth(service, "/revoke-session", { token: phone.token }, ann);
    expect((await byToken(phone.token)).status).toBe(401);
  });

  test("can be ended only by its holder, by the listed digest, which opens nothing", async () => {
    const phone = await signIn(service, "ann@acme.test");
    const eve = await newPerson(service, "eva@else.test");
    const shown = storedDigest(phone.token);
    expect(refusalOf(await byToken(shown))).toBe("401 unauthorized");
    await auth(service, "/revoke-session", { token: shown }, eve);
    expect((await byToken(phone.token)).status).toBe(200);
    await auth(service, "/revoke-session", { token: shown }, ann);
    expect((await byToken(phone.token)).status).toBe(401);
  });

  test("ends all others of its account and no stranger's, by token and by cookie", async () => {
    const [phone, laptop] = [await signIn(service, "ann@acme.test"), await signIn(service, "ann@acme.test")];
    const eve = await newPerson(service, "ewa@else.test");
    await auth(service, "/revoke-other-sessions", {}, ann);
    const statuses = await Promise.all(
      [phone, laptop, eve, ann].map(async ({ token }) => (await byToken(token)).status),
    );
    expect(statuses).toEqual([401, 401, 200, 200]);
    const tablet = await signIn(service, "ann@acme.test");
    const elsewhere = { cookie: ann.cookie, origin: "https://evil.test" };
    await service.post("/api/auth/revoke-other-sessions", {}, { headers: elsewhere });
    expect((await byToken(tablet.token)).status).toBe(200);
    await service.post("/api/auth/revoke-other-sessions", {}, { headers: { ...elsewhere, origin: service.url } });
    expect((await byToken(tablet.token)).status).toBe(401);
  });

  test("is kept as a digest alone: what a copy of the database holds opens nothing", async () => {
    const rows = await asOwner(testDatabase.url, "select * from account_session");
    expect(JSON.stringify(rows)).not.toContain(ann.token);
    expect(rows).toContainEqual(expect.objectContaining({ token: storedDigest(ann.token) }));
  });
});

describe("a header", () => {
  test("that is bad is refused even with a good cookie", async () => {
    const answer = await programsBy({ authorization: "Bearer made-up", cookie: ann.cookie });
    expect(refusalOf(answer)).toBe("401 unauthorized");
    expect(refusalOf(await programsBy({ authorization: "Basic YTpi", cookie: ann.cookie }))).toBe("401 unauthorized");
  });

  test("with a key says what the key is for", async () => {
    expect((await byToken("aff_0123456789")).text).toContain("A program key makes tracking calls only");
    expect((await byToken("agt_0123456789")).text).toContain("An agent key opens /api/agent/v1 only");
  });
});

describe("a change of password", () => {
  test("asks for the old one, and ends every other session", async () => {
    const bob = await newPerson(service, "bob@acme.test");
    const phone = await signIn(service, "bob@acme.test");
    const change = { currentPassword: "not this one", newPassword: "a whole new password" };
    expect((await auth(service, "/change-password", change, bob)).status).toBe(400);
    const changed = await auth(
      service,
      "/change-password",
      { ...change, currentPassword: password, revokeOtherSessions: false },
      bob,
    );
    expect(changed.status).toBe(200);
    expect((await byToken(phone.token)).status).toBe(401);
    await expect(signIn(service, "bob@acme.test")).rejects.toThrow("401");
    expect((await signIn(service, "bob@acme.test", "a whole new password")).token).not.toBe("");
  });
});

describe("the door of the accounts library", () => {
  test("has no addresses but those that are named", async () => {
    for (const path of [
      "/organization/delete",
      "/delete-user",
      "/sign-in/social",
      "/ok",
      "/organization/check-slug",
      "/",
    ]) {
      expect(refusalOf(await auth(service, path, {}, ann))).toBe("404 not_found");
    }
    expect(refusalOf(await service.request("/api/auth/sign-in/email"))).toBe("405 method_not_allowed");
  });

  test("reads bodies of bounded size that are JSON", async () => {
    const post = (body: string, type = "application/json") =>
      service.post("/api/auth/sign-in/email", body, { headers: { "content-type": type } });
    expect(refusalOf(await post(`{"email":"${"x".repeat(70_000)}"}`))).toBe("413 invalid_request");
    expect(refusalOf(await post("{broken"))).toBe("400 invalid_request");
    expect(refusalOf(await post("[]"))).toBe("400 invalid_request");
    expect(refusalOf(await post("email=ann", "application/x-www-form-urlencoded"))).toBe("415 invalid_request");
    expect(refusalOf(await post('{"email":"a\\u0000@b.test","password":"x"}'))).toBe("400 invalid_request");
    expect((await post("{}")).status).toBe(400);
  });

  test("is closed to calls that another site's page makes with the cookie", async () => {
    const change = { currentPassword: password, newPassword: "chosen by somebody else" };
    for (const headers of [
      {},
      { origin: "https://evil.test" },
      { origin: "null" },
      { referer: "https://evil.test/" },
    ]) {
      const answer = await service.post("/api/auth/change-password", change, {
        headers: { cookie: ann.cookie, ...headers },
      });
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
    const signInElsewhere = await service.post(
      "/api/auth/sign-in/email",
      { email: "ann@acme.test", password },
      { headers: { origin: "https://evil.test" } },
    );
    expect(signInElsewhere.status).toBe(403);
  });
});

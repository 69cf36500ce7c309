// A change that its caller repeats is made once: with an Idempotency-Key, however often, at once or later, and after a crash.
import { afterAll, describe, expect, test } from "vitest";
import { removeOldIdempotencyKeys } from "../../../src/access/idempotency.ts";
import { createTestDatabase } from "../../support/database.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, manyPeople);
const other = await startService(testDatabase.url, manyPeople);
const { owner, member, stranger, programId, workspaceId } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
afterAll(async () => {
  await Promise.all([service.close(), other.close()]);
  await testDatabase.drop();
});

type Post = { readonly path: string; readonly body: object; readonly another: object; readonly counts: string };
const posts: Readonly<Record<string, Post>> = {
  program: {
    path: "/api/v1/programs",
    body: { name: "Twice", workspace_id: workspaceId },
    another: { name: "Thrice", workspace_id: workspaceId },
    counts: "select count(*)::int as count from program",
  },
  partner: {
    path: `${program}/partners`,
    body: { name: "Ben", code: "ben" },
    another: { name: "Ben", code: "ben-2" },
    counts: "select count(*)::int as count from partner",
  },
  connection: {
    path: `${program}/connections`,
    body: { provider: "stripe", signing_secret: "whsec_first" },
    another: { provider: "stripe", signing_secret: "whsec_other" },
    counts: "select count(*)::int as count from connection",
  },
  payouts: {
    path: `${program}/payouts`,
    body: { currency: "USD" },
    another: { currency: "EUR" },
    counts: "select count(*)::int as count from payout",
  },
};
const kinds = Object.entries(posts);

const countOf = async ({ counts }: Post): Promise<number> =>
  (await asOwner<{ count: number }>(testDatabase.url, counts))[0]?.count ?? -1;

const post = ({ path }: Post, body: object, key: string, { token } = owner, to = service): Promise<Answer> =>
  to.post(path, body, { key: token, headers: { "idempotency-key": key } });

describe("a call with an Idempotency-Key", () => {
  test.each(kinds)("is done once and answered alike: %s", async (kind, call) => {
    const before = await countOf(call);
    const first = await post(call, call.body, `once-${kind}`);
    expect(first.status).toBe(201);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const made = (await countOf(call)) - before;
    for (const to of [service, other]) {
      const again = await post(call, call.body, `once-${kind}`, owner, to);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
    }
    expect((await countOf(call)) - before).toBe(made);
  });

  test.each(kinds.filter(([kind]) => kind !== "payouts"))("is done once by many at once: %s", async (kind, call) => {
    const body = kind === "partner" ? { name: "Cem", code: "cem" } : call.body;
    const before = await countOf(call);
    // Services with addresses of their own answer with their own webhook_url.
    const to = kind === "connection" ? service : other;
    const both = [service, to, service, to, service, to];
    const answers = await Promise.all(both.map((one) => post(call, body, `at-once-${kind}`, owner, one)));
    expect(answers.map(({ status }) => status)).toEqual(both.map(() => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await countOf(call)) - before).toBe(1);
  });

  test.each(kinds)("with another body is refused and does nothing: %s", async (kind, call) => {
    await post(call, call.body, `once-${kind}`);
    const before = await countOf(call);
    expect(refusalOf(await post(call, call.another, `once-${kind}`))).toBe("422 idempotency_key_reused");
    expect(await countOf(call)).toBe(before);
  });

  test("of another address is refused", async () => {
    const { partner, program: newProgram } = posts;
    if (partner === undefined || newProgram === undefined) throw new Error("there is no such call");
    await post(newProgram, newProgram.body, "one-address");
    expect(refusalOf(await post(partner, { name: "Dan", code: "dan" }, "one-address"))).toBe(
      "422 idempotency_key_reused",
    );
  });

  test("is another one when another caller sends it", async () => {
    const call = posts.program as Post;
    const answers = [await post(call, call.body, "shared", owner), await post(call, call.body, "shared", member)];
    expect(new Set(answers.map((answer) => fieldOf(answer, "data.program_id"))).size).toBe(2);
  });

  test("shows nothing to a caller without the right any more", async () => {
    const call = { ...(posts.partner as Post), body: { name: "Eve", code: "eve" } };
    expect((await post(call, call.body, "gone", member)).status).toBe(201);
    const isMember = "m.user_id = u.id and u.email = $1";
    const [kept] = await asOwner<{ id: string; user_id: string; workspace: string }>(
      testDatabase.url,
      `delete from workspace_member m using account_user u where ${isMember} returning m.id, m.user_id, m.workspace`,
      [member.email],
    );
    expect(refusalOf(await post(call, call.body, "gone", member))).toBe("404 not_found");
    await asOwner(
      testDatabase.url,
      "insert into workspace_member (id, user_id, workspace, role) values ($1, $2, $3, 'member')",
      [kept?.id, kept?.user_id, kept?.workspace],
    );
    expect((await post(call, call.body, "gone", member)).status).toBe(201);
  });

  test("that was refused may be repeated with its key", async () => {
    const call = posts.partner as Post;
    expect(refusalOf(await post(call, { name: "X", code: "ben" }, "refused"))).toBe("409 partner_code_taken");
    expect((await post(call, { name: "X", code: "free" }, "refused")).status).toBe(201);
  });

  test("is answered from what it made when its answer was never kept, as after a crash", async () => {
    for (const [kind, call] of kinds) {
      const first = await post(call, call.body, `once-${kind}`);
      await asOwner(testDatabase.url, "update idempotency_key set answer = null where key = $1", [`once-${kind}`]);
      const before = await countOf(call);
      const again = await post(call, call.body, `once-${kind}`);
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect(await countOf(call)).toBe(before);
    }
  });

  test("is a new one after a day, and its key is removed then", async () => {
    const call = posts.program as Post;
    const first = await post(call, call.body, "yesterday");
    await asOwner(
      testDatabase.url,
      "update idempotency_key set claimed_at = claimed_at - interval '25 hours' where key = 'yesterday'",
    );
    const second = await post(call, call.another, "yesterday");
    expect(second.status).toBe(201);
    expect(fieldOf(second, "data.program_id")).not.toBe(fieldOf(first, "data.program_id"));
    await asOwner(
      testDatabase.url,
      "update idempotency_key set claimed_at = claimed_at - interval '25 hours' where key = 'yesterday'",
    );
    await removeOldIdempotencyKeys(testDatabase.database);
    const left = await asOwner(testDatabase.url, "select from idempotency_key where key = 'yesterday'");
    expect(left).toEqual([]);
    expect(await asOwner(testDatabase.url, "select from idempotency_key where key = 'shared'")).toHaveLength(2);
  });

  test.each(["x".repeat(256), "with blank", "\u00fc"])("is refused with a key that is none: %j", async (key) => {
    const call = posts.program as Post;
    expect(refusalOf(await post(call, call.body, key))).toBe("400 invalid_request");
  });

  test("leaves no secret where it is kept", async () => {
    const rows = await asOwner(testDatabase.url, "select * from idempotency_key");
    expect(JSON.stringify(rows)).not.toContain("whsec_");
    expect(JSON.stringify(rows)).not.toMatch(/aff_[\w-]{5}/);
  });
});

describe("a partner's code that is taken", () => {
  const add = (token: string, path: string, code: string) => service.post(path, { name: "P", code }, { key: token });

  test("names the caller's own partner, in any of their programs, and no one else's", async () => {
    const mine = fieldOf(await add(owner.token, `${program}/partners`, "mine"), "data.partner_id");
    const again = await add(member.token, `${program}/partners`, "mine");
    expect(refusalOf(again)).toBe("409 partner_code_taken");
    expect(fieldOf(again, "error.details")).toEqual({ program_id: programId, partner_id: mine });
    const theirs = await service.post("/api/v1/programs", { name: "Else" }, { key: stranger.token });
    const elsewhere = await add(
      stranger.token,
      `/api/v1/programs/${fieldOf(theirs, "data.program_id")}/partners`,
      "mine",
    );
    expect(refusalOf(elsewhere)).toBe("409 partner_code_taken");
    expect(fieldOf(elsewhere, "error.details")).toEqual({});
  });
});

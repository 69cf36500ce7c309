// A role that changes while a call of its holder is under way: the call is either wholly before the change or refused.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { type Company, manyPeople, newCompany } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf } from "../../support/service.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
const company: Company = await newCompany(service);
const { owner, member, programId, workspaceId } = company;
const program = `/api/v1/programs/${programId}`;

/** Both are put back as they were. */
const restore = () =>
  asOwner(
    testDatabase.url,
    `insert into workspace_member (id, workspace, user_id, role)
     select 'back-' || u.id, $1, u.id, case u.email when $2 then 'owner' else 'member' end
       from account_user u where u.email in ($2, $3)
     on conflict (user_id, workspace_id) do update set role = excluded.role`,
    [String(workspaceId), owner.email, member.email],
  );
beforeEach(restore);
afterEach(restore);

/** Runs the call while the change is made and not committed, and commits when the call waits for it. */
async function duringChange(change: string, call: () => Promise<Answer>): Promise<Answer> {
  return withClient(testDatabase.url, async (client) => {
    await client.query("begin");
    await client.query(change);
    const answer = call();
    for (let isWaiting = false; !isWaiting; ) {
      const waiting = await asOwner(
        testDatabase.url,
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      isWaiting = waiting.length > 0;
    }
    await client.query("commit");
    return answer;
  });
}

const eventsOf = async (): Promise<number> => {
  const rows = await asOwner(testDatabase.url, "select from event where program_id = $1", [programId]);
  return rows.length;
};

describe("a call that waits for a change of its holder's role", () => {
  test("regenerates no key when its holder is no owner any more", async () => {
    const keyBefore = await asOwner(testDatabase.url, "select key_hash from program_key where program_id = $1", [
      programId,
    ]);
    await asOwner(testDatabase.url, "update workspace_member set role = 'owner'");
    const demotion = `update workspace_member m set role = 'member' from account_user u
                       where u.id = m.user_id and u.email = '${owner.email}' and m.workspace_id = ${workspaceId}`;
    const answer = await duringChange(demotion, () => service.post(`${program}/api-key`, {}, { key: owner.token }));
    expect(refusalOf(answer)).toBe("403 forbidden");
    expect(
      await asOwner(testDatabase.url, "select key_hash from program_key where program_id = $1", [programId]),
    ).toEqual(keyBefore);
  });

  test.each([
    ["PATCH", "", { hold_period_days: 3 }],
    ["POST", "/partners", { name: "P", code: "late" }],
    ["PUT", "/policies/pro", { type: "percentage", rate_bps: 1 }],
  ])("records nothing when its holder was taken out: %s %s", async (method, path, body) => {
    const before = await eventsOf();
    const removal = `delete from workspace_member m using account_user u
                      where u.id = m.user_id and u.email = '${member.email}' and m.workspace_id = ${workspaceId}`;
    const answer = await duringChange(removal, () =>
      service.request(program + path, {
        key: member.token,
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    expect(refusalOf(answer)).toBe("404 not_found");
    expect(await eventsOf()).toBe(before);
  });

  test("adds no connection when its holder is no owner any more", async () => {
    await asOwner(testDatabase.url, "update workspace_member set role = 'owner'");
    const demotion = `update workspace_member m set role = 'member' from account_user u
                       where u.id = m.user_id and u.email = '${owner.email}' and m.workspace_id = ${workspaceId}`;
    const connection = { provider: "stripe", signing_secret: "whsec_0123456789" };
    const answer = await duringChange(demotion, () =>
      service.post(`${program}/connections`, connection, { key: owner.token }),
    );
    expect(refusalOf(answer)).toBe("403 forbidden");
    expect(await asOwner(testDatabase.url, "select from connection")).toEqual([]);
  });
});

test("a change of role waits for the call that is under way, and the next call is refused", async () => {
  await asOwner(testDatabase.url, "update workspace_member set role = 'owner'");
  await withClient(testDatabase.url, async (client) => {
    // The program's head is what a call holds last: while it is held from outside, the call has its right and waits.
    await client.query("begin");
    await client.query("select from program_head where program_id = $1 for update", [programId]);
    const underWay = service.post(`${program}/api-key`, {}, { key: member.token });
    const waiting = async (count: number): Promise<void> => {
      for (;;) {
        const rows = await asOwner(
          testDatabase.url,
          "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if (rows.length >= count) return;
      }
    };
    await waiting(1);
    const demotion = asOwner(
      testDatabase.url,
      `update workspace_member m set role = 'member' from account_user u
        where u.id = m.user_id and u.email = $1 and m.workspace_id = $2`,
      [member.email, workspaceId],
    );
    await waiting(2);
    await client.query("commit");
    const answered = await underWay;
    await demotion;
    expect(answered.status).toBe(200);
    expect(String(fieldOf(answered, "data.api_token"))).toMatch(/^aff_/);
  });
  expect(refusalOf(await service.post(`${program}/api-key`, {}, { key: member.token }))).toBe("403 forbidden");
});

test("a reader who was removed meanwhile is refused the next page of a list", async () => {
  const first = await service.request(`${program}/events?limit=1`, { key: member.token });
  expect(first.status).toBe(200);
  await asOwner(
    testDatabase.url,
    "delete from workspace_member m using account_user u where u.id = m.user_id and u.email = $1",
    [member.email],
  );
  const next = String(fieldOf(first, "next"));
  expect((await service.request(`${program}/events?limit=1&cursor=${next}`, { key: member.token })).status).toBe(404);
});

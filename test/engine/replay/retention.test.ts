// Data that would grow without limit is bounded: old replays with the rows they changed, tracking lines, and invitations that expired.
import { expect, test } from "vitest";
import { removeExpired } from "../../../src/access/expired.ts";
import { removeOldTrackingLines } from "../../../src/engine/recording/tracking-log.ts";
import { removeOldRuns } from "../../../src/engine/replay/runs/retention.ts";
import { databaseForFile } from "../../support/for-file.ts";
import { asOwner } from "../../support/service.ts";

const testDatabase = await databaseForFile();
const { url, database } = testDatabase;

async function run(status: string, daysAgo: number, changes: number): Promise<number> {
  const [row] = await asOwner<{ run_id: number }>(
    url,
    `insert into replay_run (kind, status, request, projector_version, code_digest, finished_at)
     values ('replay', $1, '{}', 4, 'x', now() - make_interval(days => $2)) returning run_id`,
    [status, daysAgo],
  );
  const runId = Number(row?.run_id);
  await asOwner(url, "insert into replay_program (program_id, run_id, status) values (1, $1, 'applied')", [runId]);
  await asOwner(
    url,
    `insert into replay_change (program_id, run_id, book, row_key, before, after, changed_at)
     select 1, $1, 'sale', to_jsonb(n), null, '{}', now() - make_interval(days => $2) from generate_series(1, $3) n`,
    [runId, daysAgo, changes],
  );
  return runId;
}

test("old runs are deleted with their changes; recent and unfinished ones are kept", async () => {
  const old = await run("applied", 401, 4_500);
  const kept = [await run("applied", 399, 3), await run("planned", 401, 0), await run("applying", 401, 3)];
  await removeOldRuns(database, 400);
  const runs = await asOwner<{ run_id: number }>(url, "select run_id from replay_run order by run_id");
  expect(runs.map((row) => row.run_id)).toEqual(kept);
  for (const table of ["replay_change", "replay_program"]) {
    expect(await asOwner(url, `select from ${table} where run_id = $1`, [old])).toEqual([]);
  }
  expect(await asOwner(url, "select from replay_change where run_id = $1", [kept[0]])).toHaveLength(3);
});

test("no role can change the trace of a replay, or remove it while it is young", async () => {
  const young = await run("applied", 29, 1);
  const forget = "select forget_replay_changes($1, 10) as removed";
  await expect(asOwner(url, "delete from replay_change where run_id = $1", [young])).rejects.toThrow("append-only");
  await expect(asOwner(url, forget, [young])).rejects.toThrow("at least 30 days");
  const underWay = await run("applying", 401, 1);
  expect(await asOwner(url, forget, [underWay])).toEqual([{ removed: 0 }]);
  await expect(asOwner(url, "update replay_change set book = 'fee'")).rejects.toThrow("append-only");
  await expect(asOwner(url, "truncate replay_change")).rejects.toThrow("append-only");
});

test("old tracking lines are removed, however many, in transactions of a few thousand", async () => {
  await asOwner(
    url,
    `insert into tracking_log (program_id, line_id, logged_at, call, is_test, message)
     select 1, n, now() - make_interval(days => case when n > 12000 then 1 else 31 end), 'sale', false, 'x'
       from generate_series(1, 12010) n`,
  );
  const transactions: number[] = [];
  const counted = {
    ...database,
    transaction: async <T>(run: Parameters<typeof database.transaction<T>>[0]): Promise<T> => {
      transactions.push(1);
      return database.transaction(run);
    },
  };
  await removeOldTrackingLines(counted, 30);
  expect(transactions).toHaveLength(3);
  expect(await asOwner(url, "select from tracking_log")).toHaveLength(10);
});

test("invitations that expired are removed, and no others", async () => {
  const [workspace] = await asOwner<{ id: string }>(url, "insert into workspace (name) values ('Acme') returning id");
  await asOwner(
    url,
    `insert into workspace_invitation (id, workspace, email, role, status, expires_at)
     values ('old', $1, 'a@acme.test', 'member', 'pending', now() - interval '1 second'),
            ('new', $1, 'b@acme.test', 'member', 'pending', now() + interval '1 day')`,
    [workspace?.id],
  );
  await removeExpired(database, 180);
  expect(await asOwner(url, "select id from workspace_invitation")).toEqual([{ id: "new" }]);
});

test("applications go as many days after their decision as they are to be kept, thousands in a few transactions", async () => {
  await asOwner(
    url,
    `insert into partner_application (program_id, name, code, email_hash, email_encrypted, status, decided_at)
     select 1, 'Anna', 'anna-' || n, md5(n::text), '', 'declined',
            now() - make_interval(days => case when n > 6000 then 40 else 42 end)
       from generate_series(1, 6003) n`,
  );
  const transactions: number[] = [];
  const longTransaction: typeof database.longTransaction = (work) => {
    transactions.push(1);
    return database.longTransaction(work);
  };
  await removeExpired({ ...database, longTransaction }, 41);
  expect(await asOwner(url, "select from partner_application")).toHaveLength(3);
  // One for each of nine tables, and one more.
  expect(transactions).toHaveLength(10);
});

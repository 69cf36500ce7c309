// What a plan promises: it is applied as it was shown, by the code that made it, once; and events since are taken in.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listBookTotals } from "../../../src/engine/books/book-totals.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { lookAt } from "../../../src/engine/replay/as-of.ts";
import { discardReplay, planReplay } from "../../../src/engine/replay/plan.ts";
import { findRun } from "../../../src/engine/replay/runs/runs.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, refund, sale } from "../../support/event-builders.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";

let db: TestDatabase;
let programId: number;
let codes = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  codes += 1;
  const program = await createTestProgram(db, {}, [`partner-${codes}`]);
  programId = program.programId;
  await record(click(program.partnerIds[0] ?? 0), lead(), sale({ transaction_id: "in_1", amount_cents: 10_000 }));
});
afterAll(async () => db.drop());

async function record(...events: Parameters<typeof submission>[1][]): Promise<void> {
  await commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );
}

function asOwner(text: string): Promise<unknown> {
  return withClient(db.url, (client) => client.query(text, [programId]));
}

const spoilCommission = () => asOwner("update commission set amount_cents = 1 where program_id = $1");
const plan = () => planReplay(replayParts(db), wish({ program_ids: [programId] }));
const apply = (runId: number) => applyReplay(replayParts(db), runId);
const isSound = async () => (await verifyPrograms(replayParts(db), [programId])).every(isVerified);

describe("applying a plan", () => {
  test("takes in what was recorded since", async () => {
    await spoilCommission();
    const { run } = await plan();
    await record(sale({ transaction_id: "in_2" }), refund({ transaction_id: "in_1", refund_amount_cents: 2_500 }));
    await apply(run.run_id);
    expect(await isSound()).toBe(true);
  });

  test("is refused when the books were changed by something else since it was shown", async () => {
    await spoilCommission();
    const { run } = await plan();
    await asOwner("update commission set amount_cents = 2 where program_id = $1");
    await expect(apply(run.run_id)).rejects.toThrow("differs in another way than planned");
    const { amount_cents } = await db.database.kysely
      .selectFrom("commission")
      .select("amount_cents")
      .where("program_id", "=", programId)
      .executeTakeFirstOrThrow();
    expect(amount_cents).toBe(2);
    await discardReplay(db.database, db.url, run.run_id);
  });

  test("is refused to other code than made it, and a second time", async () => {
    await spoilCommission();
    const { run } = await plan();
    await withClient(db.url, (client) =>
      client.query("update replay_run set code_digest = 'another' where run_id = $1", [run.run_id]),
    );
    await expect(apply(run.run_id)).rejects.toThrow("planned by other rules");
    await withClient(db.url, (client) =>
      client.query("update replay_run set code_digest = $2 where run_id = $1", [run.run_id, run.code_digest]),
    );
    await apply(run.run_id);
    await expect(apply(run.run_id)).rejects.toThrow("applied already");
    await expect(apply(999_999)).rejects.toThrow("There is no replay 999999");
  });

  test("brings up books that are behind their log as well", async () => {
    await asOwner("delete from sale where program_id = $1");
    await asOwner("update program_head set projected_seq = 2 where program_id = $1");
    const { run } = await plan();
    await apply(run.run_id);
    expect(await isSound()).toBe(true);
  });

  test("marks the program as projected by today's rules", async () => {
    await asOwner("update program_head set projector_version = 0 where program_id = $1");
    await spoilCommission();
    const { run } = await plan();
    await apply(run.run_id);
    const { projector_version } = await db.database.kysely
      .selectFrom("program_head")
      .select("projector_version")
      .where("program_id", "=", programId)
      .executeTakeFirstOrThrow();
    expect(projector_version).toBeGreaterThan(0);
  });
});

test("the trace of a replay can neither be changed nor removed", async () => {
  await spoilCommission();
  const { run } = await plan();
  await apply(run.run_id);
  for (const change of ["update replay_change set book = 'sale'", "delete from replay_change"]) {
    await expect(withClient(db.url, (client) => client.query(change))).rejects.toThrow("append-only");
  }
});

test("a discarded plan leaves its record and no tables", async () => {
  await spoilCommission();
  const { run } = await plan();
  await discardReplay(db.database, db.url, run.run_id);
  expect(await findRun(db.database, run.run_id)).toMatchObject({ status: "discarded" });
  await expect(apply(run.run_id)).rejects.toThrow("was discarded");
  const schemas = await withClient(db.url, (client) =>
    client.query("select from pg_namespace where nspname = $1", [`svc_replay_${run.run_id}`]),
  );
  expect(schemas.rowCount).toBe(0);
});

test("an event whose rows the database refuses is kept as failed, and the rest is built", async () => {
  await record(sale({ transaction_id: "in_666", amount_cents: 666 }), sale({ transaction_id: "in_3" }));
  await withClient(db.url, (client) =>
    client.query("alter table sale add constraint test_refuses check (amount_cents <> 666) not valid"),
  );
  try {
    const { programs } = await plan();
    const books = programs[0]?.difference?.books ?? [];
    expect(books.find(({ book }) => book === "sale")).toMatchObject({ removed: 1, added: 0, changed: 0 });
    expect(books.find(({ book }) => book === "outcome")?.examples).toMatchObject([
      { before: null, after: { outcome: "failed", reason: "projector_error" } },
    ]);
  } finally {
    await withClient(db.url, (client) => client.query("alter table sale drop constraint test_refuses"));
  }
});

test("a user who may not create a schema learns what to grant", async () => {
  const name = `poor_${programId}_${process.pid}`;
  const url = new URL(db.url);
  await withClient(db.url, async (client) => {
    await client.query(`create role ${name} login password 'poor'`);
    await client.query(`grant select on all tables in schema public to ${name}`);
  });
  try {
    url.username = name;
    url.password = "poor";
    const planning = planReplay({ ...replayParts(db), ownerUrl: url.href }, wish({ program_ids: [programId] }));
    await expect(planning).rejects.toThrow(`grant create on database ${url.pathname.slice(1)} to ${name};`);
  } finally {
    await withClient(db.url, (client) => client.query(`drop owned by ${name}; drop role ${name}`));
  }
});

describe("the books as of a point", () => {
  const totalsAt = (point: { seq: number } | { time: Date }) =>
    lookAt(replayParts(db), { programIds: [programId], point }, listBookTotals);

  test("are those of the log up to a seq", async () => {
    await record(refund({ transaction_id: "in_1", refund_amount_cents: 5_000 }));
    expect(await totalsAt({ seq: 4 })).toEqual([]);
    expect(await totalsAt({ seq: 5 })).toMatchObject([{ sales: 1, refunded_cents: 0, commission_cents: 2_000 }]);
    expect(await totalsAt({ seq: 6 })).toMatchObject([{ sales: 1, refunded_cents: 5_000, commission_cents: 1_000 }]);
    expect(await totalsAt({ seq: 999 })).toMatchObject([{ refunded_cents: 5_000 }]);
  });

  test("are those of the log up to a time", async () => {
    const { received_at } = await db.database.kysely
      .selectFrom("event")
      .select("received_at")
      .where("program_id", "=", programId)
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();
    expect(await totalsAt({ time: received_at })).toMatchObject([{ sales: 1 }]);
    expect(await totalsAt({ time: new Date(0) })).toEqual([]);
  });
});

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { genesisHash, hashEvent } from "../../../src/engine/log/chain.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import type { EventRow } from "../../../src/engine/postgres/tables/tables.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment, sale } from "../../support/event-builders.ts";
import { createTestProgram, submission, type TestProgram } from "../../support/submissions.ts";

let db: TestDatabase;
let program: TestProgram;
beforeAll(async () => {
  db = await createTestDatabase();
  program = await createTestProgram(db, {}, ["anna"]);
});
afterAll(async () => db.drop());

async function readLog(programId: number): Promise<EventRow[]> {
  const rows = await db.database.kysely
    .selectFrom("event")
    .selectAll()
    .where("program_id", "=", programId)
    .orderBy("seq")
    .execute();
  return rows;
}

describe("the log", () => {
  test("has no gaps and an unbroken chain, also after many parallel writers", async () => {
    const partnerId = program.partnerIds[0] ?? 0;
    const reported = Array.from({ length: 40 }, (_, index) => click(partnerId, { click_id: `parallel-${index}` }));
    await Promise.all(reported.map((one) => commitBatch(db.database, [submission(program.programId, one)])));

    const events = await readLog(program.programId);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    let previous: Buffer = genesisHash;
    for (const event of events) {
      expect(event.prev_hash.equals(previous)).toBe(true);
      expect(hashEvent(previous, event).equals(event.hash)).toBe(true);
      previous = event.hash;
    }
  });

  test("keeps times that never run backwards and ids that only grow", async () => {
    const events = await readLog(program.programId);
    for (const [index, event] of events.entries()) {
      const before = events[index - 1];
      if (before === undefined) continue;
      expect(event.received_at.getTime()).toBeGreaterThanOrEqual(before.received_at.getTime());
      expect(event.id).toBeGreaterThan(before.id);
    }
  });

  test("keeps a delivery's exact bytes", async () => {
    await commitBatch(db.database, [submission(program.programId, payment({ transaction_id: "in_bytes" }))]);
    const delivery = await db.database.kysely.selectFrom("delivery").selectAll().executeTakeFirstOrThrow();
    expect(JSON.parse(delivery.body.toString())).toMatchObject({ transaction_id: "in_bytes" });
  });

  test("keeps a delivery of some kilobytes in its own row, also where its bytes cannot be compressed", async () => {
    const plain = submission(program.programId, payment({ transaction_id: "in_large" }));
    if (plain.delivery === null) throw new Error("a payment comes with a delivery");
    const large = { ...plain, delivery: { ...plain.delivery, body: randomBytes(5000) } };
    const [result] = await commitBatch(db.database, [large]);
    expect(result).toMatchObject({ kind: "concluded", conclusion: { outcome: "parked" } });
    const { rows } = await withClient(db.url, (client) =>
      client.query(
        `select max(octet_length(body)) as largest,
                (select pg_relation_size(reltoastrelid)::int from pg_class where oid = 'delivery'::regclass) as elsewhere
           from delivery`,
      ),
    );
    expect(rows).toEqual([{ largest: 5000, elsewhere: 0 }]);
  });

  test.each([
    ["update event set source = 'forged'"],
    ["delete from event"],
    ["truncate event"],
    ["update delivery set body = ''"],
    ["delete from delivery"],
  ])("refuses %s, even from its owner", async (statement) => {
    await expect(withClient(db.url, (client) => client.query(statement))).rejects.toThrow("append-only");
  });

  test("may not be changed by the service's role at all", async () => {
    const { rows } = await withClient(db.url, (client) =>
      client.query<{ privilege_type: string }>(
        `select distinct privilege_type from information_schema.role_table_grants
          where grantee = 'svc_service' and table_name in ('event', 'delivery') order by 1`,
      ),
    );
    expect(rows.map((row) => row.privilege_type)).toEqual(["INSERT", "SELECT"]);
  });

  test("keeps what others wrote in a batch whose neighbour the database refuses", async () => {
    const { programId } = program;
    await commitBatch(db.database, [submission(programId, lead({ click_ids: ["parallel-1"] }))]);
    const results = await Promise.all([
      commitBatch(db.database, [submission(programId, sale({ transaction_id: "fine" }))]),
      commitBatch(db.database, [submission(programId, sale({ transaction_id: "nul\u0000" }))]).catch(() => "refused"),
    ]);
    expect(results[0]).toMatchObject([{ conclusion: { outcome: "recorded" } }]);
    expect(results[1]).toBe("refused");
  });
});

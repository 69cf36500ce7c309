// What finding a person costs: PostgreSQL is asked, with EXPLAIN ANALYZE, how often it looked at a delivery's bytes.
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { type Ask, findDeliveriesOf } from "../../../src/product/people/person-read.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { payment } from "../../support/event-builders.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

type Plan = {
  readonly "Actual Loops": number;
  readonly "Parent Relationship"?: string;
  readonly Plans?: readonly Plan[];
};

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

test.each([
  ["few names", 3],
  ["many names", 40],
])(
  "a delivery's bytes are looked at once for %s, where PostgreSQL knows nothing of its tables yet",
  async (_, count) => {
    const deliveries = 60;
    const { programId } = await createTestProgram(db, {}, [`person-${count}`]);
    const reported = Array.from({ length: deliveries }, (_, index) =>
      submission(programId, payment({ transaction_id: `tx-${index}`, aliases: [`tx-${index}`] })),
    );
    await commitBatch(db.database, reported);
    let loops: readonly number[] = [];
    const explain: Ask = async (_, text, values) => {
      const query = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...values]);
      const [row] = (await db.database.kysely.executeQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>(query)).rows;
      const nodes = row === undefined ? [] : nodesOf(row["QUERY PLAN"][0].Plan);
      loops = nodes.filter((node) => node["Parent Relationship"] === "SubPlan").map((node) => node["Actual Loops"]);
      return [];
    };
    const customerKeys = Array.from({ length: count }, (_, index) => `customer-${index}`);
    const names = { customer_keys: customerKeys, email_hashes: [], payers: [], click_ids: [], aliases: [] };
    const which = { programId, customerKey: "customer-0", email: null, emailHashes: [] };
    await findDeliveriesOf(explain, which, { names, eventIds: [], fromSeq: 0, toSeq: 1_000_000 });
    expect(Math.max(...loops)).toBe(deliveries);
  },
);

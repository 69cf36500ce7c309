// An operator closes a dispute whose end the provider never reports.

import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { closeDispute } from "../../../src/product/commissions/decision.ts";
import { listDisputes } from "../../../src/product/sales/disputes-list.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";

let db: TestDatabase;
let programId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  const program = await createTestProgram(db, {}, ["anna"]);
  programId = program.programId;
  const opened: TestEvent = {
    source: "creem",
    data: {
      type: "dispute_opened",
      aliases: [{ kind: "transaction", value: "tran_1" }],
      dispute_id: "disp_1",
      amount_cents: null,
      currency: "USD",
    },
  };
  const paid = payment({ transaction_id: "tran_1", payer: { customer_key: "customer-1" } });
  const events = [click(program.partnerIds[0] ?? 0), lead(), paid, opened];
  await commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );
});
afterAll(async () => db.drop());

async function commissionStatus(): Promise<string> {
  const { status } = await db.database.kysely.selectFrom("commission").select("status").executeTakeFirstOrThrow();
  return status;
}

test("a dispute that is won restores the commission, and is listed as won", async () => {
  expect(await commissionStatus()).toBe("held");
  const decision = { programId, transactionId: "tran_1", disputeId: "disp_1", result: "won" } as const;
  expect(await closeDispute(db.database, decision, operator)).toBeNull();
  expect(await commissionStatus()).toBe("pending");
  const { data } = await listDisputes(db.database.kysely, programId, { limit: 10, cursor: null });
  expect(data).toMatchObject([{ dispute_id: "disp_1", transaction_id: "tran_1", status: "won" }]);
});

test.each([
  ["a dispute that was never reported", "tran_1", "disp_2", "no dispute disp_2"],
  ["a payment that was never reported", "tran_2", "disp_1", "not become a sale"],
])("%s cannot be closed, and leaves no event", async (_, transactionId, disputeId, message) => {
  const decision = { programId, transactionId, disputeId, result: "lost" } as const;
  expect(await closeDispute(db.database, decision, operator)).toContain(message);
  expect(await commissionStatus()).toBe("pending");
});

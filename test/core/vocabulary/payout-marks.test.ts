// What is recorded of a payout in addition to its money: that it was written for a tool, and which of its sales it lets go.
import { expect, test } from "vitest";
import { anna, click, lead, partnerJoined, programCreated, sale } from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const byOperator = (data: TestEvent["data"], day: number): TestEvent => ({ source: "operator", data, day });

/** Two sales that are approved, the first of them in payout 8. */
function withPayout(): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated({ hold_period_days: 0 }), partnerJoined(anna), click(2), lead()])
    program.record(event);
  program.record(sale({ transaction_id: "tx-1" }));
  program.record(sale({ transaction_id: "tx-2" }));
  program.record(byOperator({ type: "commissions_approved", sale_ids: [5, 6] }, 1));
  const items = [{ sale_id: 5, amount_cents: 2_000 }];
  program.record(byOperator({ type: "payout_created", partner_id: 2, currency: "USD", items }, 1));
  return program;
}

test("a payout is exported when it was first written for a tool, and one that is unknown changes nothing", () => {
  const program = withPayout();
  expect(program.one("payout")).toMatchObject({ payout_id: 8, exported_at: null });
  const first = program.record(byOperator({ type: "payouts_exported", payout_ids: [999, 8], tool: "wise" }, 2));
  expect(first.outcome).toBe("recorded");
  const exported = program.one("payout");
  expect(exported.exported_at).toEqual(program.now);
  expect(exported).toMatchObject({ partner_id: 2, amount_cents: 2_000, status: "created" });
  program.record(byOperator({ type: "payouts_exported", payout_ids: [8], tool: "wise" }, 3));
  expect(program.one("payout")).toEqual(exported);
});

test("a payout that is cancelled lets go of its own sales and of no other that is named with them", () => {
  const program = withPayout();
  const reported = program.record(
    byOperator({ type: "payout_cancelled", payout_id: 8, sale_ids: [5, 6], reason: null }, 2),
  );
  expect(reported.outcome).toBe("recorded");
  expect(program.one("payout_item")).toMatchObject({ sale_id: 5, payout_id: 8, status: "cancelled" });
});

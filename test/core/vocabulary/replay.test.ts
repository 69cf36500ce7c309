import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { remainingShare } from "../../../src/core/vocabulary/money/money.ts";
import { anna, ben, partnerJoined, programCreated } from "../../support/event-builders.ts";
import { history } from "../../support/histories.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";
import { runsOf } from "../../support/property-runs.ts";

const runs = runsOf(1_500, 50);

function live(events: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  program.record(programCreated({ attribution_window_days: 90, lead_auth: "server_required" }));
  program.record(partnerJoined(anna));
  program.record(partnerJoined(ben));
  for (const one of events) program.record(one);
  return program;
}

const partnerIds = [2, 3];

describe("for any events, in any order", () => {
  test("projecting the log again gives the same books, in batches of any size", () => {
    fc.assert(
      fc.property(history(partnerIds), fc.integer({ min: 1, max: 30 }), (events, batchSize) => {
        const program = live(events);
        expect(program.replay(batchSize).dump()).toBe(program.dump());
      }),
      runs,
    );
  });

  test("no payment counts twice, and no event is lost", () => {
    fc.assert(
      fc.property(history(partnerIds), (events) => {
        const program = live(events);
        const names = program.rows("payment_alias");
        for (const sale of program.rows("sale")) {
          expect(names.find((row) => row.alias === sale.transaction_id)).toBeDefined();
        }
        const transactions = program.rows("sale").map((sale) => sale.transaction_id);
        expect(new Set(transactions).size).toBe(transactions.length);
        expect(program.rows("outcome").filter((row) => row.outcome === "failed")).toEqual([]);
      }),
      runs,
    );
  });

  test("commission and fee are exactly what is left of the sale", () => {
    fc.assert(
      fc.property(history(partnerIds), (events) => {
        const program = live(events);
        const sales = new Map(program.rows("sale").map((sale) => [sale.sale_id, sale]));
        const removed = program.rows("platform_fee").filter(({ removed_by }) => removed_by !== null);
        expect(removed.filter(({ amount_cents, sale_id }) => amount_cents !== 0 || sales.has(sale_id))).toEqual([]);
        const fees = program.rows("platform_fee").filter(({ removed_by }) => removed_by === null);
        for (const part of [...program.rows("commission"), ...fees]) {
          const sale = sales.get(part.sale_id);
          if (sale === undefined) throw new Error("money without a sale");
          expect(part.amount_cents).toBe(
            remainingShare(part.amount_at_sale_cents, sale.refunded_cents, sale.amount_cents),
          );
          if (sale.refunded_cents === sale.amount_cents) expect(part.amount_cents).toBe(0);
        }
        expect(fees).toHaveLength([...sales.values()].filter(({ imported }) => imported === null).length);
      }),
      runs,
    );
  });

  test("what its chain contradicts is not payable", () => {
    fc.assert(
      fc.property(history(partnerIds), (events) => {
        const program = live(events);
        const contradicted = program.rows("sale").filter((sale) => sale.evidence === "chain_contradicted");
        const saleIds = new Set(contradicted.map((sale) => sale.sale_id));
        for (const commission of program.rows("commission")) {
          if (saleIds.has(commission.sale_id)) expect(["held", "reversed"]).toContain(commission.status);
        }
      }),
      runs,
    );
  });
});

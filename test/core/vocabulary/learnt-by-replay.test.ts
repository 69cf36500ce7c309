// A replay reads a delivery again at its own place, so it knows of it what was unknown when later events were answered.
import { describe, expect, test } from "vitest";
import {
  anna,
  ben,
  click,
  partnerJoined,
  payment,
  paymentRefunded,
  payoutImported,
  programCreated,
  refund,
  sale,
  saleImported,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId, bensPayoutId] = [2, 3, 4];
const commission = { type: "percentage", rate_bps: 2_000, duration_months: null } as const;

function given(...events: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  const partners = [partnerJoined(anna), partnerJoined(ben), payoutImported(benId), click(annaId)];
  for (const one of [programCreated({ commission }), ...partners, ...events]) program.record(one);
  return program;
}

/** A delivery that could not be read, until a fixed adapter reads this. */
function misread({ source = "stripe", data }: TestEvent): TestEvent {
  if (!("payer" in data || data.type === "payment_refunded")) throw new Error(`no adapter reads ${data.type}`);
  return { source, data: { type: "delivery_unreadable", reason: "a fault", provider_event_type: null }, mended: data };
}

describe("a refund that a call reported and was answered", () => {
  const paid = payment({ payer: { click_id: "click-1" } });
  const called = refund({ transaction_id: "in_1", refund_amount_cents: 9_900 });

  test("stays where less was left than was known, and no more than the sale is taken back", () => {
    const program = given(paid, misread(paymentRefunded({ amount_cents: 333 })), called);
    expect(program.one("sale").refunded_cents).toBe(9_900);
    program.applyReplay(100);
    expect(program.one("sale")).toMatchObject({ refunded_cents: 10_000, status: "reversed" });
    expect(program.one("commission").amount_cents).toBe(0);
  });

  test("counts once with another of its id, and the most of it, where both turn out to be of one payment", () => {
    const names = ["in_1", "ch_1"];
    const joined = misread(payment({ aliases: names }));
    const [call, other] = names.map((transaction_id) =>
      sale({ transaction_id, customer_key: null, click_id: "click-1" }),
    );
    const refunds = names.map((transaction_id, index) =>
      refund({ transaction_id, refund_id: "r1", refund_amount_cents: [500, 2_000][index] ?? null }),
    );
    const program = given(...[call, joined, other, ...refunds].filter((event) => event !== undefined));
    expect(program.rows("sale").map(({ refunded_cents }) => refunded_cents)).toEqual([500, 2_000]);
    program.applyReplay(100);
    expect(program.one("sale").refunded_cents).toBe(2_000);
  });

  test("is refused, and leaves nothing, where that is known when it comes", () => {
    const program = given(paid, paymentRefunded({ amount_cents: 333 }));
    expect(program.record(called)).toMatchObject({ outcome: "refused", reason: "refund_exceeds_sale" });
    expect(program.one("sale").refunded_cents).toBe(333);
  });
});

describe("what another tool paid, and came back, is not owed", () => {
  const mended = misread(payment({ payer: { click_id: "click-1" } }));
  const paidByTool = { amount_cents: 3_000, currency: "USD", payout_id: bensPayoutId } as const;
  const imported = (partner_id: number) => saleImported({ partner_id, commission: paidByTool });
  const returned = (saleId: number): TestEvent => ({
    source: "operator",
    data: { type: "payout_returned", payout_id: bensPayoutId, sale_ids: [saleId], reason: "a test of ours" },
  });

  test("where the payment turns out to be another partner's sale", () => {
    const program = given(mended, imported(benId), returned(7));
    expect(program.one("payout_item")).toMatchObject({ sale_id: 7, status: "returned" });
    program.applyReplay(100);
    expect(program.one("payout_item")).toMatchObject({ sale_id: 6, status: "returned" });
    expect(program.one("sale").partner_id).toBe(annaId);
    expect(program.rows("adjustment")).toEqual([]);
  });

  test("where a call had reported the sale", () => {
    const program = given(mended, sale({ transaction_id: "in_1", customer_key: null, click_id: "click-1" }));
    for (const event of [imported(benId), returned(7)]) program.record(event);
    program.applyReplay(100);
    expect(program.one("payout_item")).toMatchObject({ sale_id: 6, status: "returned" });
    expect(program.rows("adjustment")).toEqual([]);
  });

  test("where the payment turns out to be known with another commission of the tool", () => {
    const other = saleImported({ partner_id: benId, external_id: "another" });
    const joined = misread(payment({ aliases: ["in_1", "ch_1"] }));
    const paid = saleImported({ partner_id: benId, transaction_id: "ch_1", commission: paidByTool });
    const program = given(other, joined, paid, returned(8));
    program.applyReplay(100);
    expect(program.one("payout_item")).toMatchObject({ sale_id: 7, status: "returned" });
    expect(program.rows("adjustment")).toEqual([]);
  });

  test("where the payment turns out to have come too late for its click", () => {
    const late = misread(payment({ payer: { click_id: "click-1" }, day: 400 }));
    const program = given({ ...late, day: 400 }, imported(benId), returned(7));
    program.applyReplay(100);
    expect(program.one("payout_item").status).toBe("returned");
    expect(program.rows("adjustment")).toEqual([]);
  });
});

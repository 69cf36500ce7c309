// Rows that an event does not name, and that only another row leads to, are there when the fold reads them; of a batch as well.
import { describe, expect, test } from "vitest";
import type { PaymentReferenceRegistered } from "../../../src/core/rules/events/events.ts";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import type { CommissionTerms } from "../../../src/core/rules/events/settings/terms.ts";
import {
  anna,
  ben,
  byHand,
  click,
  couponAssigned,
  lead,
  partnerJoined,
  payment,
  programCreated,
  sale,
  saleImported,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];

/** Anna's link was clicked by one visitor (click-1), Ben's by another (click-2). */
function given(settings: Partial<Settings>, ...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  const clicks = [click(annaId), click(benId, { click_id: "click-2" })];
  for (const event of [programCreated(settings), partnerJoined(anna), partnerJoined(ben), ...clicks, ...story])
    program.record(event);
  return program;
}
const partnerOf = (program: MemoryProgram, transaction_id: string) =>
  program.rows("sale").find((row) => row.transaction_id === transaction_id)?.partner_id;

const half: CommissionTerms = { type: "percentage", rate_bps: 5_000, duration_months: null };
const proEarnsHalf: TestEvent = {
  source: "operator",
  data: { type: "policy_set", product_id: "pro", commission: half },
};

function registered(fields: Partial<PaymentReferenceRegistered>): TestEvent {
  const order = { customer_key: null, click_id: null, amount_cents: null, currency: null, product_id: null };
  const reference = { provider: "stripe", reference: "R1", reference_hash: "hash-of-R1" } as const;
  return { source: "api", data: { type: "payment_reference_registered", ...reference, ...order, ...fields } };
}
const transfer = (fields: Parameters<typeof payment>[0] = {}) =>
  payment({ transaction_id: "in_9", reference_hashes: ["hash-of-R1"], ...fields });

/** Ada, whose address is known, bought by Ben's click. */
const adaBought = payment({
  transaction_id: "in_ada",
  payer: { click_id: "click-2", customer_key: "ada", email_hash: "e1" },
});

describe("a transfer for an order", () => {
  test("is the partner's of the click that the order names, on the terms of its product", () => {
    const program = given({}, proEarnsHalf, registered({ click_id: "click-1", product_id: "pro" }));
    program.record(transfer());
    expect(program.one("sale")).toMatchObject({ partner_id: annaId, product_id: "pro" });
    expect(program.one("commission").amount_cents).toBe(5_000);
  });

  test("is the partner's of a customer whom no lead was reported of", () => {
    const program = given({}, adaBought, registered({ customer_key: "ada" }));
    program.record(transfer());
    expect(partnerOf(program, "in_9")).toBe(benId);
  });

  test("is of whom its payer's address leads to, who was frozen before the order named a click", () => {
    const program = given({}, adaBought, registered({ click_id: "click-1" }));
    program.record(transfer({ payer: { email_hash: "e1" } }));
    expect(partnerOf(program, "in_9")).toBe(benId);
  });
});

describe("the customer whom a payer's address leads to takes precedence over", () => {
  const annasCode = couponAssigned(annaId, "ANNA20");
  const by20 = payment({ discounts: ["ANNA20"], payer: { email_hash: "e1" } });

  test("the code it paid with", () => {
    const program = given({ coupon_precedence: "coupon" }, adaBought, annasCode);
    program.record(by20);
    expect(partnerOf(program, "in_1")).toBe(benId);
  });

  test("the first code there is, given in the same batch", () => {
    const program = given({ coupon_precedence: "coupon" }, adaBought);
    program.recordTogether(annasCode, by20);
    expect(partnerOf(program, "in_1")).toBe(benId);
  });

  test("the click of a payment that is asked again, where another of the batch names the address", () => {
    const status = (active: "active" | "inactive"): TestEvent => ({
      source: "operator",
      data: { type: "partner_changed", partner_id: annaId, name: null, status: active },
    });
    const program = given({}, status("inactive"));
    const { eventId } = program.record(payment({ payer: { click_id: "click-1", email_hash: "e1" } }));
    for (const event of [byHand.set(eventId, benId), adaBought, status("active")]) program.record(event);
    const byZoe = payment({ transaction_id: "in_zoe", payer: { customer_key: "zoe", email_hash: "e1" } });
    program.recordTogether(byZoe, byHand.undo(eventId));
    expect(program.rows("sale").find((row) => row.sale_id === eventId)).toMatchObject({
      partner_id: benId,
      click_id: "click-2",
    });
  });
});

describe("what a subscription began with", () => {
  test("binds its customer with its first sale, for whom another payment waits", () => {
    const program = given({}, subscriptionStarted({ payer: { click_id: "click-1", customer_key: "ada" } }));
    program.record(payment({ transaction_id: "in_2", payer: { customer_key: "ada" } }));
    expect(program.rows("sale")).toEqual([]);
    program.record(payment({ subscription_id: "sub_1" }));
    expect([partnerOf(program, "in_1"), partnerOf(program, "in_2")]).toEqual([annaId, annaId]);
  });

  test("are its product's terms, also where its first payment was imported", () => {
    const program = given({}, proEarnsHalf);
    program.record(saleImported({ subscription_id: "sub_1", product_id: "pro" }));
    expect(program.one("subscription").commission).toEqual(half);
  });
});

describe("what browsers said", () => {
  const claim = (customer_key: string | null, click_id: string, event_name: string | null = null) =>
    lead({ customer_key, click_ids: [click_id], event_name, source: "browser" });

  test("is settled by a sale also where all who claimed the customer have claimed others since", () => {
    const program = given({});
    const visitors = Array.from({ length: 16 }, (_, index) => `visitor-${index}`);
    for (const click_id of visitors) program.record(click(annaId, { click_id }));
    for (const click_id of visitors) program.record(claim("ada", click_id));
    for (const click_id of visitors) program.record(claim(`of-${click_id}`, click_id));
    program.record(sale({ customer_key: "ada", click_id: "click-2" }));
    expect(program.one("sale").partner_id).toBe(benId);
    const leads = program.rows("lead").filter((row) => row.customer_key === "ada");
    expect(leads).toMatchObject([{ is_provisional: false, partner_id: benId }]);
  });

  test("is the next one's who claimed the customer, when the first claims another in the same batch", () => {
    const program = given({}, claim("ada", "click-1"), claim("ada", "click-2"));
    program.recordTogether(claim("zoe", "click-1"), lead({ customer_key: "ada", click_ids: [] }));
    expect(program.rows("customer")).toMatchObject([
      { customer_key: "ada", click_id: "click-2", is_provisional: false },
      { customer_key: "zoe", click_id: "click-1", is_provisional: true },
    ]);
  });

  test("by a click alone, and was settled, keeps the customer it was settled with when the click claims another", () => {
    const program = given({}, claim(null, "click-1"), claim("ada", "click-1"));
    program.record(lead({ customer_key: null, click_ids: ["click-1"] }));
    program.record(claim(null, "click-1", "trial"));
    program.record(claim("zoe", "click-1"));
    expect(program.rows("customer").map((row) => [row.customer_key, row.is_provisional])).toEqual([
      ["ada", false],
      ["zoe", true],
    ]);
  });

  test("by a click alone, before and after a newer click took its place, is settled by the newest", () => {
    const program = given({ attribution_model: "last_click" });
    program.record(click(benId, { click_id: "click-3", existing_click_id: "click-1" }));
    program.record(claim(null, "click-1", "signup"));
    program.record(click(annaId, { click_id: "click-4", existing_click_id: "click-3" }));
    program.record(claim(null, "click-1", "trial"));
    program.record(lead({ customer_key: null, click_ids: ["click-4"], event_name: "paid" }));
    expect(program.rows("lead").map((row) => [row.event_name, row.is_provisional])).toEqual([
      ["signup", false],
      ["trial", false],
      ["paid", false],
    ]);
  });
});

test("a report that has the id of a call which was refused before it is asked again as what it is", () => {
  const program = given({});
  const { eventId } = program.record(payment());
  program.record(byHand.set(eventId, annaId));
  const refused = sale({ transaction_id: "tx-9", customer_key: "nobody" });
  const reported = payment({ transaction_id: "in_2", aliases: ["in_1", "in_2"] });
  const [ofCall] = program.recordTogether(refused, reported, byHand.undo(eventId));
  expect(ofCall?.outcome).toBe("refused");
  expect(program.rows("sale")).toEqual([]);
  for (const batchSize of [1, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
});

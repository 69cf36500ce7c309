// What evidence comes to while a person's decision is in force over it, and which terms a renewal keeps. Figures are worked out by hand.
import { expect, test } from "vitest";
import {
  anna,
  ben,
  byHand,
  click,
  lead,
  partnerJoined,
  payment,
  policySet,
  programCreated,
  sale,
  saleImported,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];

function begin(): MemoryProgram {
  const program = new MemoryProgram();
  const commission = { type: "percentage", rate_bps: 2_000, duration_months: null } as const;
  program.record(programCreated({ lead_auth: "server_required", commission }));
  program.record(partnerJoined(anna));
  program.record(partnerJoined(ben));
  return program;
}

const earned = (program: MemoryProgram) =>
  program.rows("commission").map(({ sale_id, partner_id, amount_cents }) => [sale_id, partner_id, amount_cents]);

test("a verified payment settles a browser's claim on a customer whom only a decision had bound", () => {
  const program = begin();
  program.record(click(annaId));
  const { eventId } = program.record(payment({ payer: { customer_key: "customer-1" }, day: 1 }));
  program.record(byHand.set(eventId, benId));
  program.record(lead({ click_ids: [] }));
  program.record(lead({ source: "browser" }));
  const confirming = program.record(payment({ transaction_id: "in_2", payer: { click_id: "click-1" } }));
  expect(earned(program)).toEqual([
    [eventId, benId, 2_000],
    [confirming.eventId, annaId, 2_000],
  ]);
  program.record(byHand.undo(eventId));
  expect(earned(program)).toEqual([
    [eventId, annaId, 2_000],
    [confirming.eventId, annaId, 2_000],
  ]);
  expect(program.one("customer")).toMatchObject({ partner_id: annaId, is_provisional: false });
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
});

test("a renewal keeps its terms when another report of it comes, also after its subscription got another first sale", () => {
  const program = begin();
  program.record(saleImported({ partner_id: benId, customer_key: "customer-1", commission: null }));
  program.record(subscriptionStarted({ aliases: ["in_1"] }));
  program.record(policySet({ type: "percentage", rate_bps: 5_000, duration_months: null }, { partner_id: benId }));
  const renewal = { customer_key: "customer-1", subscription_id: "sub_1", is_recurring: true } as const;
  const { eventId } = program.record(sale({ ...renewal, transaction_id: "pi_2" }));
  program.record(sale({ ...renewal, transaction_id: "ch_2" }));
  const first = program.record(payment({ payer: { customer_key: "customer-1" } }));
  // The import earned nothing; the payment that it was is on the terms of when it was received.
  const both = [
    [eventId, benId, 2_000],
    [eventId + 1, benId, 2_000],
    [first.eventId, benId, 5_000],
  ];
  expect(earned(program)).toEqual(both);
  program.record(payment({ transaction_id: "pi_2", aliases: ["pi_2", "ch_2"], payer: { customer_key: "customer-1" } }));
  expect(earned(program)).toEqual([both[0], both[2]]);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
});

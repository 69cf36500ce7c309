// A name that very many events wait under leads to no one: a further payment that names it must not read all of them.
import { expect, test } from "vitest";
import { waitingUnderNameMax } from "../../../src/core/rules/fold/payment/parking.ts";
import { settlingStepsMax } from "../../../src/core/rules/fold.ts";
import {
  anna,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
} from "../../support/event-builders.ts";
import { MemoryProgram } from "../../support/memory-program.ts";

test("the oldest payments of a crowded address wait for its lead, the others for names of their own", () => {
  const program = new MemoryProgram();
  for (const one of [programCreated(), partnerJoined(anna), click(2)]) program.record(one);
  const shared = { email_hash: "guest" };
  const paid = Array.from({ length: waitingUnderNameMax + 2 }, (_, index) => {
    const payer = { ...shared, provider_customer_id: `cus_${index}` };
    program.record(payment({ transaction_id: `pi_${index}`, payer, day: 3 }));
    return program.log.at(-1)?.id ?? 0;
  });
  expect(paid.map((id) => program.outcomeOf(id))).toEqual(paid.map(() => "parked"));
  const waiting = program.rows("parked");
  expect(waiting.filter(({ wait_key }) => wait_key === "identity:email:guest")).toHaveLength(waitingUnderNameMax);
  expect(waiting.filter(({ wait_key }) => wait_key.startsWith("identity:payer:cus_"))).toHaveLength(paid.length);
  program.record(lead({ customer_key: "guest", email_hash: "guest", day: 4 }));
  expect(program.rows("sale").map(({ sale_id }) => sale_id)).toEqual(paid.slice(0, waitingUnderNameMax));
  expect(program.replay(51).dump()).toBe(program.dump());
});

test("a chain of names is settled so far and no further, and what is beyond waits for names of its own", () => {
  const program = new MemoryProgram();
  for (const one of [programCreated(), partnerJoined(anna), click(2)]) program.record(one);
  const length = 2 * settlingStepsMax;
  const paid = Array.from({ length }, (_, index) => {
    // Each shares the provider's customer with the one before, or the address.
    const payer = {
      provider_customer_id: `cus_${Math.ceil(index / 2)}`,
      email_hash: `e${Math.floor(index / 2)}`,
    };
    program.record(payment({ transaction_id: `pi_${index}`, payer, day: 3 }));
    return program.log.at(-1)?.id ?? 0;
  });
  program.record(lead({ customer_key: "guest", email_hash: "e0", day: 4 }));
  const settled = () => program.rows("sale").map(({ sale_id }) => sale_id);
  expect(settled().length).toBeGreaterThanOrEqual(settlingStepsMax);
  expect(settled()).toEqual(paid.slice(0, settled().length));
  expect(settled().length).toBeLessThan(length);
  for (const batchSize of [1, 7, length * 2]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  program.record(lead({ customer_key: "last", email_hash: `e${length / 2 - 1}`, day: 5 }));
  expect(settled()).toContain(paid.at(-1));
  expect(program.replay(33).dump()).toBe(program.dump());
});

test("a payment's own name is never crowded: all refunds reported before the payment are applied", () => {
  const program = new MemoryProgram();
  for (const one of [programCreated(), partnerJoined(anna), click(2)]) program.record(one);
  const parts = waitingUnderNameMax + 2;
  for (let part = 0; part < parts; part += 1)
    program.record(paymentRefunded({ refund_id: `re_${part}`, amount_cents: 1 }));
  program.record(payment({ payer: { click_id: "click-1" } }));
  expect(program.one("sale").refunded_cents).toBe(parts);
});

test("a memo's words are many: a transfer waits under the likeliest, and of an order that was paid under all", () => {
  const program = new MemoryProgram();
  for (const one of [programCreated(), partnerJoined(anna), click(2)]) program.record(one);
  const reference_hashes = Array.from({ length: 12 }, (_, index) => `word-${index}`);
  const transfer = (transaction_id: string) =>
    program.record(payment({ transaction_id, reference_hashes, payer: { click_id: "click-1" } }));
  const waiting = (eventId: number) =>
    program.rows("parked").filter((row) => row.event_id === eventId && row.wait_key.startsWith("reference:")).length;
  const early = program.record(payment({ transaction_id: "pi_1", reference_hashes }));
  expect(waiting(early.eventId)).toBe(8);
  const order = { type: "payment_reference_registered", provider: "stripe", reference: "R", reference_hash: "word-11" };
  const terms = { customer_key: null, click_id: "click-1", amount_cents: null, currency: null, product_id: null };
  program.record({ source: "api", data: { ...order, ...terms } as Parameters<typeof program.record>[0]["data"] });
  transfer("pi_2");
  const late = transfer("pi_3");
  expect(late.reason).toBe("reference_already_paid");
  expect(waiting(late.eventId)).toBe(12);
});

test("a payment waits under the names it has: a field that it leaves out is no name", () => {
  const program = new MemoryProgram();
  for (const one of [programCreated(), partnerJoined(anna)]) program.record(one);
  program.record(payment({ payer: { click_id: "click-1" } }));
  expect(program.rows("parked").map(({ wait_key }) => wait_key)).toEqual(["click:click-1", "payment:in_1"]);
});

// A fault of ours in one event: it leaves nothing of that event but its outcome, and the events around it count as they would.
import { expect, test } from "vitest";
import { Books } from "../../../src/core/rules/books.ts";
import { keepAsFailed } from "../../../src/core/rules/fold.ts";
import { anna, click, lead, partnerJoined, payment, programCreated } from "../../support/event-builders.ts";
import { MemoryProgram } from "../../support/memory-program.ts";

/** No adapter reports half a cent: the fold throws where it computes a share of it, with the sale in the books already. */
const halfACent = 0.5;
const failed = { outcome: "failed", reason: "projector_error" };

function given(): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated(), partnerJoined(anna), click(2)]) program.record(event);
  return program;
}

test("in an event of the log, it leaves the next one as it is", () => {
  const program = given();
  const payer = { click_id: "click-1" };
  const faulty = program.record(payment({ transaction_id: "in_1", amount_cents: 777, payer })).eventId;
  const next = program.record(payment({ transaction_id: "in_2", payer })).eventId;
  const replayed = program.replay(100, (event) =>
    event.id === faulty && event.data.type === "payment_succeeded"
      ? { ...event, data: { ...event.data, amount_cents: halfACent } }
      : event,
  );
  expect(replayed.rows("sale").map(({ sale_id }) => sale_id)).toEqual([next]);
  expect(replayed.rows("commission").map(({ sale_id }) => sale_id)).toEqual([next]);
  expect(replayed.one("outcome")).toMatchObject({ event_id: faulty, ...failed });
});

test("in an event that waited, it leaves what brought it, and the others that waited", () => {
  const program = given();
  const payer = { customer_key: "customer-1" };
  const faulty = program.record(payment({ transaction_id: "in_1", amount_cents: halfACent, payer })).eventId;
  const other = program.record(payment({ transaction_id: "in_2", payer })).eventId;
  const brought = program.record(lead());
  expect(brought).toMatchObject({ outcome: "recorded", answer: { kind: "lead" } });
  expect(program.rows("sale").map(({ sale_id }) => sale_id)).toEqual([other]);
  expect(program.rows("outcome")).toMatchObject([
    { event_id: faulty, ...failed },
    { event_id: other, outcome: "recorded", reason: "settled", refers_to: brought.eventId },
  ]);
  expect(program.replay(100).dump()).toBe(program.dump());
});

test("in the database's eyes, it leaves the event's outcome alone", () => {
  const program = given();
  const books = new Books(7);
  const [event] = program.log.slice(-1);
  if (event === undefined) throw new Error("no event was recorded");
  expect(keepAsFailed(books, event, "value too long")).toMatchObject({ ...failed, message: "value too long" });
  expect(books.of.outcome.get(event.id)).toMatchObject({ event_id: event.id, ...failed });
});

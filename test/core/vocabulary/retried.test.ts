// A delivery that had failed and is retried counts after all that came since, once, and at its own place it stays failed.
import { describe, expect, test } from "vitest";
import type { DeliveryRetried } from "../../../src/core/rules/events/events.ts";
import {
  anna,
  click,
  lead,
  partnerJoined,
  payment,
  programCreated,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const failedId = 3;
const broken: TestEvent = {
  source: "stripe",
  data: { type: "delivery_unreadable", reason: "unknown_shape", provider_event_type: null },
};
const payer = { customer_key: "customer-1" };
const paid = payment({ payer }).data as DeliveryRetried["reading"];

function retried(reading = paid, fields: Partial<DeliveryRetried> = {}): TestEvent {
  const adapter = { provider: "stripe", adapter_version: 2, schema_version: 1, is_test: false, occurred_at: null };
  return { source: "schedule", data: { type: "delivery_retried", event_id: failedId, reading, ...adapter, ...fields } };
}

/** Anna is the second event, and the delivery that fails the third. */
function given(...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated(), partnerJoined(anna), broken, ...story]) program.record(event);
  return program;
}

/** As the log is read from then on. */
function takenUp(program: MemoryProgram, reading = paid): void {
  const place = failedId - 1;
  const [failed] = program.log.slice(place);
  if (failed !== undefined) program.log.splice(place, 1, { ...failed, data: reading });
}

/** Projected from the first event on, as a replay does it. */
function replayed(program: MemoryProgram, batchSize = 1, failed_as = "delivery_unreadable"): MemoryProgram {
  return program.replay(batchSize, (event) => (event.id === failedId ? { ...event, failed_as } : event));
}

const bound = [click(2), lead()];
const outcomeOf = (program: MemoryProgram) => program.rows("outcome").find(({ event_id }) => event_id === failedId);

describe("a delivery that was retried", () => {
  test("counts where it is retried, and a replay says the same", () => {
    const program = given(...bound);
    const at = "2026-01-02T03:04:05.000Z";
    expect(program.record(retried(paid, { occurred_at: at })).outcome).toBe("recorded");
    expect(program.one("sale")).toMatchObject({ sale_id: failedId, partner_id: 2, occurred_at: new Date(at) });
    expect(program.one("sale").received_at).toEqual(program.log[failedId - 1]?.received_at);
    expect(outcomeOf(program)).toMatchObject({ outcome: "recorded", reason: "retried", refers_to: 6 });
  });

  test("counts as it is read now, regardless of what was read when it was retried", () => {
    const program = given(...bound);
    program.record(retried());
    takenUp(program);
    expect(program.one("sale").occurred_at).toBeNull();
    for (const batchSize of [1, 3]) expect(replayed(program, batchSize).dump()).toBe(program.dump());
    takenUp(program, payment({ payer, amount_cents: 12_345 }).data as typeof paid);
    expect(replayed(program).one("sale")).toMatchObject({ sale_id: failedId, amount_cents: 12_345 });
  });

  test("waits as any other, also for what comes with it", () => {
    const live = given();
    live.record(retried());
    expect(outcomeOf(live)).toMatchObject({ outcome: "parked", reason: "no_attribution" });
    takenUp(live);
    const together = given(retried());
    for (const event of bound) {
      live.record(event);
      together.record(event);
    }
    expect(outcomeOf(live)).toMatchObject({ outcome: "recorded", reason: "settled", refers_to: 6 });
    expect(together.replay(3).dump()).toBe(live.dump());
  });

  test("that waits for its payment says so", () => {
    const program = given(...bound);
    program.record(retried(subscriptionStarted({ payer, aliases: ["in_1"] }).data as typeof paid));
    expect(outcomeOf(program)).toMatchObject({ outcome: "recorded", reason: "payment_awaited", refers_to: null });
  });

  test("in test mode earns nothing", () => {
    const program = given(...bound);
    program.record(retried(paid, { is_test: true }));
    expect([program.rows("sale"), outcomeOf(program)?.outcome]).toEqual([[], "recorded"]);
  });

  test("is retried once, and only where it had failed", () => {
    const program = given(...bound);
    program.record(retried());
    for (const event_id of [failedId, 2]) {
      const again = program.record(retried(paid, { event_id }));
      expect(again).toMatchObject({ outcome: "refused", reason: "invalid_request" });
      expect(again.message).toContain("has not failed");
    }
    expect(program.rows("sale")).toHaveLength(1);
  });

  test("stays failed where it fails again", () => {
    const program = given();
    expect(program.record(retried(broken.data as typeof paid)).message).toContain("It fails again");
    expect(outcomeOf(program)?.outcome).toBe("failed");
  });

  test.each([
    ["delivery_unreadable", 1],
    ["payment_succeeded", 0],
  ])("has shown at its own place that the connection works where it was %s: %i", (failed_as, steps) => {
    const program = given();
    takenUp(program);
    const again = replayed(program, 1, failed_as);
    expect(again.rows("checklist")).toHaveLength(steps);
    expect([again.rows("sale"), outcomeOf(again)?.outcome]).toEqual([[], "failed"]);
  });
});

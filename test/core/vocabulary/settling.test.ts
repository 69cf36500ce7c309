// What waits is folded again when what it waits for comes, and that ends: two events that wait for one payment do not bring
// each other forever, and a fold of ours that would is kept as a fault.
import { expect, test, vi } from "vitest";
import { parked } from "../../../src/core/rules/conclusion.ts";
import { waitFor } from "../../../src/core/rules/fold/keys.ts";
import type { foldSubscriptionStarted } from "../../../src/core/rules/fold/payment/subscription-started.ts";
import {
  anna,
  click,
  partnerJoined,
  payment,
  programCreated,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const clicked = click(2);

function program(events: readonly TestEvent[]): MemoryProgram {
  const fresh = new MemoryProgram();
  for (const one of [programCreated({ attribution_window_days: 90 }), partnerJoined(anna), ...events])
    fresh.record(one);
  return fresh;
}

/** A beginning that names no customer, but the names of its first payment. */
function begun(subscription_id: string, ...aliases: string[]): TestEvent {
  return subscriptionStarted({ subscription_id, aliases });
}

function identified(...aliases: string[]): TestEvent {
  const data = { type: "payment_identified" as const, aliases: aliases.map((value) => ({ kind: "id", value })) };
  return { source: "stripe", data };
}

const waiting: readonly TestEvent[] = [
  clicked,
  begun("sub_1", "in_1", "pi_1"),
  begun("sub_2", "in_2"),
  identified("in_2", "pi_1"),
];

test.each([
  ["that earns", 1, "recorded"],
  ["that comes too late", 159, "expired"],
])("two subscriptions wait for one payment %s", (_, day, outcome) => {
  const paying = payment({ transaction_id: "in_1", subscription_id: "sub_3", payer: { click_id: "click-1" }, day });
  const reported = program([...waiting, paying]);
  const paid = reported.log.at(-1)?.id ?? 0;
  expect(reported.outcomeOf(paid)).toBe(outcome);
  const names = reported.rows("payment_alias").map(({ alias, payment_id }) => [alias, payment_id]);
  expect(names).toEqual(["in_1", "in_2", "pi_1"].map((alias) => [alias, paid]));
  expect(reported.replay(3).dump()).toBe(reported.dump());
});

test("a fold that waits for what it brings is kept as a fault, and the next event is folded", async () => {
  vi.resetModules();
  vi.doMock("../../../src/core/rules/fold/payment/subscription-started.ts", async () => {
    const { awaitPayment } = await import("../../../src/core/rules/fold/payment/parking.ts");
    return {
      foldSubscriptionStarted: (...[{ books, arrived }, event]: Parameters<typeof foldSubscriptionStarted>) => {
        awaitPayment(books, event);
        for (const { value } of event.data.aliases) arrived.add(waitFor.payment(value));
        return parked("no_attribution", "It waits for itself.");
      },
    };
  });
  const { MemoryProgram: Faulty } = await import("../../support/memory-program.ts");
  const faulty = new Faulty();
  faulty.record(programCreated());
  faulty.record(partnerJoined(anna));
  expect(() => faulty.record(begun("sub_1", "in_1"))).toThrow("is settled by event 3 without an end");
  faulty.record(clicked);
  expect(faulty.record(payment({ payer: { click_id: "click-1" } })).outcome).toBe("recorded");
});

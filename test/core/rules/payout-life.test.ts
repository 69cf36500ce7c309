// The transitions of a payout: every cell of the table, as events, and the effect of each on the balance owed.
import { describe, expect, test } from "vitest";
import type { EventData, PaidItem } from "../../../src/core/rules/events/events.ts";
import { mayMove, payoutMoves } from "../../../src/core/rules/payout-life.ts";
import { type PayoutStatus, payoutStatuses } from "../../../src/core/rules/rows/payout-rows.ts";
import { click, partnerJoined, programCreated, sale } from "../../support/event-builders.ts";
import { MemoryProgram } from "../../support/memory-program.ts";

type World = { readonly program: MemoryProgram; readonly payoutId: number; readonly items: readonly PaidItem[] };

function begin(): World {
  const program = new MemoryProgram();
  program.record(programCreated({ hold_period_days: 0 }));
  const { eventId: partnerId } = program.record(partnerJoined({ name: "Anna", code: "anna" }));
  program.record(click(partnerId, { click_id: "click-1" }));
  program.record(sale({ transaction_id: "t1", amount_cents: 10_000, click_id: "click-1" }));
  const { sale_id, amount_cents } = program.one("commission");
  program.record({ source: "schedule", data: { type: "commissions_approved", sale_ids: [sale_id] }, day: 1 });
  const items = [{ sale_id, amount_cents }];
  const { eventId: payoutId } = program.record({
    source: "operator",
    data: { type: "payout_created", partner_id: partnerId, currency: "USD", items },
  });
  return { program, payoutId, items };
}

const costs = { fee_cents: 25, fee_currency: "USD", exchange_rate: null };

/** The event that moves a payout to this status; null where it is only created so. */
function moveTo(status: PayoutStatus, { program, payoutId: payout_id, items }: World): EventData | null {
  const sale_ids = items.map(({ sale_id }) => sale_id);
  const { partner_id } = program.one("payout");
  const attempt = { payout_id, attempt: 1 };
  switch (status) {
    case "created":
      return { type: "payout_progressed", ...attempt, state: "created", rail_id: null, reason: "refused", ...costs };
    case "sending":
      return { type: "payout_sending", ...attempt, rail: "paypal", key: `payout:${payout_id}:1`, is_sandbox: false };
    case "sent":
    case "unclaimed":
      return { type: "payout_progressed", ...attempt, state: status, rail_id: "B1", reason: null, ...costs };
    case "paid":
      return {
        ...{ type: "payout_recorded", payout_id, partner_id, currency: "USD", items },
        ...{ method: "paypal", reference: "T1" },
      };
    case "failed":
      return { type: "payout_failed", payout_id, sale_ids, reason: "closed" };
    case "cancelled":
      return { type: "payout_cancelled", payout_id, sale_ids, reason: null };
    case "returned":
      return { type: "payout_returned", payout_id, sale_ids, reason: null };
  }
}

const ways: { readonly [Status in PayoutStatus]: readonly PayoutStatus[] } = {
  created: [],
  sending: ["sending"],
  sent: ["sending", "sent"],
  unclaimed: ["sending", "unclaimed"],
  paid: ["sending", "sent", "paid"],
  failed: ["sending", "failed"],
  cancelled: ["cancelled"],
  returned: ["sending", "sent", "paid", "returned"],
};

function inStatus(status: PayoutStatus): World {
  const world = begin();
  for (const step of ways[status]) record(world, step);
  expect(world.program.one("payout").status).toBe(status);
  return world;
}

function record(world: World, status: PayoutStatus) {
  const data = moveTo(status, world);
  if (data === null) throw new Error(`nothing moves a payout to ${status}`);
  return world.program.record({ source: "operator", data });
}

const cells = payoutStatuses.flatMap((from) => payoutStatuses.map((to) => ({ from, to })));

test("every move is listed from every status", () => {
  expect(cells).toHaveLength(64);
  expect(Object.keys(payoutMoves).toSorted()).toEqual([...payoutStatuses].toSorted());
});

describe.each(cells)("$from to $to", ({ from, to }) => {
  const isProgress = from === to && (from === "sent" || from === "unclaimed");

  test(mayMove(from, to) || isProgress ? "is allowed" : "is refused and changes nothing", () => {
    const world = inStatus(from);
    const before = world.program.dump(["payout", "payout_item", "commission", "adjustment"]);
    const conclusion = record(world, to);
    if (mayMove(from, to) || isProgress) {
      expect(conclusion.outcome).toBe("recorded");
      expect(world.program.one("payout").status).toBe(to);
      return;
    }
    expect(conclusion).toMatchObject({ outcome: "refused", reason: "payout_closed" });
    expect(world.program.dump(["payout", "payout_item", "commission", "adjustment"])).toBe(before);
  });
});

describe("what a payout holds", () => {
  test.each(["sending", "sent", "unclaimed"] as const)("stays held while it is %s", (status) => {
    const { program } = inStatus(status);
    expect(program.one("payout_item").status).toBe("created");
    expect(program.one("commission").stage).toBe("approved");
  });

  test.each(["failed", "cancelled"] as const)("is owed again once it is %s", (status) => {
    const { program } = inStatus(status);
    expect(program.one("payout_item").status).toBe("cancelled");
    expect(program.one("commission").stage).toBe("approved");
    expect(program.one("payout").paid_at).toBeNull();
  });

  test("is owed again when it comes back before it counted as paid", () => {
    const world = inStatus("unclaimed");
    record(world, "returned");
    expect(world.program.one("payout")).toMatchObject({ status: "returned", paid_at: null });
    expect(world.program.one("payout_item").status).toBe("cancelled");
    expect(world.program.one("commission").stage).toBe("approved");
  });

  test("is owed again when it comes back after it was paid", () => {
    const { program } = inStatus("returned");
    expect(program.one("payout_item").status).toBe("returned");
    expect(program.one("commission").stage).toBe("approved");
  });
});

test("fee and rate of the provider are kept on the payout, and the partner gets all of it", () => {
  const world = inStatus("paid");
  expect(world.program.one("payout")).toMatchObject({
    ...{ amount_cents: 2_000, rail: "paypal", attempt: 1, rail_id: "B1", rail_fee_cents: 25, rail_fee_currency: "USD" },
    ...{ method: "paypal", reference: "T1" },
  });
});

test("a payout that the provider refused may be sent again, as another attempt", () => {
  const world = inStatus("sending");
  record(world, "created");
  const { payoutId: payout_id, program } = world;
  const key = `payout:${payout_id}:2`;
  const data = { type: "payout_sending", payout_id, attempt: 2, rail: "paypal", key, is_sandbox: false } as const;
  expect(program.record({ source: "operator", data }).outcome).toBe("recorded");
  expect(program.one("payout")).toMatchObject({ status: "sending", attempt: 2, rail_id: null });
});

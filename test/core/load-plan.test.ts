// What is loaded for an event: once each, not what the cache has while it is valid, and as those have it who still write.
import { expect, test } from "vitest";
import { Books } from "../../src/core/books.ts";
import type { Event } from "../../src/core/events.ts";
import { LoadPlan } from "../../src/core/load-plan.ts";
import type { PartnerRow } from "../../src/core/rows.ts";
import { click, payment } from "../support/told.ts";

const programId = 7;
const partner = (partner_id: number, name = "Anna"): PartnerRow => ({
  program_id: programId,
  partner_id,
  name,
  code: "anna",
  status: "active",
  joined_at: new Date(0),
});
const event = (id: number, { data }: { readonly data: Event["data"] }): Event => ({
  program_id: programId,
  id,
  source: "stripe",
  is_test: false,
  occurred_at: null,
  received_at: new Date(0),
  data,
});
const taken = (plan: LoadPlan) => Object.fromEntries(plan.takeKeys());

/** Books of a batch before this one. */
function before(rows: readonly PartnerRow[]): Books {
  const books = new Books(programId);
  for (const row of rows) {
    books.of.partner.load(row.partner_id, []);
    books.of.partner.put(row);
  }
  return books;
}

test("what the cache has is not loaded; all of it is, and nothing else again, when the cache was stale", () => {
  const stored = before([partner(2)]);
  stored.of.partner.load(3, []);
  const books = new Books(programId);
  const plan = new LoadPlan(books, [], {
    rows: (name, key) => (stored.of[name].knows(key) ? stored.of[name].list(key) : undefined),
  });
  plan.add("partner", 2);
  plan.add("partner", 3);
  plan.add("partner", 4);
  plan.add("partner", 4);
  plan.add("partner", null);
  expect(plan.loadsAll).toBe(false);
  expect(books.of.partner.get(2)).toEqual(partner(2));
  const directory = { program: [""], program_settings: [""], checklist: [""] };
  expect(taken(plan)).toEqual({ ...directory, partner: [4] });
  expect(taken(plan)).toEqual({});
  plan.loadCached();
  expect(plan.loadsAll).toBe(true);
  expect(() => books.of.partner.get(2)).toThrow("never loaded");
  expect(taken(plan)).toEqual({ partner: [2, 3] });
  plan.loadCached();
  plan.add("partner", 5);
  expect(taken(plan)).toEqual({ partner: [5] });
});

test("a key that was loaded is not loaded again, also where it was named before it came", () => {
  const plan = new LoadPlan(new Books(programId));
  plan.takeKeys();
  plan.add("partner", 2);
  plan.receive("partner", 2, [partner(2)]);
  plan.add("partner", 2);
  expect(taken(plan)).toEqual({});
});

test("rows are those of the newest books that still write them, and what is stored where none does", () => {
  const inFlight = [before([partner(2, "newest")]), before([partner(2, "older"), partner(3, "older")])];
  const books = new Books(programId);
  const plan = new LoadPlan(books, inFlight);
  for (const id of [2, 3, 4]) plan.receive("partner", id, [partner(id, "stored")]);
  expect([2, 3, 4].map((id) => books.of.partner.get(id)?.name)).toEqual(["newest", "older", "stored"]);
});

test("an event that waits is taken from the books that still write it, or read once, with all that it may need", () => {
  const older = new Books(programId);
  const waits = event(11, payment({ payer: { customer_key: "customer-1" } }));
  new LoadPlan(older).receiveParkedEvent(waits);
  const books = new Books(programId);
  const plan = new LoadPlan(books, [new Books(programId), older]);
  plan.takeKeys();
  for (const id of [11, 12, 12]) plan.addParkedEventById(id);
  expect(plan.takeEvents()).toEqual([12]);
  expect(plan.takeEvents()).toEqual([]);
  expect(taken(plan)).toMatchObject({ customer: ["customer-1"], sale: [11], outcome: [11], commission: [11] });
  plan.receiveParkedEvent(event(12, click(2)));
  plan.addParkedEventById(12);
  expect(plan.takeEvents()).toEqual([]);
  plan.addParkedEventById(13);
  plan.receiveParkedEvent(event(13, click(2)));
  expect(plan.takeEvents()).toEqual([]);
});

test("codes are looked up, and who outranks them, where the program owns any or begins to", () => {
  const paid = payment({ discounts: ["ANNA20"], payer: { email_hash: "e1" } });
  const keysOf = (...events: readonly Event[]) => {
    const plan = new LoadPlan(new Books(programId));
    for (const one of events) plan.addEvent(one);
    return taken(plan);
  };
  expect(keysOf(event(11, paid)).coupon).toBeUndefined();
  const assigned = { type: "coupon_assigned", code: "BEN10", partner_id: 2, provider_names: [] } as const;
  const both = [event(11, paid), event(12, { data: assigned })];
  for (const events of [both, both.toReversed()]) {
    expect(new Set(keysOf(...events).coupon)).toEqual(new Set(["code:ANNA20", "code:BEN10", "stripe:ANNA20"]));
  }
});

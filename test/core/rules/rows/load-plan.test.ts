// What is loaded for an event: once each, not what the cache has while it is valid, and as those have it who still write; and
// nothing that the fold does not read.
import { describe, expect, test } from "vitest";
import { Books } from "../../../../src/core/rules/books.ts";
import type { Event } from "../../../../src/core/rules/events/events.ts";
import { LoadPlan } from "../../../../src/core/rules/rows/load-plan.ts";
import type { ManualAttributionRow } from "../../../../src/core/rules/rows/manual-attribution-row.ts";
import type {
  ClickRow,
  CustomerRow,
  LeadRow,
  PartnerRow,
  SubscriptionRow,
} from "../../../../src/core/rules/rows/rows.ts";
import type { OutcomeRow } from "../../../../src/core/rules/rows/sale-rows.ts";
import {
  anna,
  byHand,
  click,
  lead,
  partnerJoined,
  payment,
  programCreated,
  sale,
  saleImported,
  subscriptionStarted,
} from "../../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../../support/memory-program.ts";

const programId = 7;
const partner = (partner_id: number, name = "Anna"): PartnerRow => ({
  program_id: programId,
  partner_id,
  name,
  code: "anna",
  status: "active",
  joined_at: new Date(0),
  group_moves: null,
  ban: null,
  accepted: null,
  emails: null,
  alike: null,
  recruited_by: null,
  recruited_event_id: null,
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

describe("what is asked for", () => {
  const reported: TestEvent[] = [programCreated(), partnerJoined(anna), click(2), click(2, { click_id: "click-2" })];
  function programOf(...story: readonly TestEvent[]): MemoryProgram {
    const program = new MemoryProgram();
    for (const one of [...reported, ...story]) program.record(one);
    return program;
  }
  /** By these events, and by the rows that they lead to. */
  function asked(events: readonly TestEvent[], ...received: readonly ((plan: LoadPlan) => void)[]) {
    const plan = new LoadPlan(new Books(programId));
    plan.takeKeys();
    for (const one of events) plan.addEvent({ ...event(11, one), source: one.source ?? "api" });
    for (const receive of received) receive(plan);
    return { keys: taken(plan), events: plan.takeEvents() };
  }
  const askedBy = (receive: (plan: LoadPlan) => void) => asked([], receive);
  const identityOfAda = (plan: LoadPlan) => {
    const since = { partner_id: 2, click_id: "click-1", clicked_at: new Date(0), revisited_at: null };
    plan.receive("identity", "email:e1", [
      { program_id: programId, identity: "email:e1", customer_key: "ada", ...since },
    ]);
  };

  test("by a lead is neither an address nor a customer that it does not name", () => {
    expect(asked([lead()]).keys).toEqual({
      customer: ["customer-1"],
      click: ["click-1"],
      lead: ["customer:customer-1"],
      parked: ["click:click-1", "customer:customer-1"],
    });
  });

  test("by a call without a code does not exist, even if the program has codes", () => {
    expect(asked([sale()], (plan) => plan.addCoupons()).keys.coupon).toBeUndefined();
  });

  test("by a program without codes is not among those it was paid with", () => {
    const program = programOf().one("program");
    const paid = payment({ discounts: ["ANNA20"], payer: { email_hash: "e1" } });
    const { keys } = asked([paid], (plan) => plan.receive("program", "", [program]), identityOfAda);
    expect([keys.coupon, keys.customer]).toEqual([undefined, undefined]);
  });

  test("by a change of a partner is that partner and nothing of a payment", () => {
    const changed = { type: "partner_changed", partner_id: 2, name: "Anna", status: null } as const;
    expect(asked([{ source: "operator", data: changed }]).keys).toEqual({ partner: [2] });
  });

  test("by a payment is who outranks its click, also where the address was read before", () => {
    const paid = payment({ payer: { click_id: "click-1", email_hash: "e1" } });
    expect(asked([paid], identityOfAda).keys.customer).toEqual(["ada"]);
    const plan = new LoadPlan(new Books(programId));
    identityOfAda(plan);
    plan.addEvent(event(11, paid));
    expect(taken(plan).customer).toEqual(["ada"]);
  });

  test.each([
    ["names its customer", payment({ payer: { click_id: "click-1", customer_key: "zoe", email_hash: "e1" } }), ["zoe"]],
    ["names neither click, order nor code", payment({ payer: { email_hash: "e1" } }), undefined],
    ["begins a subscription by an address", subscriptionStarted({ payer: { email_hash: "e1" } }), undefined],
  ])("of an address is not whose it is by what %s", (_, one, customer) => {
    expect(asked([one], (plan) => plan.addCoupons(), identityOfAda).keys.customer).toEqual(customer);
  });

  test("of a payment is what was paid too much where history is imported", () => {
    const addPayment = (plan: LoadPlan) => plan.addPayment(5);
    expect(asked([payment()], addPayment).keys).not.toHaveProperty("adjustment");
    expect(asked([saleImported()], addPayment).keys.adjustment).toEqual([5]);
  });

  test("of a customer is the click until the first sale, and what browsers claim until it is settled", () => {
    const by = (row: CustomerRow) => askedBy((plan) => plan.receive("customer", row.customer_key, [row])).keys;
    const claimed = programOf(lead({ source: "browser" })).one("customer");
    const parked = ["customer:customer-1"];
    expect(by(claimed)).toEqual({ parked, partner: [2], click: ["click-1"], lead: ["customer:customer-1"] });
    const bound = { ...claimed, is_provisional: false };
    expect(by(bound)).toEqual({ parked, partner: [2], click: ["click-1"] });
    expect(by({ ...bound, first_sale_id: 5 })).toEqual({ partner: [2] });
  });

  test("of a lead is its click until it is settled, and its customer where it has one", () => {
    const by = (row: LeadRow) => askedBy((plan) => plan.receive("lead", row.subject, [row])).keys;
    const nameless = programOf(lead({ customer_key: null, source: "browser" })).one("lead");
    expect(by(nameless)).toEqual({ click: ["click-1"] });
    expect(by({ ...nameless, is_provisional: false, customer_key: "ada" })).toEqual({ customer: ["ada"] });
  });

  test("of a click that a lead without a name was reported by is that lead", () => {
    const row = { ...programOf(lead({ customer_key: null, source: "browser" })).rows("click")[0] };
    const { keys } = askedBy((plan) => plan.receive("click", "click-1", [row as ClickRow]));
    expect(keys).toEqual({ partner: [2], lead: ["click:click-1"] });
  });

  test("of a subscription is its first sale where that was a renewal, and what waits for its customer before", () => {
    const by = (row: SubscriptionRow) => askedBy((plan) => plan.receive("subscription", "sub_1", [row])).keys;
    const begun = programOf(subscriptionStarted({ payer: { click_id: "click-1", customer_key: "ada" } }));
    const row = begun.one("subscription");
    expect(by(row)).toEqual({ partner: [2], customer: ["ada"], parked: ["customer:ada"] });
    expect(by({ ...row, first_sale_id: 5 })).toEqual({ partner: [2], customer: ["ada"] });
    expect(by({ ...row, first_sale_id: 5, began_with_renewal: true }).sale).toEqual([5]);
  });

  test("of a sale is what waits for its subscription", () => {
    const row = programOf(payment({ subscription_id: "sub_1", payer: { click_id: "click-1" } })).one("sale");
    expect(askedBy((plan) => plan.receive("sale", row.sale_id, [row])).keys.parked).toEqual(["subscription:sub_1"]);
  });

  test("of an order without a customer does not exist", () => {
    const order = { event_id: 5, customer_key: null, click_id: "click-1", amount_cents: null, currency: null };
    const row = {
      program_id: programId,
      reference: "r",
      product_id: "pro",
      paid_cents: 0,
      counted_sale_ids: [],
      ...order,
    };
    const { keys } = askedBy((plan) => plan.receive("payment_reference", "r", [row]));
    expect(keys).toEqual({ click: ["click-1"], policy: ["pro"] });
  });

  test("of a decision by hand are its reports while nothing else made the payment a sale", () => {
    const { eventId, program } = parkedAndGiven();
    const row = program.one("manual_attribution");
    const by = (of: ManualAttributionRow) =>
      askedBy((plan) => plan.receive("manual_attribution", eventId, [of])).events;
    expect(by(row)).toEqual([eventId]);
    const { clicked_at, ...evidence } = { partner_id: 2, click_id: "click-1", clicked_at: "", revisited_at: null };
    expect(by({ ...row, evidence: { ...evidence, clicked_at } })).toEqual([]);
    expect(by({ ...row, state: "lifted" })).toEqual([]);
  });

  function parkedAndGiven() {
    const program = programOf();
    const { eventId } = program.record(payment());
    program.record(byHand.set(eventId, 2));
    return { eventId, program };
  }

  test("of what became of an event is the event while it waits, and the payment that it repeats", () => {
    const by = (outcome: Pick<OutcomeRow, "outcome" | "refers_to">) =>
      askedBy((plan) =>
        plan.receive("outcome", 5, [{ program_id: programId, event_id: 5, reason: null, detail: null, ...outcome }]),
      );
    expect(by({ outcome: "parked", refers_to: null })).toEqual({ keys: {}, events: [5] });
    expect(by({ outcome: "recorded", refers_to: 4 })).toEqual({ keys: {}, events: [] });
    expect(by({ outcome: "duplicate", refers_to: 4 })).toMatchObject({ keys: { sale: [4] }, events: [] });
    expect(by({ outcome: "expired", refers_to: 4 })).toMatchObject({ keys: { sale: [4] }, events: [5] });
  });
});

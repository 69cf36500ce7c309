// Whom a payment earns for: what was there before it, the newest visit, and no one who only shares an address.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  click,
  couponAssigned,
  customerImported,
  lead,
  partnerJoined,
  payment,
  programCreated,
  sale,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];

function reported(story: readonly TestEvent[], settings: Partial<Settings> = {}): MemoryProgram {
  const program = new MemoryProgram();
  for (const one of [programCreated(settings), partnerJoined(anna), partnerJoined(ben), ...story]) program.record(one);
  expect(program.replay(3).dump()).toBe(program.dump());
  return program;
}

const partners = (program: MemoryProgram) => program.rows("sale").map((row) => row.partner_id);
const of = (fields: Parameters<typeof payment>[0] = {}) => payment(fields);

describe("a click that was recorded after the payment was received", () => {
  const email = { email_hash: "e1" };
  const invoices = Array.from({ length: 12 }, (_, month) =>
    of({
      transaction_id: `in_${month}`,
      subscription_id: "sub_1",
      is_recurring: month > 0,
      payer: email,
      day: month * 30,
    }),
  );
  const late = click(annaId, { day: 365 });

  test.each([
    ["a payment with the address", of({ transaction_id: "in_99", payer: { ...email, click_id: "click-1" } })],
    ["a renewal", of({ transaction_id: "in_99", subscription_id: "sub_1", payer: { ...email, click_id: "click-1" } })],
    ["a server's lead", lead({ email_hash: "e1" })],
    ["the subscription's beginning", subscriptionStarted({ payer: { click_id: "click-1" } })],
  ])("takes none of twelve invoices that wait, by %s", (_, brings) => {
    const program = reported([...invoices, late, brings]);
    const waiting = invoices.map((_, index) => program.outcomeOf(4 + index));
    expect(waiting).toEqual(invoices.map(() => "parked"));
  });

  test("earns nothing for a payment that names the click itself, or a customer bound by it", () => {
    const program = reported([
      of({ payer: { click_id: "click-1" } }),
      of({ transaction_id: "in_2", payer: { customer_key: "customer-1" } }),
      click(annaId, { day: 1 }),
      lead({ day: 1 }),
    ]);
    expect(partners(program)).toEqual([]);
  });

  test("earns nothing either when the payment is reported once more", () => {
    const named = { transaction_id: "pi_1", aliases: ["in_1", "pi_1"], payer: { click_id: "click-1" }, day: 2 };
    const program = reported([of({ day: 0 }), click(annaId, { day: 1 }), of(named)]);
    expect(partners(program)).toEqual([]);
    expect(program.record(sale({ transaction_id: "pi_1", customer_key: null, click_id: "click-1" })).outcome).toBe(
      "recorded",
    );
  });

  test("leaves what the click before it earned: a lead may come later", () => {
    const program = reported([
      click(annaId),
      of({ payer: { customer_key: "customer-1" }, day: 1 }),
      click(benId, { click_id: "click-2", day: 2 }),
      lead({ click_ids: ["click-2"], customer_key: "customer-2", day: 3 }),
      lead({ click_ids: ["click-1"], day: 3 }),
    ]);
    expect(partners(program)).toEqual([annaId]);
  });

  test("leaves a payment to the click that was sent, where it only superseded that one", () => {
    const order = { type: "payment_reference_registered", provider: "stripe", reference_hash: "r1" } as const;
    const terms = { reference: "R1", customer_key: null, click_id: "click-1", amount_cents: null, currency: null };
    const program = reported([
      click(annaId),
      of({ reference_hashes: ["r1"], day: 1 }),
      click(benId, { click_id: "click-2", existing_click_id: "click-1", day: 2 }),
      { source: "api", data: { ...order, ...terms, product_id: null }, day: 3 },
    ]);
    expect(partners(program)).toEqual([annaId]);
  });

  test("leaves an early payment of a subscription what its own click earned", () => {
    const program = reported([
      click(annaId),
      of({ transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true, payer: { click_id: "click-1" } }),
      click(benId, { click_id: "click-2", day: 1 }),
      of({ transaction_id: "in_1", subscription_id: "sub_1", payer: { click_id: "click-2" }, day: 2 }),
    ]);
    expect(partners(program)).toEqual([annaId, benId]);
    expect(program.rows("sale").map((row) => row.is_recurring)).toEqual([true, false]);
  });
});

describe("of several names a payment is finally reported by, the one counts that was there before it", () => {
  const first = of({ day: 1 });
  const bens = (day: number) => click(benId, { click_id: "click-2", day });

  test("the subscription, where its customer was bound after it, and has bought since", () => {
    const named = of({ subscription_id: "sub_1", payer: { customer_key: "customer-1" }, day: 1 });
    const rival = [bens(2), lead({ click_ids: ["click-2"] }), sale({ day: 3 })];
    const begun = subscriptionStarted({ payer: { click_id: "click-1" }, day: 4 });
    expect(partners(reported([click(annaId), named, ...rival, begun]))).toEqual([annaId, benId]);
  });

  test("the address, where the provider's customer was known after it", () => {
    const known = lead({ customer_key: null, email_hash: "e1" });
    const rival = of({ transaction_id: "in_2", payer: { click_id: "click-2", provider_customer_id: "cus_1" } });
    const again = of({ payer: { provider_customer_id: "cus_1", email_hash: "e1" }, day: 7 });
    expect(partners(reported([click(annaId), known, first, bens(4), rival, again]))).toEqual([benId, annaId]);
  });

  test("the customer's own address, where the customer was bound again after it", () => {
    const moved = [bens(2), lead({ click_ids: ["click-2"] })];
    const again = of({ payer: { customer_key: "customer-1", email_hash: "e1" }, day: 3 });
    expect(partners(reported([click(annaId), lead({ email_hash: "e1" }), first, ...moved, again]))).toEqual([annaId]);
  });

  test("the older of two imports, above a click", () => {
    const imports = [
      customerImported({ day: 5 }),
      customerImported({ provider_customer_id: null, email_hash: "e1", days_ago: 10 }),
    ];
    const payer = { click_id: "click-2", provider_customer_id: "stripe:cus_1", email_hash: "e1" };
    expect(partners(reported([bens(0), first, ...imports, of({ payer, day: 7 })]))).toEqual([annaId]);
  });
});

describe("the window of a subscription's first charge", () => {
  const begun = subscriptionStarted({ payer: { customer_key: "customer-1" } });
  const charge = (day: number) => of({ transaction_id: "in_9", subscription_id: "sub_1", day });
  const visit = (day: number) => click(annaId, { click_id: "again", existing_click_id: "click-1", day });

  test("begins with the newest visit of the customer it started for", () => {
    expect(partners(reported([click(annaId), lead(), begun, visit(58), charge(62)]))).toEqual([annaId]);
  });

  test("and whose it is stay as they were where the customer goes by another click since", () => {
    const moved = [click(benId, { click_id: "click-2", day: 1 }), lead({ click_ids: ["click-2"] })];
    expect(partners(reported([click(annaId), lead(), begun, ...moved, charge(2)]))).toEqual([annaId]);
  });

  test("begins with the code it started with, not with the customer's own", () => {
    const discounts = ["SPRING"];
    const coded = subscriptionStarted({ payer: { customer_key: "customer-1" }, discounts });
    const bought = of({ payer: { customer_key: "customer-1" }, discounts, day: 5 });
    const program = reported([couponAssigned(annaId, "SPRING"), coded, bought]);
    expect(program.one("customer")).toMatchObject({ click_id: null, revisited_at: new Date("2026-01-06T00:00:00Z") });
    expect(program.record(charge(64)).outcome).toBe("expired");
  });

  test("is that of its first sale for the charges after it", () => {
    const bought = [click(annaId), lead(), sale({ day: 5 }), visit(30)];
    const firstCharge = of({ subscription_id: "sub_1", payer: { click_id: "click-1" }, day: 40 });
    const program = reported([...bought, firstCharge, of({ payer: { customer_key: "customer-1" } })]);
    expect(program.record(charge(80)).outcome).toBe("recorded");
  });
});

describe("a repeated click by the same partner", () => {
  const again = (day: number, existing = "click-1") =>
    click(annaId, { click_id: `again-${day}`, existing_click_id: existing, day });

  test.each(["last_click", "first_click"] as const)(
    "keeps the click's id and restarts its window, for its customers too, in a %s program",
    (attribution_model) => {
      const program = new MemoryProgram();
      for (const one of [programCreated({ attribution_model }), partnerJoined(anna), click(annaId), lead()])
        program.record(one);
      expect(program.record(again(58))).toMatchObject({ outcome: "recorded", answer: { click_id: "click-1" } });
      expect(program.one("click").revisits).toEqual(["2026-02-28T00:00:00.000Z"]);
      expect(program.record(sale({ day: 62 })).outcome).toBe("recorded");
      expect(program.record(sale({ transaction_id: "tx-2", customer_key: null, click_id: "click-1" })).outcome).toBe(
        "recorded",
      );
      expect(program.replay(4).dump()).toBe(program.dump());
    },
  );

  test.each([
    [1, "duplicate"],
    [1.1, "recorded"],
  ])("%d minutes after the one before is %s: a call that is made again is the same visit", (minutes, outcome) => {
    const program = reported([click(annaId)]);
    const repeated = program.record(again(minutes / (24 * 60)));
    expect(repeated).toMatchObject({ outcome, answer: { click_id: "click-1" } });
  });

  test("counts its age from the newest visit", () => {
    const program = reported([click(annaId), lead(), again(58)]);
    expect(program.record(sale({ day: 120 }))).toMatchObject({ outcome: "expired", answer: { click_age_days: 62 } });
  });

  test("restarts nothing once the customer has bought", () => {
    const program = reported([click(annaId), lead(), again(30), sale({ day: 31 }), again(80)]);
    expect(program.record(sale({ transaction_id: "tx-2", day: 90 })).outcome).toBe("recorded");
    expect(program.record(sale({ transaction_id: "tx-3", day: 95 })).answer).toMatchObject({ click_age_days: 65 });
  });

  test("counts for a payment that waits only as it was before that", () => {
    const waiting = of({ payer: { customer_key: "customer-1" }, day: 50 });
    const program = reported([click(annaId), again(20), waiting, again(55), lead({ day: 56 })], {
      attribution_window_days: 40,
    });
    expect(program.one("sale")).toMatchObject({
      partner_id: annaId,
      revisited_at: new Date("2026-01-21T00:00:00.000Z"),
    });
  });

  test("moves no binding of another click, and lets a server move one back", () => {
    const bensClick = click(benId, { click_id: "click-2", day: 1 });
    const program = reported([click(annaId), bensClick, lead({ click_ids: ["click-2"] }), again(5), lead({ day: 6 })]);
    expect(program.one("customer").partner_id).toBe(annaId);
  });

  test("by a bot, or while another partner's is the newest of the chain, restarts nothing", () => {
    const bot = click(annaId, { click_id: "bot", existing_click_id: "click-1", is_bot: true, day: 58 });
    const program = reported([click(annaId), lead(), bot]);
    expect(program.record(sale({ day: 62 })).outcome).toBe("expired");
  });

  test("keeps so many of its visits, the newest, and the first for what waits", () => {
    const visits = Array.from({ length: 30 }, (_, index) => again(index + 1));
    const program = reported([click(annaId), ...visits, lead()]);
    expect(program.one("click").revisits).toHaveLength(20);
    expect(program.record(sale({ day: 89 })).outcome).toBe("recorded");
  });
});

describe("a customer frozen by a first sale", () => {
  const bought = [click(annaId), lead(), of({ payer: { customer_key: "customer-1", email_hash: "e1" } })];
  const rivals = click(benId, { click_id: "click-2", day: 1 });

  test.each([
    ["by the customer's key", { customer_key: "customer-1" }],
    ["by the address alone", { email_hash: "e1" }],
  ])("outranks a rival's click in metadata, known %s", (_, names) => {
    const program = reported([
      ...bought,
      rivals,
      of({ transaction_id: "in_2", payer: { click_id: "click-2", ...names } }),
    ]);
    expect(partners(program)).toEqual([annaId, annaId]);
  });

  test("does not stand in the way of a click for the first sale", () => {
    const named = { click_id: "click-2", customer_key: "customer-1" };
    expect(partners(reported([click(annaId), lead(), rivals, of({ payer: named })]))).toEqual([benId]);
  });

  test("outranks no click of a payment that names another customer", () => {
    const payer = { click_id: "click-2", customer_key: "customer-2", email_hash: "e1" };
    expect(partners(reported([...bought, rivals, of({ transaction_id: "in_2", payer })]))).toEqual([annaId, benId]);
  });
});

describe("the provider's customer and the address never cross two named customers", () => {
  const names = { provider_customer_id: "cus_1", email_hash: "e1" };
  const first = of({ payer: { ...names, customer_key: "customer-1" } });
  const second = of({ transaction_id: "in_2", payer: { ...names, customer_key: "customer-2" } });

  test("an unknown customer with another's waits for its own lead, and earns for that", () => {
    const story = [click(annaId), lead(), first, second, click(benId, { click_id: "click-2" })];
    const program = reported(story);
    expect(program.outcomeOf(7)).toBe("parked");
    expect(program.rows("customer").map((row) => row.customer_key)).toEqual(["customer-1"]);
    program.record(lead({ customer_key: "customer-2", click_ids: ["click-2"] }));
    expect(partners(program)).toEqual([annaId, benId]);
  });

  test("also where the address was first known by a server's lead, or without a customer", () => {
    const known = lead({ email_hash: "e1", click_ids: ["click-1"] });
    expect(partners(reported([click(annaId), known, second]))).toEqual([]);
    const nameless = of({ transaction_id: "in_0", payer: { ...names, click_id: "click-1" } });
    expect(partners(reported([click(annaId), nameless, first, second]))).toEqual([annaId, annaId]);
  });

  test("a subscription's beginning waits as well", () => {
    const begun = subscriptionStarted({ payer: { ...names, customer_key: "customer-2" } });
    const program = reported([click(annaId), lead(), first, begun]);
    expect(program.outcomeOf(7)).toBe("parked");
  });

  test("its own still count for a customer, and for a payment that names none", () => {
    const own = of({ transaction_id: "in_3", payer: { ...names } });
    expect(partners(reported([click(annaId), lead(), first, own]))).toEqual([annaId, annaId]);
  });
});

describe("the first sale of a subscription is never recurring", () => {
  const recurring = { subscription_id: "sub_1", is_recurring: true } as const;
  const firstFlags = (story: readonly TestEvent[]) =>
    reported([click(annaId), lead(), ...story])
      .rows("sale")
      .map((row) => row.is_recurring);

  test.each([
    ["a delivery", of({ ...recurring, payer: { customer_key: "customer-1" } })],
    ["a call", sale(recurring)],
  ])("as %s reports it", (_, first) => {
    const renewal = of({ ...recurring, transaction_id: "in_2" });
    expect(firstFlags([first, renewal])).toEqual([false, true]);
  });

  test("also where the sale learns of its subscription from another report", () => {
    expect(firstFlags([sale({ transaction_id: "in_1" }), of(recurring)])).toEqual([false]);
  });

  test("nor where it takes over what a repetition of it began", () => {
    const names = ["in_1", "pi_1"].map((value) => ({ kind: "id", value }));
    const identified: TestEvent = { source: "stripe", data: { type: "payment_identified", aliases: names } };
    const byOther = of({ ...recurring, transaction_id: "pi_1", payer: { customer_key: "customer-1" } });
    expect(firstFlags([sale({ transaction_id: "in_1" }), byOther, identified])).toEqual([false]);
  });

  test("and a renewal that came before it becomes one when it comes", () => {
    const early = of({ ...recurring, transaction_id: "in_2", payer: { customer_key: "customer-1" } });
    const first = of({ subscription_id: "sub_1", payer: { customer_key: "customer-1" } });
    expect(firstFlags([early, first])).toEqual([true, false]);
  });
});

// What a subscription's payments earn, in any order of learning which of them began it, whose it is and what it is of.
import { describe, expect, test } from "vitest";
import type { EventData } from "../../../src/core/rules/events/events.ts";
import {
  anna,
  ben,
  click,
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
const operator = (data: EventData): TestEvent => ({ source: "operator", data });
const percent = (rate: number) => ({ type: "percentage", rate_bps: rate * 100, duration_months: null }) as const;
const termsAre = (rate: number) =>
  operator({ type: "program_changed", name: null, status: null, settings: { commission: percent(rate) } });
const identified = (...names: string[]): TestEvent => ({
  source: "stripe",
  data: { type: "payment_identified", aliases: names.map((value) => ({ kind: "id", value })) },
});

/** Every story is projected again in one batch: the books are the same. */
function recordAll(...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  const partners = [partnerJoined(anna), partnerJoined(ben)];
  const clicks = [click(annaId), click(benId, { click_id: "click-2" })];
  for (const event of [programCreated(), ...partners, ...clicks, ...story]) program.record(event);
  expect(program.replay(1_000).dump()).toBe(program.dump());
  return program;
}

type Fields = NonNullable<Parameters<typeof payment>[0]>;
/** By Anna's click. */
const first = (fields: Fields = {}) => payment({ subscription_id: "sub_1", payer: { click_id: "click-1" }, ...fields });
const renewal = (transaction_id: string, fields: Fields = {}) =>
  payment({ transaction_id, subscription_id: "sub_1", is_recurring: true, ...fields });
/** By Anna's click, and of nothing. */
const call = (transaction_id: string) => sale({ transaction_id, customer_key: null, click_id: "click-1" });
const row = (program: MemoryProgram, transactionId: string) =>
  program.rows("sale").find(({ transaction_id }) => transaction_id === transactionId);
const commissions = (program: MemoryProgram) => program.rows("commission").map(({ amount_cents }) => amount_cents);

describe("a renewal", () => {
  test("that was paid before the click that started its subscription goes by what it names itself", () => {
    const named = { customer_key: "customer-1" };
    const program = recordAll(
      renewal("in_9", { payer: named }),
      click(benId, { click_id: "click-3", day: 1 }),
      first({ payer: { click_id: "click-3" } }),
      lead(),
    );
    expect(row(program, "in_9")?.partner_id).toBe(annaId);
  });

  test("that came early has the customer of the first payment", () => {
    const early = renewal("in_2", { payer: { click_id: "click-1" } });
    const program = recordAll(early, first({ payer: { click_id: "click-1", customer_key: "customer-1" } }));
    expect(row(program, "in_2")).toMatchObject({ customer_key: "customer-1", is_recurring: true });
  });

  test("has the customer that a second report says of the first payment", () => {
    const named = first({ payer: { customer_key: "customer-1" } });
    const program = recordAll(first(), named, renewal("in_2"));
    expect(program.one("subscription").customer_key).toBe("customer-1");
    expect(row(program, "in_2")?.customer_key).toBe("customer-1");
  });

  test("that was imported stays what the tool said, with the customer of the payment that turns out to be the first", () => {
    const named = { click_id: "click-1", customer_key: "customer-1" };
    const reported = renewal("in_2");
    const inPounds = { ...reported, data: { ...reported.data, currency: "GBP" } as EventData };
    const program = recordAll(saleImported({ transaction_id: "in_2" }), inPounds, first({ payer: named }));
    expect(row(program, "in_2")).toMatchObject({ customer_key: "customer-1", is_recurring: true });
    expect(commissions(program)).toEqual([3_000, 2_000]);
  });
});

describe("a sale that a second report says more of", () => {
  test("stays the customer's whom the first report named", () => {
    const [one, other] = ["customer-1", "customer-2"].map((customer_key) =>
      payment({ payer: { click_id: "click-1", customer_key } }),
    );
    if (one === undefined || other === undefined) throw new Error("two reports");
    expect(recordAll(one, other).one("sale").customer_key).toBe("customer-1");
  });

  test("freezes the customer that its subscription started for", () => {
    const begun = subscriptionStarted({ payer: { customer_key: "customer-1" } });
    const program = recordAll(lead(), begun, call("in_1"), payment({ subscription_id: "sub_1" }));
    const { sale_id } = program.one("sale");
    expect(program.one("subscription").first_sale_id).toBe(sale_id);
    expect(program.one("customer").first_sale_id).toBe(sale_id);
  });
});

describe("a subscription's beginning", () => {
  const begun = subscriptionStarted({ payer: { click_id: "click-1" } });

  test("that names no payment attributes the subscription, and waits for nothing", () => {
    const program = recordAll(begun);
    expect(program.one("subscription")).toMatchObject({
      partner_id: annaId,
      first_sale_id: null,
      began_with_renewal: false,
    });
    expect([program.rows("outcome"), program.rows("parked")]).toEqual([[], []]);
    expect(program.rows("checklist")).toContainEqual(expect.objectContaining({ step: "webhook", is_test: false }));
  });

  test("in test mode, or while the program is not active, attributes nothing", () => {
    const programIs = (status: "active" | "inactive") =>
      operator({ type: "program_changed", name: null, status, settings: {} });
    const inTest = { ...begun, is_test: true };
    expect(recordAll().record(inTest).outcome).toBe("recorded");
    expect(recordAll(programIs("inactive")).record(inTest).reason).toBe("program_inactive");
    for (const story of [[inTest], [programIs("inactive"), begun, programIs("active")]]) {
      const program = recordAll(...story, payment({ subscription_id: "sub_1" }));
      expect([program.rows("subscription"), program.rows("sale")]).toEqual([[], []]);
    }
  });
});

describe("the product that a subscription's beginning names", () => {
  const half = operator({ type: "policy_set", product_id: "pro", commission: percent(50) });
  const begun = (product_id: string | null): TestEvent => {
    const event = subscriptionStarted({ payer: { click_id: "click-1" } });
    return { ...event, data: { ...event.data, product_id } as EventData };
  };

  test("is the one named first", () => {
    expect(recordAll(half, begun(null), begun("pro"), begun("basic"), first()).one("commission").amount_cents).toBe(
      5_000,
    );
  });

  test("changes nothing of a payment that named its own", () => {
    const program = recordAll(
      half,
      renewal("in_1", { product_id: "basic", payer: { click_id: "click-1" } }),
      begun("pro"),
    );
    expect(program.one("sale").product_id).toBe("basic");
    expect(commissions(program)).toEqual([2_000]);
    expect(program.one("subscription").product_id).toBe("pro");
  });

  test("changes nothing of a payment that was reported as the first", () => {
    const program = recordAll(half, first(), begun("pro"), renewal("in_2"));
    expect(commissions(program)).toEqual([2_000, 2_000]);
    expect(program.rows("sale").map(({ product_id }) => product_id)).toEqual([null, "pro"]);
  });
});

describe("a subscription with imported payments", () => {
  const imported = (transaction_id: string, days_ago: number) =>
    saleImported({ transaction_id, subscription_id: "sub_1", days_ago, day: 100 });
  const begunDaysAgo = (program: MemoryProgram) =>
    (program.now.getTime() - program.one("subscription").started_at.getTime()) / 86_400_000;

  test("began with the oldest of them, in any order", () => {
    const [old, older, oldest] = [imported("in_3", 10), imported("in_2", 40), imported("in_1", 70)];
    for (const order of [
      [old, older, oldest],
      [oldest, older, old],
      [older, oldest, old],
    ]) {
      const program = recordAll(...order);
      expect(begunDaysAgo(program)).toBe(70);
      expect(program.one("subscription").began_with_renewal).toBe(false);
      expect(commissions(program)).toEqual([3_000, 3_000, 3_000]);
    }
  });

  test("began here where a click of ours began it", () => {
    expect(begunDaysAgo(recordAll(first({ day: 50 }), imported("in_9", 70)))).toBe(50);
  });

  test("did not begin with one that its provider reports: that is a sale of ours, and a renewal", () => {
    const unknown = saleImported({ transaction_id: "in_1", days_ago: 40 });
    expect(begunDaysAgo(recordAll(imported("in_2", 10), unknown, renewal("in_1")))).toBe(10);
  });
});

describe("two sales that turn out to be one payment", () => {
  test("make the one that stays the first of the other's subscription, with the customer either knew", () => {
    const known = sale({ transaction_id: "ch_1", click_id: "click-1", is_recurring: true });
    const program = recordAll(known, first(), identified("in_1", "ch_1"), renewal("in_2"));
    expect(row(program, "ch_1")).toMatchObject({ subscription_id: "sub_1", is_recurring: false });
    expect(program.one("subscription").customer_key).toBe("customer-1");
    expect(row(program, "in_2")?.customer_key).toBe("customer-1");
  });

  test("bring a renewal that was paid before the click the later of them was earned by", () => {
    const waiting = renewal("in_9");
    const later = [click(benId, { click_id: "click-3", day: 1 }), first({ payer: { click_id: "click-3" } })];
    const program = recordAll(call("ch_1"), waiting, ...later);
    expect(row(program, "in_9")).toBeUndefined();
    program.record(identified("in_1", "ch_1"));
    expect(row(program, "in_9")).toMatchObject({ partner_id: annaId, is_recurring: true });
  });

  test("are what the one that stays was of its own subscription: its renewal, on that one's terms", () => {
    const other = { subscription_id: "sub_2", payer: { click_id: "click-1" } };
    const renews = renewal("ch_2", { subscription_id: "sub_2" });
    const link = identified("ch_2", "in_1");
    const program = recordAll(payment({ transaction_id: "ch_1", ...other }), termsAre(50), renews, first(), link);
    expect(row(program, "ch_2")).toMatchObject({ subscription_id: "sub_2", is_recurring: true });
    expect(commissions(program)).toEqual([2_000, 2_000]);
  });

  test("are what the one that stays was of its own subscription: its first", () => {
    const began = payment({ transaction_id: "ch_1", subscription_id: "sub_2", payer: { click_id: "click-1" } });
    const program = recordAll(began, first(), identified("ch_1", "in_1"));
    expect(program.one("sale")).toMatchObject({ subscription_id: "sub_2", is_recurring: false });
  });

  test("leave a subscription that its first payment begins again, regardless of what became of the one taken for it", () => {
    const other = { subscription_id: "sub_2", payer: { click_id: "click-1" } };
    const program = recordAll(
      call("ch_0"),
      payment({ transaction_id: "ch_1", ...other }),
      renewal("ch_2", { subscription_id: "sub_2" }),
      renewal("in_2", { payer: { click_id: "click-1" } }),
      identified("ch_2", "in_2"),
      identified("ch_0", "ch_2"),
      first(),
    );
    expect(program.rows("sale").map(({ transaction_id }) => transaction_id)).toEqual(["ch_0", "ch_1", "in_1"]);
    const begun = program.rows("subscription").find(({ subscription_id }) => subscription_id === "sub_1");
    expect(begun?.first_sale_id).toBe(row(program, "in_1")?.sale_id);
  });
});

describe("a payment that a subscription's beginning names", () => {
  test("is no renewal, and stays the first where another of its payments says it is one too", () => {
    const program = recordAll(
      payment({ payer: { click_id: "click-1" } }),
      subscriptionStarted({ aliases: ["in_1"] }),
      payment({ transaction_id: "in_2", subscription_id: "sub_1", payer: { click_id: "click-2" } }),
      payment({ transaction_id: "in_3", subscription_id: "sub_1", is_recurring: true }),
    );
    const paid = program.rows("sale").map(({ partner_id, is_recurring }) => [partner_id, is_recurring]);
    expect(paid).toEqual([
      [annaId, false],
      [benId, false],
      [annaId, true],
    ]);
  });
});

test("whom a payer's name led to first stays that customer, regardless of who else pays by it", () => {
  const by = (customer_key: string | null, click_id: string | null = null) => ({
    payer: { customer_key, click_id, provider_customer_id: "stripe:cus_1" },
  });
  const program = recordAll(
    payment(by("customer-1", "click-1")),
    payment({ transaction_id: "in_2", ...by("customer-2", "click-1") }),
  );
  expect(program.one("identity")).toMatchObject({ partner_id: annaId, customer_key: "customer-1" });
});

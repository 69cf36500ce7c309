// History of before: it charges no fee and is paid once, whichever source reports the payment later, and customers keep their partner.
import { describe, expect, test } from "vitest";
import {
  anna,
  ben,
  byHand,
  click,
  couponAssigned,
  customerImported,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  payoutImported,
  programCreated,
  sale,
  saleImported,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId, payoutId] = [2, 3, 4];

function program(...events: readonly TestEvent[]): MemoryProgram {
  const one = new MemoryProgram();
  for (const each of [programCreated(), partnerJoined(anna), partnerJoined(ben), payoutImported(), ...events])
    one.record(each);
  return one;
}

const paid = { amount_cents: 3_000, currency: "USD", payout_id: payoutId } as const;

/** What is open to the partner: what is due and unpaid, and what was paid too much. */
function open(one: MemoryProgram): number {
  const due = one.rows("commission").filter(({ stage }) => stage !== "paid");
  return [...due, ...one.rows("adjustment")].reduce((sum, row) => sum + row.amount_cents, 0);
}

describe("an imported sale", () => {
  test("earns what the tool said, and charges no fee", () => {
    const one = program(saleImported());
    expect(one.one("sale")).toMatchObject({
      partner_id: annaId,
      amount_cents: 10_000,
      imported: { tool: "rewardful" },
    });
    expect(one.one("commission")).toMatchObject({ amount_cents: 3_000, status: "pending" });
    expect(one.rows("platform_fee")).toEqual([]);
  });

  test("that was paid is paid, in the payout that represents what the tool had paid", () => {
    const one = program(saleImported({ commission: paid }));
    expect(one.one("commission")).toMatchObject({ amount_cents: 3_000, stage: "paid" });
    expect(one.one("payout")).toMatchObject({ amount_cents: 3_000, item_count: 1, status: "paid", paid_at: null });
    expect(open(one)).toBe(0);
  });

  test("and a delivery of the same payment are one sale of ours, whichever comes first", () => {
    const imported = saleImported({ commission: paid });
    const delivered = payment({ transaction_id: "in_1", aliases: ["in_1", "ch_1"], payer: { click_id: "click-1" } });
    for (const order of [
      [imported, delivered],
      [delivered, imported],
    ]) {
      const one = program(click(annaId), ...order);
      expect(one.one("sale").imported).toBeNull();
      expect(one.one("platform_fee").amount_cents).toBe(350);
      // Two thousand are due by our rules, three were paid there: one thousand too much.
      expect(one.one("commission")).toMatchObject({ stage: "paid", amount_cents: 3_000 });
      expect(open(one)).toBe(-1_000);
    }
  });

  test("and a sale that turns out to be the same payment are one, and nothing is due twice", () => {
    const delivered = payment({ transaction_id: "pi_1", payer: { click_id: "click-1" } });
    const link: TestEvent = {
      source: "stripe",
      data: { type: "payment_identified", aliases: ["pi_1", "in_1"].map((value) => ({ kind: "id", value })) },
    };
    for (const order of [
      [delivered, saleImported({ commission: paid })],
      [saleImported({ commission: paid }), delivered],
    ]) {
      const one = program(click(annaId), ...order, link);
      expect(one.rows("sale")).toHaveLength(1);
      expect(open(one)).toBeLessThanOrEqual(0);
    }
  });

  test("reported again with another state has its latest state; what was paid stays paid", () => {
    const one = program(saleImported());
    const refersTo = one.one("sale").sale_id;
    const again = one.record(saleImported({ commission: null }));
    expect(again).toMatchObject({ outcome: "duplicate", reason: "same_payment", refersTo });
    expect(open(one)).toBe(0);
    one.record(saleImported({ commission: paid }));
    expect([open(one), one.one("payout").amount_cents]).toEqual([0, 3_000]);
    one.record(saleImported());
    expect(one.one("payout").amount_cents).toBe(3_000);
    one.record(saleImported({ commission: { ...paid, amount_cents: 2_500 } }));
    expect(one.one("payout")).toMatchObject({ amount_cents: 2_500, item_count: 1 });
    expect(open(one)).toBe(500);
  });

  test("cannot be paid in a payout that was not imported", () => {
    const one = program();
    expect(() => one.record(saleImported({ commission: { ...paid, payout_id: 99 } }))).toThrow("imported payout 99");
  });

  test("reported again under another name keeps what it learns from what waited under that one", () => {
    const waits = payment({ transaction_id: "pi_1", payer: { customer_key: "user-42" } });
    const aliases = ["in_1", "pi_1"].map((value) => ({ kind: "id", value }));
    const one = program(saleImported(), waits, saleImported({ aliases, commission: null }));
    expect(one.one("sale").customer_key).toBe("user-42");
    // Its provider reported it, so it is a sale of ours: a fifth of 10,000.
    expect(one.one("commission").amount_cents).toBe(2_000);
  });

  test("of a payment that is another partner's sale here changes nothing", () => {
    const one = program(click(benId), payment({ payer: { click_id: "click-1" } }));
    const before = one.dump(["sale", "commission", "payout", "payout_item"]);
    expect(one.record(saleImported())).toMatchObject({
      outcome: "ignored",
      reason: "attributed_to_another",
      refersTo: one.one("sale").sale_id,
    });
    expect(one.dump(["sale", "commission", "payout", "payout_item"])).toBe(before);
  });

  test("of a payment that came too late here is no sale here either, and what was paid for it is paid", () => {
    const late = payment({ payer: { click_id: "click-1" }, day: 90 });
    const one = program(click(benId), late);
    expect(one.record(saleImported({ commission: paid }))).toMatchObject({
      outcome: "duplicate",
      reason: "attribution_window_expired",
      refersTo: one.log.at(-2)?.id,
    });
    expect([one.rows("sale"), one.rows("commission")]).toEqual([[], []]);
    expect(one.one("payout")).toMatchObject({ amount_cents: 3_000, item_count: 1 });
  });

  test.each([[{ external_id: "another" }], [{ tool: "tolt" } as const]])(
    "stays what was said of it first where %j says otherwise",
    (other) => {
      const one = program(saleImported());
      const refersTo = one.one("sale").sale_id;
      const said = saleImported({ ...other, commission: { ...paid, payout_id: null, amount_cents: 9_000 } });
      expect(one.record(said)).toMatchObject({ outcome: "ignored", reason: "other_commission", refersTo });
      expect([one.one("sale").imported?.tool, open(one)]).toEqual(["rewardful", 3_000]);
    },
  );

  test("is whom the import says when a report of it came before what its later report names", () => {
    // Reported too late on day 100, as in_1; imported as pi_1; then both turn out to be one, by a report that names Ben's later customer.
    const late = payment({ transaction_id: "in_1", payer: { click_id: "click-1" }, day: 100 });
    const imported = saleImported({ transaction_id: "pi_1", partner_id: annaId, commission: paid, day: 101 });
    const bens = customerImported({ partner_id: benId, customer_key: "customer-1", day: 102 });
    const both = payment({
      transaction_id: "in_1",
      aliases: ["in_1", "pi_1"],
      payer: { customer_key: "customer-1" },
      day: 102,
    });
    const one = program(click(benId), late, imported, bens, both);
    expect(one.one("sale")).toMatchObject({ sale_id: 9, partner_id: annaId, imported: null });
    expect(one.one("commission")).toMatchObject({ partner_id: annaId, status: "paid", amount_cents: 3_000 });
    const withoutLate = program(click(benId), imported, bens, both);
    expect(withoutLate.one("sale")).toMatchObject({ partner_id: benId });
  });

  test("in a currency that is not supported is no sale", () => {
    const one = program();
    expect(one.record(saleImported({ currency: "CAD" }))).toMatchObject({
      outcome: "ignored",
      reason: "unsupported_currency",
    });
    expect(one.rows("sale")).toEqual([]);
  });

  test("that is refunded later is taken off what is owed, and is on no statement", () => {
    const one = program(saleImported({ commission: paid }), paymentRefunded({ alias: "in_1", amount_cents: 5_000 }));
    expect(open(one)).toBe(-1_500);
    expect(one.rows("sale_change")).toEqual([]);
  });

  test("given to another partner by hand earns that one what the tool said", () => {
    const one = program(saleImported({ commission: paid }));
    const { sale_id: saleId } = one.one("sale");
    one.record(byHand.remove(saleId));
    one.record(byHand.set(saleId, benId));
    expect(one.one("commission")).toMatchObject({ partner_id: benId, amount_cents: 3_000 });
    expect(one.one("adjustment")).toMatchObject({ partner_id: annaId, amount_cents: -3_000 });
  });
});

describe("anything learned of an imported sale", () => {
  const whole = (code: MemoryProgram) =>
    code.rows("commission").map(({ partner_id, amount_cents }) => [partner_id, amount_cents]);

  test("it earns what the tool said, also past the period that its subscription earns for", () => {
    const firstOnly = { type: "percentage", rate_bps: 2_000, duration_months: 0 } as const;
    const one = new MemoryProgram();
    const renewal = { subscription_id: "sub_1", is_recurring: true };
    for (const event of [
      programCreated({ commission: firstOnly }),
      partnerJoined(anna),
      partnerJoined(ben),
      click(benId),
      payment({ transaction_id: "in_9", subscription_id: "sub_1", payer: { click_id: "click-1" } }),
      saleImported(),
      // In a currency in which nothing can be a sale here.
      payment({ transaction_id: "in_1", currency: "GBP", ...renewal }),
    ])
      one.record(event);
    // It is known to renew what another partner began, and stays whom and what the tool said.
    expect(whole(one)).toEqual([
      [benId, 2_000],
      [annaId, 3_000],
    ]);
    expect(one.rows("sale").map(({ is_recurring, reason }) => [is_recurring, reason])).toEqual([
      [false, null],
      [true, "amount_differs"],
    ]);
  });

  test("another amount than its provider's is marked, and the provider's holds, whichever comes first", () => {
    const link: TestEvent = {
      source: "stripe",
      data: { type: "payment_identified", aliases: ["pi_1", "in_1"].map((value) => ({ kind: "id", value })) },
    };
    const delivered = payment({ transaction_id: "pi_1", payer: { click_id: "click-1" } });
    for (const order of [
      [delivered, saleImported({ amount_cents: 9_000 })],
      [saleImported({ amount_cents: 9_000 }), delivered],
    ]) {
      expect(program(click(annaId), ...order, link).one("sale")).toMatchObject({
        amount_cents: 10_000,
        reason: "amount_differs",
      });
    }
  });

  test("where a decision by hand had made its payment a sale, undoing it leaves a sale of ours, whose the import says", () => {
    const one = program(payment({ payer: { provider_customer_id: "stripe:cus_9" } }));
    const waits = one.log.at(-1)?.id ?? 0;
    for (const event of [byHand.set(waits, benId), saleImported(), byHand.undo(waits)]) one.record(event);
    expect([whole(one), open(one)]).toEqual([[[annaId, 2_000]], 2_000]);
    expect(one.one("payout")).toMatchObject({ amount_cents: 0, item_count: 0 });
  });

  test("where a decision by hand had made its payment a sale, undoing it leaves what was paid there paid once", () => {
    const one = program(payment({ payer: { provider_customer_id: "stripe:cus_9" } }));
    const waits = one.log.at(-1)?.id ?? 0;
    for (const event of [byHand.set(waits, benId), saleImported({ commission: paid }), byHand.undo(waits)])
      one.record(event);
    expect(one.one("sale")).toMatchObject({ partner_id: annaId, imported: null });
    expect(one.one("payout")).toMatchObject({ amount_cents: 3_000, item_count: 1 });
    expect([whole(one), open(one)]).toEqual([[[annaId, 3_000]], -1_000]);
    expect(one.replay(3).dump()).toBe(one.dump());
  });
});

describe("what an imported sale says of its customer and its subscription", () => {
  test("earns its partner all that customer's later payments, by each of their names", () => {
    const named = { customer_key: "user-42", provider_customer_id: "stripe:cus_1", email_hash: "e1" };
    const later = [{ customer_key: "user-42" }, { provider_customer_id: "stripe:cus_1" }, { email_hash: "e1" }];
    const paying = later.map((payer, index) => payment({ transaction_id: `in_${index + 2}`, payer }));
    const one = program(saleImported(named), click(benId), ...paying);
    expect(one.rows("sale").map(({ partner_id }) => partner_id)).toEqual([annaId, annaId, annaId, annaId]);
    expect(one.one("customer").first_sale_id).toBe(one.rows("sale")[0]?.sale_id);
  });

  test("is learned from a report of the payment that waited, too", () => {
    const waits = payment({ payer: { customer_key: "user-42" } });
    expect(program(waits, saleImported()).one("sale").customer_key).toBe("user-42");
  });

  test("is what was known of the subscription where it names none itself", () => {
    const of = (transaction_id: string, customer_key: string | null) =>
      saleImported({ transaction_id, customer_key, subscription_id: "sub_1" });
    const one = program(of("in_1", "user-42"), of("in_2", null), saleImported({ transaction_id: "in_3" }));
    const kept = one.rows("sale").map((row) => [row.customer_key, row.sale_type, row.is_recurring]);
    expect(kept).toEqual([
      ["user-42", "subscription", false],
      ["user-42", "subscription", true],
      [null, "payment", false],
    ]);
  });

  test("does not change the currency that its commission is in", () => {
    const euros = { amount_cents: 3_000, currency: "EUR", payout_id: null } as const;
    expect(program(saleImported({ commission: euros })).one("commission")).toMatchObject({ currency: "EUR" });
    expect(program(saleImported({ commission: null })).one("commission")).toMatchObject({ currency: "USD" });
  });
});

describe("an imported customer", () => {
  test("stays with the partner who brought them where a code comes first", () => {
    const one = new MemoryProgram();
    for (const event of [
      programCreated({ coupon_precedence: "coupon" }),
      partnerJoined(anna),
      partnerJoined(ben),
      couponAssigned(benId, "BEN10"),
      customerImported({ customer_key: "user-42" }),
      sale({ customer_key: "user-42", coupon_code: "ben10" }),
    ])
      one.record(event);
    expect(one.one("sale")).toMatchObject({ partner_id: annaId, coupon_code: "BEN10" });
  });

  test("is the partner's who brought them, regardless of the click they come by later", () => {
    const named = { provider_customer_id: "stripe:cus_1", customer_key: "user-42", click_id: "click-1" };
    const one = program(customerImported(), click(benId), payment({ payer: named, day: 1 }));
    expect(one.one("sale")).toMatchObject({ partner_id: annaId, customer_key: "user-42" });
    one.record(sale({ transaction_id: "order-2", customer_key: "user-42", click_id: null }));
    expect(one.rows("sale").map(({ partner_id }) => partner_id)).toEqual([annaId, annaId]);
  });

  test("goes on earning by a subscription that began before, and by nothing else past the window", () => {
    const renewal = { is_recurring: true, subscription_id: "sub_1", payer: { provider_customer_id: "stripe:cus_1" } };
    const one = program(customerImported(), payment({ ...renewal, transaction_id: "in_9", day: 300 }));
    expect(one.one("sale")).toMatchObject({ partner_id: annaId, subscription_id: "sub_1" });
    const other = program(customerImported(), payment({ payer: renewal.payer, day: 300 }));
    expect(other.rows("sale")).toEqual([]);
  });

  test("settles a payment that waited for them, where they were brought before it", () => {
    const one = program(
      payment({ payer: { provider_customer_id: "stripe:cus_1" }, day: 5 }),
      customerImported({ day: 5 }),
    );
    expect(one.one("sale").partner_id).toBe(annaId);
  });

  test("whom only a browser claimed for another is the partner's who brought them, and the claim is settled", () => {
    const one = program(click(benId), lead({ source: "browser" }));
    expect(one.record(customerImported({ customer_key: "customer-1" })).outcome).toBe("recorded");
    expect(one.one("customer")).toMatchObject({ partner_id: annaId, is_provisional: false });
    expect(one.one("lead")).toMatchObject({ partner_id: annaId, is_provisional: false });
  });

  test.each([{ customer_key: "user-42" }, { provider_customer_id: "stripe:cus_1" }, { email_hash: "e1" }])(
    "known as %j brings what they paid since they were brought, also before the import",
    (name) => {
      const nameless = { customer_key: null, provider_customer_id: null, email_hash: null };
      const brought = (days_ago: number) => customerImported({ ...nameless, ...name, day: 50, days_ago });
      const waits = payment({ payer: name, day: 5 });
      expect(program(waits, brought(48)).one("sale").partner_id).toBe(annaId);
      expect(program(waits, brought(40)).rows("sale")).toEqual([]);
    },
  );

  test("is known by no name that the tool did not say", () => {
    const one = program(customerImported({ customer_key: "user-42", provider_customer_id: null }));
    expect([one.one("customer").customer_key, one.rows("identity")]).toEqual(["user-42", []]);
  });

  test("is known from the import on where the tool says they will be brought", () => {
    const one = program(
      customerImported({ days_ago: -5 }),
      payment({ payer: { provider_customer_id: "stripe:cus_1" } }),
    );
    expect(one.one("sale").partner_id).toBe(annaId);
  });

  test("whom the same partner brought here stays bound by that click, and is known by the names the tool had", () => {
    const bought = sale({ click_id: "click-1", customer_key: "customer-1" });
    const one = program(click(annaId), bought);
    expect(one.record(customerImported({ customer_key: "customer-1" })).outcome).toBe("recorded");
    expect(one.one("customer").click_id).toBe("click-1");
    one.record(payment({ payer: { provider_customer_id: "stripe:cus_1" } }));
    expect(one.rows("sale").map(({ partner_id }) => partner_id)).toEqual([annaId, annaId]);
  });

  test("by a name that led to another here leaves it to that one", () => {
    const names = { provider_customer_id: "stripe:cus_1" };
    const bens = payment({ payer: { ...names, click_id: "click-1" } });
    const one = program(click(benId), bens, customerImported(), payment({ transaction_id: "in_2", payer: names }));
    expect(one.rows("sale").map(({ partner_id }) => partner_id)).toEqual([benId, benId]);
  });

  test("bound to another partner here stays with that one", () => {
    const one = program(click(benId), sale({ click_id: "click-1", customer_key: "customer-1" }));
    const reported = one.record(customerImported({ customer_key: "customer-1" }));
    expect(reported).toMatchObject({ outcome: "ignored", reason: "customer_bound" });
    expect(one.one("customer").partner_id).toBe(benId);
  });
});

// Discount codes, as far as each provider's deliveries name them. Each takes a published delivery and puts in the field as the
// provider's documentation or its own types have it; fixtures/SOURCES.md says where each is written down.
import { describe, expect, test } from "vitest";
import { factOf, paymentOf } from "../support/readings.ts";

const inObject = (...path: string[]): string[] => ["data", "object", ...path];
const inData = (...path: string[]): string[] => ["data", ...path];
const inCreem = (...path: string[]): string[] => ["object", ...path];

const session = "stripe/checkout.session.completed.payment-link.written";
const discounted = { coupon: "Z4OV52SU", promotion_code: "promo_1MiM6K" };
const oldDiscount = {
  id: "di_1",
  object: "discount",
  coupon: { id: "Z4OV52SU", name: "20%" },
  promotion_code: "promo_1MiM6K",
};

describe("Stripe reports", () => {
  test("of a session the ids of its promotion codes and coupons, in its order, and codes where they are expanded", () => {
    expect(
      factOf("stripe/checkout.session.completed.subscription.2025-03-31.basil", [
        inObject("discounts"),
        [discounted, { coupon: null, promotion_code: { id: "promo_2", code: "BEN10" } }],
      ]),
    ).toMatchObject({ discounts: ["promo_1MiM6K", "Z4OV52SU", "BEN10", "promo_2"] });
  });

  test("of an invoice the discount as before 2025-03-31, and nothing where only a discount's own id is given", () => {
    const invoice = "stripe/invoice.payment_succeeded.2020-08-27";
    expect(paymentOf(invoice, [inObject("discount"), oldDiscount])).toMatchObject({
      discounts: ["promo_1MiM6K", "Z4OV52SU"],
    });
    expect(paymentOf(invoice, [inObject("discounts"), ["di_1"]])).not.toHaveProperty("discounts");
  });
});

test("Paddle reports the id of a transaction's discount", () => {
  const reported = paymentOf("paddle/transaction.completed", [inData("discount_id"), "dsc_01gtf15svsqzgp9325ss4ebmwt"]);
  expect(reported).toMatchObject({ discounts: ["dsc_01gtf15svsqzgp9325ss4ebmwt"] });
});

test("Polar reports an order's discount with its code", () => {
  const reported = paymentOf("polar/order.paid.purchase.written", [
    inData("discount"),
    { duration: "once", type: "fixed", amount: 123, id: "7f6b", name: "Anna", code: "ANNA20" },
  ]);
  expect(reported).toMatchObject({ discounts: ["ANNA20", "7f6b"] });
});

test("Dodo reports a payment's discounts, and a single one in older deliveries", () => {
  const payment = "dodo/payment.succeeded";
  expect(paymentOf(payment, [inData("discount_id"), "dsc_1"])).toMatchObject({ discounts: ["dsc_1"] });
  expect(
    paymentOf(payment, [inData("discounts"), [{ discount_id: "dsc_1", code: "ANNA20", position: 0 }]]),
  ).toMatchObject({ discounts: ["ANNA20", "dsc_1"] });
});

test("Creem reports the id of an order's discount", () => {
  const reported = factOf("creem/checkout.completed", [inCreem("order", "discount"), "dis_1"]);
  expect(reported).toMatchObject({ discounts: ["dis_1"] });
});

test("a payment is read although its discount is malformed", () => {
  for (const strange of [7, "", { code: { id: {} } }, [null, [[[[["deep"]]]]]], "x".repeat(300)]) {
    const reported = paymentOf("polar/order.paid.purchase.written", [inData("discount"), strange]);
    expect(reported).toMatchObject({ amount_cents: expect.any(Number) });
  }
  const many = Array.from({ length: 50 }, (_, index) => ({ promotion_code: `promo_${index}` }));
  expect(factOf(session, [inObject("discounts"), many])).toMatchObject({
    discounts: Array.from({ length: 10 }, (_, index) => `promo_${index}`),
  });
});

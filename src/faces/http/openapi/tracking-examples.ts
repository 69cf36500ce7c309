// A realistic body of each tracking call; a test sends each to a running service.
import type { Example } from "./model.ts";

const clickId = "clk_1_q83vEjRWeJCrze8SNFZ4kA";

export const trackingExamples = {
  click: {
    live: {
      summary: "A visitor came through an affiliate link",
      value: { affiliate_url: "https://shop.example/?aff=anna", page_url: "https://shop.example/pricing" },
    },
    test: { summary: "A test click", value: { additional_data: { test_mode: true, program_id: 1 } } },
  },
  lead: {
    live: {
      summary: "A customer signed up",
      value: { click_id: clickId, customer_key: "user-42", email: "ann@example.com" },
    },
    test: {
      summary: "A test lead",
      value: { customer_key: "user-42", additional_data: { test_mode: true, program_id: 1 } },
    },
  },
  sale: {
    live: {
      summary: "A payment",
      value: { transaction_id: "order-1001", amount_cents: 4900, currency: "USD", customer_key: "user-42" },
    },
    subscription: {
      summary: "The first payment of a subscription",
      value: {
        transaction_id: "invoice-2001",
        amount_cents: 1900,
        currency: "USD",
        customer_key: "user-42",
        sale_type: "subscription",
        subscription_id: "sub-7",
        subscription_interval: "monthly",
        product_id: "pro",
      },
    },
    test: { summary: "Does the key work?", value: { additional_data: { test_mode: true } } },
  },
  refund: {
    part: {
      summary: "A part of a sale",
      value: {
        transaction_id: "order-1001",
        refund_amount_cents: 1000,
        refund_id: "refund-1",
        refund_reason: "damaged",
      },
    },
    rest: { summary: "All that is left of it", value: { transaction_id: "order-1001" } },
  },
  "payment-reference": {
    transfer: {
      summary: "A bank transfer that is to come",
      value: {
        provider: "sepay",
        reference: "ORDER1002",
        customer_key: "user-42",
        amount_cents: 250_000,
        currency: "VND",
      },
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Example>>>>;

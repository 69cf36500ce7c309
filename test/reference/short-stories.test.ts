// The shortest histories on which the reference model and the projector have disagreed, each under what both say now.
// Random histories hold the projector to the same; these say at once what broke.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  refund,
  sale,
  subscriptionStarted,
} from "../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../support/memory-program.ts";
import { comparedRows, figuresOfBooks, figuresOfModel } from "./figures.ts";

const [annaId, benId] = [2, 3];

type Story = {
  readonly what: string;
  readonly settings?: Partial<Settings>;
  readonly story: readonly TestEvent[];
};

const stripe = (data: TestEvent["data"]): TestEvent => ({ source: "stripe", data });
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const on = (day: number, event: TestEvent): TestEvent => ({ ...event, day });
const named = (...names: string[]) => names.map((value) => ({ kind: "id", value }));
const identified = (...names: string[]) => stripe({ type: "payment_identified", aliases: named(...names) });
const failed = (amount_cents: number | null) =>
  stripe({ type: "refund_failed", aliases: named("in_1"), refund_id: "re_1", amount_cents });
const annasClick = click(annaId);
const bensClick = click(benId, { click_id: "click-2" });
const byClick = (transaction_id: string, click_id = "click-1") =>
  sale({ transaction_id, customer_key: null, click_id });
const sold = payment({ payer: { click_id: "click-1" } });
const refundCall = refund({ transaction_id: "in_1", refund_amount_cents: 3_000 });
const disputed = { aliases: named("in_1"), dispute_id: "dp_1", currency: null };
const first = payment({ subscription_id: "sub_1", payer: { click_id: "click-1" } });
const renewal = payment({ transaction_id: "pi_2", subscription_id: "sub_1", is_recurring: true });
const annaLeaves = operator({ type: "partner_changed", partner_id: annaId, name: null, status: "inactive" });
const half = { type: "percentage", rate_bps: 5_000, duration_months: null } as const;

const stories: readonly Story[] = [
  {
    what: "of two waiting reports of a payment, the earlier one becomes the sale when one event brings what both wait for",
    story: [
      annasClick,
      payment({ payer: { provider_customer_id: "cus_1" } }),
      on(1, payment({ payer: { customer_key: "customer-1" } })),
      payment({
        transaction_id: "in_2",
        payer: { click_id: "click-1", customer_key: "customer-1", provider_customer_id: "cus_1" },
      }),
    ],
  },
  {
    what: "a refund that failed is failed also where the brand reported it",
    story: [annasClick, sold, refundCall, paymentRefunded({ amount_cents: 3_000 }), failed(3_000)],
  },
  {
    what: "a refund that failed is taken out of the running total also when it failed before its amount was reported",
    story: [
      annasClick,
      sold,
      failed(null),
      paymentRefunded({ refund_id: null, cumulative_cents: 5_000 }),
      paymentRefunded({ amount_cents: 5_000 }),
    ],
  },
  {
    what: "a provider's refund without an id is the brand's of the same amount, and not the provider's with an id",
    story: [
      annasClick,
      sold,
      refundCall,
      paymentRefunded({ amount_cents: 3_000 }),
      paymentRefunded({ refund_id: null, amount_cents: 3_000 }),
    ],
  },
  {
    what: "a lost dispute takes what its opening says it was about, also when the opening is reported last",
    story: [
      annasClick,
      sold,
      stripe({ type: "dispute_closed", result: "lost", amount_cents: null, ...disputed }),
      stripe({ type: "dispute_opened", amount_cents: 5_000, ...disputed }),
    ],
  },
  {
    what: "a subscription's period counts from its first sale, also when that turned out to be the first by another's words",
    settings: { commission: { type: "percentage", rate_bps: 2_000, duration_months: 1 } },
    story: [
      annasClick,
      byClick("in_1"),
      on(5, payment({ transaction_id: "pi_1", subscription_id: "sub_1", payer: { click_id: "click-1" } })),
      identified("in_1", "pi_1"),
      on(33, renewal),
    ],
  },
  {
    what: "a payment that turns out to be a renewal pays whom the subscription pays, whoever reported it first",
    story: [annasClick, bensClick, first, byClick("in_2", "click-2"), renewal, identified("in_2", "pi_2")],
  },
  {
    what: "a subscription's beginning that settles its own first payment teaches the payment's other names",
    story: [
      annasClick,
      payment({ subscription_id: "sub_1" }),
      subscriptionStarted({ payer: { click_id: "click-1" }, aliases: ["in_1", "cs_1"] }),
      paymentRefunded({ alias: "cs_1", amount_cents: 5_000 }),
    ],
  },
  {
    what: "the names reported by a delivery that earned nobody are one payment's, which counts once",
    story: [
      annasClick,
      bensClick,
      annaLeaves,
      payment({ aliases: ["in_1", "pi_1"], payer: { click_id: "click-1" } }),
      byClick("in_1", "click-2"),
      byClick("pi_1", "click-2"),
    ],
  },
  {
    what: "the names reported of an expired payment are expired with it",
    story: [
      annasClick,
      on(90, byClick("in_1")),
      payment({ aliases: ["in_1", "pi_1"] }),
      bensClick,
      byClick("pi_1", "click-2"),
    ],
  },
  {
    what: "a binding is frozen by a sale that knows its customer only from its subscription",
    story: [
      annasClick,
      lead(),
      subscriptionStarted({ payer: { customer_key: "customer-1" } }),
      payment({ subscription_id: "sub_1" }),
      on(1, bensClick),
      lead({ click_ids: ["click-2"] }),
      sale(),
    ],
  },
  {
    what: "renewals go by the terms of the subscription's first sale, whatever product a second report names",
    story: [
      annasClick,
      operator({ type: "policy_set", product_id: "pro", commission: half }),
      byClick("in_1"),
      payment({ subscription_id: "sub_1", product_id: "pro" }),
      renewal,
    ],
  },
  {
    what: "a payment by a click settles the customer whom a browser claimed with it, also when a lead without a name came first",
    settings: { lead_auth: "server_required" },
    story: [
      annasClick,
      lead({ customer_key: null, source: "browser" }),
      lead({ source: "browser" }),
      payment({ payer: { customer_key: "customer-1" } }),
      byClick("in_2"),
    ],
  },
  {
    what: "flat terms pay nothing for a sale of nothing",
    settings: { commission: { type: "flat", amount_cents: 700, currency: "EUR", duration_months: null } },
    story: [annasClick, payment({ amount_cents: 0, payer: { click_id: "click-1" } }), byClick("in_2")],
  },
];

describe("the model and the projector agree that", () => {
  test.each(stories.map((one) => [one.what, one] as const))("%s", (_, { settings, story }) => {
    const program = new MemoryProgram();
    program.record(programCreated(settings));
    program.record(partnerJoined(anna));
    program.record(partnerJoined(ben));
    for (const event of story) program.record(event);
    const figures = (books: MemoryProgram) =>
      figuresOfBooks(
        program.log,
        comparedRows((name) => books.rows(name)),
      );
    expect(figures(program)).toEqual(figuresOfModel(program.log));
    expect(figures(program.replay(program.log.length))).toEqual(figures(program));
  });
});

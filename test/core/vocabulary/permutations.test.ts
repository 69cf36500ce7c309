// One payment's story reported in every order, and more than once, ends in the same money.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventData } from "../../../src/core/rules/events/events.ts";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  byHand,
  click,
  customerImported,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  refund,
  sale,
  saleImported,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";
import { runsOf } from "../../support/property-runs.ts";

const runs = runsOf(1_500, 50);

function identified(...aliases: string[]): TestEvent {
  return {
    source: "stripe",
    data: { type: "payment_identified", aliases: aliases.map((value) => ({ kind: "id", value })) },
  };
}

function dispute(what: "open" | "won" | "lost", alias: string, amount_cents: number | null = null): TestEvent {
  const rest = { aliases: [{ kind: "id", value: alias }], dispute_id: "dp_1", amount_cents, currency: "USD" };
  const data: EventData =
    what === "open" ? { type: "dispute_opened", ...rest } : { type: "dispute_closed", result: what, ...rest };
  return { source: "stripe", data };
}

/** Anna is the second event of the program, and her id is that event's. */
const annasClick = click(2);
const session = subscriptionStarted({
  payer: { click_id: "click-1", customer_key: "customer-1" },
  aliases: ["cs_1", "in_1"],
});
const firstInvoice = payment({ transaction_id: "in_1", subscription_id: "sub_1" });
const renewal = payment({ transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true });
const directSale = sale({ transaction_id: "cs_1", customer_key: null, click_id: "click-1" });
const refundOfRenewal = paymentRefunded({ alias: "pi_2", refund_id: "re_1", amount_cents: 2_500 });
const restOfRenewal = paymentRefunded({ alias: "pi_2", refund_id: "re_2", amount_cents: 7_500 });

const importedSale = saleImported({ transaction_id: "in_1", aliases: [{ kind: "id", value: "in_1" }] });

/** What the three parties are owed, without the ids and times that follow from the order of receipt. */
function money(program: MemoryProgram): unknown {
  const commissions = new Map(program.rows("commission").map((row) => [row.sale_id, row]));
  const fees = new Map(program.rows("platform_fee").map((row) => [row.sale_id, row]));
  const nameOf = (saleId: number) =>
    program
      .rows("payment_alias")
      .filter((row) => paymentOf(program, row.payment_id) === saleId)
      .map((row) => row.alias)
      .filter((alias) => alias.startsWith("in_"));
  return program
    .rows("sale")
    .map((row) => ({
      names: nameOf(row.sale_id),
      amount: row.amount_cents,
      refunded: row.refunded_cents,
      status: row.status,
      partner: row.partner_id,
      subscription: row.subscription_id,
      recurring: row.is_recurring,
      reason: row.reason,
      commission: pick(commissions.get(row.sale_id)),
      fee: pick(fees.get(row.sale_id)),
    }))
    .sort((a, b) => (a.names.join() < b.names.join() ? -1 : 1));
}

/** A report that turned out to repeat another leads to that one. */
function paymentOf(program: MemoryProgram, reportedBy: number): number {
  const outcome = program.rows("outcome").find((row) => row.event_id === reportedBy);
  return outcome?.outcome === "duplicate" && outcome.refers_to !== null
    ? paymentOf(program, outcome.refers_to)
    : reportedBy;
}

function pick(row: { amount_cents: number; amount_at_sale_cents: number; status?: string } | undefined): unknown {
  return row && [row.amount_cents, row.amount_at_sale_cents, row.status];
}

function record(order: readonly TestEvent[], settings: Partial<Settings>): MemoryProgram {
  const program = new MemoryProgram();
  program.record(programCreated(settings));
  program.record(partnerJoined(anna));
  // A call that names an unknown click is refused, a delivery waits for it: only deliveries' stories include the click.
  if (!order.includes(annasClick)) program.record(annasClick);
  for (const event of order) program.record(event);
  return program;
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

const stories: [string, readonly TestEvent[]][] = [
  [
    "a click, a checkout, its first invoice, a renewal and its refunds",
    [annasClick, session, firstInvoice, renewal, identified("in_2", "pi_2"), refundOfRenewal],
  ],
  [
    "a click, a payment, a dispute that is won and a full refund",
    [
      annasClick,
      payment({ transaction_id: "in_1", aliases: ["in_1", "pi_1"], payer: { click_id: "click-1" } }),
      dispute("open", "pi_1"),
      dispute("won", "pi_1"),
      paymentRefunded({ alias: "pi_1", amount_cents: 10_000 }),
    ],
  ],
  ["a subscription's beginning", [lead(), session, firstInvoice, directSale]],
  [
    "a checkout, its first invoice, the brand's own call and a renewal",
    [session, firstInvoice, directSale, renewal, identified("in_2", "pi_2")],
  ],
  [
    "a renewal refunded by the name of its payment intent",
    [session, firstInvoice, renewal, identified("in_2", "pi_2"), refundOfRenewal, restOfRenewal],
  ],
  [
    "a payment reported by its session and its invoice, and a dispute that is lost",
    [
      payment({ transaction_id: "in_1", aliases: ["cs_1", "pi_1", "in_1"], payer: { click_id: "click-1" } }),
      payment({ transaction_id: "in_1", aliases: ["in_1"] }),
      sale({ transaction_id: "pi_1", customer_key: null, click_id: "click-1" }),
      dispute("open", "pi_1"),
      dispute("lost", "pi_1"),
      paymentRefunded({ alias: "cs_1", amount_cents: 4_000 }),
    ],
  ],
  [
    "a dispute that is won after a partial refund",
    [
      payment({ transaction_id: "in_1", aliases: ["pi_1", "in_1"], payer: { customer_key: "customer-1" } }),
      lead(),
      dispute("open", "pi_1"),
      dispute("won", "pi_1"),
      paymentRefunded({ alias: "in_1", amount_cents: 3_333 }),
      paymentRefunded({ alias: "in_1", refund_id: null, cumulative_cents: 3_333 }),
    ],
  ],
  [
    "an imported sale, imported twice, its refund and a dispute that is lost",
    [
      importedSale,
      importedSale,
      identified("in_1", "pi_1"),
      paymentRefunded({ alias: "pi_1", refund_id: "re_1", amount_cents: 2_500 }),
      dispute("open", "in_1", 7_500),
      dispute("lost", "in_1", 7_500),
    ],
  ],
  [
    "an imported customer, and a payment that names the customer at its provider alone",
    [
      customerImported({ customer_key: "customer-1", email_hash: "hash-1" }),
      payment({ transaction_id: "in_1", aliases: ["in_1", "pi_1"], payer: { provider_customer_id: "stripe:cus_1" } }),
      payment({ transaction_id: "in_2", payer: { email_hash: "hash-1" } }),
      paymentRefunded({ alias: "pi_1", amount_cents: 4_000 }),
    ],
  ],
];

describe.each([
  ["for life", null],
  ["for a year", 12],
  ["for the first payment only", 0],
])("with a commission %s", (_, duration_months) => {
  const settings: Partial<Settings> = { commission: { type: "percentage", rate_bps: 2_000, duration_months } };

  test.each(stories)("%s ends in the same money in every order", (_name, story) => {
    const expected = money(record(story, settings));
    for (const order of permutations(story)) {
      expect(money(record(order, settings)), order.map(describeEvent).join(" > ")).toEqual(expected);
    }
  });

  test("a long story with repetitions ends in the same money in random orders", () => {
    const story = [
      lead(),
      session,
      firstInvoice,
      directSale,
      renewal,
      identified("in_2", "pi_2"),
      refundOfRenewal,
      restOfRenewal,
      payment({ transaction_id: "in_3", subscription_id: "sub_1", is_recurring: true }),
      dispute("open", "in_3", 5_000),
      dispute("lost", "in_3", 5_000),
    ];
    const expected = money(record(story, settings));
    const shuffled = fc.shuffledSubarray([...story, ...story], { minLength: story.length * 2 });
    fc.assert(
      fc.property(shuffled, (order) => {
        expect(money(record(order, settings)), order.map(describeEvent).join(" > ")).toEqual(expected);
      }),
      runs,
    );
  });
});

test("each a day after the one before, a click earns what it came before, and nothing else", () => {
  const story = [annasClick, lead(), session, firstInvoice, renewal];
  for (const order of permutations(story)) {
    const program = new MemoryProgram();
    const reported = order.map((one, day) => ({ ...one, day }));
    for (const one of [programCreated(), partnerJoined(anna), ...reported]) program.record(one);
    const place = (one: TestEvent) => order.indexOf(one);
    const isEarned = (one: TestEvent) => place(annasClick) < place(one);
    // A beginning that came before the click leads to no partner: then only the other's metadata could, and these have none.
    const earned = isEarned(session) ? [firstInvoice, renewal].filter(isEarned) : [];
    expect(program.rows("sale"), order.map(describeEvent).join(" > ")).toHaveLength(earned.length);
  }
});

test.each([
  ["given to a partner", 1, (event: number) => [byHand.set(event, 2)]],
  ["given and taken away", 0, (event: number) => [byHand.set(event, 2), byHand.remove(event)]],
  [
    "given, taken away and given back",
    1,
    (event: number) => [byHand.set(event, 2), byHand.remove(event), byHand.undo(event), byHand.set(event, 2)],
  ],
])("a waiting payment that is %s is the same money in every order of its events", (_, sales, decide) => {
  const story = [
    payment({ transaction_id: "in_1", aliases: ["in_1", "pi_1"], payer: { provider_customer_id: "stripe:cus_9" } }),
    paymentRefunded({ alias: "pi_1", amount_cents: 4_000 }),
    dispute("open", "in_1", 1_000),
    dispute("won", "in_1", 1_000),
    identified("pi_1", "ch_1"),
  ];
  const decided = permutations(story).map((order) => {
    const program = record(order, {});
    const waits = program.log.find(({ data }) => data.type === "payment_succeeded");
    for (const one of decide(waits?.id ?? 0)) program.record(one);
    expect(program.rows("sale")).toHaveLength(sales);
    return JSON.stringify(money(program));
  });
  expect(new Set(decided).size).toBe(1);
});

test("a refund call, in any order of its parts, reduces exactly", () => {
  const parts = [3_333, 3_333, 3_334].map((refund_amount_cents, index) =>
    refund({ transaction_id: "in_1", refund_id: `part-${index}`, refund_amount_cents }),
  );
  for (const order of permutations(parts)) {
    const program = record([sale({ transaction_id: "in_1", customer_key: null, click_id: "click-1" }), ...order], {});
    expect(program.one("commission")).toMatchObject({ amount_cents: 0, status: "reversed" });
  }
});

function describeEvent({ data }: TestEvent): string {
  if ("transaction_id" in data) return `${data.type} ${data.transaction_id}`;
  if ("aliases" in data) return `${data.type} ${data.aliases.map((alias) => alias.value).join("+")}`;
  return data.type;
}

// A payment whose amount is reported roughly, in parts, or exactly: the same books in every order, and the exact amount in them.
import { describe, expect, test } from "vitest";
import {
  anna,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  sale,
  saleImported,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const annaId = 2;
const byClick = { click_id: "click-1" };

/** Roughly as a total, as an invoice reports it. */
const invoice = (fields: Parameters<typeof payment>[0] = {}) =>
  payment({ transaction_id: "in_1", amount_kind: "estimate", payer: byClick, ...fields });
/** A charge of its own, as a payment intent with our metadata reports it. */
const intent = (id: string, amount_cents: number) =>
  payment({ transaction_id: id, amount_kind: "part", amount_cents, payer: byClick });
const invoicePayment = (id: string, amount_cents: number, within: string | null = null): TestEvent => ({
  source: "stripe",
  data: {
    type: "payment_identified",
    aliases: [{ kind: "invoice", value: "in_1" }, ...(within === null ? [] : [{ kind: "intent", value: within }])],
    part: { part_id: id, within, amount_cents, currency: "USD", is_out_of_band: within === null },
  },
});
const identified = (...names: string[]): TestEvent => ({
  source: "stripe",
  data: { type: "payment_identified", aliases: names.map((value) => ({ kind: "id", value })) },
});
const refunded = (payment_cents: number, amount_cents: number, currency: string | null = "USD"): TestEvent => ({
  source: "stripe",
  data: {
    type: "payment_refunded",
    aliases: [{ kind: "id", value: "in_1" }],
    refund_id: "re_1",
    amount_cents,
    cumulative_cents: null,
    payment_cents,
    currency,
    reason: null,
  },
});

function record(...stories: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  program.record(programCreated());
  program.record(partnerJoined(anna));
  program.record(click(annaId));
  for (const event of stories) program.record(event);
  return program;
}

const policy: TestEvent = {
  source: "operator",
  data: {
    type: "policy_set",
    product_id: "pro",
    commission: { type: "percentage", rate_bps: 3_000, duration_months: null },
  },
};

/** The one sale with what the three parties are owed for it. */
function books(program: MemoryProgram) {
  const { transaction_id, amount_cents, refunded_cents, status, reason, subscription_id, product_id } =
    program.one("sale");
  return {
    sale: { transaction_id, amount_cents, refunded_cents, status, reason, subscription_id, product_id },
    commission: program.rows("commission").map((row) => [row.amount_cents, row.amount_at_sale_cents, row.status]),
    fee: program.rows("platform_fee").map((row) => [row.amount_cents, row.amount_at_sale_cents]),
  };
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

type Expected = { readonly amount: number; readonly commission: number; readonly fee: number; readonly name?: string };

const stories: [string, Expected, readonly TestEvent[]][] = [
  [
    "half card, half out of band, is worth the card's half",
    { amount: 5_000, commission: 1_000, fee: 175 },
    [invoice(), invoicePayment("inpay_1", 5_000, "pi_1"), invoicePayment("inpay_2", 5_000)],
  ],
  [
    "one card charge for all of it changes nothing",
    { amount: 10_000, commission: 2_000, fee: 350 },
    [invoice(), invoicePayment("inpay_1", 10_000, "pi_1"), invoicePayment("inpay_1", 10_000, "pi_1"), invoice()],
  ],
  [
    "two card charges are one sale of their sum",
    { amount: 10_000, commission: 2_000, fee: 350 },
    [invoice(), invoicePayment("inpay_1", 6_000, "pi_1"), invoicePayment("inpay_2", 4_000, "pi_2")],
  ],
  [
    "intents that carry our keys are the charges of the invoice that claims them",
    { amount: 10_000, commission: 2_000, fee: 350, name: "in_1" },
    [
      intent("pi_1", 6_000),
      intent("pi_2", 4_000),
      invoice({ amount_cents: 12_000, subscription_id: "sub_1" }),
      invoicePayment("inpay_1", 6_000, "pi_1"),
      invoicePayment("inpay_2", 4_000, "pi_2"),
    ],
  ],
  [
    "an intent claimed by a session is the session's payment",
    { amount: 10_000, commission: 2_000, fee: 350 },
    [intent("pi_1", 10_000), payment({ transaction_id: "pi_1", aliases: ["pi_1", "cs_1"], payer: byClick })],
  ],
  [
    "half out of band, and reported twice, is no contradiction",
    { amount: 5_000, commission: 1_000, fee: 175 },
    [invoice(), invoicePayment("inpay_1", 5_000, "pi_1"), invoicePayment("inpay_2", 5_000), invoice()],
  ],
  [
    "wholly out of band, is worth nothing",
    { amount: 0, commission: 0, fee: 0 },
    [invoice(), invoicePayment("inpay_1", 10_000)],
  ],
  [
    "an estimate is corrected by what a refund says of the payment",
    { amount: 12_100, commission: 1_210, fee: 212 },
    [invoice({ amount_cents: 10_000 }), refunded(12_100, 6_050)],
  ],
  [
    "an estimate is corrected by what a dispute says of the payment",
    { amount: 12_100, commission: 2_420, fee: 424 },
    [
      invoice({ amount_cents: 10_000 }),
      {
        source: "stripe",
        data: {
          type: "dispute_opened",
          aliases: [{ kind: "id", value: "in_1" }],
          dispute_id: "dp_1",
          amount_cents: 6_050,
          payment_cents: 12_100,
          currency: "USD",
        },
      },
    ],
  ],
  [
    "an exact amount wins over parts",
    { amount: 10_000, commission: 2_000, fee: 350 },
    [invoice(), payment({ payer: byClick }), invoicePayment("inpay_1", 7_000, "pi_1")],
  ],
  [
    "parts in another currency are no parts of it",
    { amount: 10_000, commission: 2_000, fee: 350 },
    [
      invoice(),
      {
        source: "stripe",
        data: {
          type: "payment_identified",
          aliases: [{ kind: "invoice", value: "in_1" }],
          part: { part_id: "inpay_1", within: null, amount_cents: 10, currency: "EUR", is_out_of_band: false },
        },
      },
    ],
  ],
];

describe("a subscription whose beginning names the product", () => {
  const charge = (id: string) =>
    payment({ transaction_id: id, subscription_id: "sub_1", is_recurring: true, payer: byClick });
  const beginning: TestEvent = {
    source: "dodo",
    data: {
      type: "subscription_started",
      subscription_id: "sub_1",
      aliases: [],
      payer: {
        click_id: "click-1",
        customer_key: null,
        program_id: null,
        provider_customer_id: null,
        email_hash: null,
      },
      product_id: "pro",
      subscription_interval: "annual",
    },
  };

  test("is charged on that product's terms, whichever comes first, and so are its renewals", () => {
    for (const order of permutations([beginning, charge("pay_1")])) {
      const program = record(policy, ...order, charge("pay_2"));
      const sales = program.rows("sale").map((row) => [row.transaction_id, row.product_id, row.subscription_interval]);
      expect(sales).toEqual([
        ["pay_1", "pro", "annual"],
        ["pay_2", "pro", "annual"],
      ]);
      expect(program.rows("commission").map((row) => row.amount_cents)).toEqual([3_000, 3_000]);
      expect(program.replay(1).dump()).toBe(program.dump());
    }
  });

  test("has what went back of it before taken back in the old currency, and off the commission in the new one", () => {
    const flat = { type: "flat", amount_cents: 700, currency: "EUR", duration_months: null } as const;
    const inEuro: TestEvent = { source: "operator", data: { type: "policy_set", product_id: "pro", commission: flat } };
    const quarter = paymentRefunded({ alias: "pay_1", amount_cents: 2_500 });
    const changes = record(inEuro, charge("pay_1"), quarter, beginning).rows("sale_change");
    const worth = changes.map((row) => [row.event_id, row.commission_currency, row.commission_cents, row.fee_cents]);
    expect(worth).toEqual([
      [6, "USD", -500, -88],
      [7, "EUR", -175, 0],
      [7, "USD", 500, 0],
    ]);
  });
});

describe("an invoice", () => {
  test.each(stories)("paid %s, in every order", (_, expected, events) => {
    const orders = permutations(events).map((order) => books(record(...order)));
    const [first] = orders;
    expect(first).toMatchObject({
      sale: {
        amount_cents: expected.amount,
        ...(expected.name === undefined ? {} : { transaction_id: expected.name }),
      },
      commission: [[expected.commission, expect.anything(), expect.anything()]],
      fee: [[expected.fee, expect.anything()]],
    });
    for (const order of orders) expect(order).toEqual(first);
  });

  test.each(stories)("paid %s, replays to the same books", (_, __, events) => {
    const program = record(...events);
    for (const size of [1, 100]) expect(program.replay(size).dump()).toBe(program.dump());
  });

  test("without a partner to pay waits with its parts, and has the exact amount when its lead comes", () => {
    const named = invoice({ payer: { click_id: null, customer_key: "customer-1" } });
    const program = record(invoicePayment("inpay_1", 5_000, "pi_1"), named, invoicePayment("inpay_2", 5_000), lead());
    expect(books(program)).toMatchObject({ sale: { amount_cents: 5_000 }, commission: [[1_000, 1_000, "pending"]] });
  });

  test("claims an intent with its product's terms, whichever was reported first", () => {
    const events = [intent("pi_1", 10_000), invoice({ product_id: "pro" }), invoicePayment("inpay_1", 10_000, "pi_1")];
    const orders = permutations(events).map((order) => books(record(policy, ...order)));
    expect(orders[0]).toMatchObject({ sale: { product_id: "pro" }, commission: [[3_000, 3_000, "pending"]] });
    for (const order of orders) expect(order).toEqual(orders[0]);
  });

  test("that begins a subscription gives its renewals the product's terms, whichever was reported first", () => {
    const first = invoice({ product_id: "pro", subscription_id: "sub_1" });
    const events = [intent("pi_1", 10_000), first, invoicePayment("inpay_1", 10_000, "pi_1")];
    const renewal = payment({ transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true });
    for (const order of permutations(events)) {
      const program = record(policy, ...order, renewal);
      expect(program.rows("commission").map((row) => row.amount_cents)).toEqual([3_000, 3_000]);
    }
  });

  test("of a call's sale is what its provider collected, whether or not the call agreed with the invoice", () => {
    for (const amount_cents of [10_000, 9_999]) {
      const call = sale({ transaction_id: "in_1", amount_cents, customer_key: null, click_id: "click-1" });
      expect(books(record(call, invoice())).sale.amount_cents).toBe(10_000);
      expect(books(record(call, invoice(), invoicePayment("inpay_1", 5_000, "pi_1"))).sale.amount_cents).toBe(5_000);
    }
  });

  test.each([
    { what: "renewal", is_recurring: true, commission: 1_000 },
    { what: "other charge, its product's", is_recurring: false, commission: 1_500 },
  ])("that is corrected keeps its subscription's terms as a $what", ({ is_recurring, commission }) => {
    const first = payment({ transaction_id: "in_0", subscription_id: "sub_1", payer: byClick });
    const renewal = invoice({ subscription_id: "sub_1", is_recurring, product_id: "pro" });
    const program = record(first, policy, renewal, invoicePayment("inpay_1", 5_000, "pi_1"));
    const renewed = program.rows("sale").find((row) => row.transaction_id === "in_1");
    expect(program.rows("commission").find((row) => row.sale_id === renewed?.sale_id)?.amount_cents).toBe(commission);
  });

  test("that is corrected earns nothing where its subscription's period is over", () => {
    const commission = { type: "percentage", rate_bps: 2_000, duration_months: 1 } as const;
    const once: TestEvent = {
      source: "operator",
      data: { type: "program_changed", name: null, status: null, settings: { commission } },
    };
    const first = payment({ transaction_id: "in_0", subscription_id: "sub_1", payer: byClick });
    const renewal = invoice({ subscription_id: "sub_1", is_recurring: true, day: 40 });
    const program = record(once, first, renewal, invoicePayment("inpay_1", 5_000, "pi_1"));
    expect(program.rows("sale")[1]).toMatchObject({ amount_cents: 5_000, reason: "recurring_period_ended" });
    expect(program.rows("commission")).toHaveLength(1);
  });

  test("that came too late stays too late, regardless of what its charges brought in", () => {
    const program = record({ ...invoice(), day: 90 });
    expect(program.record(invoicePayment("inpay_1", 5_000, "pi_1")).outcome).toBe("recorded");
    expect(program.rows("sale")).toEqual([]);
  });

  test("of nothing, reported twice, was not paid out of band", () => {
    expect(books(record(invoice({ amount_cents: 0 }), invoice({ amount_cents: 0 }))).sale.reason).toBeNull();
  });

  test("of a part of an order says so regardless of what its charges brought in", () => {
    const reference = { reference: "A1", reference_hash: "hash-of-A1", customer_key: null, click_id: "click-1" };
    const order = {
      amount_cents: 20_000,
      currency: "USD",
      product_id: null,
      provider: "stripe",
      ...reference,
    } as const;
    const registered: TestEvent = { source: "api", data: { type: "payment_reference_registered", ...order } };
    const program = record(registered, invoice({ reference_hashes: ["hash-of-A1"] }));
    program.record(invoicePayment("inpay_1", 5_000, "pi_1"));
    expect(program.one("sale")).toMatchObject({ amount_cents: 5_000, reason: "underpaid" });
  });
});

describe("the name of a payment that is reported several times", () => {
  type Fields = NonNullable<Parameters<typeof payment>[0]>;
  const under = (id: string, fields: Fields) => payment({ transaction_id: id, payer: byClick, ...fields });
  const aliases = ["first", "again"];
  const part: Fields = { amount_kind: "part", amount_cents: 4_000 };

  test.each<readonly [string, string, number, Fields, Fields]>([
    ["a charge's, until the fact that claims it is reported", "again", 10_000, part, {}],
    ["a charge's beside another charge", "first", 8_000, part, part],
    [
      "an invoice's next to a different report of it",
      "first",
      9_000,
      { amount_kind: "estimate" },
      { amount_cents: 9_000 },
    ],
  ])("is %s", (_, name, amount, first, second) => {
    for (const again of [[under("again", { ...second, aliases })], [under("again", second), identified(...aliases)]]) {
      const { sale: one } = books(record(under("first", first), ...again));
      expect(one).toMatchObject({ transaction_id: name, amount_cents: amount });
    }
  });

  test.each([
    ["payment", null],
    ["subscription", "sub_1"],
  ])("brings what was sold with it: a %s", (sale_type, subscription_id) => {
    const claim = under("again", { aliases, subscription_id });
    expect(record(under("first", part), claim).one("sale").sale_type).toBe(sale_type);
  });
});

describe("what is kept of a payment's parts", () => {
  const partsOf = (...events: readonly TestEvent[]) => record(...events).one("sale").collected;

  test("a part reported alone is its one part, an estimate has none yet", () => {
    const part = { part_id: "pi_1", within: null, amount_cents: 4_000, is_out_of_band: false };
    expect(partsOf(intent("pi_1", 4_000))).toEqual({ told_cents: null, parts: [part] });
    expect(partsOf(invoice())).toEqual({ told_cents: 10_000, parts: [] });
  });

  test("the highest amount reported of each, in the order of their names", () => {
    const charges = [
      ["inpay_2", 4_000],
      ["inpay_1", 1_000],
      ["inpay_3", 100],
      ["inpay_1", 3_000],
    ] as const;
    const events = charges.map(([id, cents]) => invoicePayment(id, cents, `of ${id}`));
    const kept = partsOf(invoice(), ...events, invoicePayment("inpay_1", 2_000, "of inpay_1"));
    expect(kept?.parts.map(({ part_id, amount_cents }) => [part_id, amount_cents])).toEqual([
      ["inpay_1", 3_000],
      ["inpay_2", 4_000],
      ["inpay_3", 100],
    ]);
  });

  test.each([
    { outOfBand: 4_000, amount: 6_000, reason: null, commission: 1_200, fee: 210, status: "pending" },
    { outOfBand: 10_000, amount: 0, reason: "paid_out_of_band", commission: 0, fee: 0, status: "reversed" },
    { outOfBand: 12_000, amount: 0, reason: "paid_out_of_band", commission: 0, fee: 0, status: "reversed" },
  ])("$outOfBand out of band leave $amount", ({ outOfBand, amount, reason, commission, fee, status }) => {
    expect(books(record(invoice(), invoicePayment("inpay_1", outOfBand)))).toMatchObject({
      sale: { amount_cents: amount, reason },
      commission: [[commission, commission, status]],
      fee: [[fee, fee]],
    });
  });

  test("a charge after what was out of band makes it worth something again", () => {
    const program = record(invoice(), invoicePayment("inpay_1", 10_000), invoicePayment("inpay_2", 5_000, "pi_2"));
    expect(books(program)).toMatchObject({
      sale: { amount_cents: 5_000, reason: null },
      commission: [[1_000, 1_000, "pending"]],
    });
  });

  test("a flat commission on nothing is nothing", () => {
    const flat = { type: "flat", amount_cents: 700, currency: "EUR", duration_months: null } as const;
    const program = new MemoryProgram();
    const events = [programCreated({ commission: flat }), partnerJoined(anna), click(annaId), invoice()];
    for (const each of events) program.record(each);
    expect(program.one("commission")).toMatchObject({ amount_cents: 700, currency: "EUR" });
    program.record(invoicePayment("inpay_1", 10_000));
    expect(program.one("commission")).toMatchObject({ amount_cents: 0, amount_at_sale_cents: 0 });
  });

  test("a cent of the fee that an exact amount rounds otherwise is a change, also where nothing else is", () => {
    const exact = payment({ amount_cents: 8_150, payer: byClick });
    const program = record(invoice(), paymentRefunded({ amount_cents: 500 }), exact);
    expect(program.rows("sale_change").map((row) => [row.commission_cents, row.fee_cents])).toEqual([
      [-100, -18],
      [0, 1],
    ]);
  });

  test.each<readonly [string, readonly TestEvent[]]>([
    ["of an exact payment", [payment({ transaction_id: "in_1", payer: byClick }), refunded(12_100, 6_050)]],
    ["in another currency", [invoice(), refunded(12_100, 6_050, "EUR")]],
    ["in a currency it does not name", [invoice(), refunded(12_100, 6_050, null)]],
  ])("a refund's total %s changes nothing", (_, events) => {
    expect(books(record(...events)).sale.amount_cents).toBe(10_000);
  });

  test.each<readonly [string, readonly TestEvent[]]>([
    ["an exact amount in another currency", [payment({ amount_cents: 9_000, currency: "EUR", payer: byClick })]],
    [
      "another sale in another currency",
      [
        payment({ transaction_id: "in_9", currency: "EUR", amount_cents: 9_000, payer: byClick }),
        identified("in_1", "in_9"),
      ],
    ],
    [
      "what another tool said of it",
      [saleImported({ transaction_id: "in_9", amount_cents: 9_000 }), identified("in_1", "in_9")],
    ],
    ["its names", [identified("in_1", "ch_1")]],
  ])("an estimate is not changed by %s", (_, events) => {
    expect(books(record(invoice(), ...events))).toMatchObject({
      sale: { amount_cents: 10_000 },
      commission: [[2_000, 2_000, "pending"]],
    });
  });

  test.each<readonly [string, readonly TestEvent[]]>([
    ["an exact amount in another currency to an estimate", [invoice(), payment({ currency: "EUR" })]],
    ["an estimate to an exact amount", [payment({ payer: byClick }), invoice({ amount_cents: 9_000 })]],
    [
      "what was sold by an estimate to an exact amount",
      [
        payment({ payer: byClick }),
        invoice({ transaction_id: "in_9", amount_cents: 9_000 }),
        identified("in_1", "in_9"),
      ],
    ],
  ])("%s is no contradiction", (_, events) => {
    expect(record(...events).one("sale")).toMatchObject({ amount_cents: 10_000, reason: null });
  });
});

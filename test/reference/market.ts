// Random histories of one program as a market could live through them, for the reference model and the projector to agree on.
// All reports of one payment fit together: its number fixes its currency, subscription and customer, and nearly always its
// amount, so reports differ in what they say of it and never contradict each other, where no decision says who is right.
import fc from "fast-check";
import type { BonusAdded } from "../../src/core/rules/events/bonus-events.ts";
import type { RecordedFact } from "../../src/core/rules/events/events.ts";
import {
  click,
  couponAssigned,
  couponRemoved,
  customerImported,
  groupSet,
  lead,
  partnerMoved,
  payment,
  payoutImported,
  sale,
  saleImported,
  subscriptionStarted,
} from "../support/event-builders.ts";
import type { TestEvent } from "../support/memory-program.ts";
import type { Operation, Step } from "../support/operator.ts";
import { recruitedId, recruiterId } from "./referral-model.ts";
import { reportable } from "./reportable.ts";
import { reversals } from "./reversals.ts";

/** `names`: payments go by three names each, or by one. `counts`: how many of each there are. */
export type Market = {
  readonly names: "many" | "one";
  readonly partnerIds: readonly number[];
  readonly counts: { readonly [What in "clicks" | "customers" | "payments" | "subscriptions"]: number };
};
type Days = { readonly lengthMin: number; readonly lengthMax: number };

const amounts = [10_000, 333, 10_001, 777, 1, 20_000_000_003] as const;
const currencies = ["USD", "USD", "EUR", "VND", "USD", "GBP", "USD"] as const;
/** Of these the first two are partners' from the start; the brand types them in any case. */
const codes = [null, "code-1", null, "CODE-2", null, "code-3", null] as const;
const bonuses = [
  { ...{ bonus_id: "monthly", metric: "sales", at_least: 2, period: "month" }, amount_cents: 700, currency: "USD" },
  {
    ...{ bonus_id: "ever", metric: "sales_cents", at_least: 20_300, period: "lifetime" },
    amount_cents: 900,
    currency: "USD",
  },
].map((bonus) => ({ type: "bonus_added", from: null, until: null, ...bonus }) as BonusAdded);
const products = [null, null, "basic", null, "pro"] as const;

export function market(the: Market, { lengthMin, lengthMax }: Days): fc.Arbitrary<Step[]> {
  const happening = fc.oneof(
    { weight: 4, arbitrary: clicks(the) },
    { weight: 3, arbitrary: leads(the) },
    { weight: 1, arbitrary: claims(the) },
    { weight: 4, arbitrary: saleCalls(the) },
    { weight: 6, arbitrary: deliveries(the) },
    { weight: 4, arbitrary: reversals(oneNameOf(the)) },
    { weight: 2, arbitrary: beginnings(the) },
    { weight: 1, arbitrary: importedCustomers(the) },
    { weight: 3, arbitrary: importedSales(the) },
    { weight: 1, arbitrary: changes(the) },
    { weight: 2, arbitrary: operation },
    { weight: 1, arbitrary: payday },
    { weight: 3, arbitrary: decision },
    { weight: 1, arbitrary: holding },
    { weight: 1, arbitrary: misread(the) },
    { weight: 1, arbitrary: upkeep },
  );
  // However long the history: it takes some months, and things happen exactly a month or a window after others.
  const standstill = { weight: Math.max(4, Math.round(lengthMax / 12)), arbitrary: fc.constant(0) };
  const age = fc.oneof(standstill, fc.constantFrom(0.5, 5, 20, 31, 31));
  return fc
    .array(fc.tuple(happening, age), { minLength: lengthMin, maxLength: lengthMax, size: "max" })
    .map((happenings) => reportable([...opening(the), ...inTime(happenings)]));
}

/** What the tool had paid each of them, in dollars; then a click and a customer bound to it, so that a partner earns from the start. */
function opening({ partnerIds }: Market): Step[] {
  const [partnerId = 0] = partnerIds;
  return [
    ...partnerIds.map((id) => payoutImported(id)),
    click(partnerId, { click_id: "click-0" }),
    lead({ click_ids: ["click-0"] }),
    couponAssigned(partnerId, "CODE-1"),
    groupSet("gold"),
    ...bonuses.map((bonus) => reported(bonus, "operator")),
    reported({ type: "partner_recruited", partner_id: recruitedId, recruited_by: recruiterId }, "operator"),
  ];
}

/** Clicks are numbered as they come; an event that names a click may come before it. */
function inTime(happenings: readonly (readonly [Step | readonly Step[], number])[]): Step[] {
  let day = 0;
  let clicked = 0;
  return happenings.flatMap(([happening, age]) => {
    day += age;
    return [happening].flat().map((step) => {
      if ("do" in step || step.data.type !== "click_recorded") return { ...step, day };
      clicked += 1;
      return { ...step, day, data: { ...step.data, click_id: `click-${clicked}` } };
    });
  });
}

const orNull = <Value>(value: fc.Arbitrary<Value>, nulls: number) =>
  fc.oneof({ weight: nulls, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: value });
const numbered = (prefix: string, count: number) => fc.nat(count).map((n) => `${prefix}${n}`);
const reported = (data: TestEvent["data"], source = "stripe"): TestEvent => ({ source, data });

/** What a payment's number fixes, and what its reports may say of it or leave out. */
function fixed({ names, counts }: Market, number: number) {
  const isOneOff = number % 2 === 0;
  const subscription = Math.floor(number / 2) % counts.subscriptions;
  return {
    amount_cents: amounts[Math.floor(number / 2) % amounts.length] ?? 1,
    currency: currencies[number % currencies.length] ?? "USD",
    subscription_id: isOneOff ? null : `sub_${subscription}`,
    isFirst: number === 2 * subscription + 1,
    // Some providers cannot distinguish the first payment of a subscription from its renewals: here every second one.
    isRecurring: !isOneOff && (number !== 2 * subscription + 1 || subscription % 2 === 1),
    customer_key: `customer-${(isOneOff ? number : subscription) % (counts.customers + 1)}`,
    code: codes[number % codes.length] ?? null,
    names: names === "many" ? ["in", "pi", "ch"].map((kind) => `${kind}_${number}`) : [`in_${number}`],
  };
}

const numberOf = ({ counts }: Market) => fc.integer({ min: 1, max: counts.payments });
const oneNameOf = (the: Market) => numberOf(the).chain((number) => fc.constantFrom(...fixed(the, number).names));
const named = (names: readonly string[]) => names.map((value) => ({ kind: "id", value }));

function clicks({ partnerIds, counts }: Market): fc.Arbitrary<TestEvent> {
  return fc
    .tuple(fc.constantFrom(...partnerIds), orNull(numbered("click-", counts.clicks), 1), fc.nat(9))
    .map(([partnerId, existing_click_id, dice]) => click(partnerId, { existing_click_id, is_bot: dice === 0 }));
}

function leads({ counts }: Market): fc.Arbitrary<TestEvent> {
  return fc
    .record({
      click_ids: fc.array(numbered("click-", counts.clicks), { maxLength: 2 }),
      customer_key: orNull(numbered("customer-", counts.customers), 1),
      email_hash: orNull(numbered("e", counts.customers), 3),
      source: fc.constantFrom("api" as const, "browser" as const),
    })
    .map((fields) => lead(fields));
}

/** Two browsers claim a customer, one of them another customer as well, and then the brand's server may name the customer. */
function claims({ counts }: Market): fc.Arbitrary<TestEvent[]> {
  const customer = numbered("customer-", counts.customers);
  const browser = (customer_key: string, click_id: string) =>
    lead({ customer_key, click_ids: [click_id], source: "browser" });
  return fc
    .record({
      clicks: fc.array(numbered("click-", counts.clicks), { minLength: 2, maxLength: 2 }),
      customer,
      other: orNull(customer, 2),
      settles: fc.boolean(),
    })
    .map(({ clicks, customer: claimed, other, settles }) => [
      ...clicks.map((clickId) => browser(claimed, clickId)),
      ...clicks.slice(other === null ? 2 : 1).map((clickId) => browser(other ?? "", clickId)),
      ...(settles ? [lead({ customer_key: claimed, click_ids: [] })] : []),
    ]);
}

/** The brand may report a payment by one of its names, and then again by another. */
function saleCalls(the: Market): fc.Arbitrary<TestEvent[]> {
  const said = fc.record({
    number: numberOf(the),
    click_id: orNull(numbered("click-", the.counts.clicks), 1),
    nameIndexes: fc.constantFrom([0], [1], [2], [0, 1], [1, 2]),
    saysCustomer: fc.boolean(),
    saysSubscription: fc.boolean(),
    saysCode: fc.boolean(),
    product_id: fc.constantFrom(...products),
    // Now and then it says another amount than the payment's, or another currency: what a provider says of it holds.
    moreCents: fc.nat(9).map((dice) => (dice === 0 ? 3 : 0)),
    isConverted: fc.nat(9).map((dice) => dice === 0),
  });
  return said.map(
    ({ number, nameIndexes, saysCustomer, saysSubscription, saysCode, moreCents, isConverted, ...fields }) => {
      const { names, customer_key, subscription_id, isRecurring, isFirst: _, code, ...rest } = fixed(the, number);
      const of = {
        ...(saysCode && code !== null ? { coupon_code: code } : {}),
        customer_key: saysCustomer ? customer_key : null,
        subscription_id: saysSubscription ? subscription_id : null,
        is_recurring: isRecurring,
      };
      const amount_cents = rest.amount_cents + (subscription_id === null ? moreCents : 0);
      const currency = subscription_id === null && isConverted ? "EUR" : rest.currency;
      return nameIndexes.map((index) =>
        sale({ ...rest, ...fields, ...of, amount_cents, currency, transaction_id: names[index % names.length] ?? "" }),
      );
    },
  );
}

function payers({ counts }: Market) {
  return fc.record({
    click_id: orNull(numbered("click-", counts.clicks), 1),
    provider_customer_id: orNull(numbered("cus_", counts.customers), 3),
    email_hash: orNull(numbered("e", counts.customers), 3),
    program_id: fc.constantFrom(null, null, null, null, "7", "999999"),
  });
}

function deliveries(the: Market): fc.Arbitrary<TestEvent> {
  const said = fc.record({
    number: numberOf(the),
    payer: payers(the),
    namesCount: fc.integer({ min: 1, max: 3 }),
    nameIndex: fc.nat(2),
    saysCustomer: fc.boolean(),
    saysSubscription: fc.boolean(),
    saysCode: fc.boolean(),
    product_id: fc.constantFrom(...products),
    source: fc.constantFrom("stripe", "stripe", "paddle"),
    // Now and then a report of a payment without a subscription says another amount: between providers the first one holds.
    moreCents: fc.nat(19).map((dice) => (dice === 0 ? 7 : 0)),
  });
  return said.map(({ number, payer: by, namesCount, nameIndex, source, product_id, moreCents, ...says }) => {
    const { saysCustomer, saysSubscription, saysCode } = says;
    const { names, customer_key, subscription_id, isRecurring, isFirst: _, code, ...rest } = fixed(the, number);
    const aliases = [...names, ...names].slice(nameIndex % names.length).slice(0, Math.min(namesCount, names.length));
    const discounts = saysCode && code !== null ? { discounts: ["promo-other", code] } : {};
    const reported = {
      subscription_id: saysSubscription ? subscription_id : null,
      is_recurring: isRecurring,
      product_id,
    };
    const of = { ...reported, ...discounts };
    const payer = { ...by, customer_key: saysCustomer ? customer_key : null };
    const amount_cents = rest.amount_cents + (subscription_id === null ? moreCents : 0);
    return { ...payment({ ...rest, ...of, amount_cents, transaction_id: aliases[0] ?? "", aliases, payer }), source };
  });
}

/** Deliveries whose adapter could not read them, or took them for none of ours, until it was corrected. */
function misread(the: Market): fc.Arbitrary<TestEvent[]> {
  const facts = fc.oneof(deliveries(the), deliveries(the), reversals(oneNameOf(the)), beginnings(the));
  return fc.tuple(facts, fc.boolean()).map(([fact, isUnreadable]): TestEvent[] =>
    [fact].flat().map((one) => {
      if (!isFact(one.data)) return one;
      const unread = { reason: "awaiting_async_payment", provider_event_type: null } as const;
      const data: TestEvent["data"] = isUnreadable
        ? { type: "delivery_unreadable", ...unread }
        : { type: "delivery_ignored", ...unread };
      return { ...one, data, mended: one.data };
    }),
  );
}

function isFact(data: TestEvent["data"]): data is RecordedFact {
  return /^(payment_(succeeded|refunded|identified)|refund_failed|dispute_|subscription_)/.test(data.type);
}

/** Names that belong together; and a subscription's beginning, by its payer, its first payment or both. */
function beginnings(the: Market): fc.Arbitrary<TestEvent> {
  const identified = numberOf(the).map((number) => {
    const { names } = fixed(the, number);
    return reported({
      type: "payment_identified",
      aliases: named(names.length > 1 ? names.slice(1) : [...names, ...names]),
    });
  });
  const said = fc.tuple(numberOf(the), payers(the), fc.boolean(), fc.boolean());
  const started = said.map(([number, payer, isByPayer, saysCustomer]) => {
    const { names, isFirst, isRecurring, subscription_id, customer_key, code } = fixed(the, number);
    const isNamed = isFirst && !isRecurring;
    if (subscription_id === null || !(isNamed || isByPayer)) return null;
    const discounts = code !== null && !saysCustomer ? { discounts: [code] } : {};
    const by = isByPayer ? { payer: { ...payer, customer_key: saysCustomer ? customer_key : null } } : {};
    return subscriptionStarted({ subscription_id, aliases: isNamed ? names : [], ...by, ...discounts });
  });
  return fc.oneof(
    identified,
    started.filter((one) => one !== null),
  );
}

/** Days before the import: some of its history is long ago, and some happened since the program began here. */
const daysAgo = fc.constantFrom(0, 3, 40, 400);

/** By any of the names there are. */
function importedCustomers({ partnerIds, counts }: Market): fc.Arbitrary<TestEvent> {
  return fc
    .record({
      partner_id: fc.constantFrom(...partnerIds),
      customer_key: orNull(numbered("customer-", counts.customers), 1),
      provider_customer_id: orNull(numbered("cus_", counts.customers), 1),
      email_hash: orNull(numbered("e", counts.customers), 2),
      days_ago: daysAgo,
    })
    .map((fields) => customerImported(fields));
}

/** A tool may count without tax, says the same payment again with another commission, and now and then says it of another partner. */
function importedSales(the: Market): fc.Arbitrary<TestEvent> {
  const { partnerIds, counts } = the;
  const said = fc.record({
    number: numberOf(the),
    nameIndexes: fc.constantFrom([0], [1], [2], [0, 1], [1, 2]),
    saysCustomer: fc.boolean(),
    saysSubscription: fc.boolean(),
    isOtherPartner: fc.nat(3).map((dice) => dice === 0),
    isOtherLine: fc.nat(5).map((dice) => dice === 0),
    isPaid: fc.boolean(),
    lessCents: fc.constantFrom(0, 0, 1),
    commissionCents: fc.constantFrom(null, 0, 1, 2_000, 3_000),
    provider_customer_id: orNull(numbered("cus_", counts.customers), 2),
    email_hash: orNull(numbered("e", counts.customers), 3),
    days_ago: daysAgo,
  });
  return said.map(({ number, nameIndexes, lessCents, commissionCents: cents, days_ago, ...says }) => {
    const { names, amount_cents, currency, subscription_id, customer_key } = fixed(the, number);
    const index = (number + (says.isOtherPartner ? 1 : 0)) % partnerIds.length;
    const aliases = nameIndexes.map((one) => names[one % names.length] ?? "");
    return saleImported({
      external_id: `${says.isOtherLine ? "other " : ""}commission of ${number}`,
      partner_id: partnerIds[index] ?? 0,
      transaction_id: aliases[0] ?? "",
      aliases: named(aliases),
      amount_cents: amount_cents - (amount_cents > 1 ? lessCents : 0),
      currency,
      customer_key: says.saysCustomer ? customer_key : null,
      subscription_id: says.saysSubscription ? subscription_id : null,
      provider_customer_id: says.provider_customer_id,
      email_hash: says.email_hash,
      commission:
        cents === null
          ? null
          : { amount_cents: cents, currency: "USD", payout_id: says.isPaid && cents > 0 ? payoutOf(the, index) : null },
      days_ago,
    });
  });
}

/** They are the first events behind the partners'. */
const payoutOf = ({ partnerIds }: Market, index: number) => Math.max(...partnerIds) + 1 + index;

function changes({ partnerIds }: Market): fc.Arbitrary<TestEvent> {
  const percentage = (rate_bps: number, duration_months: number | null) =>
    ({ type: "percentage", rate_bps, duration_months }) as const;
  const flat = { type: "flat", amount_cents: 700, currency: "EUR", duration_months: 3 } as const;
  const settings = fc.record(
    {
      attribution_model: fc.constantFrom("last_click" as const, "first_click" as const),
      attribution_window_days: fc.constantFrom(10, 60, 365),
      hold_period_days: fc.constantFrom(0, 15, 90),
      lead_auth: fc.constantFrom("any" as const, "server_required" as const),
      lead_settlement: fc.constantFrom("customer" as const, "click" as const),
      coupon_precedence: fc.constantFrom("click" as const, "coupon" as const),
      platform_fee_bps: fc.constantFrom(0, 350, 333),
      fee_refunds: fc.constantFrom("any" as const, "verified" as const),
      referral: fc.constantFrom(null, { share_bps: 1_000, months: null }, { share_bps: 3_333, months: 1 }),
      commission: fc.constantFrom(percentage(2_000, null), percentage(3_333, 1), percentage(1_000, 0), flat),
    },
    { requiredKeys: [] },
  );
  const status = fc.constantFrom("active", "active", "active", "inactive");
  const policy = fc
    .tuple(fc.constantFrom("basic", "pro"), orNull(fc.constantFrom(0, 4_999, 10_000), 1))
    .map(([product_id, rate_bps]) =>
      rate_bps === null
        ? reported({ type: "policy_removed", product_id }, "operator")
        : reported({ type: "policy_set", product_id, commission: percentage(rate_bps, null) }, "operator"),
    );
  const holders = fc.constantFrom(...partnerIds.map((partner_id) => ({ partner_id })), { group_id: "gold" });
  const ofHolder = fc
    .tuple(holders, fc.constantFrom(null, null, "basic"), orNull(fc.constantFrom(5_000, 6_667), 1))
    .map(([holder, product_id, rate_bps]) =>
      rate_bps === null
        ? reported({ type: "policy_removed", product_id, ...holder }, "operator")
        : reported({ type: "policy_set", product_id, ...holder, commission: percentage(rate_bps, 2) }, "operator"),
    );
  const ofGroup = orNull(fc.constantFrom(0, 40), 1).map((hold_period_days) => groupSet("gold", { hold_period_days }));
  const move = fc
    .tuple(fc.constantFrom(...partnerIds), fc.constantFrom("gold", "default"))
    .map(([partner_id, group_id]) => partnerMoved(partner_id, group_id));
  const program = { type: "program_changed", name: null } as const;
  const ofSettings = settings.map((some) => reported({ ...program, status: null, settings: some }, "operator"));
  const ofStatus = status.map((next) => reported({ ...program, status: next, settings: {} }, "operator"));
  const ofPartner = fc
    .tuple(fc.constantFrom(...partnerIds), status)
    .map(([partner_id, next]) =>
      reported({ type: "partner_changed", partner_id, name: null, status: next }, "operator"),
    );
  const coupon = fc
    .tuple(fc.constantFrom("CODE-1", "CODE-2", "Code-3"), orNull(fc.constantFrom(...partnerIds), 1))
    .map(([code, partnerId]) => (partnerId === null ? couponRemoved(code) : couponAssigned(partnerId, code)));
  const stopped = fc.constant(reported({ type: "bonus_stopped", bonus_id: "ever" }, "operator"));
  return fc.oneof(
    stopped,
    ofSettings,
    ofSettings,
    policy,
    policy,
    ofPartner,
    ofStatus,
    coupon,
    coupon,
    ofHolder,
    ofHolder,
    ofGroup,
    move,
    move,
  );
}

const prompt = (what: Operation["do"], pick = 0): Operation => ({ do: what, pick, day: null });
const operation = fc
  .tuple(fc.constantFrom<Operation["do"][]>("approve", "create", "pay", "cancel", "return"), fc.nat(50))
  .map(([what, pick]) => prompt(what, pick));
/** By hand, of a payment or a sale. */
const decision = fc
  .tuple(fc.constantFrom<Operation["do"][]>("give", "give", "take", "undo"), fc.nat(50))
  .map(([what, pick]) => prompt(what, pick));
/** By hand, of commissions. */
const holding = fc
  .tuple(fc.constantFrom<Operation["do"][]>("hold", "hold", "release", "approve_early"), fc.nat(50))
  .map(([what, pick]) => prompt(what, pick));
const upkeep = fc
  .tuple(
    fc.constantFrom<Operation["do"][]>(
      "give_up",
      "export",
      "close_month",
      "erase",
      "apply_replay",
      "apply_replay",
      "reach_bonus",
      "reach_bonus",
      "reach_bonus",
      "reach_bonus",
    ),
    fc.nat(50),
  )
  .map(([what, pick]) => prompt(what, pick));
/** All that is due is approved, and some of it paid. */
const payday = fc.nat(50).map((pick) => [prompt("approve"), prompt("create", pick), prompt("pay")]);

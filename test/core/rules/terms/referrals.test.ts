// What recruiters earn: a share of each commission of the partners that they recruited, which follows the sale through refunds, disputes,
// holds, bans and moves to another partner. Figures are worked out by hand.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../../src/core/rules/events/settings/settings.ts";
import { referralIdOf } from "../../../../src/core/rules/referral-id.ts";
import {
  anna,
  ben,
  byHand,
  click,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  refund,
  sale,
  saleImported,
} from "../../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../../support/memory-program.ts";
import { owedTo } from "../../../support/operator.ts";

const [annaId, benId] = [2, 3];
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const on = (day: number, event: TestEvent): TestEvent => ({ ...event, day });
const recruit = (partner_id: number, recruited_by: number): TestEvent =>
  operator({ type: "partner_recruited", partner_id, recruited_by });
const bought = (fields: Parameters<typeof sale>[0] = {}): TestEvent =>
  sale({ customer_key: "customer-1", click_id: "click-1", ...fields });

/** Anna recruited Ben, whose link was clicked (click-1); Anna's was, too (click-2). The first event of a story is event 7. */
const firstId = 7;
/** Commissions are 20 % of a sale; 10 % of that is the recruiter's. */
function record(story: readonly TestEvent[], settings: Partial<Settings> = {}): MemoryProgram {
  const program = new MemoryProgram();
  const beginning = [
    programCreated({ hold_period_days: 10, referral: { share_bps: 1_000, months: null }, ...settings }),
    ...[partnerJoined(anna), partnerJoined(ben), recruit(benId, annaId)],
    ...[click(benId), click(annaId, { click_id: "click-2" })],
  ];
  for (const event of [...beginning, ...story]) program.record(event);
  for (const batchSize of [1, 2, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}

const earned = (program: MemoryProgram) =>
  program
    .rows("commission")
    .map(({ sale_id, kind, partner_id, amount_cents, status }) => [kind, sale_id, partner_id, amount_cents, status]);
const ofSale = (cents = 2_000, status = "pending", id = firstId) => ["sale", id, benId, cents, status];
const ofRecruiter = (cents = 200, status = "pending", id = firstId) => [
  ...["referral", referralIdOf(id), annaId, cents, status],
];

describe("a recruiter earns a share of the commission", () => {
  test("of each sale of the partner that it recruited, held as long as the sale's", () => {
    const program = record([bought(), bought({ transaction_id: "tx-2", amount_cents: 5_000 })]);
    expect(earned(program)).toEqual([
      ...[ofSale(), ofSale(1_000, "pending", 8)],
      ...[ofRecruiter(), ofRecruiter(100, "pending", 8)],
    ]);
    const [own, , referral] = program.rows("commission");
    expect(referral?.hold_until).toEqual(own?.hold_until);
  });

  test("rounded half up: 25 % of 22 cents are 6", () => {
    const program = record([bought({ amount_cents: 110 })], { referral: { share_bps: 2_500, months: null } });
    expect(earned(program)).toEqual([ofSale(22), ofRecruiter(6)]);
  });

  test("and none where the share rounds to nothing", () => {
    expect(earned(record([bought({ amount_cents: 20 })]))).toEqual([ofSale(4)]);
  });

  test("by a verified payment as by a call", () => {
    const paid = payment({ payer: { click_id: "click-1", customer_key: "customer-1" } });
    expect(earned(record([paid]))).toEqual([ofSale(), ofRecruiter()]);
  });

  test("in the currency of a flat commission", () => {
    const commission = { type: "flat", amount_cents: 30_000, currency: "VND", duration_months: null } as const;
    const program = record([bought()], { commission });
    expect(program.rows("commission").map(({ amount_cents, currency }) => [amount_cents, currency])).toEqual([
      ...[
        [30_000, "VND"],
        [3_000, "VND"],
      ],
    ]);
  });

  test("not of its own sales, and not of what a recruiter earns: there is one level", () => {
    const carol = partnerJoined({ name: "Carol", code: "carol" });
    const story = [carol, recruit(7, benId), click(7, { click_id: "click-3" })];
    const program = record([
      ...story,
      bought({ click_id: "click-3" }),
      bought({ click_id: "click-2", customer_key: "c-2", transaction_id: "tx-2" }),
    ]);
    expect(earned(program)).toEqual([
      ["sale", 10, 7, 2_000, "pending"],
      ["sale", 11, annaId, 2_000, "pending"],
      ["referral", referralIdOf(10), benId, 200, "pending"],
    ]);
  });

  test("not of imported sales, which earn what the other tool said", () => {
    expect(earned(record([saleImported({ partner_id: benId })]))).toEqual([["sale", firstId, benId, 3_000, "pending"]]);
  });

  test("not of leads", () => {
    const lead_reward = { amount_cents: 500, currency: "USD" } as const;
    const lead = {
      type: "lead_reported",
      click_ids: ["click-1"],
      customer_key: "customer-1",
      email_hash: null,
    } as const;
    const rest = { event_name: null, session_id: null, page_url: null, visitor_id: null, additional_data: null };
    expect(earned(record([{ source: "api", data: { ...lead, ...rest } }], { lead_reward }))).toEqual([
      ["lead", firstId, benId, 500, "pending"],
    ]);
  });
});

describe("which sales count", () => {
  const change = (referral: NonNullable<Settings["referral"]> | null) =>
    operator({ type: "program_changed", name: null, status: null, settings: { referral } });

  test("are those of the months after the partner joined, to the moment", () => {
    const twoMonths = { referral: { share_bps: 1_000, months: 2 } };
    // Joined on 1 January: until 1 March, which is day 59.
    expect(earned(record([on(58, bought())], { ...twoMonths, attribution_window_days: 90 }))).toEqual([
      ofSale(),
      ofRecruiter(),
    ]);
    expect(earned(record([on(59, bought())], { ...twoMonths, attribution_window_days: 90 }))).toEqual([ofSale()]);
  });

  test("are those received while the program pays recruiters, at the share of then", () => {
    expect(earned(record([change(null), bought()]))).toEqual([ofSale(2_000, "pending", 8)]);
    expect(earned(record([bought(), change(null)]))).toEqual([ofSale(), ofRecruiter()]);
    expect(
      earned(record([bought(), change({ share_bps: 5_000, months: null }), refund({ refund_amount_cents: 5_000 })])),
    ).toEqual([ofSale(1_000, "refunded"), ofRecruiter(100, "refunded")]);
  });

  test("are those received after the recruiter was noted", () => {
    const carol = partnerJoined({ name: "Carol", code: "carol" });
    const clicked = click(7, { click_id: "click-3" });
    const program = record([carol, clicked, bought({ click_id: "click-3" }), recruit(7, annaId)]);
    expect(earned(program)).toEqual([["sale", 9, 7, 2_000, "pending"]]);
  });

  test("do not go to an inactive recruiter, and earlier ones stay", () => {
    const left = operator({ type: "partner_changed", partner_id: annaId, name: null, status: "inactive" });
    const second = bought({ transaction_id: "tx-2" });
    const program = record([bought(), left, second, refund({ refund_amount_cents: 5_000 })]);
    expect(earned(program)).toEqual([
      ...[ofSale(1_000, "refunded"), ofSale(2_000, "pending", 9)],
      ofRecruiter(100, "refunded"),
    ]);
  });
});

test("a sale of a recruiter that was not active then earns it nothing later", () => {
  const status = (next: "active" | "inactive") =>
    operator({ type: "partner_changed", partner_id: annaId, name: null, status: next });
  const program = record([status("inactive"), bought(), status("active"), refund({ refund_amount_cents: 5_000 })]);
  expect(earned(program)).toEqual([ofSale(1_000, "refunded", 8)]);
});

describe("a recruiter's commission follows the sale", () => {
  test("through refunds: three of a third take exactly all of it", () => {
    const third = (amount: number, id: string) => refund({ refund_amount_cents: amount, refund_id: id });
    const story = [bought({ amount_cents: 100 }), third(33, "a"), third(33, "b")];
    const settings = { referral: { share_bps: 5_000, months: null } };
    // 20 of 100, 10 for Anna; 66 refunded: 20 - 13 = 7 and 10 - 7 = 3.
    expect(earned(record(story, settings))).toEqual([ofSale(7, "refunded"), ofRecruiter(3, "refunded")]);
    expect(earned(record([...story, third(34, "c")], settings))).toEqual([
      ofSale(0, "reversed"),
      ofRecruiter(0, "reversed"),
    ]);
  });

  test("through a dispute: held while it is open, back when it is won, gone when it is lost", () => {
    const paid = payment({ payer: { click_id: "click-1", customer_key: "customer-1" } });
    const of = { aliases: [{ kind: "id", value: "in_1" }], dispute_id: "dp_1", amount_cents: null, currency: "USD" };
    const opened: TestEvent = { source: "stripe", data: { type: "dispute_opened", ...of } };
    const closed = (result: "won" | "lost"): TestEvent => ({
      source: "stripe",
      data: { type: "dispute_closed", ...of, result },
    });
    expect(earned(record([paid, opened]))).toEqual([ofSale(2_000, "held"), ofRecruiter(200, "held")]);
    expect(earned(record([paid, opened, closed("won")]))).toEqual([ofSale(), ofRecruiter()]);
    expect(earned(record([paid, opened, closed("lost")]))).toEqual([ofSale(0, "reversed"), ofRecruiter(0, "reversed")]);
  });

  test("through a hold by hand of the sale's, and has holds of its own", () => {
    expect(earned(record([bought(), byHand.hold([firstId])]))).toEqual([
      ofSale(2_000, "held"),
      ofRecruiter(200, "held"),
    ]);
    const own = byHand.hold([referralIdOf(firstId)]);
    expect(earned(record([bought(), own]))).toEqual([ofSale(), ofRecruiter(200, "held")]);
    expect(earned(record([bought(), own, byHand.release([referralIdOf(firstId)])]))).toEqual([ofSale(), ofRecruiter()]);
  });

  test("through forfeits of a banned partner, and of a banned recruiter alone", () => {
    const forfeit = (partner_id: number, id: number) =>
      operator({ type: "commissions_forfeited", partner_id, sale_ids: [id] });
    const restore = operator({ type: "commissions_restored", partner_id: benId, sale_ids: [firstId] });
    expect(earned(record([bought(), forfeit(benId, firstId)]))).toEqual([
      ofSale(0, "reversed"),
      ofRecruiter(0, "reversed"),
    ]);
    expect(earned(record([bought(), forfeit(benId, firstId), restore]))).toEqual([ofSale(), ofRecruiter()]);
    expect(earned(record([bought(), forfeit(annaId, referralIdOf(firstId))]))).toEqual([
      ofSale(),
      ofRecruiter(0, "reversed"),
    ]);
  });

  test("to another partner: the new one's recruiter earns, if it has one", () => {
    const moved = record([bought(), byHand.remove(firstId), byHand.set(firstId, annaId)]);
    expect(earned(moved)).toEqual([["sale", firstId, annaId, 2_000, "pending"]]);
    const carol = partnerJoined({ name: "Carol", code: "carol" });
    const dave = partnerJoined({ name: "Dave", code: "dave" });
    const story = [carol, dave, recruit(7, 8), bought(), byHand.remove(10), byHand.set(10, 7)];
    expect(earned(record(story))).toEqual([
      ["sale", 10, 7, 2_000, "pending"],
      ["referral", referralIdOf(10), 8, 200, "pending"],
    ]);
  });

  test("out of the books and back, when an attribution is removed and that is undone", () => {
    expect(earned(record([bought(), byHand.remove(firstId)]))).toEqual([]);
    expect(earned(record([bought(), byHand.remove(firstId), byHand.undo(firstId)]))).toEqual([ofSale(), ofRecruiter()]);
  });

  test("into one, when two sales turn out to be one, with a hold of either", () => {
    const call = bought({ transaction_id: "pi_1" });
    const invoice = payment({ transaction_id: "in_1", payer: { click_id: "click-1", customer_key: "customer-1" } });
    const both = payment({ transaction_id: "in_1", aliases: ["in_1", "pi_1"], payer: { customer_key: "customer-1" } });
    const held = byHand.hold([referralIdOf(8)]);
    const program = record([call, invoice, held, both]);
    expect(earned(program)).toEqual([ofSale(), ofRecruiter(200, "held")]);
  });

  test("in every order of refunds and reports", () => {
    const paid = payment({ payer: { click_id: "click-1", customer_key: "customer-1" } });
    const parts = [
      paymentRefunded({ refund_id: "re_1", amount_cents: 2_500 }),
      paymentRefunded({ refund_id: "re_2", amount_cents: 1_000 }),
    ];
    const orders = [
      [paid, ...parts],
      [...parts, paid],
      [parts[1], paid, parts[0]],
    ];
    const amounts = orders.map((order) =>
      record(order.filter((event) => event !== undefined))
        .rows("commission")
        .map(({ kind, amount_cents }) => [kind, amount_cents]),
    );
    for (const found of amounts)
      expect(found).toEqual([
        ["sale", 1_300],
        ["referral", 130],
      ]);
  });
});

describe("a recruiter's commission is paid", () => {
  const id = referralIdOf(firstId);
  const payee = { partner_id: annaId, currency: "USD" } as const;
  const items = [{ sale_id: id, amount_cents: 200 }];
  const approved = on(20, operator({ type: "commissions_approved", sale_ids: [id] }));
  const created = operator({ type: "payout_created", ...payee, items });
  const paid = operator({ type: "payout_recorded", payout_id: 9, ...payee, items, method: null, reference: null });
  const through = [bought(), approved, created, paid];

  test("apart from the sale's, and owed again when the money comes back", () => {
    expect(earned(record(through))).toEqual([ofSale(), ofRecruiter(200, "paid")]);
    const returned = operator({ type: "payout_returned", payout_id: 9, sale_ids: [id], reason: null });
    const back = record([...through, returned]);
    expect([earned(back), owedTo(back, payee)]).toEqual([[ofSale(), ofRecruiter(200, "approved")], items]);
  });

  test("and what a refund takes of it afterwards is taken off the next payout", () => {
    const program = record([...through, refund({ refund_amount_cents: 5_000 })]);
    expect(earned(program)).toEqual([ofSale(1_000, "refunded"), ofRecruiter(200, "paid")]);
    expect(program.rows("adjustment")).toMatchObject([{ sale_id: id, partner_id: annaId, amount_cents: -100 }]);
    expect(owedTo(program, payee)).toEqual([{ sale_id: id, amount_cents: -100 }]);
  });

  test("and taken back whole when its sale becomes another partner's", () => {
    const program = record([...through, byHand.remove(firstId), byHand.set(firstId, annaId)]);
    expect(program.rows("adjustment")).toMatchObject([{ sale_id: id, partner_id: annaId, amount_cents: -200 }]);
  });
});

describe("the statement", () => {
  const close = (day: number, month: string) =>
    on(day, operator({ type: "month_closed", month, totals: [], corrections: [] }));

  test("of a closed month keeps what it said, and later changes are of their own month", () => {
    const program = record([bought(), close(33, "2026-01"), refund({ refund_amount_cents: 5_000 })]);
    expect(program.rows("sale_change")).toMatchObject([
      { sale_id: firstId, commission_cents: -1_000 },
      { sale_id: referralIdOf(firstId), transaction_id: `referral:${firstId}`, commission_cents: -100 },
    ]);
    expect(program.rows("restatement")).toEqual([]);
  });

  test("of a closed month is corrected where its sale goes to another partner", () => {
    const moved = record([bought(), close(33, "2026-01"), byHand.remove(firstId)]);
    expect(moved.rows("restatement").find((row) => row.sale_id === referralIdOf(firstId))).toMatchObject({
      ...{ month: "2026-01", was_partner_id: annaId, was_commission_cents: 200, now_partner_id: null },
    });
  });
});

describe("who recruited a partner", () => {
  test("is noted once, by its joining or afterwards, and never of itself or in a circle", () => {
    const program = record([operator({ type: "partner_joined", name: "Carol", code: "carol", recruited_by: benId })]);
    expect(
      program.rows("partner").map(({ recruited_by, recruited_event_id }) => [recruited_by, recruited_event_id]),
    ).toEqual([
      [null, null],
      [annaId, 4],
      [benId, firstId],
    ]);
    const refusals = [recruit(benId, 7), recruit(annaId, annaId), recruit(annaId, benId), recruit(annaId, 99)];
    expect(refusals.map((event) => program.record(event)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["refused", "recruiter_refused"],
      ["refused", "recruiter_refused"],
      ["refused", "recruiter_refused"],
      ["refused", "unknown_partner"],
    ]);
  });
});

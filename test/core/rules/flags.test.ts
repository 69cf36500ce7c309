// Flags: a commission that looks wrong is flagged, held or refused as the program chose when its sale was received, until a person says what
// it is; and books without any setting are what they were. Every story is projected again, in batches of each size.
import { describe, expect, test } from "vitest";
import type { FlagVerdict } from "../../../src/core/rules/events/flag-events.ts";
import type { FlagKind } from "../../../src/core/rules/events/settings/flag-settings.ts";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  byHand,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  sale,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";
import { owedTo } from "../../support/operator.ts";

const [annaId, benId] = [2, 3];
const off = { flag_own_email: "off", flag_paid_ads: "off", flag_banned_site: "off" } as const;
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const on = (day: number, event: TestEvent): TestEvent => ({ ...event, day });
const noted = (partner_id = annaId, email_hash = "hash-anna"): TestEvent =>
  operator({ type: "partner_email_noted", partner_id, email_hash });
const named = (sale_id: number, kind: FlagKind = "own_email", partner_id = annaId) => ({ sale_id, kind, partner_id });
const resolved = (as: FlagVerdict, ...flags: readonly ReturnType<typeof named>[]): TestEvent =>
  operator({ type: "flags_resolved", flags, as, reason: "looked at" });
const reopened = (...flags: readonly ReturnType<typeof named>[]): TestEvent =>
  operator({ type: "flags_reopened", flags, reason: "looked at again" });
const ownLead = lead({ email_hash: "hash-anna" });
const ownPayment = (fields: Parameters<typeof payment>[0] = {}): TestEvent =>
  payment({ payer: { click_id: "click-1", email_hash: "hash-anna" }, ...fields });

/** Anna's link was clicked (click-1), then Ben's (click-2). */
function record(story: readonly TestEvent[], settings: Partial<Settings> = {}, clicked = {}): MemoryProgram {
  const program = new MemoryProgram();
  const beginning = [
    programCreated({ hold_period_days: 10, ...off, ...settings }),
    ...[partnerJoined(anna), partnerJoined(ben), click(annaId, clicked), click(benId, { click_id: "click-2" })],
  ];
  for (const event of [...beginning, ...story]) program.record(event);
  for (const batchSize of [1, 2, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}

const flags = (program: MemoryProgram) =>
  program.rows("flag").map(({ sale_id, kind, partner_id, choice }) => [sale_id, kind, partner_id, choice]);
const standing = (program: MemoryProgram) =>
  program.rows("commission").map(({ status, stage, amount_cents }) => [status, stage, amount_cents]);
const hold = { flag_own_email: "hold" } as const;

describe("a sale whose customer's e-mail is the partner's", () => {
  test("is flagged where a lead named the e-mail, whichever was known first", () => {
    const known = [ownLead, sale()];
    for (const story of [
      [noted(), ...known],
      [ownLead, noted(), sale()],
    ]) {
      const program = record(story, hold);
      expect(flags(program)).toEqual([[8, "own_email", annaId, "hold"]]);
      expect(program.rows("flag")[0]).toMatchObject({ evidence: { email: "customer" }, event_id: 8 });
      expect(standing(program)).toEqual([["held", "pending", 2_000]]);
    }
  });

  test("is flagged where the payment itself names it", () => {
    const program = record([noted(), ownPayment()], hold);
    expect(program.rows("flag")[0]).toMatchObject({ evidence: { email: "payment" }, choice: "hold" });
    expect(standing(program)).toEqual([["held", "pending", 2_000]]);
  });

  test("is flagged once the provider's report names it, where a call came first", () => {
    const reported = ownPayment({ transaction_id: "tx-1", payer: { email_hash: "hash-anna" } });
    const program = record([noted(), lead(), sale(), reported], hold);
    expect(flags(program)).toEqual([[8, "own_email", annaId, "hold"]]);
    expect(standing(program)).toEqual([["held", "pending", 2_000]]);
  });

  test("is flagged under each name by which the partner buys with its address", () => {
    const again = [
      lead({ customer_key: "c2", email_hash: "hash-anna" }),
      sale({ customer_key: "c2", transaction_id: "tx-2" }),
    ];
    for (const story of [
      [noted(), ownLead, sale(), ...again],
      [ownLead, sale(), ...again.slice(0, 1), noted(), ...again.slice(1)],
    ]) {
      expect(flags(record(story, hold)).map(([, kind]) => kind)).toContain("own_email");
      expect(flags(record(story, hold)).at(-1)?.[0]).toBe(10);
    }
    const byPayment = ownPayment({ payer: { click_id: "click-1", customer_key: "c3", email_hash: "hash-anna" } });
    const later = sale({ customer_key: "c3", transaction_id: "tx-3" });
    expect(flags(record([noted(), ownLead, byPayment, later], hold)).map(([id]) => id)).toEqual([8, 9]);
  });

  test("is not flagged where it is another partner's, another customer's, or an address that a browser sent", () => {
    expect(flags(record([noted(benId), ownLead, sale()], hold))).toEqual([]);
    expect(flags(record([noted(), ownLead, lead({ customer_key: "c2" }), sale({ customer_key: "c2" })], hold))).toEqual(
      [],
    );
    expect(
      flags(record([noted(), lead({ source: "browser", email_hash: "hash-anna" }), lead(), sale()], hold)),
    ).toEqual([]);
  });

  test("is flagged by any address that the partner ever had, up to the newest ten", () => {
    const later = Array.from({ length: 9 }, (_, index) => noted(annaId, `later-${index}`));
    expect(flags(record([noted(), ...later, ownLead, sale()], hold))).toHaveLength(1);
    expect(flags(record([noted(), ...later, noted(annaId, "one-more"), ownLead, sale()], hold))).toEqual([]);
  });

  test("earns as ever where the program only flags, or looks for nothing", () => {
    const flagged = record([noted(), ownLead, sale()], { flag_own_email: "flag" });
    expect([flags(flagged), standing(flagged)]).toEqual([
      [[8, "own_email", annaId, "flag"]],
      [["pending", "pending", 2_000]],
    ]);
    expect(flags(record([noted(), ownLead, sale()]))).toEqual([]);
  });

  test("is refused its commission where the program refuses, and says why", () => {
    const program = record([noted(), ownLead], { flag_own_email: "refuse" });
    const conclusion = program.record(sale());
    expect(conclusion).toMatchObject({
      outcome: "recorded",
      answer: { kind: "sale", sale_id: 8, commission_id: null, reason: "self_referral" },
    });
    expect(program.rows("commission")).toEqual([]);
    expect(program.one("sale")).toMatchObject({ reason: "self_referral", amount_cents: 10_000 });
    expect(program.rows("platform_fee")).toHaveLength(1);
    expect(program.replay(3).dump()).toBe(program.dump());
  });

  test("is held where a report that comes later would have refused it", () => {
    const reported = ownPayment({ transaction_id: "tx-1", payer: { email_hash: "hash-anna" } });
    const program = record([noted(), lead(), sale(), reported], { flag_own_email: "refuse" });
    expect(flags(program)).toEqual([[8, "own_email", annaId, "hold"]]);
    expect(standing(program)).toEqual([["held", "pending", 2_000]]);
  });

  test("goes by the setting of when it was received", () => {
    const change = (flag_own_email: "off" | "hold"): TestEvent =>
      operator({ type: "program_changed", name: null, status: null, settings: { flag_own_email } });
    const another = sale({ transaction_id: "tx-2" });
    const begun = record([noted(), ownLead, sale(), change("hold"), another]);
    expect(flags(begun)).toEqual([[10, "own_email", annaId, "hold"]]);
    const ended = record([noted(), ownLead, sale(), change("off"), another], hold);
    expect(flags(ended)).toEqual([[8, "own_email", annaId, "hold"]]);
  });

  test("earns the reward of a lead no earlier than a person says so", () => {
    const lead_reward = { amount_cents: 500, currency: "USD" } as const;
    const program = record([noted(), ownLead], { ...hold, lead_reward });
    expect(flags(program)).toEqual([[7, "own_email", annaId, "hold"]]);
    expect(standing(program)).toEqual([["held", "pending", 500]]);
    expect(standing(record([noted(), ownLead, resolved("fine", named(7))], { ...hold, lead_reward }))).toEqual([
      ["pending", "pending", 500],
    ]);
    expect(standing(record([noted(), ownLead, resolved("abuse", named(7))], { ...hold, lead_reward }))).toEqual([
      ["reversed", "pending", 0],
    ]);
  });
});

describe("a renewal", () => {
  const subscription = { sale_type: "subscription", subscription_id: "sub-1" } as const;
  const first = sale(subscription);
  const renewal = sale({ ...subscription, transaction_id: "tx-2", is_recurring: true });

  test("is flagged as its first sale was, and refused as it was", () => {
    expect(flags(record([noted(), ownLead, first, renewal], hold)).map(([saleId]) => saleId)).toEqual([8, 9]);
    const refused = record([noted(), ownLead, first, renewal], { flag_own_email: "refuse" });
    expect(refused.rows("commission")).toEqual([]);
    expect(refused.rows("sale").map(({ reason }) => reason)).toEqual(["self_referral", "self_referral"]);
  });
});

describe("a click", () => {
  const ads = { forbids_ads: true, flag_paid_ads: "hold" } as const;
  const sites = { banned_sites: ["coupons.test"], flag_banned_site: "hold" } as const;
  const byClick = sale({ customer_key: null, click_id: "click-1" });

  test("that an ad brought flags what it earns, where the program forbids ads", () => {
    const program = record([byClick], ads, { ad_parameter: "gclid" });
    expect(program.rows("flag")[0]).toMatchObject({
      kind: "paid_ads",
      evidence: { click_id: "click-1", ad_parameter: "gclid" },
    });
    expect(standing(program)).toEqual([["held", "pending", 2_000]]);
    expect(flags(record([byClick], { flag_paid_ads: "hold" }, { ad_parameter: "gclid" }))).toEqual([]);
    expect(flags(record([byClick], ads))).toEqual([]);
  });

  test("flags what its customer buys later as well, also by a renewal and a payment that names nothing else", () => {
    const later = [
      lead(),
      sale(),
      sale({ transaction_id: "tx-2" }),
      payment({ payer: { customer_key: "customer-1" } }),
    ];
    expect(flags(record(later, ads, { ad_parameter: "gclid" })).map(([id]) => id)).toEqual([7, 8, 9]);
  });

  test("from a banned site flags it, and from its subdomains, and from no site that only ends alike", () => {
    const from = (referrer_site: string) => flags(record([byClick], sites, { referrer_site }));
    expect(from("coupons.test")).toEqual([[6, "banned_site", annaId, "hold"]]);
    expect(from("www.coupons.test")).toHaveLength(1);
    expect(from("mycoupons.test")).toEqual([]);
    expect(from("coupons.test.example")).toEqual([]);
  });

  test("is looked at by the rules of when it was recorded", () => {
    const change = operator({ type: "program_changed", name: null, status: null, settings: ads });
    expect(flags(record([change, byClick], {}, { ad_parameter: "gclid" }))).toEqual([]);
  });

  test("that the same visitor repeats by an ad counts as one that an ad brought", () => {
    const again = click(annaId, { click_id: "click-3", existing_click_id: "click-1", ad_parameter: "gclid", day: 1 });
    expect(flags(record([again, on(1, byClick)], ads))).toHaveLength(1);
  });

  test("of another partner flags nothing of what its own partner earns", () => {
    expect(flags(record([sale({ customer_key: null, click_id: "click-2" })], ads, { ad_parameter: "gclid" }))).toEqual(
      [],
    );
  });

  test("may flag one sale for several reasons, each for itself", () => {
    const both = { ...ads, ...sites };
    const clicked = { ad_parameter: "gclid", referrer_site: "coupons.test" };
    expect(flags(record([byClick], both, clicked)).map(([, kind]) => kind)).toEqual(["banned_site", "paid_ads"]);
    const one = record([byClick, resolved("fine", named(6, "paid_ads"))], both, clicked);
    expect(standing(one)).toEqual([["held", "pending", 2_000]]);
    const two = [byClick, resolved("fine", named(6, "paid_ads"), named(6, "banned_site"))];
    expect(standing(record(two, both, clicked))).toEqual([["pending", "pending", 2_000]]);
  });
});

describe("a person resolves a flag", () => {
  const story = [noted(), ownLead, sale()];
  const flag = named(8);
  const approved = operator({ type: "commissions_approved", sale_ids: [8] });
  const refunded = paymentRefunded({ alias: "tx-1", refund_id: "re_1", amount_cents: 2_500 });

  test("as fine: what it held is pending again, and is approved in its time", () => {
    expect(standing(record([...story, resolved("fine", flag)], hold))).toEqual([["pending", "pending", 2_000]]);
    const late = record([...story, on(20, approved), resolved("fine", flag), approved], hold);
    expect(standing(late)).toEqual([["approved", "approved", 2_000]]);
  });

  test("as abuse: it is reversed regardless of refunds, and an undo restores what they left", () => {
    expect(standing(record([...story, resolved("abuse", flag)], hold))).toEqual([["reversed", "pending", 0]]);
    for (const order of [
      [refunded, resolved("abuse", flag)],
      [resolved("abuse", flag), refunded],
    ]) {
      expect(standing(record([...story, ...order], hold))).toEqual([["reversed", "pending", 0]]);
      expect(standing(record([...story, ...order, resolved("fine", flag)], hold))).toEqual([
        ["refunded", "pending", 1_500],
      ]);
      expect(standing(record([...story, ...order, reopened(flag)], hold))).toEqual([["held", "pending", 1_500]]);
    }
  });

  test("where the program only flags as well", () => {
    const only = { flag_own_email: "flag" } as const;
    expect(standing(record([...story, resolved("abuse", flag)], only))).toEqual([["reversed", "pending", 0]]);
    expect(standing(record([...story, resolved("abuse", flag), reopened(flag)], only))).toEqual([
      ["pending", "pending", 2_000],
    ]);
  });

  test("as abuse of a paid commission: the next payout takes it off", () => {
    const payee = { partner_id: annaId, currency: "USD" } as const;
    const items = [{ sale_id: 8, amount_cents: 2_000 }];
    const only = { flag_own_email: "flag" } as const;
    const paid = [
      on(20, approved),
      operator({ type: "payout_created", ...payee, items }),
      operator({ type: "payout_recorded", payout_id: 10, ...payee, items, method: null, reference: null }),
    ];
    const program = record([...story, ...paid, resolved("abuse", flag)], only);
    expect(standing(program)).toEqual([["paid", "paid", 2_000]]);
    expect(program.rows("adjustment").map(({ amount_cents }) => amount_cents)).toEqual([-2_000]);
    const undone = record([...story, ...paid, resolved("abuse", flag), reopened(flag)], only);
    expect([undone.rows("adjustment"), owedTo(undone, payee)]).toEqual([[], []]);
  });

  test("as fine of a refused sale: it earns what it would have earned, and nothing again once that is taken back", () => {
    const refuse = { flag_own_email: "refuse" } as const;
    const fine = record([...story, resolved("fine", flag)], refuse);
    expect(standing(fine)).toEqual([["pending", "pending", 2_000]]);
    expect(fine.one("sale").reason).toBeNull();
    const again = record([...story, resolved("fine", flag), reopened(flag)], refuse);
    expect([again.rows("commission"), again.one("sale").reason]).toEqual([[], "self_referral"]);
  });

  test("and nothing is recorded where there is nothing to resolve or reopen", () => {
    const program = record(story, hold);
    const reasonOf = (event: TestEvent) => program.record(event).reason;
    expect(reasonOf(resolved("fine", named(8, "paid_ads")))).toBe("nothing_to_resolve");
    expect(reasonOf(resolved("fine", named(999)))).toBe("nothing_to_resolve");
    expect(reasonOf(reopened(flag))).toBe("nothing_to_reopen");
    expect(program.record(resolved("fine", flag)).outcome).toBe("recorded");
    expect(reasonOf(resolved("fine", flag))).toBe("nothing_to_resolve");
  });

  test("in addition to a manual hold, which stays until it is released", () => {
    const both = [...story, byHand.hold([8]), resolved("fine", flag)];
    expect(standing(record(both, hold))).toEqual([["held", "pending", 2_000]]);
    expect(standing(record([...both, byHand.release([8])], hold))).toEqual([["pending", "pending", 2_000]]);
  });
});

describe("a sale that becomes another partner's", () => {
  const story = [noted(), ownLead, sale()];
  const given = [byHand.remove(8), byHand.set(8, benId)];

  test("is not held for what was found of the first, and is again once it is the first's", () => {
    expect(standing(record([...story, ...given], hold))).toEqual([["pending", "pending", 2_000]]);
    expect(standing(record([...story, ...given, byHand.undo(8)], hold))).toEqual([["held", "pending", 2_000]]);
  });

  test("is looked at for the other one", () => {
    const others = [noted(benId), ownLead, sale(), ...given];
    expect(flags(record(others, hold))).toEqual([[8, "own_email", benId, "hold"]]);
  });

  test("earns where it was refused the first", () => {
    const program = record([...story, ...given], { flag_own_email: "refuse" });
    expect(standing(program)).toEqual([["pending", "pending", 2_000]]);
    expect(program.one("sale").reason).toBeNull();
    const undone = record([...story, ...given, byHand.undo(8)], { flag_own_email: "refuse" });
    expect([undone.rows("commission"), undone.one("sale").reason]).toEqual([[], "self_referral"]);
  });
});

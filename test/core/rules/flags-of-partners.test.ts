// Flags by what partners did and who they look like: payouts that go to one place, refunds, leads that come too fast, the partner's own
// address, and a recruited partner who leads back to its recruiter. Every story is projected again, in batches of each size.
import { describe, expect, test } from "vitest";
import type { Likeness } from "../../../src/core/rules/events/flag-events.ts";
import type { FlagKind } from "../../../src/core/rules/events/settings/flag-settings.ts";
import { newFlagSettings } from "../../../src/core/rules/events/settings/flag-settings.ts";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  byHand,
  click,
  lead,
  partnerJoined,
  programCreated,
  refund,
  sale,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];
const off = Object.fromEntries(Object.keys(newFlagSettings).map((name) => [name, "off"])) as Partial<Settings>;
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const recruited = operator({ type: "partner_recruited", partner_id: benId, recruited_by: annaId });
const noted = (partner_id: number, email_hash: string): TestEvent =>
  operator({ type: "partner_email_noted", partner_id, email_hash });
const named = (sale_id: number, kind: FlagKind, partner_id = annaId) => ({ sale_id, kind, partner_id });
const resolved = (as: "fine" | "abuse", flag: ReturnType<typeof named>): TestEvent =>
  operator({ type: "flags_resolved", flags: [flag], as, reason: "looked at" });
const compared = (
  partner_id: number,
  with_partner_id: number,
  rest: { by?: Likeness; is_alike?: boolean; sale_ids?: readonly number[] } = {},
): TestEvent =>
  operator({
    type: "partners_compared",
    partner_id,
    with_partner_id,
    by: "payout",
    is_alike: true,
    sale_ids: [],
    ...rest,
  });

/** Anna's link was clicked (click-1, event 4), then Ben's (click-2, event 5). The story's first event is 6. */
function record(story: readonly TestEvent[], settings: Partial<Settings>, clicked = {}): MemoryProgram {
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
  program.rows("commission").map(({ status, amount_cents }) => [status, amount_cents]);
const bySale = (fields: Parameters<typeof sale>[0] = {}) =>
  sale({ customer_key: null, click_id: "click-1", ...fields });

describe("two partners whose payouts go to one place", () => {
  const hold = { flag_shared_payout: "hold" } as const;

  test("have what they earn from then on held, and what they earned before and were not paid", () => {
    const before = bySale();
    const after = bySale({ transaction_id: "tx-2" });
    const program = record([before, compared(annaId, benId, { sale_ids: [6] }), after], hold);
    expect(flags(program)).toEqual([
      [6, "shared_payout", annaId, "hold"],
      [8, "shared_payout", annaId, "hold"],
    ]);
    expect(program.rows("flag")[0]).toMatchObject({ evidence: { with_partner_id: benId }, event_id: 7 });
    expect(standing(program)).toEqual([
      ["held", 2_000],
      ["held", 2_000],
    ]);
    const named6 = named(6, "shared_payout");
    expect(
      standing(record([before, compared(annaId, benId, { sale_ids: [6] }), resolved("fine", named6)], hold)),
    ).toEqual([["pending", 2_000]]);
    expect(
      standing(record([before, compared(annaId, benId, { sale_ids: [6] }), resolved("abuse", named6)], hold)),
    ).toEqual([["reversed", 0]]);
  });

  test("are left alone where the other one is compared, where they are no longer alike, and where nothing is looked for", () => {
    expect(flags(record([compared(benId, annaId), bySale()], hold))).toEqual([]);
    const ended = [compared(annaId, benId), compared(annaId, benId, { is_alike: false }), bySale()];
    expect(flags(record(ended, hold))).toEqual([]);
    expect(record(ended, hold).rows("partner")[0]?.alike).toBeNull();
    expect(flags(record([compared(annaId, benId, { by: "sign_in" }), bySale()], hold))).toEqual([]);
    expect(flags(record([bySale(), compared(annaId, benId, { sale_ids: [6] })], {}))).toEqual([]);
  });

  test("are compared again without effect, and are partners of the program", () => {
    const program = record([bySale(), compared(annaId, benId, { sale_ids: [6] })], hold);
    expect(program.record(compared(annaId, benId)).reason).toBe("likeness_known");
    expect(program.record(compared(benId, annaId, { is_alike: false })).reason).toBe("likeness_known");
    expect(program.record(compared(annaId, 99)).reason).toBe("unknown_partner");
    expect(flags(program)).toHaveLength(1);
  });

  test("have neither another partner's sale held, nor one that is gone", () => {
    const others = sale({ customer_key: null, click_id: "click-2" });
    expect(flags(record([others, compared(annaId, benId, { sale_ids: [6, 99] })], hold))).toEqual([]);
  });

  test("have what leads earned held as well", () => {
    const lead_reward = { amount_cents: 500, currency: "USD" } as const;
    const program = record([lead(), compared(annaId, benId, { sale_ids: [6] })], { ...hold, lead_reward });
    expect(flags(program)).toEqual([[6, "shared_payout", annaId, "hold"]]);
    expect(standing(program)).toEqual([["held", 500]]);
  });
});

describe("a partner whose sales are refunded", () => {
  // Over 20 per cent of at least 5: two of five are over it, one of five is not.
  const rate = { flag_refund_rate: "hold", refund_rate_percent: 20, refund_rate_sales: 5 } as const;
  const sold = (count: number, day = 0) =>
    Array.from({ length: count }, (_, index) => bySale({ transaction_id: `tx-${day}-${index}`, day }));
  const back = (index: number, day = 0, cents: number | null = null) =>
    refund({ transaction_id: `tx-${day}-${index}`, refund_amount_cents: cents });
  const next = bySale({ transaction_id: "next" });

  test("has its next sale held once the rate is over the limit, with the figures, and not at the limit", () => {
    const over = record([...sold(5), back(0), back(1, 0, 1), next], rate);
    expect(flags(over)).toEqual([[13, "refund_rate", annaId, "hold"]]);
    expect(over.rows("flag")[0]?.evidence).toEqual({ sales: 5, refunded: 2 });
    expect(standing(over).at(-1)).toEqual(["held", 2_000]);
    expect(flags(record([...sold(5), back(0), next], rate))).toEqual([]);
  });

  test("is not looked at below so many sales", () => {
    expect(flags(record([...sold(4), back(0), back(1), next], rate))).toEqual([]);
  });

  test("counts a sale once, however often it is refunded, and not after it became another partner's", () => {
    expect(flags(record([...sold(5), back(0, 0, 100), back(0, 0, 200), next], rate))).toEqual([]);
    const given = [byHand.remove(6), byHand.set(6, benId)];
    const program = record([...sold(6), back(0), back(1), ...given, next], rate);
    expect(program.rows("partner_activity").map(({ partner_id, sale_days }) => [partner_id, sale_days])).toEqual([
      [annaId, [{ day: "2026-01-01", sales: 6, refunded: 1 }]],
      [benId, [{ day: "2026-01-01", sales: 1, refunded: 1 }]],
    ]);
    expect(flags(program)).toEqual([]);
  });

  test("has no sale flagged by what came later, when something else of it is looked at again", () => {
    const again = compared(annaId, benId, { sale_ids: [6, 10] });
    const program = record([...sold(5), back(0), back(1), again], { ...rate, flag_shared_payout: "flag" });
    expect(flags(program).map(([saleId, kind]) => [saleId, kind])).toEqual([
      [6, "shared_payout"],
      [10, "shared_payout"],
    ]);
  });

  test("is looked at over the 60 days before a sale, and not longer", () => {
    const old = [...sold(5), back(0), back(1)];
    const on = (day: number) => bySale({ transaction_id: "later", day });
    const window = { attribution_window_days: 365 };
    expect(flags(record([...old, on(60)], { ...rate, ...window }))).toHaveLength(1);
    expect(flags(record([...old, on(61)], { ...rate, ...window }))).toEqual([]);
  });

  test("has only the sales counted that came while it was looked at", () => {
    const change = operator({ type: "program_changed", name: null, status: null, settings: rate });
    const program = record([...sold(5), back(0), back(1), change, back(2), next], {});
    expect(flags(program)).toEqual([]);
    expect(program.one("partner_activity").sale_days).toEqual([{ day: "2026-01-01", sales: 1, refunded: 0 }]);
  });

  test("has nothing counted where nothing is looked for", () => {
    expect(record([...sold(3), back(0)], {}).rows("partner_activity")).toEqual([]);
  });
});

describe("leads that come too fast", () => {
  // More than two within an hour, each under ten seconds after its click.
  const fast = { flag_fast_leads: "hold", fast_leads_count: 2, fast_leads_seconds: 10 } as const;
  const second = 1 / 86_400;
  const visit = (name: string, at: number) => click(annaId, { click_id: `click-${name}`, day: at * second });
  const arrives = (name: string, at: number, fields: Parameters<typeof lead>[0] = {}) =>
    lead({ click_ids: [`click-${name}`], customer_key: name, day: at * second, ...fields });
  const burst = (names: readonly string[], from: number, wait = 1) =>
    names.flatMap((name, index) => [visit(name, from + index * 60), arrives(name, from + index * 60 + wait)]);
  const bought = (name: string) => sale({ customer_key: name, transaction_id: name });
  const kinds = (program: MemoryProgram) => program.rows("flag").map(({ kind, evidence }) => [kind, evidence]);

  test("flag the sales of the one that is too many, and of those that follow, with their number", () => {
    const program = record([...burst(["a", "b", "c", "d"], 10), ...["a", "b", "c", "d"].map(bought)], fast);
    expect(kinds(program)).toEqual([
      ["fast_leads", { click_id: "click-c", leads: 3 }],
      ["fast_leads", { click_id: "click-d", leads: 4 }],
    ]);
    expect(standing(program)).toEqual([
      ["pending", 2_000],
      ["pending", 2_000],
      ["held", 2_000],
      ["held", 2_000],
    ]);
  });

  test("are neither those that took ten seconds, nor two within an hour and a third after it", () => {
    expect(kinds(record([...burst(["a", "b", "c"], 10, 10), bought("c")], fast))).toEqual([]);
    const spread = [...burst(["a", "b"], 10), visit("c", 3_700), arrives("c", 3_701), bought("c")];
    expect(kinds(record(spread, fast))).toEqual([]);
  });

  test("count once for each customer, and only once a server confirms them", () => {
    const repeated = [
      visit("a", 10),
      ...["signup", "trial", "quote"].map((event_name) => arrives("a", 11, { event_name })),
      bought("a"),
    ];
    expect(kinds(record(repeated, fast))).toEqual([]);
    const claimed = burst(["a", "b", "c"], 10).map((event) =>
      event.data.type === "lead_reported" ? { ...event, source: "browser" } : event,
    );
    expect(record(claimed, fast).rows("partner_activity")).toEqual([]);
    const confirmed = ["a", "b", "c"].map((name) => arrives(name, 500));
    expect(kinds(record([...claimed, ...confirmed, bought("c")], fast))).toEqual([
      ["fast_leads", { click_id: "click-c", leads: 3 }],
    ]);
  });

  test("count for no partner whose click a browser claimed and the server does not name", () => {
    const claim = (name: string, at: number) => arrives(name, at, { source: "browser", click_ids: ["click-of-anna"] });
    const claimed = [visit("of-anna", 10), ...["a", "b", "c"].map((name) => claim(name, 11))];
    const named = ["a", "b", "c"].map((name) => arrives(name, 900, { click_ids: ["click-2"] }));
    const program = record([...claimed, ...named, bought("a")], fast);
    expect([program.rows("partner_activity"), program.rows("flag")]).toEqual([[], []]);
  });

  test("that are confirmed days later count with those of their own hour", () => {
    const day = 86_400;
    const claimed = ["a", "b", "c"].flatMap((name, index) => [
      visit(name, index * day),
      arrives(name, index * day + 1, { source: "browser" }),
    ]);
    const confirmed = ["c", "b", "a"].map((name) => arrives(name, 4 * day));
    expect(kinds(record([...claimed, ...confirmed, bought("a")], fast))).toEqual([]);
  });

  test("hold the rewards that leads earn", () => {
    const lead_reward = { amount_cents: 500, currency: "USD" } as const;
    const program = record(burst(["a", "b", "c"], 10), { ...fast, lead_reward });
    expect(standing(program)).toEqual([
      ["pending", 500],
      ["pending", 500],
      ["held", 500],
    ]);
  });
});

describe("a click from an address that the partner signed in from", () => {
  const own = { device_of: "partner" };

  test("is held, and refused where the program refuses, until a person says otherwise", () => {
    const program = record([bySale()], { flag_own_device: "hold" }, own);
    expect(program.rows("flag")[0]).toMatchObject({
      kind: "own_device",
      evidence: { click_id: "click-1", device_of: "partner" },
    });
    expect(standing(program)).toEqual([["held", 2_000]]);
    const refused = record([], { flag_own_device: "refuse" }, own);
    expect(refused.record(bySale())).toMatchObject({
      answer: { kind: "sale", commission_id: null, reason: "self_referral" },
    });
    expect(standing(refused)).toEqual([]);
    refused.record(resolved("fine", named(6, "own_device")));
    expect(standing(refused)).toEqual([["pending", 2_000]]);
  });

  test("is nothing where it is not looked for, and where it is the recruiter's", () => {
    expect(flags(record([bySale()], {}, own))).toEqual([]);
    expect(flags(record([bySale()], { flag_own_device: "hold" }, { device_of: "recruiter" }))).toEqual([]);
  });
});

describe("a recruited partner who leads back to its recruiter", () => {
  const hold = { flag_recruit_circle: "hold" } as const;
  const sold = sale({ customer_key: null, click_id: "click-2" });
  const circles = (program: MemoryProgram) => program.rows("flag").map(({ kind, evidence }) => [kind, evidence]);
  const known = (circle: string, rest = {}) => [["recruit_circle", { with_partner_id: annaId, circle, ...rest }]];

  test("is held where both are paid in one place or signed in from one address", () => {
    for (const by of ["payout", "sign_in"] as const) {
      const program = record([recruited, compared(benId, annaId, { by }), sold], hold);
      expect(circles(program)).toEqual(known(by));
      expect(standing(program)).toEqual([["held", 2_000]]);
    }
  });

  test("is held where the customer's e-mail is the recruiter's, or the click came from its address", () => {
    const bought = [lead({ click_ids: ["click-2"], email_hash: "hash-anna" }), sale()];
    expect(circles(record([recruited, noted(annaId, "hash-anna"), ...bought], hold))).toEqual(known("customer"));
    const visited = click(benId, { click_id: "click-3", device_of: "recruiter" });
    const bySaleOfIt = sale({ customer_key: null, click_id: "click-3" });
    expect(circles(record([recruited, visited, bySaleOfIt], hold))).toEqual(known("click", { click_id: "click-3" }));
  });

  test("has what its recruiter earns held with it", () => {
    const referral = { share_bps: 1_000, months: null };
    const program = record([recruited, compared(benId, annaId), sold], { ...hold, referral });
    expect(program.rows("commission").map(({ kind, status, amount_cents }) => [kind, status, amount_cents])).toEqual([
      ["sale", "held", 2_000],
      ["referral", "held", 200],
    ]);
  });

  test("is not found where it was not recruited, or is like another partner than its recruiter", () => {
    expect(circles(record([compared(benId, annaId), sold], hold))).toEqual([]);
    expect(circles(record([recruited, compared(benId, 2, { is_alike: false }), sold], hold))).toEqual([]);
    const third = partnerJoined({ name: "Cy", code: "cy" });
    expect(circles(record([recruited, third, compared(benId, 7), sold], hold))).toEqual([]);
  });

  test("goes one level down: the recruiter's own sales are not held", () => {
    expect(circles(record([recruited, compared(benId, annaId), bySale()], hold))).toEqual([]);
  });
});

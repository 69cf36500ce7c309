// Random histories of clicks, leads, sales and decisions of one program, for flags and what they hold, next to a model that gets the same.
import fc from "fast-check";
import { expect } from "vitest";
import type { FlagName, FlagVerdict } from "../../src/core/rules/events/flag-events.ts";
import type { FlagKind } from "../../src/core/rules/events/settings/flag-settings.ts";
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import { saleOfReferral } from "../../src/core/rules/referral-id.ts";
import { byHand, click, lead, partnerJoined, programCreated, refund, sale } from "../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../support/memory-program.ts";
import { SuspicionModel } from "./suspicion-model.ts";

/** Of these the first recruited the second. */
const [annaId, benId, carlId] = [2, 3, 4];
const partners = [annaId, benId, carlId];
const customersMax = 9;

const kinds = [
  ...[
    "click",
    "click",
    "server_lead",
    "server_lead",
    "fast_lead",
    "fast_lead",
    "claim",
    "claim",
    "confirm",
    "confirm",
    "sale",
    "sale",
    "sale",
  ],
  ...[
    "sale",
    "first_sale",
    "refund",
    "refund",
    "resolve",
    "resolve",
    "reopen",
    "compare",
    "email",
    "email",
    "change",
    "move",
  ],
  ...["undo", "approve", "approve", "pay", "pay", "pay", "resolve"],
] as const;
type Step = {
  readonly do: (typeof kinds)[number];
  readonly seconds: number;
  readonly pick: number;
  readonly other: number;
  readonly settings: Partial<Settings>;
};

const choice = fc.constantFrom("off" as const, "flag" as const, "hold" as const, "hold" as const);
const orRefuse = fc.constantFrom("off" as const, "flag" as const, "hold" as const, "refuse" as const);
const settings: fc.Arbitrary<Partial<Settings>> = fc.record(
  {
    ...{ flag_own_email: orRefuse, flag_own_device: orRefuse, flag_recruit_circle: choice, flag_shared_payout: choice },
    ...{ flag_fast_leads: choice, flag_refund_rate: choice, flag_paid_ads: choice, flag_banned_site: choice },
    ...{ fast_leads_count: fc.constantFrom(1, 2), refund_rate_percent: fc.constantFrom(33, 50) },
    lead_reward: fc.constantFrom(null, { amount_cents: 500, currency: "USD" as const }),
    referral: fc.constantFrom(null, { share_bps: 1_000, months: null }),
    hold_period_days: fc.constantFrom(0, 10),
  },
  { requiredKeys: [] },
);
const minute = 60;
const [hour, day] = [60 * minute, 1_440 * minute];
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    do: fc.constantFrom(...kinds),
    seconds: fc.constantFrom(0, 1, 1, 4, 20, 25 * minute, hour, 3 * day, 30 * day),
    ...{ pick: fc.nat(1_000), other: fc.nat(1_000), settings },
  }),
  { minLength: 10, maxLength: 70, size: "max" },
);

const first: Partial<Settings> = {
  ...{ hold_period_days: 0, attribution_window_days: 365, lead_auth: "server_required" },
  ...{ flag_own_email: "refuse", flag_own_device: "refuse", flag_recruit_circle: "hold", flag_shared_payout: "flag" },
  ...{ flag_fast_leads: "hold", flag_refund_rate: "hold", flag_paid_ads: "hold", flag_banned_site: "flag" },
  ...{ fast_leads_count: 1, fast_leads_seconds: 10, refund_rate_percent: 33, refund_rate_sales: 2 },
  ...{ forbids_ads: true, banned_sites: ["coupons.test"], lead_reward: { amount_cents: 500, currency: "USD" } },
  referral: { share_bps: 1_000, months: null },
};
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const reason = "a test of ours";

export class History {
  readonly program = new MemoryProgram();
  readonly model = new SuspicionModel();
  #seconds = 0;
  readonly clicks: string[] = [];
  #names = 0;

  constructor() {
    this.#record(programCreated(first));
    for (const code of ["anna", "ben", "carl"]) this.#record(partnerJoined({ name: code, code }));
    this.#record(operator({ type: "partner_recruited", partner_id: benId, recruited_by: annaId }));
    for (const partner of partners) this.visit(partner, 0);
  }

  /** Nothing where there is nothing to do it with. */
  take(step: Step): void {
    // Within the window of every click.
    this.#seconds = Math.min(this.#seconds + step.seconds, 350 * day);
    for (const event of acts[step.do](this, step)) this.#record(event);
  }

  #record(reported: TestEvent): void {
    const before = this.program.log.length;
    this.program.record({ ...reported, day: this.#seconds / day });
    for (const event of this.program.log.slice(before)) this.model.apply(event);
  }

  visit(partner: number, pick: number): string {
    this.#names += 1;
    const click_id = `click-${this.#names}`;
    this.clicks.push(click_id);
    const signs = [
      ...[{}, {}, {}, { device_of: "partner" as const }, { device_of: "recruiter" as const }],
      ...[
        { ad_parameter: "gclid" as const },
        { referrer_site: "www.coupons.test" },
        { referrer_site: "mycoupons.test" },
      ],
    ];
    this.#record(click(partner, { click_id, ...signs[pick % signs.length] }));
    return click_id;
  }

  unknown = () =>
    Array.from({ length: customersMax }, (_, index) => `customer-${index}`).filter(
      (name) => !this.model.customers.has(name),
    );

  sell(pick: number, of: { readonly customer_key: string | null; readonly click_id: string | null }): TestEvent {
    this.#names += 1;
    return sale({ ...of, transaction_id: `tx-${this.#names}`, amount_cents: [10_000, 333, 2_499][pick % 3] ?? 1 });
  }

  pay(partner_id: number): readonly TestEvent[] {
    const items = this.model
      .commissions()
      .filter((one) => one.partner_id === partner_id && /^(approved|refunded)$/.test(one.status) && one.due > 0)
      .filter(({ stage }) => stage === "approved")
      .map(({ sale_id, due }) => ({ sale_id, amount_cents: due }));
    if (items.length === 0) return [];
    const paying = { partner_id, currency: "USD", items } as const;
    const payout_id = this.program.nextId;
    const paid = { type: "payout_recorded", payout_id, ...paying, method: null, reference: null } as const;
    return [operator({ type: "payout_created", ...paying }), operator(paid)];
  }

  compare(): void {
    const [bySale, byKind] = [
      (one: { readonly sale_id: number }) => one.sale_id,
      (one: { readonly kind: string }) => one.kind,
    ];
    const sorted = <One extends { readonly sale_id: number; readonly partner_id: number }>(all: readonly One[]) =>
      [...all].sort((a, b) => bySale(a) - bySale(b) || a.partner_id - b.partner_id);
    const flags = <One extends { sale_id: number; partner_id: number; kind: FlagKind }>(all: readonly One[]) =>
      [...all].sort((a, b) => bySale(a) - bySale(b) || a.partner_id - b.partner_id || (byKind(a) < byKind(b) ? -1 : 1));
    const booked = this.program.rows("commission").map((row) => ({
      ...{ sale_id: row.sale_id, partner_id: row.partner_id, status: row.status, stage: row.stage },
      ...{ cents: row.amount_cents, at_sale: row.amount_at_sale_cents },
    }));
    const expected = this.model.commissions().map(({ due: _, ...one }) => one);
    expect(sorted(booked)).toEqual(sorted(expected));
    const raised = this.program.rows("flag").map(({ sale_id, kind, partner_id, choice: as, resolved_as }) => ({
      ...{ sale_id, kind, partner_id, choice: as, resolved_as },
    }));
    expect(flags(raised)).toEqual(flags(this.model.flags));
    const adjustments = this.program
      .rows("adjustment")
      .map(({ sale_id, partner_id, amount_cents }) => ({ sale_id, partner_id, amount_cents }));
    expect(sorted(adjustments)).toEqual(sorted(this.model.adjustments()));
  }
}

const pickOf = <One>(all: readonly One[], pick: number): One | undefined => all[pick % Math.max(1, all.length)];
const partnerOfStep = ({ pick }: Step) => pickOf(partners, pick) ?? annaId;
const customerOfStep = ({ other }: Step) => `customer-${other % customersMax}`;
const newClick = ({ clicks }: History, { pick }: Step) => pickOf(clicks, clicks.length - 1 - (pick % 3)) ?? "";
const emailOfStep = ({ pick }: Step) => pickOf([null, "of-2", "of-3", "of-4"], pick >> 3) ?? null;

type Act = (history: History, step: Step) => readonly TestEvent[];

/** Nothing where there is nothing to do it with. */
const acts: { readonly [Kind in Step["do"]]: Act } = {
  click: (history, step) => {
    history.visit(partnerOfStep(step), step.other);
    return [];
  },
  server_lead: (history, step) => {
    const customer_key = customerOfStep(step);
    const isClaimed = history.model.customers.get(customer_key)?.claim != null;
    const click_ids = [newClick(history, step)];
    return isClaimed ? [] : [lead({ customer_key, click_ids, email_hash: emailOfStep(step) })];
  },
  fast_lead: (history, step) => {
    const customer_key = pickOf(history.unknown(), step.pick);
    if (customer_key === undefined) return [];
    return [lead({ customer_key, click_ids: [history.visit(partnerOfStep(step), step.pick)] })];
  },
  claim: (history, step) => {
    const customer_key = customerOfStep(step);
    if (history.model.customers.has(customer_key)) return [];
    const click_ids = [history.visit(partnerOfStep(step), step.pick)];
    return [lead({ customer_key, click_ids, source: "browser" })];
  },
  confirm: (history, step) => {
    const claimed = [...history.model.customers].flatMap(([name, { claim }]) =>
      claim === null ? [] : [{ name, claim }],
    );
    const found = pickOf(claimed, step.pick);
    if (found === undefined) return [];
    const { name: customer_key, claim } = found;
    const sold = history.sell(step.other, { customer_key, click_id: claim.click });
    const byClick = (one: string) => lead({ customer_key, click_ids: [one], email_hash: emailOfStep(step) });
    const ways = [lead({ customer_key, click_ids: [] }), sold, byClick(claim.click), byClick(newClick(history, step))];
    return [pickOf(ways, step.other >> 2) ?? sold];
  },
  sale: (history, step) => {
    const customer_key = customerOfStep(step);
    const isByClick = history.model.customers.get(customer_key)?.bound == null || step.pick % 4 === 0;
    const by = isByClick ? { customer_key: null, click_id: newClick(history, step) } : { customer_key, click_id: null };
    return [history.sell(step.other, by)];
  },
  first_sale: (history, step) => {
    const customer_key = customerOfStep(step);
    const isKnown = history.model.customers.has(customer_key);
    return isKnown ? [] : [history.sell(step.other, { customer_key, click_id: newClick(history, step) })];
  },
  refund: ({ model }, { pick, other }) => {
    const sold = pickOf(
      model.sales.filter(({ back, cents }) => back < cents),
      pick,
    );
    if (sold === undefined) return [];
    const rest = sold.cents - sold.back;
    const refund_amount_cents = other % 2 === 0 ? rest : Math.ceil(rest / 3);
    return [refund({ transaction_id: sold.name, refund_amount_cents, refund_id: `${sold.name}-${sold.back}` })];
  },
  resolve: ({ model }, step) => {
    const flags = named(model, step, (as) => as === null);
    const as = step.other % 2 === 0 ? "fine" : "abuse";
    return flags.length === 0 ? [] : [operator({ type: "flags_resolved", flags, as, reason })];
  },
  reopen: ({ model }, step) => {
    const flags = named(model, step, (as) => as !== null);
    return flags.length === 0 ? [] : [operator({ type: "flags_reopened", flags, reason })];
  },
  compare: ({ model }, step) => {
    const [partner_id, is_alike] = [partnerOfStep(step), step.other % 3 !== 0];
    const others = partners.filter((one) => one !== partner_id);
    const with_partner_id = pickOf(others, step.pick) ?? annaId;
    const own = model.commissions().filter((one) => one.partner_id === partner_id && one.stage !== "paid");
    const ids = own.map(({ sale_id }) => sale_id).filter((id) => saleOfReferral(id) === null);
    const alike = { by: step.other % 2 === 0 ? "payout" : "sign_in", is_alike, sale_ids: is_alike ? ids : [] } as const;
    return [operator({ type: "partners_compared", partner_id, with_partner_id, ...alike })];
  },
  email: (_, step) => {
    const partner_id = partnerOfStep(step);
    return [operator({ type: "partner_email_noted", partner_id, email_hash: `of-${partner_id}` })];
  },
  change: (_, { settings: changed }) => [
    operator({ type: "program_changed", name: null, status: null, settings: changed }),
  ],
  // A decision about a customer's first sale binds the customer: that is of another model.
  move: ({ model }, { pick, other }) => {
    const sold = pickOf(
      model.sales.filter(({ customer, given }) => customer === null && given === null),
      pick,
    );
    if (sold === undefined) return [];
    const others = partners.filter((one) => one !== sold.own.partner);
    return [byHand.remove(sold.id), byHand.set(sold.id, pickOf(others, other) ?? annaId)];
  },
  undo: ({ model }, { pick }) => {
    const sold = pickOf(
      model.sales.filter(({ given }) => given !== null),
      pick,
    );
    return sold === undefined ? [] : [byHand.undo(sold.id)];
  },
  approve: ({ model }) => [
    operator({ type: "commissions_approved", sale_ids: model.commissions().map((one) => one.sale_id) }),
  ],
  pay: (history, step) => history.pay(partnerOfStep(step)),
};

function named(
  { flags }: SuspicionModel,
  { pick, other }: Step,
  isMeant: (as: FlagVerdict | null) => boolean,
): readonly FlagName[] {
  const meant = flags.filter(({ resolved_as }) => isMeant(resolved_as));
  return [pickOf(meant, pick), other % 3 === 0 ? pickOf(meant, other) : undefined].flatMap((flag) =>
    flag === undefined ? [] : [{ sale_id: flag.sale_id, kind: flag.kind, partner_id: flag.partner_id }],
  );
}

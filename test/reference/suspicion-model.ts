// What leads earn, what recruiters earn by sales, and which commissions flags hold, refuse or reverse, the slow way: from the events of one
// program, whose sales are calls. Written from the contract (sections 13 and 14) and the decisions 0147, 0155 and 0156, never from the fold:
// every count is taken again from all sales and leads, and what a commission is worth is worked out each time it is asked for.
import type { Event } from "../../src/core/rules/events/events.ts";
import type { FlagName } from "../../src/core/rules/events/flag-events.ts";
import type { FlagKind, FlagSettings } from "../../src/core/rules/events/settings/flag-settings.ts";
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import { referralIdOf } from "../../src/core/rules/referral-id.ts";
import { daysAfter, halfUp } from "./arithmetic.ts";
import { type Click, type ModelSale, partnerOf, Suspects } from "./suspects.ts";

type Choice = "flag" | "hold" | "refuse";
export type ModelFlag = {
  readonly sale_id: number;
  readonly kind: FlagKind;
  readonly partner_id: number;
  readonly choice: Choice;
  resolved_as: "fine" | "abuse" | null;
};
type Binding = { readonly partner: number; readonly click: string };
/** `claim`: only a browser said it, by this click. */
type Customer = {
  bound: Binding | null;
  claim: { readonly click: string; readonly at: Date } | null;
  firstSale: number;
};
type Lead = {
  readonly id: number;
  readonly customer: string;
  readonly at: Date;
  readonly click: string;
  settled: boolean;
};
type Reward = { readonly id: number; readonly customer: string; readonly partner: number; readonly click: string };
/** One commission, as it was earned. */
type Earned = {
  readonly id: number;
  readonly by: number;
  readonly partner: number;
  readonly cents: number;
  readonly holdUntil: Date;
  /** Of the sale it follows. */
  readonly sale: ModelSale | null;
};
type Item = { readonly sale_id: number; readonly partner: number; readonly cents: number };

type How = { readonly isNew: boolean; readonly mayRefuse: boolean; readonly isOfPartnerAlone?: boolean };

const never = Number.POSITIVE_INFINITY;

export class SuspicionModel {
  readonly #settings: { readonly id: number; readonly settings: Settings & Partial<FlagSettings> }[] = [];
  readonly customers = new Map<string, Customer>();
  readonly sales: ModelSale[] = [];
  readonly flags: ModelFlag[] = [];
  readonly #leads: Lead[] = [];
  readonly #rewards: Reward[] = [];
  readonly #approved = new Set<number>();
  #paid: Item[] = [];
  readonly #suspects = new Suspects((id) => this.settingsAt(id));
  #recruits = new Map<number, number>();

  settingsAt(id: number) {
    const found = this.#settings.findLast((one) => one.id <= id);
    if (found === undefined) throw new Error("the program was not created");
    return found.settings;
  }

  apply(event: Event): void {
    this.#configure(event);
    this.#trade(event);
    this.#decide(event);
    this.#suspects.forgetOld(this.sales);
    // A commission that is refused again has to be approved again.
    for (const sale of this.sales) if (this.#isRefused(sale)) this.#approved.delete(sale.id);
    for (const id of this.#approved) if (this.#earned().every((one) => one.id !== id)) this.#approved.delete(id);
  }

  #configure({ id, data }: Event): void {
    switch (data.type) {
      case "program_created":
        this.#settings.push({ id, settings: data.settings });
        break;
      case "program_changed":
        this.#settings.push({ id, settings: { ...this.settingsAt(id), ...data.settings } });
        break;
      case "partner_recruited":
        this.#recruits.set(data.partner_id, data.recruited_by);
        break;
      case "partner_email_noted":
        this.#suspects.noteEmail(data.partner_id, data.email_hash);
        break;
      case "partners_compared":
        this.#suspects.compare(data.partner_id, { other: data.with_partner_id, by: data.by }, data.is_alike);
        if (data.is_alike) for (const one of data.sale_ids) this.#lookAgain(one, data.partner_id);
    }
  }

  #trade({ id, data, source, received_at: at }: Event): void {
    switch (data.type) {
      case "click_recorded":
        this.#suspects.click(id, at, data);
        break;
      case "lead_reported":
        if (data.customer_key !== null)
          this.#lead(
            { id, customer: data.customer_key, at, click: data.click_ids[0] ?? "", settled: source === "api" },
            data.email_hash,
          );
        break;
      case "sale_reported":
        this.#sale(
          { id, at, name: data.transaction_id ?? "", cents: data.amount_cents ?? 0 },
          data.customer_key,
          data.click_id,
        );
        break;
      case "refund_reported": {
        const sale = this.sales.find(({ name }) => name === data.transaction_id);
        if (sale !== undefined) sale.back += data.refund_amount_cents ?? 0;
      }
    }
  }

  #decide({ data, received_at: at }: Event): void {
    switch (data.type) {
      case "attribution_removed":
        // Its recruiter earns nothing by it until it is given to a partner.
        this.#approved.delete(referralIdOf(data.event_id));
        break;
      case "attribution_set":
        this.#move(data.event_id, data.partner_id);
        break;
      case "attribution_undone":
        this.#move(data.event_id, null);
        break;
      case "flags_resolved":
        this.#resolve(data.flags, data.as);
        break;
      case "flags_reopened":
        this.#resolve(data.flags, null);
        break;
      case "commissions_approved":
        this.#approve(data.sale_ids, at);
        break;
      case "payout_recorded":
        for (const { sale_id, amount_cents } of data.items)
          this.#paid.push({ sale_id, partner: data.partner_id, cents: amount_cents });
    }
  }

  #resolve(flags: readonly FlagName[], as: ModelFlag["resolved_as"]): void {
    for (const { sale_id, kind, partner_id } of flags) {
      const flag = this.#find(sale_id, kind, partner_id);
      if (flag !== undefined) flag.resolved_as = as;
    }
  }

  #lead(lead: Lead, email: string | null): void {
    const customer = this.customers.get(lead.customer) ?? { bound: null, claim: null, firstSale: never };
    this.customers.set(lead.customer, customer);
    const click = this.#suspects.clicks.get(lead.click);
    if (lead.settled) this.#serversLead(lead, customer, click, email);
    else if (customer.bound === null && click !== undefined) {
      customer.claim = { click: lead.click, at: lead.at };
      if (!this.#isLed(lead.customer)) this.#leads.push(lead);
    }
  }

  #isLed = (name: string) => this.#leads.some(({ customer }) => customer === name);

  /** It settles what a browser claimed, by name alone within an hour, or by a click: then it is that click's. */
  #serversLead(lead: Lead, customer: Customer, click: Click | undefined, email: string | null): void {
    const { claim } = customer;
    if (claim === null) this.#bind(customer, click);
    else if (click === undefined && lead.at > daysAfter(claim.at, 1 / 24)) return;
    if (customer.bound === null && claim === null) return;
    // What it says of the customer counts for what it earns.
    if (email !== null) this.#suspects.learnEmail(lead.customer, email);
    if (claim !== null) this.#settle(lead.customer, click ?? this.#clickOf(claim.click));
    else if (customer.bound !== null && !this.#isLed(lead.customer)) {
      this.#leads.push({ ...lead, click: customer.bound.click });
      this.#vouch(lead.customer);
    }
  }

  /** To a newer click until the first sale. */
  #bind(customer: Customer, click: Click | undefined): void {
    if (click === undefined || customer.firstSale !== never) return;
    const isNewer = customer.bound === null || click.at > this.#clickOf(customer.bound.click).at;
    if (isNewer) customer.bound = { partner: click.partner, click: click.id };
  }

  #clickOf(id: string): Click {
    const click = this.#suspects.clicks.get(id);
    if (click === undefined) throw new Error(`no click ${id}`);
    return click;
  }

  /** A server, or a payment, confirms what a browser claimed, or says whose it is instead. */
  #settle(name: string, click: Click): void {
    const customer = this.customers.get(name);
    if (customer === undefined) return;
    customer.claim = null;
    customer.bound = { partner: click.partner, click: click.id };
    this.#vouch(name);
  }

  /** The customer's first lead counts, once: for its reward, and as one that may have come too fast. */
  #vouch(name: string): void {
    const index = this.#leads.findIndex(({ customer }) => customer === name);
    const [lead, customer] = [this.#leads[index], this.customers.get(name)];
    if (lead === undefined || customer?.bound == null) return;
    const { bound } = customer;
    const claimed = this.#clickOf(lead.click);
    if (claimed.partner === bound.partner) this.#suspects.countFast(lead, claimed);
    const { lead_reward: reward } = this.settingsAt(lead.id);
    this.#leads[index] = { ...lead, settled: true };
    if (reward == null || customer.firstSale < lead.id) return;
    this.#rewards.push({ id: lead.id, customer: name, ...bound });
    this.#examine(lead.id, { isNew: false, mayRefuse: false });
  }

  #sale(reported: Pick<ModelSale, "id" | "at" | "name" | "cents">, name: string | null, clickId: string | null): void {
    const customer = name === null ? undefined : this.customers.get(name);
    const click = clickId === null ? undefined : this.#clickOf(clickId);
    // A payment confirms what was claimed with its click; of another customer than it names it says nothing.
    const claimed = [...this.customers].find(([, { claim }]) => claim !== null && claim.click === clickId);
    if (claimed !== undefined && click !== undefined && (name ?? claimed[0]) === claimed[0])
      this.#settle(claimed[0], click);
    const own = customer?.bound ?? (click === undefined ? null : { partner: click.partner, click: click.id });
    if (own === null) throw new Error(`sale ${reported.id} is of no partner`);
    if (name !== null) {
      const known = customer ?? { bound: null, claim: null, firstSale: never };
      this.customers.set(name, { bound: own, claim: null, firstSale: Math.min(known.firstSale, reported.id) });
    }
    const sale = { ...reported, customer: name, own, given: null, back: 0 };
    this.#examine(sale.id, { isNew: true, mayRefuse: true }, sale);
    this.sales.push(sale);
  }

  /** To another partner, or again to its own. It is looked at for whom it is moved to, where that one earns by it. */
  #move(id: number, to: number | null): void {
    const sale = this.sales.find((one) => one.id === id);
    if (sale === undefined) return;
    sale.given = to;
    if (this.#isRefused(sale)) return;
    const others = this.sales.filter((one) => one !== sale);
    this.#examine(id, { isNew: true, mayRefuse: false }, sale, others);
  }

  #lookAgain(id: number, partner: number): void {
    const sale = this.sales.find((one) => one.id === id);
    const reward = this.#rewards.find((one) => one.id === id);
    if ((sale === undefined ? reward?.partner : partnerOf(sale)) !== partner) return;
    if (sale !== undefined && this.#isRefused(sale)) return;
    // Of a lead only what its partner is like.
    this.#examine(id, { isNew: false, mayRefuse: false, isOfPartnerAlone: sale === undefined });
  }

  #examine(
    id: number,
    how: How,
    sale = this.sales.find((one) => one.id === id),
    others: readonly ModelSale[] = this.sales,
  ): void {
    const reward = this.#rewards.find((one) => one.id === id);
    const examined = sale === undefined ? reward : { customer: sale.customer, ...ownerOf(sale) };
    if (examined === undefined) return;
    const { partner } = examined;
    const { customer, click } = how.isOfPartnerAlone === true ? { customer: null, click: null } : examined;
    const recruiter = this.#recruits.get(partner) ?? null;
    const by = { partner, recruiter, customer, click: click === null ? null : this.#clickOf(click) };
    const isTooOften = how.isNew && sale !== undefined && this.#suspects.isRefundedTooOften(sale, partner, others);
    const found: FlagKind[] = [...this.#suspects.kindsOf(by), ...(isTooOften ? (["refund_rate"] as const) : [])];
    for (const kind of found) this.#raise({ sale_id: id, kind, partner_id: partner }, how);
  }

  #raise({ sale_id, kind, partner_id }: FlagName, { mayRefuse }: How): void {
    const chosen = this.settingsAt(sale_id)[`flag_${kind}`] ?? "off";
    if (chosen === "off" || this.#find(sale_id, kind, partner_id) !== undefined) return;
    const choice = chosen === "refuse" && !mayRefuse ? "hold" : chosen;
    this.flags.push({ sale_id, kind, partner_id, choice, resolved_as: null });
  }

  #find = (saleId: number, kind: FlagKind, partner: number) =>
    this.flags.find((flag) => flag.sale_id === saleId && flag.kind === kind && flag.partner_id === partner);

  #flagsOf = ({ by }: Earned) => {
    const sale = this.sales.find(({ id }) => id === by);
    const partner = sale === undefined ? this.#rewards.find(({ id }) => id === by)?.partner : partnerOf(sale);
    return this.flags.filter((flag) => flag.sale_id === by && flag.partner_id === partner);
  };

  #isRefused = (sale: ModelSale) =>
    this.flags.some(
      ({ sale_id, partner_id, choice, resolved_as }) =>
        sale_id === sale.id && partner_id === partnerOf(sale) && choice === "refuse" && resolved_as !== "fine",
    );

  #earned(): Earned[] {
    const ofSales = this.sales.flatMap((sale): Earned[] => {
      if (this.#isRefused(sale)) return [];
      const { hold_period_days, commission, referral } = this.settingsAt(sale.id);
      const [partner, holdUntil] = [partnerOf(sale), daysAfter(sale.at, hold_period_days)];
      const cents = commission.type === "flat" ? 0 : halfUp(sale.cents, commission.rate_bps);
      const own: Earned = { id: sale.id, by: sale.id, partner, cents, holdUntil, sale };
      const recruiter = this.#recruits.get(partner);
      const share = referral == null ? 0 : halfUp(cents, referral.share_bps);
      if (recruiter === undefined || share === 0) return [own];
      return [own, { ...own, id: referralIdOf(sale.id), partner: recruiter, cents: share }];
    });
    const ofLeads = this.#rewards.map(({ id, partner }): Earned => {
      const at = this.#leads.find((lead) => lead.id === id)?.at ?? new Date(0);
      const { hold_period_days, lead_reward } = this.settingsAt(id);
      const cents = lead_reward?.amount_cents ?? 0;
      return { id, by: id, partner, cents, holdUntil: daysAfter(at, hold_period_days), sale: null };
    });
    return [...ofSales, ...ofLeads];
  }

  #approve(ids: readonly number[], at: Date): void {
    const due = this.#earned().filter((one) => {
      const { status } = this.#standing(one);
      return ids.includes(one.id) && (status === "pending" || status === "refunded") && one.holdUntil <= at;
    });
    for (const { id } of due) this.#approved.add(id);
  }

  #standing(one: Earned) {
    const { id, partner, cents, sale } = one;
    const flags = this.#flagsOf(one);
    const isAbuse = flags.some(({ resolved_as }) => resolved_as === "abuse");
    const isHeld = flags.some(({ choice, resolved_as }) => choice === "hold" && resolved_as === null);
    const [back, whole] = [sale?.back ?? 0, sale?.cents ?? 1];
    const due = isAbuse ? 0 : cents - halfUp(cents, back, whole);
    const stage = this.#approved.has(id) ? "approved" : "pending";
    const rest = back > 0 ? "refunded" : stage;
    const held = isHeld ? "held" : rest;
    const status = isAbuse || back === whole ? "reversed" : held;
    const paid = this.#paidTo(id, partner);
    const shown = paid === null ? { status, stage, cents: due } : { status: "paid", stage: "paid", cents: paid };
    return { sale_id: id, partner_id: partner, due, at_sale: cents, ...shown };
  }

  #paidTo(id: number, partner: number): number | null {
    const items = this.#paid.filter((item) => item.sale_id === id && item.partner === partner);
    return items.length === 0 ? null : items.reduce((sum, { cents }) => sum + cents, 0);
  }

  commissions() {
    return this.#earned().map((one) => this.#standing(one));
  }

  /** What is due, less what was paid, of everything that was paid. */
  adjustments() {
    const all = this.commissions();
    const payees = new Map(this.#paid.map((item) => [`${item.sale_id} ${item.partner}`, item]));
    return [...payees.values()].flatMap(({ sale_id, partner }) => {
      const due = all.find((one) => one.sale_id === sale_id && one.partner_id === partner)?.due ?? 0;
      const amount_cents = due - (this.#paidTo(sale_id, partner) ?? 0);
      return amount_cents === 0 ? [] : [{ sale_id, partner_id: partner, amount_cents }];
    });
  }
}

/** Given by hand it has no click. */
const ownerOf = ({ given, own }: ModelSale) => (given === null ? own : { partner: given, click: null });

// What may look wrong about a commission, the slow way: what is known of clicks, customers' addresses and partners, and how often a partner's
// sales are refunded and its leads come too fast. Written from decisions 0155 and 0156.
import type { ClickRecorded } from "../../src/core/rules/events/events.ts";
import type { Likeness } from "../../src/core/rules/events/flag-events.ts";
import type { FlagKind, FlagSettings } from "../../src/core/rules/events/settings/flag-settings.ts";
import { daysAfter } from "./arithmetic.ts";

export type ModelSale = {
  readonly id: number;
  readonly name: string;
  readonly customer: string | null;
  readonly at: Date;
  readonly cents: number;
  readonly own: { readonly partner: number; readonly click: string };
  /** Whom a person gave it to. */
  given: number | null;
  back: number;
};
export const partnerOf = ({ given, own }: ModelSale): number => given ?? own.partner;

export type Click = {
  readonly id: string;
  readonly partner: number;
  readonly at: Date;
  readonly device: "partner" | "recruiter" | null;
  readonly isByAd: boolean;
  readonly isBanned: boolean;
  isFast: boolean;
};
type Alike = { readonly other: number; readonly by: Likeness };
type Suspect = {
  readonly partner: number;
  readonly recruiter: number | null;
  readonly customer: string | null;
  readonly click: Click | null;
};

const thresholds = { fast_leads_count: 10, fast_leads_seconds: 10, refund_rate_percent: 20, refund_rate_sales: 10 };

export class Suspects {
  readonly clicks = new Map<string, Click>();
  readonly #settingsAt: (id: number) => Partial<FlagSettings>;
  readonly #emailsOfPartners = new Map<number, Set<string>>();
  readonly #emailsOfCustomers = new Map<string, Set<string>>();
  readonly #alike = new Map<number, Alike[]>();
  /** When the leads came that count as fast. */
  readonly #countedSince = new Map<number, string>();
  readonly #fast: { readonly partner: number; readonly at: Date }[] = [];

  constructor(settingsAt: (id: number) => Partial<FlagSettings>) {
    this.#settingsAt = (id) => ({ ...thresholds, ...settingsAt(id) });
  }

  noteEmail(partner: number, email: string): void {
    this.#emailsOfPartners.set(partner, new Set([...(this.#emailsOfPartners.get(partner) ?? []), email]));
  }

  learnEmail(customer: string, email: string): void {
    this.#emailsOfCustomers.set(customer, new Set([...(this.#emailsOfCustomers.get(customer) ?? []), email]));
  }

  compare(partner: number, alike: Alike, isAlike: boolean): void {
    const others = (this.#alike.get(partner) ?? []).filter(({ other, by }) => other !== alike.other || by !== alike.by);
    this.#alike.set(partner, isAlike ? [...others, alike] : others);
  }

  /** What was off when it was recorded was not compared. */
  click(id: number, at: Date, data: ClickRecorded): void {
    const { flag_own_device, flag_recruit_circle, flag_paid_ads, flag_banned_site, ...rules } = this.#settingsAt(id);
    const looked = data.device_of === "recruiter" ? flag_recruit_circle : flag_own_device;
    const device = isOn(looked) ? (data.device_of ?? null) : null;
    const isByAd = isOn(flag_paid_ads) && rules.forbids_ads === true && data.ad_parameter !== undefined;
    const site = data.referrer_site ?? "";
    const banned = (rules.banned_sites ?? []).some((one) => site === one || site.endsWith(`.${one}`));
    const partner = data.partner_id ?? 0;
    const isBanned = isOn(flag_banned_site) && banned;
    this.clicks.set(data.click_id, { id: data.click_id, partner, at, device, isByAd, isBanned, isFast: false });
  }

  /** A customer's first lead, once it is more than a claim. Those of the hour before it count with it. */
  countFast({ id, at }: { readonly id: number; readonly at: Date }, click: Click): void {
    const { flag_fast_leads, fast_leads_seconds = 0, fast_leads_count = 0 } = this.#settingsAt(id);
    if (!isOn(flag_fast_leads) || at.getTime() - click.at.getTime() >= fast_leads_seconds * 1_000) return;
    this.#fast.push({ partner: click.partner, at });
    const since = daysAfter(at, -1 / 24);
    const within = this.#fast.filter((one) => one.partner === click.partner && one.at > since && one.at <= at);
    if (within.length > fast_leads_count) click.isFast = true;
  }

  #counted = (partner: number, sales: readonly ModelSale[]) =>
    sales.filter((one) => partnerOf(one) === partner && isOn(this.#settingsAt(one.id).flag_refund_rate));

  /** What was sold more than 60 days before a partner's newest sale is forgotten, also for an older sale that it gets later. */
  forgetOld(sales: readonly ModelSale[]): void {
    for (const partner of new Set(sales.map(partnerOf))) {
      const newest = Math.max(...this.#counted(partner, sales).map(({ at }) => at.getTime()));
      if (!Number.isFinite(newest)) continue;
      const since = dayOf(daysAfter(new Date(newest), -60));
      if (since > (this.#countedSince.get(partner) ?? "")) this.#countedSince.set(partner, since);
    }
  }

  kindsOf({ partner, recruiter, customer, click }: Suspect): FlagKind[] {
    const hasEmailOf = (who: number) => {
      const own = this.#emailsOfPartners.get(who) ?? new Set<string>();
      return customer !== null && [...(this.#emailsOfCustomers.get(customer) ?? [])].some((one) => own.has(one));
    };
    const alike = this.#alike.get(partner) ?? [];
    const leadsBack =
      recruiter !== null &&
      (alike.some(({ other }) => other === recruiter) || hasEmailOf(recruiter) || click?.device === "recruiter");
    const signs: [FlagKind, boolean][] = [
      ["own_email", hasEmailOf(partner)],
      ["own_device", click?.device === "partner"],
      ["recruit_circle", leadsBack],
      ["shared_payout", alike.some(({ by }) => by === "payout")],
      ["fast_leads", click?.isFast === true],
      ["paid_ads", click?.isByAd === true],
      ["banned_site", click?.isBanned === true],
    ];
    return signs.flatMap(([kind, isThere]) => (isThere ? [kind] : []));
  }

  /** Of its partner's other sales of that day (UTC) and the 60 days before. */
  isRefundedTooOften(sale: ModelSale, partner: number, others: readonly ModelSale[]): boolean {
    const { refund_rate_percent = 0, refund_rate_sales = 0 } = this.#settingsAt(sale.id);
    const until = dayOf(sale.at);
    const since = [dayOf(daysAfter(sale.at, -60)), this.#countedSince.get(partner) ?? ""].sort().at(-1) ?? "";
    const counted = this.#counted(partner, others).filter(({ at }) => dayOf(at) >= since && dayOf(at) <= until);
    const refunded = counted.filter(({ back }) => back > 0);
    return counted.length >= refund_rate_sales && refunded.length * 100 > refund_rate_percent * counted.length;
  }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const isOn = (choice: string | undefined): boolean => choice !== undefined && choice !== "off";

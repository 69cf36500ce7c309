// Which rows about flags are loaded: those of the payments at hand, and what a payment is compared with. A program that looks for nothing
// loads none of them; that is known once its settings are there, or from an event that changes them.
import { type LookedAt, looksAtAny } from "../events/settings/flag-settings.ts";
import { identityOf } from "../fold/keys.ts";
import type { BookName, PartnerRow } from "./rows.ts";

type Add = (name: BookName, key: string | number | null) => void;

export class FlagsPlan {
  readonly #add: Add;
  readonly #payments = new Set<number>();
  readonly #emails = new Set<string>();
  readonly #clicks = new Set<string>();
  readonly #customers = new Set<string>();
  readonly #partners = new Set<number>();
  readonly #recruiters = new Set<number>();
  #looks: LookedAt = looksAtNone;
  #hasMoreThanClicks = false;

  constructor(add: Add) {
    this.#add = add;
  }

  get isUsed(): boolean {
    return looksAtAny(this.#looks);
  }

  get looksAtClicks(): boolean {
    return this.#looks.clicks && this.#hasMoreThanClicks;
  }

  get countsActivity(): boolean {
    return this.#hasMoreThanClicks && (this.#looks.leads || this.#looks.sales);
  }

  begin(looked: LookedAt): void {
    this.#looks = together(this.#looks, looked);
    const { emails, clicks, recruiters } = this.#looks;
    if (this.isUsed) for (const eventId of taken(this.#payments)) this.#add("flag", eventId);
    if (emails) for (const customerKey of taken(this.#customers)) this.#add("customer_email", customerKey);
    if (emails) for (const hash of taken(this.#emails)) this.#add("identity", identityOf.email(hash));
    if (clicks) for (const clickId of taken(this.#clicks)) this.#add("click", clickId);
    this.#addActivity();
    if (recruiters) for (const partnerId of taken(this.#recruiters)) this.#add("partner", partnerId);
  }

  /** A lead, a sale, or what changes one is at hand. Most events are clicks, which count nothing. */
  beginActivity(): void {
    this.#hasMoreThanClicks = true;
    this.#addActivity();
  }

  #addActivity(): void {
    if (!this.countsActivity) return;
    for (const partnerId of taken(this.#partners)) this.#add("partner_activity", partnerId);
  }

  partner(partnerId: number): void {
    this.#partners.add(partnerId);
    this.#addActivity();
  }

  partnerAtHand(partner: PartnerRow): void {
    const { partner_id, recruited_by } = partner;
    this.partner(partner_id);
    this.#emailsOf(partner);
    if (recruited_by === null) return;
    if (this.#looks.recruiters) this.#add("partner", recruited_by);
    else this.#recruiters.add(recruited_by);
  }

  payment(eventId: number): void {
    if (this.isUsed) this.#add("flag", eventId);
    else this.#payments.add(eventId);
  }

  customer(customerKey: string): void {
    if (this.#looks.emails) this.#add("customer_email", customerKey);
    else this.#customers.add(customerKey);
  }

  /** The click that earned something, or will. */
  click(clickId: string | null): void {
    if (clickId === null) return;
    if (this.#looks.clicks) this.#add("click", clickId);
    else this.#clicks.add(clickId);
  }

  /** Whose customer is known by the partner's address is asked of the address. */
  #emailsOf({ emails }: PartnerRow): void {
    for (const { email_hash: hash } of emails ?? []) {
      if (this.#looks.emails) this.#add("identity", identityOf.email(hash));
      else this.#emails.add(hash);
    }
  }
}

const looksAtNone: LookedAt = {
  emails: false,
  clicks: false,
  leads: false,
  sales: false,
  partners: false,
  recruiters: false,
};

function together(one: LookedAt, other: LookedAt): LookedAt {
  return {
    emails: one.emails || other.emails,
    clicks: one.clicks || other.clicks,
    leads: one.leads || other.leads,
    sales: one.sales || other.sales,
    partners: one.partners || other.partners,
    recruiters: one.recruiters || other.recruiters,
  };
}

function taken<Key>(keys: Set<Key>): readonly Key[] {
  const all = [...keys];
  keys.clear();
  return all;
}

// Which rows about flags are loaded: those of the payments at hand, and what a payment is compared with. A program that looks for nothing
// loads none of them; that is known once its settings are there, or from an event that changes them.
import type { LookedAt } from "../events/flag-settings.ts";
import { identityOf } from "../fold/keys.ts";
import type { BookName, PartnerRow } from "./rows.ts";

type Add = (name: BookName, key: string | number | null) => void;

export class FlagsPlan {
  readonly #add: Add;
  readonly #payments = new Set<number>();
  readonly #emails = new Set<string>();
  readonly #clicks = new Set<string>();
  readonly #customers = new Set<string>();
  #looksAtEmails = false;
  #looksAtClicks = false;

  constructor(add: Add) {
    this.#add = add;
  }

  get isUsed(): boolean {
    return this.#looksAtEmails || this.#looksAtClicks;
  }

  begin({ emails, clicks }: LookedAt): void {
    this.#looksAtEmails ||= emails;
    this.#looksAtClicks ||= clicks;
    if (this.isUsed) for (const eventId of taken(this.#payments)) this.#add("flag", eventId);
    if (this.#looksAtEmails) for (const customerKey of taken(this.#customers)) this.#add("customer_email", customerKey);
    if (this.#looksAtEmails) for (const hash of taken(this.#emails)) this.#add("identity", identityOf.email(hash));
    if (this.#looksAtClicks) for (const clickId of taken(this.#clicks)) this.#add("click", clickId);
  }

  payment(eventId: number): void {
    if (this.isUsed) this.#add("flag", eventId);
    else this.#payments.add(eventId);
  }

  /** Whose customer is known by the partner's address is asked of the address. */
  emailsOf({ emails }: PartnerRow): void {
    for (const { email_hash: hash } of emails ?? []) {
      if (this.#looksAtEmails) this.#add("identity", identityOf.email(hash));
      else this.#emails.add(hash);
    }
  }

  customer(customerKey: string): void {
    if (this.#looksAtEmails) this.#add("customer_email", customerKey);
    else this.#customers.add(customerKey);
  }

  /** The click that earned something, or will. */
  click(clickId: string | null): void {
    if (clickId === null) return;
    if (this.#looksAtClicks) this.#add("click", clickId);
    else this.#clicks.add(clickId);
  }
}

function taken<Key>(keys: Set<Key>): readonly Key[] {
  const all = [...keys];
  keys.clear();
  return all;
}

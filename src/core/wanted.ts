// Which rows the fold may read or write for an event, told before it runs.
// Said in two steps: what the event itself names, then what a loaded row leads to. The books throw at any key that was
// forgotten here, so a gap shows as an error and never as a missing sale.
import { type Books, bookNames, type LoadKey } from "./books.ts";
import type { Event, EventData } from "./events.ts";
import { identityOf, subjectOf, waitFor } from "./fold/keys.ts";
import { identitiesOf } from "./fold/parking.ts";
import type { BookName, BookRows } from "./rows.ts";

/** What is still to be loaded for one program. */
export class Wanted {
  readonly books: Books;
  readonly #keys = new Map<BookName, Set<LoadKey>>();
  readonly #events = new Set<number>();

  constructor(books: Books) {
    this.books = books;
    for (const name of ["program", "program_settings", "checklist"] as const) this.want(name, "");
  }

  want(name: BookName, key: LoadKey | null): void {
    if (key === null || this.books.of[name].knows(key)) return;
    const keys = this.#keys.get(name);
    if (keys === undefined) this.#keys.set(name, new Set([key]));
    else keys.add(key);
  }

  /** Takes out the keys to load now; empty when everything is there. */
  takeKeys(): Map<BookName, LoadKey[]> {
    const taken = new Map<BookName, LoadKey[]>();
    for (const name of bookNames) {
      const keys = [...(this.#keys.get(name) ?? [])].filter((key) => !this.books.of[name].knows(key));
      if (keys.length > 0) taken.set(name, keys);
    }
    this.#keys.clear();
    return taken;
  }

  takeEvents(): number[] {
    const taken = [...this.#events].filter((id) => !this.books.eventsParked.has(id));
    this.#events.clear();
    return taken;
  }

  wantEvent(event: Event): void {
    wantByEvent(this, event.data);
    for (const key of keysItMayWaitForOrBring(event.data)) this.want("parked", key);
  }

  /** A parked event that was loaded: it may be folded again, with all it needs. */
  wantParkedEvent(event: Event): void {
    this.books.eventsParked.set(event.id, event);
    this.wantPayment(event.id);
    this.wantEvent(event);
  }

  /** A payment heard of before, with all that took money back: what waits for one of its other names may need it. */
  wantPayment(eventId: number): void {
    for (const name of ["sale", "commission", "platform_fee", "refund", "dispute", "outcome"] as const) {
      this.want(name, eventId);
    }
  }

  /** What a row that was just loaded leads to. */
  wantByRow<Name extends BookName>(name: Name, row: BookRows[Name]): void {
    wantByRow[name]?.(this, row);
  }

  wantParkedEventById(eventId: number): void {
    if (!this.books.eventsParked.has(eventId)) this.#events.add(eventId);
  }
}

type ByRow = { readonly [Name in BookName]?: (wanted: Wanted, row: BookRows[Name]) => void };

const wantByRow: ByRow = {
  click(wanted, row) {
    wanted.want("partner", row.partner_id);
    wanted.want("click", row.root_click_id);
    wanted.want("click", row.current_click_id);
    if (row.provisional_subject !== null) wantSubject(wanted, row.provisional_subject);
  },
  customer(wanted, row) {
    wanted.want("partner", row.partner_id);
    if (!row.is_provisional) return;
    wanted.want("click", row.click_id);
    wanted.want("lead", subjectOf.customer(row.customer_key));
  },
  lead(wanted, row) {
    if (!row.is_provisional) return;
    wanted.want("click", row.click_id);
    if (row.customer_key !== null) wantSubject(wanted, subjectOf.customer(row.customer_key));
  },
  identity(wanted, row) {
    wanted.want("partner", row.partner_id);
  },
  subscription(wanted, row) {
    wanted.want("partner", row.partner_id);
  },
  sale(wanted, row) {
    wanted.want("partner", row.partner_id);
  },
  payment_alias(wanted, row) {
    wanted.wantPayment(row.payment_id);
  },
  parked(wanted, row) {
    wanted.want("outcome", row.event_id);
    wanted.wantParkedEventById(row.event_id);
  },
  outcome(wanted, row) {
    if (row.outcome === "parked") wanted.wantParkedEventById(row.event_id);
    if (row.outcome === "duplicate" && row.refers_to !== null) wanted.wantPayment(row.refers_to);
  },
};

function wantSubject(wanted: Wanted, subject: string): void {
  wanted.want("lead", subject);
  const customerKey = subject.startsWith(subjectOf.customer("")) ? subject.slice(subjectOf.customer("").length) : null;
  if (customerKey === null) return;
  wanted.want("customer", customerKey);
  wanted.want("parked", waitFor.customer(customerKey));
}

function wantByEvent(wanted: Wanted, data: EventData): void {
  switch (data.type) {
    case "click_recorded":
      wanted.want("partner", data.partner_id);
      wanted.want("click", data.click_id);
      wanted.want("click", data.existing_click_id);
      return;
    case "lead_reported":
      wanted.want("customer", data.customer_key);
      if (data.customer_key !== null) wanted.want("lead", subjectOf.customer(data.customer_key));
      for (const clickId of data.click_ids) {
        wanted.want("click", clickId);
        if (data.customer_key === null) wanted.want("lead", subjectOf.click(clickId));
      }
      if (data.email_hash !== null) wanted.want("identity", identityOf.email(data.email_hash));
      return;
    case "sale_reported":
      wanted.want("customer", data.customer_key);
      wanted.want("click", data.click_id);
      wanted.want("subscription", data.subscription_id);
      wanted.want("policy", data.product_id);
      wanted.want("payment_alias", data.transaction_id);
      return;
    case "refund_reported":
      wanted.want("payment_alias", data.transaction_id);
      return;
    case "payment_succeeded":
      wanted.want("policy", data.product_id);
      wanted.want("subscription", data.subscription_id);
      wantPayer(wanted, data.payer);
      wanted.want("payment_alias", data.transaction_id);
      for (const alias of data.aliases) wanted.want("payment_alias", alias.value);
      return;
    case "subscription_started":
      wanted.want("subscription", data.subscription_id);
      wantPayer(wanted, data.payer);
      return;
    case "payment_identified":
      for (const alias of data.aliases) wanted.want("payment_alias", alias.value);
      return;
    case "payment_refunded":
    case "refund_failed":
    case "dispute_opened":
    case "dispute_closed":
      for (const alias of data.aliases) wanted.want("payment_alias", alias.value);
      return;
    case "policy_set":
    case "policy_removed":
      wanted.want("policy", data.product_id);
      return;
    case "partner_changed":
      wanted.want("partner", data.partner_id);
      return;
    default:
      return;
  }
}

function wantPayer(wanted: Wanted, payer: Extract<EventData, { payer: unknown }>["payer"]): void {
  wanted.want("click", payer.click_id);
  wanted.want("customer", payer.customer_key);
  for (const identity of identitiesOf(payer)) wanted.want("identity", identity);
}

function keysItMayWaitForOrBring(data: EventData): string[] {
  switch (data.type) {
    case "click_recorded":
      return [waitFor.click(data.click_id)];
    case "lead_reported": {
      const keys = data.customer_key === null ? [] : [waitFor.customer(data.customer_key)];
      if (data.email_hash !== null) keys.push(waitFor.identity(identityOf.email(data.email_hash)));
      return keys;
    }
    case "sale_reported": {
      const keys = data.transaction_id === null ? [] : [waitFor.payment(data.transaction_id)];
      if (data.customer_key !== null) keys.push(waitFor.customer(data.customer_key));
      if (data.subscription_id !== null) keys.push(waitFor.subscription(data.subscription_id));
      return keys;
    }
    case "payment_succeeded":
    case "subscription_started": {
      const keys = identitiesOf(data.payer).map(waitFor.identity);
      if (data.payer.click_id !== null) keys.push(waitFor.click(data.payer.click_id));
      if (data.payer.customer_key !== null) keys.push(waitFor.customer(data.payer.customer_key));
      if (data.subscription_id !== null) keys.push(waitFor.subscription(data.subscription_id));
      for (const alias of data.aliases) keys.push(waitFor.payment(alias.value));
      if (data.type === "payment_succeeded") keys.push(waitFor.payment(data.transaction_id));
      return keys;
    }
    case "payment_identified":
    case "payment_refunded":
    case "refund_failed":
    case "dispute_opened":
    case "dispute_closed":
      return data.aliases.map((alias) => waitFor.payment(alias.value));
    default:
      return [];
  }
}

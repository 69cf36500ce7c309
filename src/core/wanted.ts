// Which rows the fold may read or write for an event, told before it runs.
// Said in two steps: what the event itself names, then what a loaded row leads to. The books throw at any key that was
// forgotten here, so a gap shows as an error and never as a missing sale.
import { type Books, bookNames, type LoadKey } from "./books.ts";
import { type NameKind, nameKinds, waitKeyOf } from "./event-names.ts";
import { namesIn, withNames } from "./event-types.ts";
import type { Event } from "./events.ts";
import { customerOfSubject, subjectOf, waitFor } from "./fold/keys.ts";
import type { BookName, BookRows } from "./rows.ts";

/** Rows that are known without being loaded, as long as nothing has changed them; see `Wanted.reload`. */
export type StandingRows = {
  rows<Name extends BookName>(name: Name, key: LoadKey): readonly BookRows[Name][] | undefined;
};

/** What is still to be loaded for one program. */
export class Wanted {
  readonly books: Books;
  #standing: StandingRows | null;
  readonly #relied: { readonly name: BookName; readonly key: LoadKey }[] = [];
  readonly #keys = new Map<BookName, Set<LoadKey>>();
  readonly #events = new Set<number>();
  /** Those whose customer, when frozen by a first sale, outranks the click of a payment. */
  readonly #outranking = new Set<LoadKey>();
  readonly #ahead: readonly Books[];

  /** `ahead` are books of the same program that are being written, the newest first: what they changed counts as if it were. */
  constructor(books: Books, ahead: readonly Books[] = [], standing: StandingRows | null = null) {
    this.books = books;
    this.#ahead = ahead;
    this.#standing = standing;
    for (const name of ["program", "program_settings", "checklist"] as const) this.want(name, "");
  }

  want(name: BookName, key: LoadKey | null): void {
    if (key === null || this.books.of[name].knows(key)) return;
    const standing = this.#standing?.rows(name, key);
    if (standing !== undefined) {
      this.#relied.push({ name, key });
      this.keep(name, key, standing);
      return;
    }
    const keys = this.#keys.get(name);
    if (keys === undefined) this.#keys.set(name, new Set([key]));
    else keys.add(key);
  }

  /** Whether nothing is known without being loaded. */
  get loadsAll(): boolean {
    return this.#standing === null;
  }

  /** What was standing has changed: it is to be loaded like everything else. */
  reload(): void {
    this.#standing = null;
    const relied = this.#relied.splice(0);
    for (const { name, key } of relied) this.books.of[name].unload(key);
    for (const { name, key } of relied) this.want(name, key);
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

  /** Takes the rows that stand under a key, and wants what they lead to. */
  keep<Name extends BookName>(name: Name, key: LoadKey, stored: readonly BookRows[Name][]): void {
    const rows = this.#changedAhead(name, key) ?? stored;
    this.books.of[name].load(key, rows);
    for (const row of rows) wantByRow[name]?.(this, row);
  }

  #changedAhead<Name extends BookName>(name: Name, key: LoadKey): readonly BookRows[Name][] | undefined {
    for (const books of this.#ahead) {
      const changed = books.of[name].changed(key);
      if (changed !== undefined) return changed;
    }
    return undefined;
  }

  wantEvent(event: Event): void {
    if (event.data.type === "delivery_retried") this.wantParkedEventById(event.data.event_id);
    const names = namesIn(event);
    for (const kind of nameKinds) {
      for (const name of names[kind] ?? []) this.#wantNamed(kind, name);
    }
    // A registered order may name the click.
    const mayNameClick = isNamed(names.clicks) || isNamed(names.references);
    if (mayNameClick && !isNamed(names.customers)) this.#wantOutranking(names.identities ?? []);
  }

  #wantOutranking(identities: readonly (LoadKey | null)[]): void {
    for (const identity of identities) {
      if (identity === null || this.#outranking.has(identity)) continue;
      this.#outranking.add(identity);
      const { identity: known } = this.books.of;
      if (known.knows(identity)) for (const row of known.list(identity)) this.wantCustomerOf(row);
    }
  }

  /** Only where a payment names a click and no customer: most name both, or neither. */
  wantCustomerOf({ identity, customer_key }: BookRows["identity"]): void {
    if (this.#outranking.has(identity)) this.want("customer", customer_key);
  }

  /** A parked event that was loaded: it may be folded again, with all it needs. */
  wantParkedEvent(event: Event): void {
    this.books.eventsParked.set(event.id, withNames(event));
    this.wantPayment(event.id);
    this.wantEvent(event);
  }

  /** A payment heard of before, with all that took money back or paid it out: what waits for one of its names may need it. */
  wantPayment(eventId: number): void {
    for (const name of booksOfPayment) this.want(name, eventId);
  }

  /** What was earned by a sale, and what was paid out for it. */
  wantCommission(saleId: number): void {
    for (const name of ["commission", "payout_item", "adjustment"] as const) this.want(name, saleId);
  }

  /** The rows of this name, and whatever is parked until it is known. */
  #wantNamed(kind: NameKind, name: string | number | null): void {
    if (kind === "sales" && typeof name === "number") this.wantPayment(name);
    if (kind === "commissions" && typeof name === "number") this.wantCommission(name);
    this.want(bookOfKind[kind], name);
    this.want("parked", waitKeyOf(kind, name));
  }

  wantParkedEventById(eventId: number): void {
    if (this.books.eventsParked.has(eventId)) return;
    const holder = this.#ahead.find((books) => books.eventsParked.has(eventId));
    const event = holder?.eventsParked.get(eventId);
    if (event === undefined) this.#events.add(eventId);
    else this.wantParkedEvent(event);
  }
}

const booksOfPayment = [
  "sale",
  "commission",
  "platform_fee",
  "refund",
  "dispute",
  "payout_item",
  "sale_change",
  "outcome",
] as const satisfies readonly BookName[];

const bookOfKind: { readonly [Kind in NameKind]: BookName } = {
  aliases: "payment_alias",
  clicks: "click",
  commissions: "commission",
  customers: "customer",
  identities: "identity",
  partners: "partner",
  payouts: "payout",
  products: "policy",
  references: "payment_reference",
  sales: "sale",
  subjects: "lead",
  subscriptions: "subscription",
};

function isNamed(names: readonly (LoadKey | null)[] | undefined): boolean {
  return names?.some((name) => name !== null) ?? false;
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
    // Until the first sale the newest visit counts, and the click knows it.
    if (row.first_sale_id === null) wanted.want("click", row.click_id);
    if (!row.is_provisional) return;
    wanted.want("lead", subjectOf.customer(row.customer_key));
    for (const claim of row.other_claims ?? []) wanted.want("click", claim.click_id);
  },
  lead(wanted, row) {
    wanted.want("customer", row.customer_key);
    if (!row.is_provisional) return;
    wanted.want("click", row.click_id);
    if (row.customer_key !== null) wantSubject(wanted, subjectOf.customer(row.customer_key));
  },
  identity(wanted, row) {
    wanted.want("partner", row.partner_id);
    wanted.wantCustomerOf(row);
  },
  subscription(wanted, row) {
    wanted.want("partner", row.partner_id);
    wanted.want("customer", row.customer_key);
    wanted.want("policy", row.product_id);
    // Its first sale will bind whom nobody has bound.
    if (row.first_sale_id === null) wanted.want("parked", waitKeyOf("customers", row.customer_key));
    if (row.began_with_renewal && row.first_sale_id !== null) wanted.wantPayment(row.first_sale_id);
  },
  sale(wanted, row) {
    wanted.want("partner", row.partner_id);
    wanted.want("subscription", row.subscription_id);
    // It may hand over what it began to a sale that an earlier click earned.
    if (!row.is_recurring) wanted.want("parked", waitKeyOf("subscriptions", row.subscription_id));
    wanted.want("customer", row.customer_key);
    // Its subscription may only be told later, and begins on the product's terms.
    wanted.want("policy", row.product_id);
    // Where it turns out to repeat another sale, its order is paid less, and transfers that found it paid may count.
    wanted.want("payment_reference", row.payment_reference);
    wanted.want("parked", waitKeyOf("references", row.payment_reference));
  },
  payout_item(wanted, row) {
    wanted.want("adjustment", row.sale_id);
  },
  payment_alias(wanted, row) {
    wanted.wantPayment(row.payment_id);
  },
  payment_reference(wanted, row) {
    for (const saleId of row.counted_sale_ids) wanted.wantPayment(saleId);
    wanted.want("click", row.click_id);
    wanted.want("policy", row.product_id);
    if (row.customer_key !== null) wantSubject(wanted, subjectOf.customer(row.customer_key));
  },
  parked(wanted, row) {
    wanted.want("outcome", row.event_id);
    wanted.wantParkedEventById(row.event_id);
  },
  outcome(wanted, row) {
    if (row.outcome === "parked") wanted.wantParkedEventById(row.event_id);
    const isAnother = row.outcome === "duplicate" || row.outcome === "expired";
    if (isAnother && row.refers_to !== null) wanted.wantPayment(row.refers_to);
  },
};

function wantSubject(wanted: Wanted, subject: string): void {
  wanted.want("lead", subject);
  const customerKey = customerOfSubject(subject);
  if (customerKey === null) return;
  wanted.want("customer", customerKey);
  wanted.want("parked", waitFor.customer(customerKey));
}

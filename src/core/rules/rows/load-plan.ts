// Which rows the fold may read or write for an event, known before it runs, so that they are loaded set-wise.
// Found in two steps: the keys the event itself names, then the keys a loaded row leads to. The books throw at any key that is
// missing here, so a gap shows as an error and never as a missing sale.

import { bookNames, type LoadKey } from "../book-keys.ts";
import type { Books } from "../books.ts";
import { type NameKind, nameKinds, waitKeyOf } from "../events/event-names.ts";
import { namesIn, withNames } from "../events/event-types.ts";
import type { Event, EventData } from "../events/events.ts";
import { changesFlagSettings, type LookedAt, looksAtAll } from "../events/settings/flag-settings.ts";
import { bringsBonuses, bringsReferrals, bringsTerms } from "../events/terms-events.ts";
import { BonusesPlan } from "./bonuses-plan.ts";
import { FlagsPlan } from "./flags-plan.ts";
import { addLinked } from "./linked-rows.ts";
import { bookOfKind, booksOfPayment } from "./named-books.ts";
import { ReferralsPlan } from "./referrals-plan.ts";
import { RewardsPlan } from "./rewards-plan.ts";
import type { BookName, BookRows } from "./rows.ts";
import { TermsPlan } from "./terms-plan.ts";

/** Rows that need not be loaded while the cache is valid; see `LoadPlan.loadCached`. */
export type CachedRows = {
  rows<Name extends BookName>(name: Name, key: LoadKey): readonly BookRows[Name][] | undefined;
};

/** The keys of one program that are still to be loaded. */
export class LoadPlan {
  readonly books: Books;
  #cache: CachedRows | null;
  /** Keys whose rows were taken from the cache. */
  readonly #cached: { readonly name: BookName; readonly key: LoadKey }[] = [];
  readonly #keys = new Map<BookName, Set<LoadKey>>();
  readonly #events = new Set<number>();
  /** Those whose customer, when frozen by a first sale, outranks the click of a payment. */
  readonly #outranking = new Set<LoadKey>();
  /** Payments that an import may say something was paid for, until there is one. */
  readonly #payments = new Set<number>();
  #paysKnown = false;
  /** Payments whose forfeits are looked up once the program is known to have any. */
  readonly #forfeitable = new Set<number>();
  #looksForForfeits = false;
  /** Codes that payments name, until it is known that the program owns any. */
  readonly #coupons = new Set<LoadKey>();
  readonly #payersWithCoupons: (LoadKey | null)[] = [];
  #looksForCoupons = false;
  #decides = false;
  readonly #terms = new TermsPlan((name, key) => this.add(name, key));
  readonly #flags = new FlagsPlan((name, key) => this.add(name, key));
  readonly #referrals = new ReferralsPlan(this);
  readonly #rewards = new RewardsPlan(this);
  readonly #bonuses = new BonusesPlan(this);
  readonly #inFlight: readonly Books[];

  /** `inFlight`: books of the same program that are being written, newest first. Their changes overlay what is stored. */
  constructor(books: Books, inFlight: readonly Books[] = [], cache: CachedRows | null = null) {
    this.books = books;
    this.#inFlight = inFlight;
    this.#cache = cache;
    for (const name of ["program", "program_settings", "checklist"] as const) this.add(name, "");
  }

  add(name: BookName, key: LoadKey | null): void {
    if (key === null) return;
    if (name === "partner" && typeof key === "number") {
      this.#terms.partner(key);
      this.#bonuses.partner(key);
      this.#flags.partner(key);
    }
    if (name === "customer" && typeof key === "string") {
      this.#terms.customer(key);
      this.#flags.customer(key);
    }
    if (this.books.of[name].knows(key)) return;
    const cached = this.#cache?.rows(name, key);
    if (cached !== undefined) {
      this.#cached.push({ name, key });
      this.receive(name, key, cached);
      return;
    }
    const keys = this.#keys.get(name);
    if (keys === undefined) this.#keys.set(name, new Set([key]));
    else keys.add(key);
  }

  /** Whether it reads nothing from the cache. */
  get loadsAll(): boolean {
    return this.#cache === null;
  }

  /** Whether the clicks of all customers are read. */
  get looksAtClicks(): boolean {
    return this.#flags.looksAtClicks;
  }

  /** Whether what partners sold is read. */
  get countsActivity(): boolean {
    return this.#flags.countsActivity;
  }

  /** The cache was stale: plans to load what was taken from it. */
  loadCached(): void {
    this.#cache = null;
    const cached = this.#cached.splice(0);
    for (const { name, key } of cached) this.books.of[name].unload(key);
    for (const { name, key } of cached) this.add(name, key);
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

  /** The rows stored under a key; adds the keys they lead to. */
  receive<Name extends BookName>(name: Name, key: LoadKey, stored: readonly BookRows[Name][]): void {
    const rows = this.#changedInFlight(name, key) ?? stored;
    this.books.of[name].load(key, rows);
    for (const row of rows) addLinked(this, name, row);
  }

  #changedInFlight<Name extends BookName>(name: Name, key: LoadKey): readonly BookRows[Name][] | undefined {
    for (const books of this.#inFlight) {
      const changed = books.of[name].changed(key);
      if (changed !== undefined) return changed;
    }
    return undefined;
  }

  addEvent(event: Event): void {
    const { type } = event.data;
    if (type !== "click_recorded") this.#flags.beginActivity();
    if (type === "sale_imported") this.addAdjustments();
    if (type === "delivery_retried" || type === "attribution_set") this.addParkedEventById(event.data.event_id);
    if (type === "attribution_set" || type === "attribution_removed" || type === "attribution_undone") this.#decide();
    this.#beginLookups(event.data);
    const names = namesIn(event);
    for (const kind of nameKinds) {
      for (const name of names[kind] ?? []) this.#addNamed(kind, name);
    }
    if (isNamed(names.customers)) return;
    // A registered order may name the click. What outranks a click outranks a code too.
    const namesNoClick = !isNamed(names.clicks) && !isNamed(names.references);
    if (namesNoClick && !isNamed(names.coupons)) return;
    if (namesNoClick && !this.#looksForCoupons) this.#payersWithCoupons.push(...(names.identities ?? []));
    else this.#addOutranking(names.identities ?? []);
  }

  /** What the program has none of before an event at hand brings the first. */
  #beginLookups(data: EventData): void {
    if (data.type === "coupon_assigned") this.addCoupons();
    if (data.type === "commissions_forfeited") this.addForfeits();
    if (bringsTerms(data)) this.addTerms();
    if (bringsReferrals(data)) this.addReferrals();
    if (bringsBonuses(data)) this.addBonuses();
    if ((data.type === "program_created" || data.type === "program_changed") && changesFlagSettings(data.settings)) {
      this.addFlags(looksAtAll);
    }
  }

  /** The program has terms beyond its own and its products', or begins to with an event at hand. */
  addTerms(): void {
    this.#terms.begin();
  }

  /** The program looks for flags in these, or begins to with an event at hand. */
  addFlags(looked: LookedAt): void {
    this.#flags.begin(looked);
    if (this.#flags.isUsed) this.#rewards.beginFlags();
  }

  addComparedOf(partner: BookRows["partner"]): void {
    this.#flags.partnerAtHand(partner);
  }

  /** That earned something, or will. */
  addEarningClick(clickId: string | null): void {
    this.#flags.click(clickId);
  }

  addGroupsOf(partner: BookRows["partner"]): void {
    this.#terms.partner(partner.partner_id);
    this.#terms.groupsOf(partner);
  }

  /** The program pays recruiters, or begins to with an event at hand. */
  addReferrals(): void {
    this.#referrals.begin();
  }

  /** The program has bonuses, or begins to with an event at hand. */
  addBonuses(): void {
    this.#bonuses.begin();
  }

  addAward(award: BookRows["bonus_award"]): void {
    this.#bonuses.award(award);
  }

  addRecruiterOf(partner: BookRows["partner"]): void {
    this.#referrals.partner(partner);
  }

  get decides(): boolean {
    return this.#decides;
  }

  #decide(): void {
    if (this.#decides) return;
    this.#decides = true;
    for (const key of this.books.of.customer.keys) this.add("parked", waitKeyOf("customers", key));
  }

  #addOutranking(identities: readonly (LoadKey | null)[]): void {
    for (const identity of identities) {
      if (identity === null || this.#outranking.has(identity)) continue;
      this.#outranking.add(identity);
      const { identity: known } = this.books.of;
      if (known.knows(identity)) for (const row of known.list(identity)) this.addCustomerOf(row);
    }
  }

  /** Only where a payment names a click and no customer: most name both, or neither. */
  addCustomerOf({ identity, customer_key }: BookRows["identity"]): void {
    if (this.#outranking.has(identity)) this.add("customer", customer_key);
  }

  /** A parked event that was loaded: it may be folded again, with all it needs. */
  receiveParkedEvent(event: Event): void {
    this.books.eventsParked.set(event.id, withNames(event));
    this.addPayment(event.id);
    this.addEvent(event);
  }

  /** A payment known already, with its reversals and payouts: what is parked for one of its names may need them. */
  addPayment(eventId: number): void {
    for (const name of booksOfPayment) this.add(name, eventId);
    if (this.#paysKnown) this.add("adjustment", eventId);
    else this.#payments.add(eventId);
    if (this.#looksForForfeits) this.add("commission_forfeit", eventId);
    else this.#forfeitable.add(eventId);
    this.#flags.payment(eventId);
    this.#referrals.payment(eventId);
  }

  /** The program has commissions that a decision about their partner reversed, or gets some with an event at hand. */
  addForfeits(): void {
    this.#looksForForfeits = true;
    for (const eventId of this.#forfeitable) this.add("commission_forfeit", eventId);
    this.#forfeitable.clear();
  }

  addLead(lead: BookRows["lead"]): void {
    this.#flags.click(lead.click_id);
    this.#rewards.lead(lead);
  }

  /** The program pays for leads, or once did. A lead from before it did earns nothing. */
  addRewards(): void {
    this.#rewards.begin();
  }

  /** Of every payment at hand: what another tool paid for one may be paid for another. */
  addAdjustments(): void {
    this.#paysKnown = true;
    for (const eventId of this.#payments) this.add("adjustment", eventId);
  }

  /** What was earned by a sale, and what was paid out for it. */
  addCommission(saleId: number): void {
    for (const name of ["commission", "payout_item", "adjustment"] as const) this.add(name, saleId);
  }

  /** The program owns codes, or begins to with an event at hand. */
  addCoupons(): void {
    this.#looksForCoupons = true;
    for (const name of this.#coupons) this.add("coupon", name);
    this.#coupons.clear();
    this.#addOutranking(this.#payersWithCoupons.splice(0));
  }

  /** The rows of this name, and the events parked until it is known. */
  #addNamed(kind: NameKind, name: string | number | null): void {
    if (kind === "coupons" && name !== null && !this.#looksForCoupons) {
      this.#coupons.add(name);
      return;
    }
    if (kind === "groups" && typeof name === "string") this.#terms.group(name);
    if (kind === "sales" && typeof name === "number") this.addPayment(name);
    if (kind === "commissions" && typeof name === "number") this.addCommission(name);
    this.add(bookOfKind[kind], name);
    this.add("parked", waitKeyOf(kind, name));
  }

  addParkedEventById(eventId: number): void {
    if (this.books.eventsParked.has(eventId)) return;
    const holder = this.#inFlight.find((books) => books.eventsParked.has(eventId));
    const event = holder?.eventsParked.get(eventId);
    if (event === undefined) this.#events.add(eventId);
    else this.receiveParkedEvent(event);
  }
}

function isNamed(names: readonly (LoadKey | null)[] | undefined): boolean {
  return names?.some((name) => name !== null) ?? false;
}

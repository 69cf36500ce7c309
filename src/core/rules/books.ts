// The books of one program, as far as the events at hand need them, in memory.
// A row that was never asked for cannot be read: `get` throws instead of saying "not there", so a forgotten key is a loud
// bug and never a sale counted twice. Every change can be taken back to a mark and is listed for the writer.
// It never loads or writes anything itself.
import type { NamedEvent } from "./events/event-names.ts";
import type { Event } from "./events/events.ts";
import type { BookName, BookRows } from "./rows/rows.ts";
import type { CountedShare } from "./rows/terms-rows.ts";

type KeyColumns = { readonly [Name in BookName]: readonly (keyof BookRows[Name] & string)[] };

/** The columns after `program_id` by which rows are loaded; they lead the primary key. */
export const loadColumns = {
  program: [],
  program_settings: [],
  policy: ["product_id"],
  partner: ["partner_id"],
  click: ["click_id"],
  customer: ["customer_key"],
  lead: ["subject"],
  identity: ["identity"],
  subscription: ["subscription_id"],
  payment_alias: ["alias"],
  payment_reference: ["reference"],
  sale: ["sale_id"],
  commission: ["sale_id"],
  commission_hold: ["sale_id"],
  adjustment: ["sale_id"],
  payout: ["payout_id"],
  payout_item: ["sale_id"],
  sale_change: ["sale_id"],
  closed_month: ["event_id"],
  restatement: ["event_id"],
  line_correction: ["event_id"],
  platform_fee: ["sale_id"],
  refund: ["sale_id"],
  dispute: ["sale_id"],
  parked: ["wait_key"],
  outcome: ["event_id"],
  manual_attribution: ["payment_id"],
  coupon: ["name"],
  checklist: [],
  partner_group: ["group_id"],
  partner_policy: ["holder"],
  term_total: ["holder"],
} as const satisfies KeyColumns;

/** The columns after `program_id` that make a row unique, beyond the ones it is loaded by. */
export const restColumns = {
  program: [],
  program_settings: ["from_event_id"],
  policy: ["from_event_id"],
  partner: [],
  click: [],
  customer: [],
  lead: ["event_name"],
  identity: [],
  subscription: [],
  payment_alias: [],
  payment_reference: [],
  sale: [],
  commission: [],
  commission_hold: [],
  adjustment: ["partner_id", "currency"],
  payout: [],
  payout_item: ["payout_id"],
  sale_change: ["event_id", "commission_currency"],
  closed_month: [],
  restatement: ["sale_id"],
  line_correction: ["line_event_id", "sale_id", "kind", "commission_currency"],
  platform_fee: [],
  refund: ["refund_key"],
  dispute: ["dispute_id"],
  parked: ["event_id"],
  outcome: [],
  manual_attribution: [],
  coupon: ["from_event_id"],
  checklist: ["step", "is_test"],
  partner_group: ["from_event_id"],
  partner_policy: ["product_id", "from_event_id"],
  term_total: ["period", "subject", "currency"],
} as const satisfies KeyColumns;

export const bookNames = Object.keys(loadColumns).filter((name): name is BookName => name in restColumns);

export type BookKey = readonly string[];

/** The columns of a book's primary key, in order. */
export function bookKeyOf(name: BookName): BookKey {
  return ["program_id", ...loadColumns[name], ...restColumns[name]];
}

/** The one value rows are loaded by: text, an id, or "" for the books that are loaded by the program alone. */
export type LoadKey = string | number;

type Undo = () => void;

const none: ReadonlySet<LoadKey> = new Set();
const noneEarlier: ReadonlyMap<LoadKey, never> = new Map<LoadKey, never>();

export type Changes<Row> = {
  readonly added: readonly Row[];
  readonly replaced: readonly Row[];
  readonly removed: readonly Row[];
};

/** One book of one program. */
class Book<Name extends BookName> {
  readonly #name: Name;
  readonly #journal: Undo[];
  readonly #begun: ReadonlySet<LoadKey>;
  readonly #keyColumn: (keyof BookRows[Name] & string) | undefined;
  readonly #restColumns: readonly (keyof BookRows[Name] & string)[];
  readonly #groups = new Map<LoadKey, readonly BookRows[Name][]>();
  readonly #written = new Map<LoadKey, BookRows[Name]>();
  readonly #deleted = new Map<LoadKey, BookRows[Name]>();
  readonly #changed = new Set<LoadKey>();
  /** The rows of each key before its first change since `takeEarlier`; null while nothing is watched. */
  #earlier: Map<LoadKey, readonly BookRows[Name][]> | null = null;
  /** Keys, of rows that were written or deleted here, under which there was one before. */
  readonly #stored = new Set<LoadKey>();

  /** Under a key of `begun` there is nothing but what is written here. */
  constructor(name: Name, journal: Undo[], begun: ReadonlySet<LoadKey> = none) {
    this.#name = name;
    this.#journal = journal;
    this.#begun = begun;
    [this.#keyColumn] = loadColumns[name] as readonly (keyof BookRows[Name] & string)[];
    this.#restColumns = restColumns[name] as readonly (keyof BookRows[Name] & string)[];
  }

  /** True when the rows of this key were loaded, also when there are none. */
  knows(key: LoadKey): boolean {
    return this.#groups.has(key) || this.#begun.has(key);
  }

  /** Takes what the log's reader found for this key, without counting it as a change. */
  load(key: LoadKey, rows: readonly BookRows[Name][]): void {
    this.#groups.set(key, rows);
  }

  /** For rows that turned out not to be the stored ones; before anything was folded. */
  unload(key: LoadKey): void {
    this.#groups.delete(key);
  }

  /** Every key that was loaded, with its rows as they are now. */
  get groups(): ReadonlyMap<LoadKey, readonly BookRows[Name][]> {
    return this.#groups;
  }

  list(key: LoadKey): readonly BookRows[Name][] {
    const rows = this.#groups.get(key);
    if (rows !== undefined) return rows;
    if (this.#begun.has(key)) return [];
    throw new Error(`${this.#name} ${JSON.stringify(key)} was read but never loaded`);
  }

  get(key: LoadKey): BookRows[Name] | undefined {
    return this.list(key)[0];
  }

  /** The rows of a key as they are now; undefined where nothing has changed them. */
  changed(key: LoadKey): readonly BookRows[Name][] | undefined {
    return this.#changed.has(key) ? this.list(key) : undefined;
  }

  /** Keeps what changes from now on as it was before. */
  watch(): void {
    this.#earlier ??= new Map();
  }

  /** What was under each key that has changed since this was last asked; nothing where it is not watched. */
  takeEarlier(): ReadonlyMap<LoadKey, readonly BookRows[Name][]> {
    const taken = this.#earlier;
    if (taken === null || taken.size === 0) return noneEarlier;
    this.#earlier = new Map();
    this.#journal.push(() => {
      this.#earlier = taken;
    });
    return taken;
  }

  put(row: BookRows[Name]): void {
    this.#replace(row, row);
  }

  delete(row: BookRows[Name]): void {
    this.#replace(row, null);
  }

  /** What is to be written: rows whose key was not found, rows over those that were, and rows that go. */
  changes(): Changes<BookRows[Name]> {
    const added: BookRows[Name][] = [];
    const replaced: BookRows[Name][] = [];
    for (const [key, row] of this.#written) (this.#stored.has(key) ? replaced : added).push(row);
    const removed: BookRows[Name][] = [];
    for (const [key, row] of this.#deleted) if (this.#stored.has(key)) removed.push(row);
    return { added, replaced, removed };
  }

  #replace(row: BookRows[Name], by: BookRows[Name] | null): void {
    const loadKey = this.#loadKey(row);
    const before = this.list(loadKey);
    this.#changed.add(loadKey);
    this.#keepEarlier(loadKey, before);
    const others = this.#others(before, row);
    const key = this.#rowKey(loadKey, row);
    const wasWritten = this.#written.get(key);
    const wasDeleted = this.#deleted.get(key);
    const isFirstChange = wasWritten === undefined && wasDeleted === undefined;
    if (isFirstChange && others.length < before.length) this.#stored.add(key);
    this.#journal.push(() => {
      this.#groups.set(loadKey, before);
      restore(this.#written, key, wasWritten);
      restore(this.#deleted, key, wasDeleted);
    });
    this.#groups.set(loadKey, by === null ? others : [...others, by]);
    restore(this.#written, key, by ?? undefined);
    restore(this.#deleted, key, by === null ? row : undefined);
  }

  #keepEarlier(loadKey: LoadKey, before: readonly BookRows[Name][]): void {
    const earlier = this.#earlier;
    if (earlier === null || earlier.has(loadKey)) return;
    earlier.set(loadKey, before);
    this.#journal.push(() => earlier.delete(loadKey));
  }

  #others(rows: readonly BookRows[Name][], row: BookRows[Name]): readonly BookRows[Name][] {
    const rest = this.#restColumns;
    if (rest.length === 0 || rows.length === 0) return [];
    return rows.filter((other) => rest.some((column) => other[column] !== row[column]));
  }

  /** Of one row; where the load key alone is unique, it is that. */
  #rowKey(loadKey: LoadKey, row: BookRows[Name]): LoadKey {
    let key = loadKey;
    for (const column of this.#restColumns) key = `${key}\u0000${String(row[column])}`;
    return key;
  }

  #loadKey(row: BookRows[Name]): LoadKey {
    const column = this.#keyColumn;
    if (column === undefined) return "";
    const value = row[column];
    if (typeof value === "string" || typeof value === "number") return value;
    throw new Error(`${this.#name}.${column} cannot be a key`);
  }
}

const restore = <Row>(rows: Map<LoadKey, Row>, key: LoadKey, row: Row | undefined) =>
  row === undefined ? rows.delete(key) : rows.set(key, row);

type AllBooks = { readonly [Name in BookName]: Book<Name> };

/** All books of one program, with one journal over them. */
export class Books {
  readonly programId: number;
  readonly of: AllBooks;
  /** Events that may be folded again, by id: those that wait in the parking, and those that were folded here. */
  readonly eventsParked = new Map<number, NamedEvent>();
  /** Payments that may have been taken from their partner: their sales are there only while an event is folded. */
  readonly removedSales = new Set<number>();
  /** What each sale that was changed here adds to the totals that tiers and caps are measured by, as they are now. */
  readonly counted = new Map<LoadKey, readonly CountedShare[]>();
  /** Whether the event at hand is a call that may be refused yet; one that stands in the log was answered. Set by `begin` alone. */
  isAsked = false;
  #folding: Event | undefined;
  readonly #journal: Undo[] = [];
  readonly #begun = new Set<LoadKey>();

  constructor(programId: number) {
    this.programId = programId;
    const [journal, begun] = [this.#journal, this.#begun];
    this.of = {
      program: new Book("program", journal),
      program_settings: new Book("program_settings", journal),
      policy: new Book("policy", journal),
      partner: new Book("partner", journal, begun),
      click: new Book("click", journal),
      customer: new Book("customer", journal),
      lead: new Book("lead", journal),
      identity: new Book("identity", journal),
      subscription: new Book("subscription", journal),
      payment_alias: new Book("payment_alias", journal),
      payment_reference: new Book("payment_reference", journal),
      sale: new Book("sale", journal, begun),
      commission: new Book("commission", journal, begun),
      commission_hold: new Book("commission_hold", journal, begun),
      adjustment: new Book("adjustment", journal, begun),
      payout: new Book("payout", journal, begun),
      payout_item: new Book("payout_item", journal, begun),
      sale_change: new Book("sale_change", journal, begun),
      closed_month: new Book("closed_month", journal, begun),
      restatement: new Book("restatement", journal, begun),
      line_correction: new Book("line_correction", journal, begun),
      platform_fee: new Book("platform_fee", journal, begun),
      refund: new Book("refund", journal, begun),
      dispute: new Book("dispute", journal, begun),
      parked: new Book("parked", journal),
      outcome: new Book("outcome", journal, begun),
      manual_attribution: new Book("manual_attribution", journal, begun),
      coupon: new Book("coupon", journal),
      checklist: new Book("checklist", journal),
      partner_group: new Book("partner_group", journal),
      partner_policy: new Book("partner_policy", journal),
      term_total: new Book("term_total", journal),
    };
  }

  /** What changes from now on, changes with this event: also what had waited for it. */
  begin(event: Event, isAsked: boolean): void {
    this.#folding = event;
    this.isAsked = isAsked;
  }

  /** Rows under an event's own id come from this event alone: nothing has to be loaded to know there are no others. */
  startRowsOf(eventId: number): void {
    this.#begun.add(eventId);
  }

  get folding(): Event {
    if (this.#folding === undefined) throw new Error("books are changed by an event and nothing else");
    return this.#folding;
  }

  count(saleId: LoadKey, shares: readonly CountedShare[]): void {
    const before = this.counted.get(saleId);
    this.#journal.push(() => restore(this.counted, saleId, before));
    this.counted.set(saleId, shares);
  }

  /** A point to come back to with `rollback`. */
  mark(): number {
    return this.#journal.length;
  }

  rollback(mark: number): void {
    while (this.#journal.length > mark) this.#journal.pop()?.();
  }

  /** What was changed so far stays: marks made until now are void. */
  forgetMarks(): void {
    this.#journal.length = 0;
  }
}

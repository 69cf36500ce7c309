// The rows of one book of one program, as far as they were loaded, with every change to them.
import { type LoadKey, loadColumns, restColumns } from "./book-keys.ts";
import type { BookName, BookRows } from "./rows/rows.ts";

export type Undo = () => void;

const none: ReadonlySet<LoadKey> = new Set();
const noneEarlier: ReadonlyMap<LoadKey, never> = new Map<LoadKey, never>();

export type Changes<Row> = {
  readonly added: readonly Row[];
  readonly replaced: readonly Row[];
  readonly removed: readonly Row[];
};

/** One book of one program. */
export class Book<Name extends BookName> {
  readonly #name: Name;
  readonly #journal: Undo[];
  readonly #started: ReadonlySet<LoadKey>;
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
  readonly #isIndexed: ((row: BookRows[Name]) => boolean) | null;
  readonly #indexed = new Set<LoadKey>();

  /** Under a key of `started` there is nothing but what is written here. Rows that `isIndexed` says are found without their key. */
  constructor(
    name: Name,
    journal: Undo[],
    started: ReadonlySet<LoadKey> = none,
    isIndexed: ((row: BookRows[Name]) => boolean) | null = null,
  ) {
    this.#isIndexed = isIndexed;
    this.#name = name;
    this.#journal = journal;
    this.#started = started;
    [this.#keyColumn] = loadColumns[name] as readonly (keyof BookRows[Name] & string)[];
    this.#restColumns = restColumns[name] as readonly (keyof BookRows[Name] & string)[];
  }

  /** True if the rows of this key were loaded, even if there were none. */
  knows(key: LoadKey): boolean {
    return this.#groups.has(key) || this.#started.has(key);
  }

  /** Takes what the log's reader found for this key, without counting it as a change. */
  load(key: LoadKey, rows: readonly BookRows[Name][]): void {
    this.#setGroup(key, rows);
  }

  /** For rows that turned out not to be the stored ones; before anything was folded. */
  unload(key: LoadKey): void {
    this.#groups.delete(key);
    this.#indexed.delete(key);
  }

  /** Every key that was loaded, with its rows as they are now. */
  get groups(): ReadonlyMap<LoadKey, readonly BookRows[Name][]> {
    return this.#groups;
  }

  list(key: LoadKey): readonly BookRows[Name][] {
    const rows = this.#groups.get(key);
    if (rows !== undefined) return rows;
    if (this.#started.has(key)) return [];
    throw new Error(`${this.#name} ${JSON.stringify(key)} was read but never loaded`);
  }

  get(key: LoadKey): BookRows[Name] | undefined {
    return this.list(key)[0];
  }

  /** The rows that the book was made to find, as they are now. */
  indexed(): readonly BookRows[Name][] {
    if (this.#indexed.size === 0) return [];
    return [...this.#indexed].flatMap((key) => this.list(key).filter((row) => this.#isIndexed?.(row)));
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
      this.#setGroup(loadKey, before);
      restore(this.#written, key, wasWritten);
      restore(this.#deleted, key, wasDeleted);
    });
    this.#setGroup(loadKey, by === null ? others : [...others, by]);
    restore(this.#written, key, by ?? undefined);
    restore(this.#deleted, key, by === null ? row : undefined);
  }

  #setGroup(key: LoadKey, rows: readonly BookRows[Name][]): void {
    this.#groups.set(key, rows);
    if (this.#isIndexed === null) return;
    if (rows.some(this.#isIndexed)) this.#indexed.add(key);
    else this.#indexed.delete(key);
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

export const restore = <Row>(rows: Map<LoadKey, Row>, key: LoadKey, row: Row | undefined) =>
  row === undefined ? rows.delete(key) : rows.set(key, row);

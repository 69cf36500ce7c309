// The rows of one book of one program, as far as they were loaded, with every change to them.
import { type LoadKey, loadColumns, restColumns } from "./book-keys.ts";
import type { BookName, BookRows } from "./rows/rows.ts";

export type Undo = () => void;

const none: ReadonlySet<LoadKey> = new Set();
const noRows: readonly never[] = [];
const noneEarlier: ReadonlyMap<LoadKey, never> = new Map<LoadKey, never>();

export type Changes<Row> = {
  readonly added: readonly Row[];
  readonly replaced: readonly Row[];
  readonly removed: readonly Row[];
};

/** The rows of one key. */
type Group<Row> = { rows: readonly Row[]; isChanged: boolean };

/** What is to be written of one row: at most one of the two. `isStored`: there was a row before the first of them. */
type Draft<Row> = { put: Row | null; deleted: Row | null; isStored: boolean };

/** One book of one program. */
export class Book<Name extends BookName> {
  readonly #name: Name;
  readonly #journal: Undo[];
  readonly #started: ReadonlySet<LoadKey>;
  readonly #keyColumn: (keyof BookRows[Name] & string) | undefined;
  readonly #restColumns: readonly (keyof BookRows[Name] & string)[];
  readonly #groups = new Map<LoadKey, Group<BookRows[Name]>>();
  readonly #drafts = new Map<LoadKey, Draft<BookRows[Name]>>();
  /** The rows of each key before its first change since `takeEarlier`; null while nothing is watched. */
  #earlier: Map<LoadKey, readonly BookRows[Name][]> | null = null;
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
    this.#setRows(key, this.#groups.get(key) ?? this.#newGroup(key), rows);
  }

  /** For rows that turned out not to be the stored ones; before anything was folded. */
  unload(key: LoadKey): void {
    this.#groups.delete(key);
    this.#indexed.delete(key);
  }

  /** Every key that was loaded. */
  get keys(): Iterable<LoadKey> {
    return this.#groups.keys();
  }

  /** Every key that was loaded, with its rows as they are now. */
  *groups(): Generator<readonly [LoadKey, readonly BookRows[Name][]]> {
    for (const [key, { rows }] of this.#groups) yield [key, rows];
  }

  list(key: LoadKey): readonly BookRows[Name][] {
    const group = this.#groups.get(key);
    if (group !== undefined) return group.rows;
    if (this.#started.has(key)) return noRows;
    throw this.#neverLoaded(key);
  }

  get(key: LoadKey): BookRows[Name] | undefined {
    return this.list(key)[0];
  }

  /** The rows that the book was made to find, as they are now. */
  indexed(): readonly BookRows[Name][] {
    if (this.#indexed.size === 0) return noRows;
    return [...this.#indexed].flatMap((key) => this.list(key).filter((row) => this.#isIndexed?.(row)));
  }

  /** The rows of a key as they are now; undefined where nothing has changed them. */
  changed(key: LoadKey): readonly BookRows[Name][] | undefined {
    const group = this.#groups.get(key);
    return group?.isChanged === true ? group.rows : undefined;
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
    const removed: BookRows[Name][] = [];
    for (const { put, deleted, isStored } of this.#drafts.values()) {
      if (put !== null) (isStored ? replaced : added).push(put);
      else if (deleted !== null && isStored) removed.push(deleted);
    }
    return { added, replaced, removed };
  }

  #replace(row: BookRows[Name], by: BookRows[Name] | null): void {
    const loadKey = this.#loadKey(row);
    const group = this.#groups.get(loadKey) ?? this.#startedGroup(loadKey);
    const before = group.rows;
    this.#keepEarlier(loadKey, before);
    const others = this.#others(before, row);
    const draft = this.#draftOf(this.#rowKey(loadKey, row));
    const { put, deleted } = draft;
    if (put === null && deleted === null) draft.isStored = others.length < before.length;
    this.#journal.push(() => {
      this.#setRows(loadKey, group, before);
      draft.put = put;
      draft.deleted = deleted;
    });
    group.isChanged = true;
    this.#setRows(loadKey, group, by === null ? others : [...others, by]);
    draft.put = by;
    draft.deleted = by === null ? row : null;
  }

  #setRows(key: LoadKey, group: Group<BookRows[Name]>, rows: readonly BookRows[Name][]): void {
    group.rows = rows;
    if (this.#isIndexed === null) return;
    if (rows.some(this.#isIndexed)) this.#indexed.add(key);
    else this.#indexed.delete(key);
  }

  #startedGroup(key: LoadKey): Group<BookRows[Name]> {
    if (!this.#started.has(key)) throw this.#neverLoaded(key);
    return this.#newGroup(key);
  }

  #newGroup(key: LoadKey): Group<BookRows[Name]> {
    const group: Group<BookRows[Name]> = { rows: noRows, isChanged: false };
    this.#groups.set(key, group);
    return group;
  }

  #draftOf(key: LoadKey): Draft<BookRows[Name]> {
    const known = this.#drafts.get(key);
    if (known !== undefined) return known;
    const draft: Draft<BookRows[Name]> = { put: null, deleted: null, isStored: false };
    this.#drafts.set(key, draft);
    return draft;
  }

  #neverLoaded(key: LoadKey): Error {
    return new Error(`${this.#name} ${JSON.stringify(key)} was read but never loaded`);
  }

  #keepEarlier(loadKey: LoadKey, before: readonly BookRows[Name][]): void {
    const earlier = this.#earlier;
    if (earlier === null || earlier.has(loadKey)) return;
    earlier.set(loadKey, before);
    this.#journal.push(() => earlier.delete(loadKey));
  }

  #others(rows: readonly BookRows[Name][], row: BookRows[Name]): readonly BookRows[Name][] {
    const rest = this.#restColumns;
    if (rest.length === 0 || rows.length === 0) return noRows;
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

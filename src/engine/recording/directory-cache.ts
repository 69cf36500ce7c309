// Caches what seldom changes of a program's books: its settings, policies, partners and checklist, and that no event waits in it. An entry is
// stored with the head that its batch leaves, and is valid for the next batch if that is folded from the same head: then no one wrote the
// program in between, and the commit fails if someone does before it. Entries expire after a second in any case, for a manual change that
// moves no head.

import type { LoadKey } from "../../core/rules/book-keys.ts";
import type { Books } from "../../core/rules/books.ts";
import type { CachedRows } from "../../core/rules/rows/load-plan.ts";
import type { BookName, BookRows } from "../../core/rules/rows/rows.ts";
import { customerHolder } from "../../core/rules/rows/terms-rows.ts";
import type { ProgramHeadRow } from "../postgres/tables/tables.ts";

/** Rows that nearly every batch needs and hardly any changes. */
const cachedNames = [
  ...["program", "program_settings", "policy", "partner", "checklist"],
  ...["partner_group", "partner_policy", "partner_activity", "term_total", "bonus", "bonus_award"],
] as const;
type CachedName = (typeof cachedNames)[number];

/**
 * Most partners and groups have no terms of their own, and where flags were turned off, partners have no activity. Partners and groups bound
 * how many of these keys there are.
 */
const cachedWithoutRows: readonly CachedName[] = ["partner_group", "partner_policy", "partner_activity"];

const ttlMilliseconds = 1000;
/** When other processes write a program its entries mostly miss, and each miss costs a second read: the cache is bypassed for so long. */
const bypassMilliseconds = 10_000;
const programsMax = 2000;
/** Of one program; beyond that it is not cached. */
const keysMax = 2000;

type Groups = { readonly [Name in BookName]?: Map<LoadKey, readonly BookRows[Name][]> };
type Head = Pick<ProgramHeadRow, "hash" | "revision">;

/** For batches in sequence: each is stored before the next is prefetched. */
export class DirectoryCache {
  /** In the order they were stored. */
  readonly #entries = new Map<number, Entry>();
  /** Programs that are not cached for a while, with when that ends. */
  readonly #bypassedUntil = new Map<number, number>();

  /** Null where everything has to be loaded. */
  get(programId: number): CachedRows | null {
    const entry = this.#entries.get(programId);
    if (entry === undefined) return null;
    if (performance.now() - entry.readAt < ttlMilliseconds) return entry;
    this.#entries.delete(programId);
    return null;
  }

  /** Whether a batch is to read if an event waits in the program: it is not known, and the program is not bypassed. */
  asksWhatWaits(programId: number): boolean {
    if (performance.now() < (this.#bypassedUntil.get(programId) ?? 0)) return false;
    return this.#entries.get(programId)?.knowsWhatWaits !== true;
  }

  /** Whether the program's entry is valid for a batch on this head; if not, it is dropped and the program bypassed for a while. */
  validate(head: ProgramHeadRow): boolean {
    if (this.#entries.get(head.program_id)?.isAt(head) === true) return true;
    this.#entries.delete(head.program_id);
    if (this.#bypassedUntil.size >= programsMax) this.#bypassedUntil.clear();
    this.#bypassedUntil.set(head.program_id, performance.now() + bypassMilliseconds);
    return false;
  }

  /**
   * Stores what a batch has read and changed, which was folded from one head and leaves another. `waited`: whether an event waited in the
   * program before it; null where the batch did not read that.
   */
  put(books: Books, { from, to }: { readonly from: Head; readonly to: Head }, waited: boolean | null = null): void {
    const { programId } = books;
    if (performance.now() < (this.#bypassedUntil.get(programId) ?? 0)) return;
    this.#bypassedUntil.delete(programId);
    const before = this.#entries.get(programId);
    const entry = before?.isAt(from) ? before : new Entry();
    entry.put(books, to, waited);
    this.#entries.delete(programId);
    if (entry.keys > keysMax) return;
    this.#entries.set(programId, entry);
    if (this.#entries.size <= programsMax) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}

/** Whether an event begins to wait in what was folded here. */
export function parks(books: Books): boolean {
  const { added, replaced } = books.of.parked.changes();
  return added.length + replaced.length > 0;
}

/** There is no bound to how many customers a program has. */
function isOfCustomer(holder: LoadKey): boolean {
  return String(holder).startsWith(customerHolder(""));
}

class Entry implements CachedRows {
  readonly readAt = performance.now();
  readonly #groups: Groups & { readonly [Name in CachedName]: Map<LoadKey, readonly BookRows[Name][]> } = {
    program: new Map(),
    program_settings: new Map(),
    policy: new Map(),
    partner: new Map(),
    checklist: new Map(),
    partner_group: new Map(),
    partner_policy: new Map(),
    partner_activity: new Map(),
    term_total: new Map(),
    bonus: new Map(),
    bonus_award: new Map(),
  };
  #head: Head | null = null;
  /** Null where it is not known. */
  #waits: boolean | null = null;

  rows<Name extends BookName>(name: Name, key: LoadKey): readonly BookRows[Name][] | undefined {
    if (name === "parked") return this.#waits === false ? [] : undefined;
    const groups: Groups = this.#groups;
    return groups[name]?.get(key);
  }

  isAt({ hash, revision }: Head): boolean {
    return this.#head !== null && this.#head.revision === revision && this.#head.hash.equals(hash);
  }

  get knowsWhatWaits(): boolean {
    return this.#waits !== null;
  }

  put(books: Books, head: Head, waited: boolean | null): void {
    this.#head = head;
    this.#waits = parks(books) || (this.#waits ?? waited);
    for (const name of cachedNames) this.#putBook(name, books);
  }

  get keys(): number {
    const { policy, partner, partner_policy, partner_activity, term_total, bonus_award } = this.#groups;
    const ofPartners = partner.size + partner_policy.size + partner_activity.size + term_total.size + bonus_award.size;
    return policy.size + ofPartners;
  }

  #putBook<Name extends CachedName>(name: Name, books: Books): void {
    const groups: Groups = this.#groups;
    const isCachedWithoutRows = cachedWithoutRows.includes(name);
    for (const [key, rows] of books.of[name].groups()) {
      // Other keys without rows are not cached: there is no bound to how many are asked for.
      if (name === "term_total" && isOfCustomer(key)) continue;
      if (key === "" || rows.length > 0 || isCachedWithoutRows) groups[name]?.set(key, rows);
      else groups[name]?.delete(key);
    }
  }
}

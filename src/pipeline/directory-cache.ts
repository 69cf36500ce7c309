// What seldom changes of a program's books, kept from one batch to the next: its settings, its partners, its checklist.
// It is kept with the head the batch leaves its program with, and stands as long as the next batch is folded on that very head:
// then nobody has written to the program in between, and the batch is refused if somebody does before it is recorded. It is read
// anew once a second all the same, for a change by hand that no head tells of.
import type { Books, LoadKey } from "../core/books.ts";
import type { BookName, BookRows } from "../core/rows.ts";
import type { CachedRows } from "../core/load-plan.ts";
import type { ProgramHeadRow } from "../db/tables.ts";

/** Rows that nearly every batch needs and hardly any changes. */
const standingNames = ["program", "program_settings", "policy", "partner", "checklist"] as const;
type StandingName = (typeof standingNames)[number];

const standMillisecondsMax = 1000;
/** Where somebody else writes to the program as well, what is kept would seldom stand and only cost a second look-up. */
const restMilliseconds = 10_000;
const programsMax = 2000;
/** Of one program; beyond that it is read anew. */
const keysMax = 1000;

type Groups = { readonly [Name in BookName]?: Map<LoadKey, readonly BookRows[Name][]> };
type Head = Pick<ProgramHeadRow, "hash" | "revision">;

/** For batches one behind the other, each kept before the next is read for. */
export class StandingBooks {
  /** The one that was kept last behind the others. */
  readonly #programs = new Map<number, Standing>();
  /** Programs of which nothing is kept for a while, with when that ends. */
  readonly #resting = new Map<number, number>();

  /** Null where all has to be read. */
  find(programId: number): CachedRows | null {
    const standing = this.#programs.get(programId);
    if (standing === undefined) return null;
    if (performance.now() - standing.readAt < standMillisecondsMax) return standing;
    this.#programs.delete(programId);
    return null;
  }

  /** Whether what was found of the program is what a batch on this head reads; if not, nothing is for a while. */
  standsUnder(head: ProgramHeadRow): boolean {
    if (this.#programs.get(head.program_id)?.isUnder(head) === true) return true;
    this.#programs.delete(head.program_id);
    if (this.#resting.size >= programsMax) this.#resting.clear();
    this.#resting.set(head.program_id, performance.now() + restMilliseconds);
    return false;
  }

  /** Takes over what a batch has read and changed, which was folded on one head and leaves another. */
  keep(books: Books, { from, to }: { readonly from: Head; readonly to: Head }): void {
    const { programId } = books;
    if (performance.now() < (this.#resting.get(programId) ?? 0)) return;
    this.#resting.delete(programId);
    const before = this.#programs.get(programId);
    const standing = before?.isUnder(from) ? before : new Standing();
    standing.take(books, to);
    this.#programs.delete(programId);
    if (standing.keys > keysMax) return;
    this.#programs.set(programId, standing);
    if (this.#programs.size <= programsMax) return;
    for (const oldest of this.#programs.keys()) {
      this.#programs.delete(oldest);
      return;
    }
  }
}

class Standing implements CachedRows {
  readonly readAt = performance.now();
  readonly #groups: Groups & { readonly [Name in StandingName]: Map<LoadKey, readonly BookRows[Name][]> } = {
    program: new Map(),
    program_settings: new Map(),
    policy: new Map(),
    partner: new Map(),
    checklist: new Map(),
  };
  #head: Head | null = null;

  rows<Name extends BookName>(name: Name, key: LoadKey): readonly BookRows[Name][] | undefined {
    const groups: Groups = this.#groups;
    return groups[name]?.get(key);
  }

  isUnder({ hash, revision }: Head): boolean {
    return this.#head !== null && this.#head.revision === revision && this.#head.hash.equals(hash);
  }

  take(books: Books, head: Head): void {
    this.#head = head;
    for (const name of standingNames) this.#takeBook(name, books);
  }

  get keys(): number {
    return this.#groups.policy.size + this.#groups.partner.size;
  }

  #takeBook<Name extends StandingName>(name: Name, books: Books): void {
    const groups: Groups = this.#groups;
    for (const [key, rows] of books.of[name].groups) {
      // Of the keys a program has nothing under there is no end.
      if (key === "" || rows.length > 0) groups[name]?.set(key, rows);
    }
  }
}

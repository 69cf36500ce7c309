// One program in memory: the same fold over the same keys as in production, with plain maps in place of tables.
// Rows are handed to the fold only when its `LoadPlan` has their key, so a key the loader would forget fails here as well.

import { bookNames, type LoadKey, loadColumns, restColumns } from "../../src/core/rules/book-keys.ts";
import { Books } from "../../src/core/rules/books.ts";
import type { Conclusion } from "../../src/core/rules/conclusion.ts";
import type { DeliveryReread, Event, EventData } from "../../src/core/rules/events/events.ts";
import { project, projectOrFail } from "../../src/core/rules/fold.ts";
import { LoadPlan } from "../../src/core/rules/rows/load-plan.ts";
import type { BookName, BookRows } from "../../src/core/rules/rows/rows.ts";

const usualProgramId = 7;
/** What is known of an event when its rows are loaded: neither its id nor when it was received. */
const unplaced = (event: Event): Event => ({ ...event, id: 0, received_at: new Date(0) });

const startOfTime = Date.parse("2026-01-01T00:00:00.000Z");

export type TestEvent = {
  data: EventData;
  source?: string;
  is_test?: boolean;
  /** Days after the start of the test; never before the event before it. */
  day?: number;
  /** How long before the report it happened, if the source says so. */
  days_ago?: number;
  /** The fixed adapter's reading, as soon as a replay is applied. */
  mended?: DeliveryReread["reading"];
};

export class MemoryProgram {
  /** Each delivery as it was read last. */
  readonly log: Event[] = [];
  readonly #mended = new Map<number, DeliveryReread["reading"]>();
  readonly #tables = new Map<BookName, Map<string, BookRows[BookName]>>(bookNames.map((name) => [name, new Map()]));
  readonly #programId: number;
  #nextId = 1;
  #now = startOfTime;

  constructor(programId = usualProgramId) {
    this.#programId = programId;
  }

  /** Folds one call or delivery as ingest does: a refused call leaves nothing. */
  record(reported: TestEvent): Conclusion & { eventId: number } {
    const event = this.#draft(reported);
    if (reported.mended !== undefined) this.#mended.set(event.id, reported.mended);
    const books = this.#load([unplaced(event)]);
    if (!isCall(event)) {
      const conclusion = projectOrFail(books, event);
      if (conclusion.reason === "projector_error") throw new Error(conclusion.message);
      this.#keep(books, [event]);
      return { ...conclusion, eventId: event.id };
    }
    const conclusion = project(books, event);
    const stays = conclusion.outcome === "recorded" || conclusion.outcome === "expired";
    if (stays) this.#keep(books, [event]);
    return { ...conclusion, eventId: event.id };
  }

  /** Folds as one batch, as ingest does: all of it is loaded before, and the id of a refused call is the next event's. */
  recordTogether(...events: readonly TestEvent[]): Conclusion[] {
    const drafts = events.map((one) => this.#draft(one));
    const books = this.#load(drafts.map(unplaced));
    const kept: Event[] = [];
    const conclusions = drafts.map((draft) => {
      const event = { ...draft, id: (drafts[0]?.id ?? 0) + kept.length };
      const mark = books.mark();
      const conclusion = project(books, event);
      const stays = !isCall(event) || conclusion.outcome === "recorded" || conclusion.outcome === "expired";
      if (stays) kept.push(event);
      else books.rollback(mark);
      return conclusion;
    });
    this.#nextId -= drafts.length - kept.length;
    this.#keep(books, kept);
    return conclusions;
  }

  /** The books of a fresh projection of this log, in batches of this size; `read` represents corrected rules. */
  replay(batchSize: number, read: (event: Event) => Event = (event) => event): MemoryProgram {
    const fresh = new MemoryProgram(this.#programId);
    for (let start = 0; start < this.log.length; start += batchSize) {
      const batch = this.log.slice(start, start + batchSize).map(read);
      const books = fresh.#load(batch);
      for (const event of batch) projectOrFail(books, event);
      fresh.#keep(books, batch);
    }
    return fresh;
  }

  /** Applies a replay by the fixed adapters: what was misread counts at its own place, and the books are built again. */
  applyReplay(batchSize: number): void {
    for (const [event_id, reading] of this.#mended) {
      const reread = { event_id, reading, adapter_version: 2, schema_version: 1, is_test: false, occurred_at: null };
      this.record({ source: "operator", data: { type: "delivery_reread", ...reread } });
    }
    const asRead = this.log.map((event) => ({ ...event, data: this.#mended.get(event.id) ?? event.data }));
    this.log.splice(0, this.log.length, ...asRead);
    this.#mended.clear();
    const again = this.replay(batchSize);
    for (const [name, table] of again.#tables) this.#tables.set(name, table);
  }

  rows<Name extends BookName>(name: Name): BookRows[Name][] {
    const table = this.#tables.get(name) as Map<string, BookRows[Name]>;
    return [...table.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  one<Name extends BookName>(name: Name): BookRows[Name] {
    const rows = this.rows(name);
    const [row] = rows;
    if (row === undefined || rows.length > 1) throw new Error(`expected one ${name}, found ${rows.length}`);
    return row;
  }

  /** All books as text, for comparison. */
  dump(names: readonly BookName[] = bookNames): string {
    return names
      .map(
        (name) =>
          `${name}\n${this.rows(name)
            .map((row) => JSON.stringify(row))
            .join("\n")}`,
      )
      .join("\n");
  }

  outcomeOf(eventId: number): string {
    return this.rows("outcome").find((row) => row.event_id === eventId)?.outcome ?? "recorded";
  }

  /** Of the next event. */
  get nextId(): number {
    return this.#nextId;
  }

  get now(): Date {
    return new Date(this.#now);
  }

  #draft(event: TestEvent): Event {
    if (event.day !== undefined) this.#now = Math.max(this.#now, startOfTime + event.day * 86_400_000);
    const { days_ago: daysAgo } = event;
    return {
      program_id: this.#programId,
      id: this.#nextId++,
      source: event.source ?? "api",
      is_test: event.is_test ?? false,
      occurred_at: daysAgo === undefined ? null : new Date(this.#now - daysAgo * 86_400_000),
      received_at: new Date(this.#now),
      data: event.data,
    };
  }

  #load(events: readonly Event[]): Books {
    const books = new Books(this.#programId);
    const plan = new LoadPlan(books);
    for (const event of events) plan.addEvent(event);
    for (;;) {
      const keys = plan.takeKeys();
      const parked = plan.takeEvents();
      if (keys.size === 0 && parked.length === 0) return books;
      for (const [name, of] of keys) for (const key of of) this.#loadKey(plan, name, key);
      for (const id of parked) {
        const event = this.log.find((logged) => logged.id === id);
        if (event !== undefined) plan.receiveParkedEvent(event);
      }
    }
  }

  #loadKey<Name extends BookName>(plan: LoadPlan, name: Name, key: LoadKey): void {
    const column = loadColumns[name][0] as keyof BookRows[Name] | undefined;
    const rows = this.rows(name).filter((row) => column === undefined || row[column] === key);
    plan.receive(name, key, rows);
  }

  #keep(books: Books, events: readonly Event[]): void {
    this.log.push(...events);
    for (const name of bookNames) this.#write(books, name);
  }

  #write<Name extends BookName>(books: Books, name: Name): void {
    const table = this.#tables.get(name);
    const { added, replaced, removed } = books.of[name].changes();
    for (const row of removed) table?.delete(keyOf(name, row));
    for (const row of [...added, ...replaced]) table?.set(keyOf(name, row), row);
  }
}

/** A refused call leaves nothing; all other events stay in the log. */
function isCall({ source }: Event): boolean {
  return source === "api" || source === "browser";
}

function keyOf<Name extends BookName>(name: Name, row: BookRows[Name]): string {
  const columns = [...loadColumns[name], ...restColumns[name]] as (keyof BookRows[Name])[];
  return columns
    .map((column) => {
      const value = row[column];
      return typeof value === "number" ? String(value).padStart(12, "0") : String(value);
    })
    .join("\u0000");
}

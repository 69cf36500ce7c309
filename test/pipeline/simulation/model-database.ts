// What a database holds, reduced to what the pipeline needs: heads, the log, the books, a clock and a sequence. A change is made at its
// commit and is invisible before.
import { bookKeyOf, bookNames, loadColumns } from "../../../src/core/rules/book-keys.ts";
import type { BookName } from "../../../src/core/rules/rows/rows.ts";
import { genesisHash } from "../../../src/engine/log/chain.ts";
import type { EventRow, ProgramHeadRow } from "../../../src/engine/postgres/tables/tables.ts";
import type { Row } from "./binary-rows.ts";
import { Locks } from "./locks.ts";
import type { VirtualTime } from "./virtual-time.ts";

export const epoch = Date.parse("2026-01-01T00:00:00.000Z");

const keys: Readonly<Record<string, readonly string[]>> = {
  event: ["program_id", "seq"],
  delivery: ["program_id", "event_id"],
  ...Object.fromEntries(bookNames.map((name) => [name, bookKeyOf(name)])),
};

const isBook = (name: string): name is BookName => name in loadColumns;
const keyOf = (row: Row, columns: readonly string[]): string => columns.map((column) => String(row[column])).join(" ");

export class Table {
  readonly #groups = new Map<string, Map<string, Row>>();
  readonly #key: readonly string[];
  readonly #groupKey: readonly string[];

  constructor(name: string) {
    this.#key = keys[name] ?? [];
    this.#groupKey = isBook(name) ? ["program_id", ...loadColumns[name]] : this.#key;
  }

  has(row: Row): boolean {
    return this.#groups.get(keyOf(row, this.#groupKey))?.has(keyOf(row, this.#key)) === true;
  }

  put(row: Row): void {
    const group = this.#groups.get(keyOf(row, this.#groupKey)) ?? new Map<string, Row>();
    group.set(keyOf(row, this.#key), row);
    this.#groups.set(keyOf(row, this.#groupKey), group);
  }

  delete(row: Row): void {
    this.#groups.get(keyOf(row, this.#groupKey))?.delete(keyOf(row, this.#key));
  }

  /** By the program and the one column rows are loaded by. */
  under(...key: readonly unknown[]): Row[] {
    return [...(this.#groups.get(key.join(" "))?.values() ?? [])];
  }

  all(): Row[] {
    return [...this.#groups.values()].flatMap((group) => [...group.values()]);
  }
}

export class ModelDatabase {
  readonly time: VirtualTime;
  readonly locks: Locks;
  readonly heads = new Map<number, ProgramHeadRow>();
  /** In the order they were committed in. */
  readonly log: EventRow[] = [];
  readonly #tables = new Map<string, Table>();
  #lastId = 0;
  /** How far its clock is off. */
  aheadMilliseconds = 0;

  constructor(time: VirtualTime) {
    this.time = time;
    this.locks = new Locks(time);
  }

  get now(): Date {
    return new Date(epoch + Math.floor(this.time.now) + this.aheadMilliseconds);
  }

  nextIds(count: number): number[] {
    return Array.from({ length: count }, () => ++this.#lastId);
  }

  table(name: string): Table {
    const table = this.#tables.get(name) ?? new Table(name);
    this.#tables.set(name, table);
    return table;
  }

  addProgram(programId: number, projectorVersion: number): void {
    this.heads.set(programId, {
      program_id: programId,
      seq: 0,
      hash: genesisHash,
      received_at: new Date(epoch),
      projected_seq: 0,
      projector_version: projectorVersion,
      revision: 0,
    });
  }

  /** By another event that is committed. */
  isTaken(row: EventRow): boolean {
    return this.log.some(
      (other) =>
        other.id === row.id ||
        (other.program_id === row.program_id &&
          (other.seq === row.seq ||
            (row.dedup_key !== null && other.source === row.source && other.dedup_key === row.dedup_key))),
    );
  }
}

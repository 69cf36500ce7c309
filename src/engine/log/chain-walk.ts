// Follows a chain row by row and names what does not fit: a row that was changed, is missing, was put in, or changed places.
// It knows nothing of the database; rows come in the order of their seq.
import type { EventRow } from "../postgres/tables/tables.ts";
import { genesisHash, ruleOf } from "./chain.ts";

export type LogFault = {
  readonly kind:
    | "changed"
    | "missing"
    | "swapped"
    | "inserted"
    | "cut_off"
    | "delivery_changed"
    | "delivery_missing"
    | "delivery_inserted"
    | "archive_missing"
    | "archive_changed";
  /** Null where nothing in the log belongs to it. */
  readonly seq: number | null;
  readonly event_id: number | null;
  readonly detail: string;
};

export type ChainPlace = { readonly seq: number; readonly hash: Buffer };
export const chainStart: ChainPlace = { seq: 0, hash: genesisHash };

/** What is asked of the log only where something does not fit. */
export type LogAsked = {
  /** The current seq of the row with this hash. */
  readonly seqOfHash: (hash: Buffer) => Promise<number | undefined>;
  /** Whether the row is what an erasure left of it, as the chain says. */
  readonly isLeftByErasure: (row: EventRow) => Promise<boolean>;
};

export class ChainWalk {
  readonly faults: LogFault[] = [];
  readonly #log: LogAsked;
  #place: ChainPlace;
  /** The row before the last one, to see whether the last one was put in between. */
  #before: ChainPlace | null = null;
  #lastId: number | null = null;
  /** By how many places the rows are later than they were written. */
  #shift = 0;

  constructor(from: ChainPlace, log: LogAsked) {
    this.#place = from;
    this.#log = log;
  }

  get place(): ChainPlace {
    return this.#place;
  }

  async follow(row: EventRow): Promise<void> {
    this.#findGap(row);
    const writtenAt = await this.#findWrittenAt(row);
    if (writtenAt === null) {
      this.#report("changed", row.seq, row.id, "Its columns are not what its hash was made of.");
    } else if (row.seq - writtenAt !== this.#shift) {
      this.#findMove(row, row.seq - writtenAt);
    } else {
      this.#findForeign(row);
    }
    // Behind a changed row the chain is followed from what the next row says of it, which is the hash that was stored.
    this.#before = this.#place;
    this.#place = { seq: row.seq, hash: row.hash };
    this.#lastId = row.id;
  }

  /** `before` and `after` are the program's head, read before the first row and behind the last one. */
  finish(before: ChainPlace, after: ChainPlace): void {
    const { seq, hash } = this.#place;
    if (seq < before.seq) {
      this.#report("cut_off", seq + 1, null, `The head is at seq ${before.seq} and the log ends at ${seq}.`);
    } else if (seq > after.seq) {
      const detail = `The head is at seq ${after.seq} and the log continues to ${seq}: the service did not write that and can record nothing there. svc log set-aside removes it.`;
      this.#report("inserted", after.seq + 1, seq === after.seq + 1 ? this.#lastId : null, detail);
    } else if (seq === after.seq && !hash.equals(after.hash)) {
      this.#report("changed", seq, this.#lastId, "The last event is not the one the head was moved to.");
    }
  }

  #findGap(row: EventRow): void {
    const first = this.#place.seq + 1;
    if (row.seq === first) return;
    const last = row.seq - 1;
    const names = first === last ? `the event at seq ${first}` : `the events at seq ${first} to ${last}`;
    this.#report("missing", first, null, `There is no row for ${names}.`);
  }

  /** The seq under which the row is whole; null when more of it was changed than its place. */
  async #findWrittenAt(row: EventRow): Promise<number | null> {
    const expected = row.seq - this.#shift;
    if (ruleOf(row, expected) !== undefined) return expected;
    if (this.#shift === 0 && (await this.#log.isLeftByErasure(row))) return expected;
    const follows = await this.#log.seqOfHash(row.prev_hash);
    const near = [row.seq, expected - 1, expected + 1, row.seq - 1, row.seq + 1, 1];
    const candidates = follows === undefined ? near : [...near, follows + 1, follows + 1 - this.#shift];
    return candidates.find((seq) => seq > 0 && ruleOf(row, seq) !== undefined) ?? null;
  }

  #findMove(row: EventRow, shift: number): void {
    const movedBy = shift - this.#shift;
    const last = this.faults.at(-1);
    this.#shift = shift;
    if (last?.kind === "changed" && last.seq === row.seq - 1 && movedBy === 1) {
      this.faults.pop();
      this.#report("inserted", last.seq, last.event_id, "It was inserted: the rows after it are one place too late.");
    } else if (shift !== 0) {
      this.#report("swapped", row.seq, row.id, `This row was written at seq ${row.seq - shift}.`);
    }
  }

  /** A row that is whole in itself and yet not what the chain goes on with. */
  #findForeign(row: EventRow): void {
    const isNextSeq = row.seq === this.#place.seq + 1;
    if (row.prev_hash.equals(this.#place.hash) || !isNextSeq || this.#shift !== 0) return;
    if (this.#before !== null && row.prev_hash.equals(this.#before.hash)) {
      this.#report(
        "inserted",
        this.#place.seq,
        this.#lastId,
        "It was put in: the next event follows the one before it.",
      );
    } else if (this.faults.at(-1)?.seq !== this.#place.seq) {
      this.#report("changed", this.#place.seq, this.#lastId, "The next event follows another one: it was replaced.");
    }
  }

  #report(kind: LogFault["kind"], seq: number, eventId: number | null, detail: string): void {
    this.faults.push({ kind, seq, event_id: eventId, detail });
  }
}

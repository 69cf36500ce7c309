// The only writer of the log. Appending takes the next seq and the chain's hash from heads and moves them, unless they are no
// longer what they were taken for: order without gaps, exact under any concurrency.
// It only adds rows; nothing here, or anywhere, changes or removes one.
import { hash } from "node:crypto";
import type { Event, EventData } from "../../core/rules/events/events.ts";
import type { ClientReference } from "../../core/vocabulary/facts.ts";
import { arraysOf, type Columns, columnNames, rowsOf } from "../postgres/driver/binary-arrays.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { worded } from "../postgres/placement.ts";
import type { DeliveryRow, EventRow, ProgramHeadRow } from "../postgres/tables/tables.ts";
import { hashEvent } from "./chain.ts";
import { moveHeads } from "./heads.ts";
import { deliveryColumns, eventColumns, type MovedHead } from "./log-columns.ts";
import { dataColumn } from "./stored-event.ts";
import { shapeVersion } from "./upcast.ts";

/** An event before it has a place in the log. */
export type NewEvent = {
  readonly programId: number;
  readonly source: string;
  /** Unique per program and source; null where the books alone find repetitions. */
  readonly dedupKey: string | null;
  readonly isTest: boolean;
  readonly occurredAt: Date | null;
  readonly data: EventData;
  /** The author of a change by a person, as core/vocabulary/access/author.ts writes it. It is stored next to the data, and no rule reads it. */
  readonly by?: string;
};

export type NewDelivery = {
  readonly connectionId: number;
  readonly connectionLivemode: boolean;
  /** What its client reference means; absent and null where it is not read. */
  readonly clientReference?: ClientReference | null;
  readonly providerEventId: string | null;
  readonly providerEventType: string | null;
  readonly adapterVersion: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
};

export type RecordedKey = { program_id: number; source: string; dedup_key: string; id: number };

const dedupKeyColumns: Columns<Omit<RecordedKey, "id">> = { program_id: "bigint", source: "text", dedup_key: "text" };

const recordedKeysStatement = worded((naming) => {
  const isKey = ["e.program_id = k.program_id", "e.source = k.source", "e.dedup_key = k.dedup_key"];
  const conditions = [...isKey, ...naming("e.program_id", "$1::bigint[]")];
  return {
    name: "recorded_keys",
    text: `select e.program_id, e.source, e.dedup_key, e.id
           from (${rowsOf(dedupKeyColumns)}) k
           join event e on ${conditions.join(" and ")}`,
  };
});

const insertEvents = `insert into event (${columnNames(eventColumns).join(", ")}) ${rowsOf(eventColumns, 1)}`;
const insertDeliveriesFrom = columnNames(eventColumns).length + 1;
const insertDeliveries = `insert into delivery (${columnNames(deliveryColumns).join(", ")})
              ${rowsOf(deliveryColumns, insertDeliveriesFrom)}`;

const appendStatement: Statement = { name: "append", text: insertEvents };

const appendWithDeliveriesStatement: Statement = {
  name: "append_with_deliveries",
  text: `with events as (${insertEvents}) ${insertDeliveries}`,
};

export async function findRecordedKeys(session: Session, events: readonly NewEvent[]): Promise<RecordedKey[]> {
  const keys = events.flatMap(({ programId, source, dedupKey }) =>
    dedupKey === null ? [] : [{ program_id: programId, source, dedup_key: dedupKey }],
  );
  if (keys.length === 0) return [];
  return session.query<RecordedKey>(session.placement.wording(recordedKeysStatement), arraysOf(dedupKeyColumns, keys));
}

/** The new end of one program's log while a batch is put together; nothing is written before `writeAppended`. */
export class LogEnd {
  readonly head: ProgramHeadRow;
  readonly #now: Date;
  #seq: number;
  #hash: Buffer;
  readonly events: EventRow[] = [];
  readonly deliveries: DeliveryRow[] = [];

  constructor(head: ProgramHeadRow, now: Date) {
    this.head = head;
    this.#now = now > head.received_at ? now : head.received_at;
    this.#seq = head.seq;
    this.#hash = head.hash;
  }

  /** The event as it would be in the log under this id. */
  draft(event: NewEvent, id: number): Event {
    return {
      program_id: event.programId,
      id,
      source: event.source,
      is_test: event.isTest,
      occurred_at: event.occurredAt,
      received_at: this.#now,
      data: event.data,
    };
  }

  append(event: NewEvent, id: number, delivery: NewDelivery | null): void {
    const row = {
      program_id: event.programId,
      seq: this.#seq + 1,
      id,
      type: event.data.type,
      schema_version: shapeVersion(event.data.type),
      source: event.source,
      dedup_key: event.dedupKey,
      is_test: event.isTest,
      occurred_at: event.occurredAt,
      received_at: this.#now,
      data: event.by === undefined ? dataColumn(event.data) : { ...dataColumn(event.data), by: event.by },
      delivery_sha256: delivery === null ? null : hash("sha256", delivery.body, "buffer"),
    };
    const rowHash = hashEvent(this.#hash, row);
    this.events.push({ ...row, prev_hash: this.#hash, hash: rowHash });
    if (delivery !== null) this.deliveries.push(deliveryRow(event, id, delivery, this.#now));
    this.#seq = row.seq;
    this.#hash = rowHash;
  }

  /** The head to move to; the books were projected to the same point in the same transaction. */
  get moved(): MovedHead {
    return {
      program_id: this.head.program_id,
      seq: this.#seq,
      hash: this.#hash,
      received_at: this.events.length > 0 ? this.#now : this.head.received_at,
      projected_seq: this.#seq,
      projector_version: this.head.projector_version,
    };
  }
}

function deliveryRow(event: NewEvent, id: number, delivery: NewDelivery, now: Date): DeliveryRow {
  return {
    program_id: event.programId,
    event_id: id,
    connection_id: delivery.connectionId,
    connection_livemode: delivery.connectionLivemode,
    client_reference: delivery.clientReference ?? null,
    provider: event.source,
    provider_event_id: delivery.providerEventId,
    provider_event_type: delivery.providerEventType,
    adapter_version: delivery.adapterVersion,
    received_at: now,
    headers: delivery.headers,
    body: delivery.body,
  };
}

/**
 * Sends everything at once and does not wait: the transaction's commit does. An end that did not grow is written as well, so that
 * the transaction is refused where its head is not what it was.
 */
export function writeAppended(session: Session, ends: readonly LogEnd[]): void {
  if (ends.length === 0) return;
  moveHeads(
    session,
    ends.map((end) => ({ from: end.head, to: end.moved })),
  );
  const events = ends.flatMap((end) => end.events);
  if (events.length === 0) return;
  const deliveries = ends.flatMap((end) => end.deliveries);
  const values = arraysOf(eventColumns, events);
  if (deliveries.length === 0) void session.query(appendStatement, values);
  else void session.query(appendWithDeliveriesStatement, [...values, ...arraysOf(deliveryColumns, deliveries)]);
}

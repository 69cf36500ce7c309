// Writes a log in bulk: events with the chain hash they would have, deliveries with their bytes and signature, by COPY. The tables then
// contain what the service itself would have written at those times; only the method differs, and it is for benchmark databases only.
import { createHash, createHmac } from "node:crypto";
import type { Client } from "pg";
import type { EventData } from "../../src/core/rules/events/events.ts";
import { genesisHash, hashEvent } from "../../src/engine/log/chain.ts";
import { dataColumn } from "../../src/engine/log/stored-event.ts";
import { shapeVersion } from "../../src/engine/log/upcast.ts";
import { CopyIn, copyBytes, copyNull, copyText } from "./copy-in.ts";

export const signingSecret = "whsec_bench";

const eventColumns =
  "program_id, seq, id, type, schema_version, source, dedup_key, is_test, occurred_at, received_at, data, delivery_sha256, prev_hash, hash";
const deliveryColumns =
  "program_id, event_id, connection_id, provider, provider_event_id, provider_event_type, adapter_version, received_at, headers, body, connection_livemode";

/** The end of one program's log. */
export type LogTail = {
  readonly programId: number;
  readonly connectionId: number;
  seq: number;
  hash: Buffer;
  receivedAt: Date;
};

export function emptyTail(programId: number, connectionId: number): LogTail {
  return { programId, connectionId, seq: 0, hash: genesisHash, receivedAt: new Date(0) };
}

export type WrittenEvent = {
  readonly source: string;
  readonly data: EventData;
  readonly isTest?: boolean;
  readonly occurredAt?: Date | null;
  readonly delivery?: { readonly eventId: string; readonly eventType: string; readonly body: Buffer };
};

export class LogWriter {
  readonly #events: CopyIn;
  readonly #deliveries: CopyIn;
  #id = 0;

  private constructor(events: CopyIn, deliveries: CopyIn) {
    this.#events = events;
    this.#deliveries = deliveries;
  }

  /** In the clients' transactions, which end after `end`. */
  static async start(events: Client, deliveries: Client): Promise<LogWriter> {
    return new LogWriter(
      await CopyIn.start(events, `event (${eventColumns})`),
      await CopyIn.start(deliveries, `delivery (${deliveryColumns})`),
    );
  }

  get eventCount(): number {
    return this.#id;
  }

  /** Answers the event's id. A program's events come in the order of their time. */
  append(tail: LogTail, at: Date, { source, data, isTest = false, occurredAt = null, delivery }: WrittenEvent): number {
    this.#id += 1;
    const row = {
      program_id: tail.programId,
      seq: tail.seq + 1,
      id: this.#id,
      type: data.type,
      schema_version: shapeVersion(data.type),
      source,
      dedup_key: dedupKeyOf(delivery?.eventId ?? null, isTest),
      is_test: isTest,
      occurred_at: occurredAt,
      received_at: at,
      data: dataColumn(data),
      delivery_sha256: delivery === undefined ? null : createHash("sha256").update(delivery.body).digest(),
    };
    const hash = hashEvent(tail.hash, row);
    this.#events.add(
      [
        row.program_id,
        row.seq,
        row.id,
        row.type,
        row.schema_version,
        source,
        row.dedup_key ?? copyNull,
        isTest ? "t" : "f",
        occurredAt?.toISOString() ?? copyNull,
        at.toISOString(),
        copyText(JSON.stringify(row.data)),
        row.delivery_sha256 === null ? copyNull : copyBytes(row.delivery_sha256),
        copyBytes(tail.hash),
        copyBytes(hash),
      ].join("\t"),
    );
    if (delivery !== undefined) this.#addDelivery(tail, at, source, delivery);
    tail.seq = row.seq;
    tail.hash = hash;
    tail.receivedAt = at;
    return this.#id;
  }

  #addDelivery(tail: LogTail, at: Date, provider: string, delivery: NonNullable<WrittenEvent["delivery"]>): void {
    this.#deliveries.add(
      [
        tail.programId,
        this.#id,
        tail.connectionId,
        provider,
        delivery.eventId,
        delivery.eventType,
        1,
        at.toISOString(),
        JSON.stringify({
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signatureOf(delivery.body, Math.floor(at.getTime() / 1000)),
        }),
        copyBytes(delivery.body),
        "t",
      ].join("\t"),
    );
  }

  /** Called often: the writer waits here for the server. */
  async flush(): Promise<void> {
    await Promise.all([this.#events.flush(), this.#deliveries.flush()]);
  }

  async end(): Promise<void> {
    await Promise.all([this.#events.end(), this.#deliveries.end()]);
  }
}

function dedupKeyOf(providerEventId: string | null, isTest: boolean): string | null {
  if (providerEventId === null) return null;
  return isTest ? `test:${providerEventId}` : providerEventId;
}

function signatureOf(body: Buffer, timestamp: number): string {
  const digest = createHmac("sha256", signingSecret).update(`${timestamp}.`).update(body).digest("hex");
  return `t=${timestamp},v1=${digest}`;
}

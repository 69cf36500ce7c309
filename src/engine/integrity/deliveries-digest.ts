// The digest of what is stored of deliveries besides their bytes: headers, connection, mode. A replay reads deliveries again by these, and
// the log's chain covers only the bytes. It continues from the last checkpoint, row by row, so its cost is that of the new rows.
import { createHash } from "node:crypto";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { DeliveriesPlace } from "./checkpoint.ts";

const rowsPerPage = 2_000;
const digestBytes = 32;

export const noDeliveries: DeliveriesPlace = { eventId: 0, digest: Buffer.alloc(digestBytes) };

/** SQL over a row of deliveries, with its headers as they are or as an erasure leaves them. */
function rowDigest(headers: "headers" | "'{}'::jsonb"): string {
  return `sha256(convert_to(jsonb_build_object(
                  'event_id', event_id, 'connection_id', connection_id, 'connection_livemode', connection_livemode,
                  'client_reference', client_reference, 'provider', provider, 'provider_event_id', provider_event_id,
                  'provider_event_type', provider_event_type, 'adapter_version', adapter_version, 'headers', ${headers})::text,
                  'UTF8'))`;
}

/** SQL: the digest that checkpoints go on from. */
export const keptDigest = rowDigest("headers");
/** SQL: what it is once an erasure has taken the headers, and nothing else. */
export const erasedDigest = rowDigest("'{}'::jsonb");

const pageStatement: Statement = {
  name: "deliveries_to_digest",
  text: `select event_id, ${keptDigest} as digest
           from delivery
          where program_id = $1 and event_id > $2 and event_id <= $3
          order by event_id
          limit $4`,
};

export type DigestBounds = {
  /** The last event that counts. */
  readonly toEventId: number;
  /** The rest is left to the next one. */
  readonly rowsMax: number;
  readonly betweenPages?: () => Promise<void>;
  /** What a row was signed as, given what it is now: another digest where a person was erased from it since. */
  readonly signedAs?: (eventId: number, digest: Buffer) => Buffer;
};

const asItIs = (_: number, digest: Buffer): Buffer => digest;

export async function digestDeliveries(
  session: Session,
  programId: number,
  from: DeliveriesPlace,
  { toEventId, rowsMax, betweenPages = async () => undefined, signedAs = asItIs }: DigestBounds,
): Promise<DeliveriesPlace> {
  let place = from;
  for (let left = rowsMax; left > 0; ) {
    const atMost = Math.min(left, rowsPerPage);
    type Row = { event_id: number; digest: Buffer };
    const rows = await session.query<Row>(pageStatement, [programId, place.eventId, toEventId, atMost]);
    for (const { event_id, digest } of rows) {
      const signed = signedAs(event_id, digest);
      place = { eventId: event_id, digest: createHash("sha256").update(place.digest).update(signed).digest() };
    }
    left -= rows.length;
    if (rows.length < atMost) return { ...place, eventId: toEventId };
    await betweenPages();
  }
  return place;
}

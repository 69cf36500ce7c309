// Rows of the log that lost what they held of a person. Their hash stays what it was, so their columns do not make it any more: what
// they make now stands in a later event of the same chain, and the newest that names a row counts.
import type { PersonalDataErased } from "../core/erasure-events.ts";
import type { Session } from "../db/session.ts";
import type { Statement } from "../db/statement.ts";
import type { EventRow } from "../db/tables.ts";
import { hashEvent } from "./chain.ts";

/** `seq > 0` is the condition of the index of kinds. */
const erasuresStatement: Statement = {
  name: "erasures_of_a_program",
  text: `select data
           from event
          where program_id = $1 and source = 'operator' and type = 'personal_data_erased' and seq > 0
          order by seq`,
};

export type ErasedRows = {
  /** Whether the row is what an erasure left of it. */
  isLeft(row: EventRow): boolean;
  /** Whether the event's delivery lost its bytes by an erasure. */
  isDeliveryErased(eventId: number): boolean;
};

export async function readErasedRows(session: Session, programId: number): Promise<ErasedRows> {
  const found = await session.query<{ data: Pick<PersonalDataErased, "rows" | "deliveries"> }>(erasuresStatement, [
    programId,
  ]);
  const left = new Map(found.flatMap(({ data }) => data.rows));
  const deliveries = new Set(found.flatMap(({ data }) => data.deliveries));
  return {
    isLeft: (row) => left.get(row.seq) === leftHash(row),
    isDeliveryErased: (eventId) => deliveries.has(eventId),
  };
}

/** Of a row as it was left, by the chain's own rule. */
export function leftHash(row: EventRow): string {
  return hashEvent(row.prev_hash, row).toString("hex");
}

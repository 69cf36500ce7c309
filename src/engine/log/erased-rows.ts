// Rows of the log that lost their personal data. Their hash stays as it was, so their columns no longer make it: the new hash is in a later
// event of the same chain, and the newest event that names a row counts. It also has the digest of the erased data, with which the rest of
// the row still makes its hash.
import type { PersonalDataErased } from "../../core/rules/events/erasure-events.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { EventRow } from "../postgres/tables/tables.ts";
import { hashByFirstRule, hashEvent, hashWithoutPerson, personDigest, ruleOf } from "./chain.ts";

/** `seq > 0` is the condition of the index of kinds. */
const erasuresStatement: Statement = {
  name: "erasures_of_a_program",
  text: `select seq, data
           from event
          where program_id = $1 and source = 'operator' and type = 'personal_data_erased' and seq > 0
          order by seq`,
};

const rowsBeforeStatement: Statement = {
  name: "rows_before",
  text: "select * from event where program_id = $1 and seq < $2 order by seq desc limit $3",
};

const rowsBeforeAtOnce = 50;

export type LeftRow = PersonalDataErased["rows"][number];

export type ErasedDelivery = {
  /** Of the event that says so. */
  readonly seq: number;
  /** SHA-256 of the delivery's other columns, in hex; null if an earlier release erased it. */
  readonly digests: { readonly before: string; readonly left: string } | null;
};

export type ErasedRows = {
  /** Whether the row is what an erasure left of it, and whether nothing but what it said of a person was taken. */
  isLeft(session: Session, row: EventRow): Promise<boolean>;
  /** Whether the event's delivery lost its bytes by an erasure. */
  isDeliveryErased(eventId: number): boolean;
  /** By the event they belong to. */
  readonly deliveries: ReadonlyMap<number, ErasedDelivery>;
  /** The digest of the row before an erasure, for the erasure's event. */
  leftOf(before: EventRow, left: EventRow): LeftRow;
};

export async function readErasedRows(session: Session, programId: number): Promise<ErasedRows> {
  type Erasure = { seq: number; data: Pick<PersonalDataErased, "rows" | "deliveries" | "delivery_digests"> };
  const found = await session.query<Erasure>(erasuresStatement, [programId]);
  const left = new Map(found.flatMap(({ data }) => data.rows).map((row) => [row[0], row] as const));
  const deliveries = new Map(found.flatMap(erasedDeliveriesOf));
  return {
    isLeft: async (asked, row) => {
      const [, sha256, person] = left.get(row.seq) ?? [];
      if (sha256 === undefined || !hashesOf(row).includes(sha256)) return false;
      if (person === undefined) return isOfFirstRule(asked, row);
      return hashWithoutPerson(row.prev_hash, row, Buffer.from(person, "hex")).equals(row.hash);
    },
    isDeliveryErased: (eventId) => deliveries.has(eventId),
    deliveries,
    leftOf: (before, after) => {
      const person = ruleOf(before) === 2 ? personDigest(before).toString("hex") : left.get(before.seq)?.[2];
      const sha256 = hashEvent(after.prev_hash, after).toString("hex");
      return person === undefined ? [after.seq, sha256] : [after.seq, sha256, person];
    },
  };
}

function erasedDeliveriesOf({
  seq,
  data,
}: {
  readonly seq: number;
  readonly data: Pick<PersonalDataErased, "deliveries" | "delivery_digests">;
}): [number, ErasedDelivery][] {
  const digests = new Map((data.delivery_digests ?? []).map(([eventId, before, left]) => [eventId, { before, left }]));
  return data.deliveries.map((eventId) => [eventId, { seq, digests: digests.get(eventId) ?? null }]);
}

/** Erasures of before the second rule hashed by the first what they left. */
function hashesOf(row: EventRow): string[] {
  return [hashEvent, hashByFirstRule].map((by) => by(row.prev_hash, row).toString("hex"));
}

/** A row without a digest of its person must be as old as it says: the nearest whole row before it has the first rule's hash. */
export async function isOfFirstRule(session: Session, { program_id, seq }: EventRow): Promise<boolean> {
  for (let before = seq; ; ) {
    const rows = await session.query<EventRow>(rowsBeforeStatement, [program_id, before, rowsBeforeAtOnce]);
    for (const row of rows) {
      const rule = ruleOf(row);
      if (rule !== undefined) return rule === 1;
      before = row.seq;
    }
    if (rows.length < rowsBeforeAtOnce) return true;
  }
}

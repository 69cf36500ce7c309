// Between a row of the log and the event the fold sees: the type is a column of its own and not repeated in the data, and
// an old shape is lifted to today's.
import type { Event, EventData, JsonObject } from "../../core/rules/events/events.ts";
import type { EventRow } from "../postgres/tables/tables.ts";
import { upcast } from "./upcast.ts";

/** A row of the log as it is read today: a delivery with its newest reading. */
export type EventAsRead = Pick<
  EventRow,
  | "program_id"
  | "seq"
  | "id"
  | "type"
  | "schema_version"
  | "source"
  | "is_test"
  | "occurred_at"
  | "received_at"
  | "data"
> & { readonly failed_as?: string | null };

export function dataColumn(data: EventData): JsonObject {
  const { type: _, ...rest } = data;
  return rest as JsonObject;
}

export function eventOf(row: EventAsRead): Event {
  return {
    program_id: row.program_id,
    id: row.id,
    source: row.source,
    is_test: row.is_test,
    occurred_at: row.occurred_at,
    received_at: row.received_at,
    data: dataOf(row),
    ...(row.failed_as == null ? {} : { failed_as: row.failed_as }),
  };
}

/** The log holds only what append.ts wrote, typed when it was written and covered by the chain since. */
function dataOf({ type, schema_version, data }: EventAsRead): EventData {
  const lifted = upcast(type, schema_version, data);
  if (type !== "delivery_retried") return { type, ...lifted } as EventData;
  // The shape of what it was read as has a version of its own.
  const { type: readAs, ...fields } = lifted.reading as JsonObject;
  const reading = { type: readAs, ...upcast(String(readAs), Number(lifted.schema_version), fields) };
  return { type, ...lifted, reading } as unknown as EventData;
}

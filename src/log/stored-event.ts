// Between a row of the log and the event the fold sees: the type is a column of its own and not repeated in the data.
import type { Event, EventData, JsonObject } from "../core/events.ts";
import type { EventRow } from "../db/tables.ts";

/** The shape version written for each event today. A changed shape gets the next number and an upcast from this one. */
export const schemaVersion = 1;

export function dataColumn(data: EventData): JsonObject {
  const { type: _, ...rest } = data;
  return rest as JsonObject;
}

export function eventOf(row: EventRow): Event {
  if (row.schema_version !== schemaVersion) {
    throw new Error(`event ${row.id} has schema version ${row.schema_version}; this release reads ${schemaVersion}`);
  }
  return {
    program_id: row.program_id,
    id: row.id,
    source: row.source,
    is_test: row.is_test,
    occurred_at: row.occurred_at,
    received_at: row.received_at,
    // The log holds only what append.ts wrote, typed when it was written and covered by the chain since.
    data: { type: row.type, ...row.data } as EventData,
  };
}

// What parked events wait for. The names that could settle an event follow from the event itself, so the rows are looked up by key: a query
// by event would have to read everything that is parked.
import { type Kysely, sql } from "kysely";
import { nameKinds, waitKeyOf } from "../../core/rules/events/event-names.ts";
import { namesIn } from "../../core/rules/events/event-types.ts";
import type { Event } from "../../core/rules/events/events.ts";
import { type EventAsRead, eventOf } from "../../engine/log/stored-event.ts";
import { byPlacement } from "../../engine/postgres/by-placement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** By event, each in order; events that wait for nothing are not among them. */
export async function findWaitKeys(
  db: Kysely<Tables>,
  programId: number,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const events = await readEvents(db, programId, eventIds);
  const possible = events.flatMap((event) => possibleKeys(event).map((key) => ({ id: event.id, key })));
  const { rows } = await sql<{ event_id: number; wait_key: string }>`
    select p.event_id, p.wait_key
      from unnest(${possible.map(({ id }) => id)}::bigint[], ${possible.map(({ key }) => key)}::text[]) k(event_id, wait_key)
     cross join lateral (
           select event_id, wait_key
             from parked
            where program_id = ${programId} and wait_key = k.wait_key and event_id = k.event_id
           offset 0
           ) p
     order by p.event_id, p.wait_key`.execute(db);
  const byEvent = Map.groupBy(rows, (row) => row.event_id);
  return new Map([...byEvent].map(([eventId, ofEvent]) => [eventId, ofEvent.map((row) => row.wait_key)]));
}

async function readEvents(db: Kysely<Tables>, programId: number, eventIds: readonly number[]): Promise<Event[]> {
  const events = byPlacement(db, {
    together: () => sql<EventAsRead>`
      select e.*
        from unnest(${eventIds}::bigint[]) k(id)
       cross join lateral (
             select * from event_as_read where program_id = ${programId} and id = k.id offset 0
             ) e`,
    apart: () => sql<EventAsRead>`
      select * from event_as_read where program_id = ${programId} and id = any(${eventIds}::bigint[])`,
  });
  const { rows } = await events.execute(db);
  return rows.map(eventOf);
}

function possibleKeys(event: Event): string[] {
  const names = namesIn(event);
  const keys = nameKinds.flatMap((kind) => (names[kind] ?? []).map((name) => waitKeyOf(kind, name)));
  return [...new Set(keys.filter((key) => key !== null))];
}

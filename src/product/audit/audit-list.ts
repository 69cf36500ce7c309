// Who changed what in a program: every change by a person or an agent is in its log, with its author. The log has the id of the account or
// key, without a name (author-names.ts).
import type { Kysely } from "kysely";
import { z } from "zod";
import { id, time, words } from "../../core/vocabulary/fields.ts";
import type { Filter, Page, PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { eventInWords } from "../events/event-words.ts";
import { eventFilters, listEvents } from "../events/list.ts";
import { authorFields, namedAuthors } from "./author-names.ts";

export const auditLine = z.strictObject({
  event_id: id("The event that holds the change"),
  changed_at: time("When"),
  type: words("What it is, such as partner_changed"),
  summary: words("What was changed, in a sentence"),
  ...authorFields("changed"),
  data: z.unknown().meta({ description: "The change, as in the log" }),
});

export type AuditLine = z.output<typeof auditLine>;

export const auditFilters = {
  type: eventFilters.type,
  from: eventFilters.from,
  before: eventFilters.before,
  order: eventFilters.order,
};

/** Every change by a person has the source `operator`, regardless of the person's role. */
const source = "operator";

export async function listAudit(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: Filter<typeof auditFilters> = {},
): Promise<Page<AuditLine>> {
  const { data, next } = await listEvents(db, programId, request, { ...filter, source });
  const authors = await namedAuthors(
    db,
    data.map((event) => event.data.by),
  );
  return {
    data: data.map((event, index) => {
      const { by: _, ...changed } = event.data;
      const { by_kind = null, by_id = null, by_name = null } = authors[index] ?? {};
      return {
        event_id: event.event_id,
        changed_at: event.received_at,
        type: event.type,
        summary: eventInWords(event),
        ...{ by_kind, by_id, by_name },
        data: changed,
      };
    }),
    next,
  };
}

// Who changed what of a program: every change that people made of it stands in its log, and says who made it. The log keeps the
// account's or the key's id and no name; the name is looked up when it is asked for, and is gone with the account.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { authorKinds, authorOf } from "../core/author.ts";
import { id, oneOf, time, words, wordsOrNull } from "../core/fields.ts";
import type { Tables } from "../db/tables.ts";
import { eventInWords } from "./event-words.ts";
import { eventFilters, listEvents } from "./events.ts";
import type { Filter, Page, PageRequest } from "./page.ts";

export const auditLine = z.strictObject({
  event_id: id("The event that holds the change"),
  changed_at: time("When"),
  type: words("What it is, such as partner_changed"),
  words: words("What was changed, in a sentence"),
  by_kind: oneOf(authorKinds, "Who changed it; null where that was not kept yet").nullable(),
  by_id: wordsOrNull("The account, or the agent key; null for the operator's command line"),
  by_name: wordsOrNull("Its name now; null where there is none any more"),
  data: z.unknown().meta({ description: "What it was changed to, as it stands in the log" }),
});

export type AuditLine = z.output<typeof auditLine>;

export const auditFilters = {
  type: eventFilters.type,
  from: eventFilters.from,
  before: eventFilters.before,
  order: eventFilters.order,
};

/** What people change is reported by the operator's source, whoever they are. */
const source = "operator";

export async function listAudit(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: Filter<typeof auditFilters> = {},
): Promise<Page<AuditLine>> {
  const { data, next } = await listEvents(db, programId, request, { ...filter, source });
  const changes = data.map((event) => ({ event, author: authorOf(event.data.by) }));
  const names = await findNames(
    db,
    changes.flatMap(({ author }) => author?.id ?? []),
  );
  return {
    data: changes.map(({ event, author }) => {
      const { by: _, ...changed } = event.data;
      return {
        event_id: event.event_id,
        changed_at: event.received_at,
        type: event.type,
        words: eventInWords(event),
        by_kind: author?.kind ?? null,
        by_id: author?.id ?? null,
        by_name: author === null ? null : (names.get(`${author.kind}:${author.id}`) ?? null),
        data: changed,
      };
    }),
    next,
  };
}

async function findNames(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ readonly key: string; readonly name: string }>`
    select 'account:' || id as key, name from account_user where id = any(${ids}::text[])
     union all
    select 'agent:' || agent_key_id, name from agent_key where agent_key_id::text = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

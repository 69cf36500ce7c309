// Where a program's messages go, by id; removed ones are not among them. Secrets are not here.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import {
  count,
  flag,
  id,
  idOrNull,
  oneOf,
  time,
  timeOrNull,
  words,
  wordsOrNull,
} from "../../core/vocabulary/fields.ts";
import { endpointKinds, endpointStatuses, messageTypes, payloadForms } from "../../core/vocabulary/outbound-types.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const countedMax = 10_001;

export const endpointLine = z.strictObject({
  endpoint_id: id("The endpoint"),
  partner_id: idOrNull("The partner whose sales it receives; null for the brand's own, which receives all"),
  kind: z
    .enum(endpointKinds)
    .meta({ description: "webhook: signed JSON; nats and sqs: a broker; a postback calls an address of a network" }),
  url: words("Where messages go"),
  description: wordsOrNull("What it is for"),
  event_types: z.array(z.enum(messageTypes)).readonly().meta({ description: "The messages it receives" }),
  payload: z.enum(payloadForms).meta({ description: "thin: only ids; full: the complete objects" }),
  has_credentials: flag("Credentials of the broker are kept, encrypted"),
  status: z.enum(endpointStatuses).meta({ description: "A paused endpoint keeps its position in the log" }),
  paused_because: wordsOrNull("Why it is paused"),
  paused_at: timeOrNull("Since when it is paused"),
  waiting_count: count(`Messages created and not delivered yet; counted up to ${countedMax}`),
  events_behind: count("Events of the log after its position"),
  failing_since: timeOrNull("Since when nothing arrived there; null where the last message did"),
  last_delivered_at: timeOrNull("When a message last arrived there"),
  created_at: time("When it was made"),
});
export type EndpointLine = z.output<typeof endpointLine>;

export const endpointFilters = {
  partner_id: id("Only those of this partner").optional(),
  status: oneOf(endpointStatuses, "Only those with this status").optional(),
};
export type EndpointFilter = Filter<typeof endpointFilters>;

const byEndpointId = keyset("endpoints", numberKey);

export async function listEndpoints(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: EndpointFilter = {},
): Promise<Page<EndpointLine>> {
  const [after] = byEndpointId.after(request, [0]);
  let query = selectEndpoints(db, programId).where("e.endpoint_id", ">", after);
  if (filter.partner_id !== undefined) query = query.where("e.partner_id", "=", filter.partner_id);
  if (filter.status !== undefined) query = query.where("e.status", "=", filter.status);
  const rows = await query
    .orderBy("e.endpoint_id")
    .limit(request.limit + 1)
    .execute();
  return byEndpointId.page(rows, request, (endpoint) => [endpoint.endpoint_id]);
}

export async function findEndpointLine(
  db: Kysely<Tables>,
  programId: number,
  endpointId: number,
): Promise<EndpointLine | undefined> {
  return selectEndpoints(db, programId).where("e.endpoint_id", "=", endpointId).executeTakeFirst();
}

function selectEndpoints(db: Kysely<Tables>, programId: number) {
  return db
    .selectFrom("outbound_endpoint as e")
    .innerJoin("program_head as h", "h.program_id", "e.program_id")
    .select([
      "e.endpoint_id",
      "e.partner_id",
      "e.kind",
      "e.url",
      "e.description",
      "e.event_types",
      "e.payload",
      sql<boolean>`e.credentials_encrypted is not null`.as("has_credentials"),
      "e.status",
      "e.paused_because",
      "e.paused_at",
      sql<number>`(select count(*)
                     from (select 1 from outbound_message m
                            where m.program_id = e.program_id and m.endpoint_id = e.endpoint_id
                              and m.status = 'pending'
                            limit ${countedMax}) waiting)`.as("waiting_count"),
      sql<number>`h.projected_seq - e.position`.as("events_behind"),
      "e.failing_since",
      "e.last_delivered_at",
      "e.created_at",
    ])
    .where("e.program_id", "=", programId)
    .where("e.status", "!=", "removed")
    .$narrowType<{ status: "active" | "paused" }>();
}

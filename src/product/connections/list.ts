// The provider connections of a program, by id; removed ones are not among them. Secrets are write-only: here they are only
// counted.

import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { clientReferences } from "../../core/vocabulary/facts.ts";
import { count, flag, id, time, timeOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const connectionLine = z.strictObject({
  connection_id: id("The connection"),
  provider: words("Such as stripe"),
  livemode: flag("False: every delivery becomes a flagged test event"),
  status: z.enum(["active", "disabled"]).meta({ description: "A disabled connection takes no deliveries" }),
  client_reference: z
    .enum(clientReferences)
    .nullable()
    .meta({ description: "What the provider's client reference means; null where it is not read" }),
  secret_count: count("How many signing secrets are valid now"),
  has_api_key: flag("An API key of the provider is kept, encrypted"),
  reconciled_until: timeOrNull("Everything up to here was asked for"),
  reconcile_fault: wordsOrNull("Why it could not be asked last time, in words"),
  provider_endpoint: wordsOrNull("The webhook endpoint's id at the provider, where it was made by API key"),
  connecting_since: timeOrNull("Set while it is being connected by API key: where that stays so, connect it again"),
  created_at: time("When it was made"),
});

export type ConnectionLine = z.output<typeof connectionLine>;

const byConnectionId = keyset("connections", numberKey);

export async function listConnections(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<ConnectionLine>> {
  const [afterConnectionId] = byConnectionId.after(request, [0]);
  const rows = await selectConnections(db, programId)
    .where("c.connection_id", ">", afterConnectionId)
    .orderBy("c.connection_id")
    .limit(request.limit + 1)
    .execute();
  return byConnectionId.page(rows, request, (connection) => [connection.connection_id]);
}

export async function findConnectionLine(
  db: Kysely<Tables>,
  programId: number,
  connectionId: number,
): Promise<ConnectionLine | undefined> {
  return selectConnections(db, programId).where("c.connection_id", "=", connectionId).executeTakeFirst();
}

function selectConnections(db: Kysely<Tables>, programId: number) {
  return db
    .selectFrom("connection as c")
    .leftJoin("provider_account as a", "a.connection_id", "c.connection_id")
    .select((connection) => [
      "c.connection_id",
      "c.provider",
      "c.livemode",
      "c.status",
      "c.client_reference",
      connection.fn<number>("cardinality", ["c.secrets_encrypted"]).as("secret_count"),
      sql<boolean>`a.connection_id is not null`.as("has_api_key"),
      "a.reconciled_until",
      "a.fault as reconcile_fault",
      "a.endpoint_id as provider_endpoint",
      "a.connecting_since",
      "c.created_at",
    ])
    .where("c.program_id", "=", programId)
    .where("c.status", "!=", "removed")
    .$narrowType<{ status: "active" | "disabled" }>();
}

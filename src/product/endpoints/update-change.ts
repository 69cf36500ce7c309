// Changes of what an endpoint receives and where. Credentials are kept for the server that they were given for: an address of another one
// needs them again, so that who may change an address cannot have them sent elsewhere.
import type { Secrets } from "../../access/secrets/secrets.ts";
import { type PlaceSigner, signPlace } from "../../access/signed/signed-places.ts";
import type { PayloadForm } from "../../core/vocabulary/outbound-types.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { type EndpointActor, requireEndpointRight, type WhichEndpoint } from "./change.ts";
import { type Credentials, credentialsPlace, sealCredentials } from "./credentials.ts";
import { serverOf } from "./url.ts";

const lockStatement: Statement = {
  name: "lock_endpoint_to_update",
  text: `select url, credentials_encrypted is not null as has_credentials
           from outbound_endpoint
          where program_id = $1 and endpoint_id = $2 and status <> 'removed'
            for no key update`,
};

const updateStatement: Statement = {
  name: "update_endpoint",
  text: `update outbound_endpoint
            set url = coalesce($3, url),
                description = case when $4 then $5 else description end,
                event_types = coalesce($6::text[], event_types),
                payload = coalesce($7, payload),
                credentials_encrypted = case when $8 then $9::bytea else credentials_encrypted end
          where program_id = $1 and endpoint_id = $2 and status <> 'removed'
         returning endpoint_id`,
};

export type EndpointChange = WhichEndpoint & {
  readonly url: string | null;
  /** Undefined leaves it. */
  readonly description: string | null | undefined;
  readonly eventTypes: readonly string[] | null;
  readonly payload: PayloadForm | null;
  /** Undefined leaves them, null erases them. */
  readonly credentials: Credentials | null | undefined;
};

export type EndpointUpdate = "updated" | "unknown" | "credentials_needed";

export async function updateEndpoint(
  database: Database,
  secrets: PlaceSigner & Pick<Secrets, "encrypt">,
  change: EndpointChange,
  actor: EndpointActor,
): Promise<EndpointUpdate> {
  const { programId, endpointId, url, description, eventTypes, payload, credentials } = change;
  return database.transaction(async (session) => {
    await requireEndpointRight(session, actor, programId);
    type Row = { readonly url: string; readonly has_credentials: boolean };
    const [now] = await session.query<Row>(lockStatement, [programId, endpointId]);
    if (now === undefined) return "unknown";
    const isElsewhere = url !== null && serverOf(url) !== serverOf(now.url);
    if (isElsewhere && now.has_credentials && credentials === undefined) return "credentials_needed";
    const place = credentialsPlace(programId, endpointId);
    const sealed = credentials ? sealCredentials(secrets, place, credentials) : null;
    await session.query(updateStatement, [
      ...[programId, endpointId, url, description !== undefined, description ?? null, eventTypes, payload],
      ...[credentials !== undefined, sealed],
    ]);
    await signPlace(session, secrets, "endpoint", { programId, id: endpointId }, actor);
    return "updated";
  });
}

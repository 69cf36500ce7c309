// Connections that are made by a provider's API key: each is recorded before its endpoint is made there, and finished once the
// endpoint's secret is stored. The next caller resumes an unfinished one, and only one caller at a time.
// Until it is finished its only secret is random and unknown, so no delivery can be verified with it.
import { randomBytes } from "node:crypto";
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { signConnection } from "../../access/signed/signed-connections.ts";
import type { ClientReference } from "../../core/vocabulary/facts.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { nextId } from "../../engine/postgres/next-id.ts";

/** Longer than everything that is asked of a provider for one connection. */
const claimSeconds = 60;
const unknownSecretBytes = 18;

export type ConnectionRequest = {
  readonly programId: number;
  readonly provider: string;
  readonly livemode: boolean;
  readonly clientReference: ClientReference | null;
  readonly apiKey: string;
  /** Connections that an endpoint there already names by its address. */
  readonly named: readonly number[];
  /** One that was found to be without its endpoint. */
  readonly lost: number | null;
};

export type Started = {
  readonly connectionId: number;
  /**
   * `finished`: it was there, and nothing is to be made. `unseen`: it is there by this key, and none of the endpoints named it.
   * `busy`: another call is making it at this moment.
   */
  readonly state: "made" | "resumed" | "finished" | "unseen" | "busy";
};

const lockProgramStatement: Statement = {
  name: "lock_program_to_connect",
  text: "select 1 as locked from program where program_id = $1 for no key update",
};

const findCandidatesStatement: Statement = {
  name: "find_connections_to_go_on_with",
  text: `select c.connection_id, a.api_key_encrypted, a.connecting_since is not null as is_connecting,
                coalesce(a.claimed_at > now() - make_interval(secs => $5), false) as is_claimed
           from connection c
           left join provider_account a on a.connection_id = c.connection_id
          where c.program_id = $1 and c.provider = $2 and c.livemode = $3 and c.status <> 'removed'
            and (c.connection_id = any($4::bigint[]) or a.connecting_since is not null or a.endpoint_id is not null)
          order by is_connecting, c.connection_id`,
};

const addConnectionStatement: Statement = {
  name: "add_connection_by_api_key",
  text: `insert into connection (program_id, provider, livemode, secrets_encrypted, client_reference, connection_id)
         overriding system value
         values ($1, $2, $3, array[$4::bytea], $5, $6)
         returning connection_id`,
};

const addAccountStatement: Statement = {
  name: "add_provider_account",
  text: `insert into provider_account (connection_id, api_key_encrypted, connecting_since, claimed_at)
         values ($1, $2, now(), now())`,
};

const resumeStatement: Statement = {
  name: "resume_connecting",
  text: `update provider_account
            set claimed_at = now(), connecting_since = coalesce(connecting_since, now()), api_key_encrypted = $2
          where connection_id = $1`,
};

/** Another key may be another account's: what was asked for with the old one says nothing about it. */
const keepKeyStatement: Statement = {
  name: "keep_api_key_of_endpoint",
  text: `insert into provider_account (connection_id, api_key_encrypted, endpoint_id)
         values ($1, $2, $3)
             on conflict (connection_id)
             do update set api_key_encrypted = excluded.api_key_encrypted, api_key_set_at = now(),
                           endpoint_id = excluded.endpoint_id, reconciled_until = null, claimed_at = null,
                           finished_at = null, fault = null`,
};

const finishStatement: Statement = {
  name: "finish_connecting",
  text: `with finished as (
           update provider_account a
              set endpoint_id = $3, connecting_since = null, claimed_at = null
             from connection c
            where a.connection_id = $2 and c.connection_id = $2 and c.program_id = $1
              and c.status <> 'removed' and a.connecting_since is not null
           returning a.connection_id
         )
         update connection
            set secrets_encrypted = array[$4::bytea]
           from finished
          where connection.connection_id = finished.connection_id
         returning connection.connection_id`,
};

const releaseStatement: Statement = {
  name: "release_connecting",
  text: "update provider_account set claimed_at = null where connection_id = $1 and connecting_since is not null",
};

type Candidate = {
  connection_id: number;
  api_key_encrypted: Buffer | null;
  is_connecting: boolean;
  is_claimed: boolean;
};

/** Undefined when there is no such program. */
export async function beginConnecting(
  database: Database,
  secrets: Secrets,
  request: ConnectionRequest,
  actor: Actor,
): Promise<Started | undefined> {
  const { programId, provider, livemode, named, apiKey } = request;
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const locked = await session.query(lockProgramStatement, [programId]);
    if (locked.length === 0) return undefined;
    const found = [programId, provider, livemode, named, claimSeconds];
    const candidates = await session.query<Candidate>(findCandidatesStatement, found);
    const known =
      candidates.find((one) => named.includes(one.connection_id)) ??
      candidates.find((one) => isKey(secrets, one, apiKey));
    if (known === undefined) {
      const connectionId = await add(session, secrets, request);
      await signConnection(session, secrets, { programId, connectionId }, actor);
      return { connectionId, state: "made" };
    }
    const connectionId = known.connection_id;
    if (!known.is_connecting && named.includes(connectionId)) return { connectionId, state: "finished" };
    if (!known.is_connecting && connectionId !== request.lost) return { connectionId, state: "unseen" };
    if (known.is_connecting && known.is_claimed) return { connectionId, state: "busy" };
    await session.query(resumeStatement, [
      connectionId,
      secrets.encrypt(placeIn("provider_account", connectionId), apiKey),
    ]);
    return { connectionId, state: "resumed" };
  });
}

async function add(session: Session, secrets: Secrets, request: ConnectionRequest): Promise<number> {
  const { programId, provider, livemode, clientReference, apiKey } = request;
  const connectionId = await nextId(session, "connection");
  const noSecret = randomBytes(unknownSecretBytes).toString("hex");
  const unknown = secrets.encrypt(placeIn("connection", connectionId), noSecret);
  const given = [programId, provider, livemode, unknown, clientReference, connectionId];
  const [added] = await session.query<{ connection_id: number }>(addConnectionStatement, given);
  if (added === undefined) throw new Error("a connection was not added");
  const sealed = secrets.encrypt(placeIn("provider_account", connectionId), apiKey);
  await session.query(addAccountStatement, [connectionId, sealed]);
  return connectionId;
}

type KeptKey = { readonly connection_id: number; readonly api_key_encrypted: Buffer | null };

function isKey(secrets: Secrets, { connection_id, api_key_encrypted: sealed }: KeptKey, apiKey: string): boolean {
  try {
    return sealed !== null && secrets.decrypt(placeIn("provider_account", connection_id), sealed) === apiKey;
  } catch {
    return false;
  }
}

type Which = { readonly programId: number; readonly connectionId: number };

/** Of a connection that was there with its endpoint: removed with it from now on, and asked by this key. */
export async function keepEndpoint(
  database: Database,
  secrets: Secrets,
  { programId, connectionId, endpointId, apiKey }: Which & { readonly endpointId: string; readonly apiKey: string },
  actor: Actor,
): Promise<void> {
  await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const known = await session.query<KnownKey>(findKeyStatement, [connectionId]);
    const isSame = known.some((row) => isKey(secrets, row, apiKey) && row.endpoint_id === endpointId);
    if (isSame) return;
    const sealed = secrets.encrypt(placeIn("provider_account", connectionId), apiKey);
    await session.query(keepKeyStatement, [connectionId, sealed, endpointId]);
  });
}

type KnownKey = { connection_id: number; api_key_encrypted: Buffer; endpoint_id: string | null };

const findKeyStatement: Statement = {
  name: "find_api_key_of_endpoint",
  text: "select connection_id, api_key_encrypted, endpoint_id from provider_account where connection_id = $1",
};

/** False when it was removed meanwhile, or finished by another caller: then the endpoint has no connection. */
export async function finishConnecting(
  database: Database,
  secrets: Secrets,
  { programId, connectionId, id, secret }: Which & { readonly id: string; readonly secret: string },
  actor: Actor,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const sealed = secrets.encrypt(placeIn("connection", connectionId), secret);
    const finished = await session.query(finishStatement, [programId, connectionId, id, sealed]);
    if (finished.length > 0) await signConnection(session, secrets, { programId, connectionId }, actor);
    return finished;
  });
  return rows.length > 0;
}

/** The next caller resumes it. */
export async function releaseConnecting(database: Database, connectionId: number): Promise<void> {
  await database.transaction(async (session) => {
    await session.query(releaseStatement, [connectionId]);
  });
}

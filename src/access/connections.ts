// Provider connections: whose deliveries a webhook address takes, and the secrets that prove them.
// Secrets are write-only: encrypted at rest, read only to verify a delivery, at most two valid at once for rotation.
import type { ClientReference } from "../core/vocabulary/facts.ts";
import { secretsPerConnectionMax } from "../core/vocabulary/signing-secret.ts";
import type { Database } from "../engine/postgres/database.ts";
import type { Session } from "../engine/postgres/driver/session.ts";
import type { Statement } from "../engine/postgres/driver/statement.ts";
import { nextId } from "../engine/postgres/next-id.ts";
import { claimOnce, keepMadeIds, type Once } from "./idempotency.ts";
import { type Actor, requireProgramRight } from "./permission.ts";
import { placeIn } from "./secrets/sealed-places.ts";
import type { Secrets } from "./secrets/secrets.ts";
import { type ChangeSigner, keepSignature, signedContent } from "./signed/signed-changes.ts";
import { signConnection } from "./signed/signed-connections.ts";

export type Connection = {
  readonly connectionId: number;
  readonly programId: number;
  readonly provider: string;
  /** False: every delivery becomes a flagged test event. */
  readonly livemode: boolean;
  readonly secrets: readonly string[];
  /** What the provider's client reference means here; null where it is not read. */
  readonly clientReference: ClientReference | null;
};

const addConnectionStatement: Statement = {
  name: "add_connection",
  text: `insert into connection (connection_id, program_id, provider, livemode, secrets_encrypted, client_reference)
         overriding system value
         select $6::bigint, program_id, $2, $3, $4::bytea[], $5 from program where program_id = $1
         returning connection_id`,
};

const findConnectionStatement: Statement = {
  name: "find_connection",
  text: `select connection_id, program_id, provider, livemode, secrets_encrypted, client_reference
           from connection
          where connection_id = $1 and status = 'active'`,
};

/** Locked until the change is made: two that add a secret at once each see what the other left. */
const lockSecretsStatement: Statement = {
  name: "lock_connection_secrets",
  text: `select secrets_encrypted
           from connection
          where program_id = $1 and connection_id = $2 and status <> 'removed'
            for update`,
};

const changeConnectionStatement: Statement = {
  name: "change_connection",
  text: `update connection
            set status = coalesce($3, status),
                livemode = coalesce($4, livemode),
                client_reference = case when $7 then $8 else client_reference end,
                secrets_encrypted = case
                  when $5::bytea[] is not null then $5
                  when $6 then secrets_encrypted[1:1]
                  else secrets_encrypted
                end
          where program_id = $1 and connection_id = $2 and status <> 'removed'
          returning connection_id`,
};

const removeConnectionStatement: Statement = {
  name: "remove_connection",
  text: `update connection
            set status = 'removed', secrets_encrypted = '{}'
          where program_id = $1 and connection_id = $2 and status <> 'removed'
          returning provider, livemode`,
};

const forgetAccountStatement: Statement = {
  name: "forget_provider_account",
  text: `delete from provider_account where connection_id = $1
         returning api_key_encrypted, endpoint_id, connecting_since is not null as is_connecting`,
};

export type NewConnection = Omit<Connection, "connectionId" | "clientReference"> &
  Partial<Pick<Connection, "clientReference">>;

/** Answers the connection's id; undefined when there is no such program. */
export async function addConnection(
  database: Database,
  secrets: Secrets,
  connection: NewConnection,
  actor: Actor,
  once: Once | null = null,
): Promise<number | undefined> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, connection.programId, "settings");
    await claimOnce(session, once);
    const connectionId = await nextId(session, "connection");
    const added = await session.query<{ connection_id: number }>(addConnectionStatement, [
      connection.programId,
      connection.provider,
      connection.livemode,
      sealEach(secrets, connectionId, connection.secrets),
      connection.clientReference ?? null,
      connectionId,
    ]);
    if (added.length > 0) await signConnection(session, secrets, { ...connection, connectionId }, actor);
    keepMadeIds(
      session,
      once,
      added.map((row) => row.connection_id),
    );
    return added;
  });
  return rows[0]?.connection_id;
}

export type ConnectionChange = {
  readonly programId: number;
  readonly connectionId: number;
  readonly status: "active" | "disabled" | null;
  readonly livemode: boolean | null;
  /** Null: it is not read from now on. Absent leaves it. */
  readonly clientReference?: ClientReference | null;
  /** All secrets replaced; a new one next to the newest; or only the newest. Null leaves them, and so does adding an existing one. */
  readonly secrets:
    | { readonly kind: "replace"; readonly secrets: readonly string[] }
    | { readonly kind: "rotate"; readonly secret: string }
    | { readonly kind: "keep_newest" }
    | null;
};

/** False if the program has no such connection. Other processes apply it within a second. */
export async function changeConnection(
  database: Database,
  secrets: Secrets,
  change: ConnectionChange,
  actor: Actor,
): Promise<boolean> {
  const { programId, connectionId, status, livemode, secrets: wanted } = change;
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const sealed =
      wanted?.kind === "rotate" ? await addSecret(session, secrets, { programId, connectionId }, wanted.secret) : null;
    const changed = await session.query(changeConnectionStatement, [
      programId,
      connectionId,
      status,
      livemode,
      wanted?.kind === "replace" ? sealEach(secrets, connectionId, wanted.secrets) : sealed,
      wanted?.kind === "keep_newest",
      change.clientReference !== undefined,
      change.clientReference ?? null,
    ]);
    if (changed.length > 0) await signConnection(session, secrets, { programId, connectionId }, actor);
    return changed;
  });
  return rows.length > 0;
}

/**
 * The new secret and the newest before it. Null if it exists already: repeating a rotation after a time-out must not lose the old secret,
 * with which the provider may still sign.
 */
async function addSecret(
  session: Session,
  secrets: Secrets,
  { programId, connectionId }: Pick<Connection, "programId" | "connectionId">,
  added: string,
): Promise<Buffer[] | null> {
  const [row] = await session.query<Pick<ConnectionRow, "secrets_encrypted">>(lockSecretsStatement, [
    programId,
    connectionId,
  ]);
  if (row === undefined || row.secrets_encrypted.some((sealed) => isSealed(secrets, connectionId, sealed, added)))
    return null;
  return [
    secrets.encrypt(placeIn("connection", connectionId), added),
    ...row.secrets_encrypted.slice(0, secretsPerConnectionMax - 1),
  ];
}

/** A secret that no key of this installation opens cannot be compared with the added one. */
function isSealed(secrets: Secrets, connectionId: number, sealed: Buffer, plain: string): boolean {
  try {
    return secrets.decrypt(placeIn("connection", connectionId), sealed) === plain;
  } catch {
    return false;
  }
}

/** The same twice is one: else the second place would be taken from a secret that is still in use. */
function sealEach(secrets: Secrets, connectionId: number, plain: readonly string[]): Buffer[] {
  return [...new Set(plain)].map((secret) => secrets.encrypt(placeIn("connection", connectionId), secret));
}

/** What was known of it: with this, its endpoint can be taken away at the provider. */
export type RemovedConnection = {
  readonly provider: string;
  readonly livemode: boolean;
  /** Null where it had no API key. */
  readonly account: {
    readonly apiKeyEncrypted: Buffer;
    /** Null where none was made by the key. */
    readonly endpointId: string | null;
    /** One may be there whose id is not known here. */
    readonly isConnecting: boolean;
  } | null;
};

type ForgottenRow = { api_key_encrypted: Buffer; endpoint_id: string | null; is_connecting: boolean };

/** Its secrets and its provider's API key are erased; its row stays for the deliveries that name it. Undefined when the program has no such connection. */
export async function removeConnection(
  database: Database,
  secrets: ChangeSigner,
  { programId, connectionId }: Pick<Connection, "programId" | "connectionId">,
  actor: Actor,
): Promise<RemovedConnection | undefined> {
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const which = [programId, connectionId];
    const [removed] = await session.query<Pick<Connection, "provider" | "livemode">>(removeConnectionStatement, which);
    if (removed === undefined) return undefined;
    const subject = { programId, kind: "connection", subject: String(connectionId) } as const;
    keepSignature(session, secrets, subject, { author: actor, content: signedContent.removed });
    const [account] = await session.query<ForgottenRow>(forgetAccountStatement, [connectionId]);
    if (account === undefined) return { ...removed, account: null };
    const { api_key_encrypted: apiKeyEncrypted, endpoint_id: endpointId, is_connecting: isConnecting } = account;
    return { ...removed, account: { apiKeyEncrypted, endpointId, isConnecting } };
  });
}

type ConnectionRow = {
  connection_id: number;
  program_id: number;
  provider: string;
  livemode: boolean;
  secrets_encrypted: Buffer[];
  client_reference: ClientReference | null;
};

export async function findConnection(
  session: Session,
  secrets: Secrets,
  connectionId: number,
): Promise<Connection | undefined> {
  const [row] = await session.query<ConnectionRow>(findConnectionStatement, [connectionId]);
  if (row === undefined) return undefined;
  return {
    connectionId: row.connection_id,
    programId: row.program_id,
    provider: row.provider,
    livemode: row.livemode,
    secrets: row.secrets_encrypted.map((sealed) => secrets.decrypt(placeIn("connection", connectionId), sealed)),
    clientReference: row.client_reference,
  };
}

// Provider connections: whose deliveries a webhook address takes, and the secrets that prove them.
// Secrets are write-only: encrypted at rest, read only to verify a delivery, at most two valid at once for rotation.
import type { Database } from "../db/database.ts";
import type { Session, Statement } from "../db/session.ts";
import type { Secrets } from "./secrets.ts";

export type Connection = {
  readonly connectionId: number;
  readonly programId: number;
  readonly provider: string;
  /** False: every delivery becomes a flagged test event. */
  readonly livemode: boolean;
  readonly secrets: readonly string[];
};

const addConnectionStatement: Statement = {
  name: "add_connection",
  text: `insert into connection (program_id, provider, livemode, secrets_encrypted)
         select program_id, $2, $3, $4::bytea[] from program where program_id = $1
         returning connection_id`,
};

const findConnectionStatement: Statement = {
  name: "find_connection",
  text: `select connection_id, program_id, provider, livemode, secrets_encrypted
           from connection
          where connection_id = $1 and status = 'active'`,
};

export const secretsPerConnectionMax = 2;

export type NewConnection = Omit<Connection, "connectionId">;

/** Answers the connection's id; undefined when there is no such program. */
export async function addConnection(
  database: Database,
  secrets: Secrets,
  connection: NewConnection,
): Promise<number | undefined> {
  const rows = await database.transaction((session) =>
    session.query<{ connection_id: number }>(addConnectionStatement, [
      connection.programId,
      connection.provider,
      connection.livemode,
      connection.secrets.map((secret) => secrets.encrypt(secret)),
    ]),
  );
  return rows[0]?.connection_id;
}

type ConnectionRow = {
  connection_id: number;
  program_id: number;
  provider: string;
  livemode: boolean;
  secrets_encrypted: Buffer[];
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
    secrets: row.secrets_encrypted.map((sealed) => secrets.decrypt(sealed)),
  };
}

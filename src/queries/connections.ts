// The provider connections of a program, by id. Secrets are write-only: here they are only counted.
import type { Kysely } from "kysely";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export type ConnectionLine = {
  readonly connection_id: number;
  readonly provider: string;
  /** False: every delivery becomes a flagged test event. */
  readonly livemode: boolean;
  readonly status: "active" | "disabled";
  readonly secret_count: number;
  readonly created_at: Date;
};

const byConnectionId = keyset("connections", numberKey);

export async function listConnections(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<ConnectionLine>> {
  const [afterConnectionId] = byConnectionId.after(request, [0]);
  const rows = await selectConnections(db, programId)
    .where("connection_id", ">", afterConnectionId)
    .orderBy("connection_id")
    .limit(request.limit + 1)
    .execute();
  return byConnectionId.page(rows, request, (connection) => [connection.connection_id]);
}

export async function findConnectionLine(
  db: Kysely<Tables>,
  programId: number,
  connectionId: number,
): Promise<ConnectionLine | undefined> {
  return selectConnections(db, programId).where("connection_id", "=", connectionId).executeTakeFirst();
}

function selectConnections(db: Kysely<Tables>, programId: number) {
  return db
    .selectFrom("connection")
    .select((connection) => [
      "connection_id",
      "provider",
      "livemode",
      "status",
      connection.fn<number>("cardinality", ["secrets_encrypted"]).as("secret_count"),
      "created_at",
    ])
    .where("program_id", "=", programId);
}

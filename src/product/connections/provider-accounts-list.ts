// The provider accounts behind connections: whether there is an API key, and how far their providers were asked. Never the key.
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export type ProviderAccountLine = {
  readonly connection_id: number;
  readonly program_id: number;
  readonly provider: string;
  readonly livemode: boolean;
  readonly status: "active" | "disabled";
  readonly has_api_key: boolean;
  /** Everything up to here was asked for. */
  readonly reconciled_until: Date | null;
  /** Why the last run ended early, in words. */
  readonly reconcile_fault: string | null;
};

/** Undefined when there is no such connection. */
export async function findProviderAccountLine(
  db: Kysely<Tables>,
  connectionId: number,
): Promise<ProviderAccountLine | undefined> {
  return db
    .selectFrom("connection as c")
    .leftJoin("provider_account as a", "a.connection_id", "c.connection_id")
    .select([
      "c.connection_id",
      "c.program_id",
      "c.provider",
      "c.livemode",
      "c.status",
      sql<boolean>`a.connection_id is not null`.as("has_api_key"),
      "a.reconciled_until",
      "a.fault as reconcile_fault",
    ])
    .where("c.connection_id", "=", connectionId)
    .where("c.status", "!=", "removed")
    .$narrowType<{ status: "active" | "disabled" }>()
    .executeTakeFirst();
}

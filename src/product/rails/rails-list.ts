// A program's payment providers for payouts, without their credentials.
import type { Kysely } from "kysely";
import { z } from "zod";
import { flag, oneOf, time, words } from "../../core/vocabulary/fields.ts";
import { railNames } from "../../core/vocabulary/payout-rails.ts";
import type { Tables } from "../../engine/postgres/tables.ts";

export const railLine = z.strictObject({
  rail: oneOf(railNames, "The payment provider"),
  is_chosen: flag("It pays the program's payouts"),
  is_sandbox: flag("Its sandbox: no money moves"),
  webhook_url: words("Where it reports what became of payouts"),
  updated_at: time("When its credentials were set"),
});

export type RailLineOut = z.output<typeof railLine>;

export async function listRails(db: Kysely<Tables>, programId: number, baseUrl: string): Promise<RailLineOut[]> {
  const rows = await db
    .selectFrom("payout_rail")
    .select(["rail", "is_chosen", "is_sandbox", "updated_at"])
    .where("program_id", "=", programId)
    .orderBy("rail")
    .execute();
  return rows.map((row) => ({
    ...{ rail: row.rail, is_chosen: row.is_chosen, is_sandbox: row.is_sandbox },
    webhook_url: `${baseUrl}/webhooks/payouts/${row.rail}/${programId}`,
    updated_at: row.updated_at,
  }));
}

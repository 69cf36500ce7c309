// A program's payment providers for payouts, without their credentials.
import type { Kysely } from "kysely";
import { z } from "zod";
import { flag, oneOf, time } from "../../core/vocabulary/fields.ts";
import { railNames } from "../../core/vocabulary/money/payout-rails.ts";
import { keyset, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const railLine = z.strictObject({
  rail: oneOf(railNames, "The payment provider"),
  is_chosen: flag("It pays the program's payouts"),
  is_sandbox: flag("Its sandbox: no money moves"),
  updated_at: time("When its credentials were set"),
});

const byRail = keyset("payout rails", z.tuple([z.string()]));

export async function listRails(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<z.output<typeof railLine>>> {
  const [after] = byRail.after(request, [""]);
  const rows = await db
    .selectFrom("payout_rail")
    .select(["rail", "is_chosen", "is_sandbox", "updated_at"])
    .where("program_id", "=", programId)
    .where((where) => where(where.cast<string>("rail", "text"), ">", after))
    .orderBy("rail")
    .limit(request.limit + 1)
    .execute();
  return byRail.page(rows, request, ({ rail }) => [rail]);
}

export function findKnownRails(
  db: Kysely<Tables>,
  programId: number,
): Promise<Pick<z.output<typeof railLine>, "rail" | "is_chosen">[]> {
  return db.selectFrom("payout_rail").select(["rail", "is_chosen"]).where("program_id", "=", programId).execute();
}

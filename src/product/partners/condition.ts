// The condition that a row is a partner's, where the rows of a partner are found by an index that begins with the partner.
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { byPlacement } from "../../engine/postgres/by-placement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/**
 * Ids of partners are of the whole installation, so the program is asked of the partner, once, and not of each row: rows of the
 * partner outside of the program do not exist. Asked of the rows, the planner would take the two for independent, and the
 * partner's rows for so few that it fetches and sorts them all. Where programs lie on several machines the row says on which.
 */
export function isOfPartner(db: Kysely<Tables>, programId: number, partnerId: number): RawBuilder<SqlBool> {
  return byPlacement(db, {
    together: () => sql<SqlBool>`partner_id = ${partnerId}
      and (select true from partner where program_id = ${programId} and partner_id = ${partnerId})`,
    apart: () => sql<SqlBool>`program_id = ${programId} and partner_id = ${partnerId}`,
  });
}

/** The ids of a partner's commissions that no sale of its own earned: they are few, and an index has them. */
export function commissionsWithoutSale(programId: number, partnerId: number): RawBuilder<unknown> {
  return sql`
    select sale_id from commission where program_id = ${programId} and kind <> 'sale' and partner_id = ${partnerId}`;
}

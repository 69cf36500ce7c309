// How many flags a program has, as its list has them: a flag of a sale that became another partner's counts only where it was resolved.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { count } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const flagCounts = z.strictObject({
  open_count: count("Open flags"),
  fine_count: count("Flags that were resolved as fine"),
  abuse_count: count("Flags that were resolved as abuse"),
});

export type FlagCounts = z.output<typeof flagCounts>;

export async function countFlags(
  db: Kysely<Tables>,
  programId: number,
  { partner_id }: { readonly partner_id?: number | undefined } = {},
): Promise<FlagCounts> {
  const partnerId = partner_id ?? null;
  const ofPartner = sql`(${partnerId}::bigint is null or f.partner_id = ${partnerId}::bigint)`;
  const { rows } = await sql<FlagCounts>`
    select (select count(*)
              from flag f
             where f.program_id = ${programId} and f.resolved_as is null and ${ofPartner}
               and (exists (select 1 from sale s
                             where s.program_id = ${programId} and s.sale_id = f.sale_id and s.partner_id = f.partner_id)
                    or exists (select 1 from commission c
                                where c.program_id = ${programId} and c.sale_id = f.sale_id and c.partner_id = f.partner_id)))
             as open_count,
           (select count(*) from flag f
             where f.program_id = ${programId} and f.resolved_as = 'fine' and ${ofPartner}) as fine_count,
           (select count(*) from flag f
             where f.program_id = ${programId} and f.resolved_as = 'abuse' and ${ofPartner}) as abuse_count`.execute(
    db,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error("a query of figures answered no row");
  return counts;
}

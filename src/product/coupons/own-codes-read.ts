// The discount codes that are a partner's now, as the partner sees them: the code, and what it gives where it was made from here.
import { type Kysely, sql } from "kysely";
import type { DiscountTerms } from "../../core/rules/events/settings/discount-terms.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const codesMax = 50;

/** `is_active` as the provider last answered; null where it was not made from here. */
export type OwnCode = { readonly code: string } & (
  | { readonly terms: DiscountTerms; readonly is_active: boolean }
  | { readonly terms: null; readonly is_active: null }
);

/** A code that changed hands is of its last owner. */
export async function findOwnCodes(
  db: Kysely<Tables>,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
): Promise<readonly OwnCode[]> {
  const { rows } = await sql<OwnCode>`
    select c.code, d.terms, d.is_active
      from coupon c
      left join provider_discount d
        on d.program_id = ${programId} and upper(d.code) = upper(c.code) and d.partner_id = c.partner_id and d.status = 'made'
     where c.program_id = ${programId} and c.partner_id = ${partnerId} and c.name like 'code:%'
       and not exists (select 1 from coupon l
                        where l.program_id = ${programId} and l.name = c.name and l.from_event_id > c.from_event_id)
     order by c.name
     limit ${codesMax}`.execute(db);
  return rows;
}

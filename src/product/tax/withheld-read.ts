// Why partners may not be paid for the sake of taxes: a program may require valid tax details. Days are in UTC, by the database's clock.
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

export const taxReasons = ["tax_details_missing", "tax_form_expired"] as const;
export type TaxReason = (typeof taxReasons)[number];

export const taxMessages: { readonly [Reason in TaxReason]: string } = {
  tax_details_missing: "The partner has not given its tax details: ask it to give them in its portal.",
  tax_form_expired: "The partner's tax form has expired: ask it to give its tax details again in its portal.",
};

const requiredStatement: Statement = {
  name: "tax_details_required",
  text: `select coalesce((settings ->> 'tax_required')::boolean, false) as is_required
           from program_settings
          where program_id = $1
          order by from_event_id desc
          limit 1`,
};

const givenStatement: Statement = {
  name: "tax_details_given",
  text: `select partner_id, coalesce(valid_until < (now() at time zone 'utc')::date, false) as is_expired
           from partner_tax
          where program_id = $1 and partner_id = any($2::bigint[])`,
};

type Required = { readonly is_required: boolean };
type Given = { readonly partner_id: number; readonly is_expired: boolean };
type TaxFaults = ReadonlyMap<number, TaxReason>;

/** By partner; those who may be paid are left out. Asked in a transaction or a snapshot. */
export async function taxFaultsOf(
  ask: Session["query"],
  programId: number,
  partnerIds: readonly number[],
): Promise<TaxFaults> {
  const [setting] = await ask<Required>(requiredStatement, [programId]);
  if (setting?.is_required !== true) return new Map();
  return faultsIn(partnerIds, await ask<Given>(givenStatement, [programId, partnerIds]));
}

function faultsIn(partnerIds: readonly number[], given: readonly Given[]): TaxFaults {
  const expired = new Map(given.map((row) => [row.partner_id, row.is_expired]));
  const faults = new Map<number, TaxReason>();
  for (const partnerId of partnerIds) {
    const isExpired = expired.get(partnerId);
    if (isExpired === undefined) faults.set(partnerId, "tax_details_missing");
    else if (isExpired) faults.set(partnerId, "tax_form_expired");
  }
  return faults;
}

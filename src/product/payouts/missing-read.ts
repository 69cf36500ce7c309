// What a partner itself must do first before it is paid: accept the agreement, give its tax details. By partner, the first thing that is
// missing; partners who lack nothing are left out.
import type { Session } from "../../engine/postgres/driver/session.ts";
import { type AgreementReason, agreementMessages, agreementReasons, withoutAgreement } from "../agreements/read.ts";
import { type TaxReason, taxFaultsOf, taxMessages, taxReasons } from "../tax/withheld-read.ts";

export type MissingReason = AgreementReason | TaxReason;

export const missingReasons = [...agreementReasons, ...taxReasons] as const satisfies readonly MissingReason[];

export const missingMessages: { readonly [Reason in MissingReason]: string } = { ...agreementMessages, ...taxMessages };

/** Asked in a transaction or a snapshot. */
export async function missingOf(
  ask: Session["query"],
  programId: number,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, MissingReason>> {
  const missing = new Map<number, MissingReason>(await taxFaultsOf(ask, programId, partnerIds));
  for (const partnerId of await withoutAgreement(ask, programId, partnerIds))
    missing.set(partnerId, "terms_not_accepted");
  return missing;
}

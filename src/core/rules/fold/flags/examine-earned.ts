// Looks again for flags of what a partner earned before: something is known of the partner now that was not known then.
import { saleOfReferral } from "../../referral-id.ts";
import type { FoldContext } from "../context.ts";
import { rebookById } from "../payment/rebook.ts";
import { examineSale } from "./examine.ts";
import { looksForFlags } from "./flags.ts";
import { raiseFlags } from "./raise.ts";

/** What a recruiter earned follows from its sale. */
export function examineEarned(context: FoldContext, id: number, partnerId: number): void {
  const { books } = context;
  if (!looksForFlags(books) || saleOfReferral(id) !== null) return;
  const sale = books.of.sale.get(id);
  if (sale !== undefined) {
    if (sale.partner_id === partnerId) examineSale(context, id, null);
    return;
  }
  const commission = books.of.commission.get(id);
  if (commission?.partner_id !== partnerId) return;
  const examined = { sale_id: id, partner_id: partnerId, customer_key: null, click_id: null };
  if (raiseFlags(context, examined, { payer: null, mayRefuse: false, isNew: false })) rebookById(context, id);
}

// Looks for flags of a lead that earned its partner a commission.
import type { LeadRow } from "../../rows/rows.ts";
import type { FoldContext } from "../context.ts";
import { rebookById } from "../payment/rebook.ts";
import { looksForFlags } from "./flags.ts";
import { raiseFlags } from "./raise.ts";

export function examineLead(context: FoldContext, { lead_id, partner_id, customer_key, click_id }: LeadRow): void {
  if (!looksForFlags(context.books)) return;
  const examined = { sale_id: lead_id, partner_id, customer_key, click_id };
  if (raiseFlags(context, examined, { payer: null, mayRefuse: false, isNew: false })) rebookById(context, lead_id);
}

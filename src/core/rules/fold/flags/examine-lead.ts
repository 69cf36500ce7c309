// Looks for flags of a lead that earned its partner a commission.
import type { Books } from "../../books.ts";
import type { LeadRow } from "../../rows/rows.ts";
import { rebookById } from "../payment/rebook.ts";
import { looksForFlags } from "./flags.ts";
import { raiseFlags } from "./raise.ts";

export function examineLead(books: Books, { lead_id, partner_id, customer_key, click_id }: LeadRow): void {
  if (!looksForFlags(books)) return;
  const examined = { sale_id: lead_id, partner_id, customer_key, click_id };
  if (raiseFlags(books, examined, { payer: null, mayRefuse: false, isNew: false })) rebookById(books, lead_id);
}

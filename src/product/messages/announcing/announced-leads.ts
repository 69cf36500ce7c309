// The leads that an event settles, and those that earn by it: none by a browser's word.
import { subjectOf } from "../../../core/rules/fold/keys.ts";
import type { LeadRow } from "../../../core/rules/rows/rows.ts";
import type { LoggedEvent, LogRange } from "./log-range.ts";

type Reporter = Pick<LoggedEvent, "id" | "source">;

/** The lead that an event reported. */
export function leadsOf({ leads }: LogRange, eventId: number): LeadRow[] {
  return leads.filter(({ lead_id }) => lead_id === eventId);
}

/** Of browsers' claims, those that the reporter came after and that are of these subjects. */
export function settledLeads(range: LogRange, subjects: readonly string[], { id, source }: Reporter): LeadRow[] {
  if (source === "browser") return [];
  return range.leads.filter((lead) => {
    if (lead.is_provisional || lead.lead_id >= id || !range.claimedLeads.has(lead.lead_id)) return false;
    return isOf(lead, subjects);
  });
}

/** Those that have a commission, regardless of which of the events that name them brought it. */
export function leadsEarned(range: LogRange, subjects: readonly string[], { id, source }: Reporter): LeadRow[] {
  if (source === "browser") return [];
  return range.leads.filter(
    (lead) => lead.lead_id <= id && range.commissions.get(lead.lead_id)?.kind === "lead" && isOf(lead, subjects),
  );
}

/** A lead is of its customer, and of its click. */
function isOf({ customer_key, click_id }: LeadRow, subjects: readonly string[]): boolean {
  const isCustomers = customer_key !== null && subjects.includes(subjectOf.customer(customer_key));
  return isCustomers || (click_id !== null && subjects.includes(subjectOf.click(click_id)));
}

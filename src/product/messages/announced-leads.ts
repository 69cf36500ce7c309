// The leads that an event settles, and those that earn by it: none by a browser's word.
import type { LeadRow } from "../../core/rules/rows/rows.ts";
import type { LoggedEvent, LogRange } from "./log-range.ts";
import { namesLead } from "./range-parties.ts";

/** The lead that an event reported. */
export function leadsOf({ leads }: LogRange, eventId: number): LeadRow[] {
  return leads.filter(({ lead_id }) => lead_id === eventId);
}

/** Of browsers' claims, those that `id` came after and that the event of the range names. */
export function settledLeads(
  range: LogRange,
  { data }: Pick<LoggedEvent, "data">,
  { id, source }: Pick<LoggedEvent, "id" | "source">,
): LeadRow[] {
  if (source === "browser") return [];
  return range.leads.filter((lead) => {
    if (lead.is_provisional || lead.lead_id >= id || !range.claimedLeads.has(lead.lead_id)) return false;
    return namesLead(data, lead);
  });
}

/** Those that have a commission, regardless of which of the events that name them brought it. */
export function leadsEarned(range: LogRange, { id, data }: LoggedEvent, source: string): LeadRow[] {
  if (source === "browser") return [];
  return range.leads.filter(
    (lead) => lead.lead_id <= id && range.commissions.get(lead.lead_id)?.kind === "lead" && namesLead(data, lead),
  );
}

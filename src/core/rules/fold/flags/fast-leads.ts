// Leads that come too fast after their clicks, too many within an hour: no person fills in so many forms in so few seconds. A lead counts once
// for its customer, when it is more than a browser's claim. The lead that is one too many marks its click, and so do those that follow within
// the hour: what they earn, and what their customers buy, is flagged.
import type { Books } from "../../books.ts";
import { fastLeadsMax, flagSettingsOf } from "../../events/settings/flag-settings.ts";
import type { LeadRow } from "../../rows/rows.ts";
import { attributionByClick, isImported, visitedAt } from "../attribution/attribution.ts";
import { settingsInForce } from "../settings-in-force.ts";
import { looksAt } from "./flags.ts";
import { emptyActivity } from "./refund-rate.ts";

const hourMilliseconds = 3_600_000;

/** After its row was put, or settled as the same partner's. */
export function countLead(books: Books, { subject, lead_id, click_id, reported_at }: LeadRow): void {
  if (click_id === null || isImported({ click_id }) || !looksAt(books, "leads")) return;
  const settings = flagSettingsOf(settingsInForce(books, lead_id));
  if (settings.flag_fast_leads === "off" || isLater(books, subject, lead_id)) return;
  const click = books.of.click.get(click_id);
  if (click === undefined) return;
  const visit = visitedAt(attributionByClick(click, reported_at));
  if (reported_at.getTime() - visit.getTime() >= settings.fast_leads_seconds * 1_000) return;
  const activity = books.of.partner_activity.get(click.partner_id) ?? emptyActivity(books, click.partner_id);
  const since = reported_at.getTime() - hourMilliseconds;
  const times = activity.lead_times ?? [];
  const lately = times.filter((time) => Date.parse(time) > since);
  const time = reported_at.toISOString();
  // Also older ones: a claim of their hour may be confirmed yet.
  const lead_times = [...times, time].sort().slice(-(fastLeadsMax + 1));
  books.of.partner_activity.put({ ...activity, lead_times });
  // One that is confirmed days later is counted with the leads of its own hour, and not with all that came since.
  const fast_leads = 1 + lately.filter((other) => other <= time).length;
  if (fast_leads <= settings.fast_leads_count) return;
  books.of.click.put({ ...click, signs: { ...click.signs, fast_leads } });
}

/** Only the first one of its customer counts. */
function isLater(books: Books, subject: string, leadId: number): boolean {
  return books.of.lead.list(subject).some((lead) => lead.lead_id < leadId);
}

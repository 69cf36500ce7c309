// Two partners look like one, or no longer do. What was compared is kept next to the log and is of persons; the log says only what was found.
// The commissions that the first one was not paid yet are looked at again.
import { type Conclusion, ignored, recorded, refused } from "../../conclusion.ts";
import type { Event } from "../../events/events.ts";
import type { PartnersCompared } from "../../events/flag-events.ts";
import type { FoldContext } from "../context.ts";
import { examineEarned } from "./examine-earned.ts";

/** Of each partner; the newest are kept. */
const alikeMax = 10;

export function foldPartnersCompared(context: FoldContext, { id, data }: Event<PartnersCompared>): Conclusion {
  const { books } = context;
  const { partner_id, with_partner_id, by, is_alike, sale_ids } = data;
  const partner = books.of.partner.get(partner_id);
  if (partner === undefined || books.of.partner.get(with_partner_id) === undefined) {
    const unknown = partner === undefined ? partner_id : with_partner_id;
    return refused("unknown_partner", `Program ${books.programId} has no partner ${unknown}.`);
  }
  const known = partner.alike ?? [];
  const others = known.filter((alike) => alike.partner_id !== with_partner_id || alike.by !== by);
  const isKnown = others.length < known.length;
  if (!is_alike) {
    if (!isKnown) return ignored("likeness_known", "It was not known that they are alike.");
    books.of.partner.put({ ...partner, alike: others.length === 0 ? null : others });
    return recorded("The partners are alike no longer.");
  }
  if (isKnown && sale_ids.length === 0) return ignored("likeness_known", "It was known before that they are alike.");
  if (!isKnown) {
    const alike = [...others, { partner_id: with_partner_id, by, event_id: id }].slice(-alikeMax);
    books.of.partner.put({ ...partner, alike });
  }
  for (const saleId of sale_ids) examineEarned(context, saleId, partner_id);
  return recorded("The partners are alike.");
}

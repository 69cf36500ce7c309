// Bans of partners. A banned partner is not active: its links and codes earn nothing from then on. What it keeps of its earlier earnings
// is named by events of its own, which follow a ban in the log.
import type { Books } from "../books.ts";
import { type Conclusion, ignored, recorded, refused } from "../conclusion.ts";
import type { PartnerBanned, PartnerUnbanned } from "../events/ban-events.ts";
import type { Event } from "../events/events.ts";
import type { FoldContext } from "./context.ts";

export function foldPartnerBanned({ books }: FoldContext, { id, data, received_at }: Event<PartnerBanned>): Conclusion {
  const { partner_id, reason, unpaid } = data;
  const partner = books.of.partner.get(partner_id);
  if (partner === undefined) return unknownPartner(books, partner_id);
  const status_before = partner.status === "banned" ? (partner.ban?.status_before ?? "active") : partner.status;
  const ban = { event_id: id, reason, unpaid, banned_at: received_at.toISOString(), status_before };
  books.of.partner.put({ ...partner, status: "banned", ban });
  return recorded("Partner banned.");
}

export function foldPartnerUnbanned({ books }: FoldContext, { data }: Event<PartnerUnbanned>): Conclusion {
  const partner = books.of.partner.get(data.partner_id);
  if (partner === undefined) return unknownPartner(books, data.partner_id);
  if (partner.ban === null) return ignored("nothing_to_restore", `Partner ${data.partner_id} is not banned.`);
  books.of.partner.put({ ...partner, status: partner.ban.status_before, ban: null });
  return recorded("The partner's ban was lifted.");
}

function unknownPartner(books: Books, partnerId: number): Conclusion {
  return refused("unknown_partner", `Program ${books.programId} has no partner ${partnerId}.`);
}

// The address by which a partner signs in, as the keyed hash that customers' addresses are compared with.
import { type Conclusion, ignored, recorded, refused } from "../../conclusion.ts";
import type { Event } from "../../events/events.ts";
import type { PartnerEmailNoted } from "../../events/flag-events.ts";
import type { FoldContext } from "../context.ts";

/** Of each partner; the newest are kept. */
const partnerEmailsMax = 10;

export function foldPartnerEmailNoted({ books }: FoldContext, { id, data }: Event<PartnerEmailNoted>): Conclusion {
  const { partner_id, email_hash } = data;
  const partner = books.of.partner.get(partner_id);
  if (partner === undefined) {
    return refused("unknown_partner", `Program ${books.programId} has no partner ${partner_id}.`);
  }
  const known = partner.emails ?? [];
  if (known.some((email) => email.email_hash === email_hash)) {
    return ignored("email_known", `The address of partner ${partner_id} was noted before.`);
  }
  books.of.partner.put({ ...partner, emails: [...known, { email_hash, event_id: id }].slice(-partnerEmailsMax) });
  return recorded("The partner's address was noted.");
}

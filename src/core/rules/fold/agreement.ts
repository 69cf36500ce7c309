// A program's agreement: its version in force, and which version each partner accepted. Only the version in force can be accepted.
import { type Conclusion, ignored, recorded, refused } from "../conclusion.ts";
import type { AgreementAccepted, AgreementPublished } from "../events/agreement-events.ts";
import type { Event } from "../events/events.ts";
import type { FoldContext } from "./context.ts";

export function foldAgreementPublished({ books }: FoldContext, { id, data }: Event<AgreementPublished>): Conclusion {
  const program = books.of.program.get("");
  if (program === undefined) throw new Error(`program ${books.programId} has an agreement before it was created`);
  const { version, text, sha256 } = data;
  books.of.program.put({ ...program, agreement: { event_id: id, version, sha256, is_ended: text === "" } });
  return recorded(text === "" ? "Agreement ended." : `Version ${version} of the agreement published.`);
}

export function foldAgreementAccepted(
  { books }: FoldContext,
  { id, data, received_at }: Event<AgreementAccepted>,
): Conclusion {
  const { partner_id, version, sha256 } = data;
  const partner = books.of.partner.get(partner_id);
  if (partner === undefined) {
    return refused("unknown_partner", `Program ${books.programId} has no partner ${partner_id}.`);
  }
  const inForce = books.of.program.get("")?.agreement ?? null;
  if (inForce === null || inForce.is_ended || inForce.version !== version || inForce.sha256 !== sha256) {
    return ignored("agreement_not_in_force", `Version ${version} of the agreement is not in force.`);
  }
  if (partner.accepted?.version === version) return recorded("Agreement accepted before.");
  books.of.partner.put({ ...partner, accepted: { event_id: id, version, accepted_at: received_at.toISOString() } });
  return recorded(`Version ${version} of the agreement accepted.`);
}

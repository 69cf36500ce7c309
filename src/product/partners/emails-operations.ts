// The address by which a partner signs in to its own page. For owners to set, and for no agent to see.
import { z } from "zod";
import { id } from "../../core/vocabulary/fields.ts";
import { recipientSchema } from "../../core/vocabulary/money/payout-recipient.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { removePartnerEmail, setPartnerEmail } from "./emails.ts";
import { findPartnerEmail, partnerEmailLine } from "./emails-list.ts";

const partner_id = id("The partner's id");
const path = "/programs/:program_id/partners/:partner_id/email";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "partners.set-email",
    description: "Replaces the e-mail set before. Its reader sees the partner's page and sets its payout details.",
    access: inProgram("terms"),
    http: { method: "put", path, example: { email: "anna@example.com" } },
    errors: ["partner_email_taken"],
    command: { example: "partners set-email --program 1 --partner 2 --email anna@example.com" },
    changes: true,
    input: {
      program_id: programId,
      partner_id,
      email: recipientSchema.shape.email.meta({
        description: "Where its sign-in links are mailed to; one address is one partner of a program",
        flag: { placeholder: "address" },
      }),
    },
    output: answerOf(z.strictObject({ partner_id, email: partnerEmailLine.shape.email })),
    run: async ({ database, secrets, actor }, { program_id, partner_id, email }) => {
      const wish = { programId: program_id, partnerId: partner_id, email };
      const set = await setPartnerEmail(database, secrets, wish, actor);
      if (set === "unknown_partner") {
        throw new Refusal("not_found", `Program ${program_id} has no partner ${partner_id}.`);
      }
      if (set === "taken") {
        throw new Refusal("partner_email_taken", "Another partner of the program signs in with this e-mail.");
      }
      return { data: { partner_id, email } };
    },
  }),
  defineOperation({
    name: "partners.remove-email",
    description: "Sessions of this e-mail lose access to the partner immediately.",
    access: inProgram("terms"),
    http: { method: "delete", path },
    command: { example: "partners remove-email --program 1 --partner 2" },
    changes: true,
    input: { program_id: programId, partner_id },
    output: answerOf(z.strictObject({ partner_id })),
    run: async ({ database, secrets, actor }, { program_id, partner_id }) => {
      const isRemoved = await removePartnerEmail(
        database,
        secrets,
        { programId: program_id, partnerId: partner_id },
        actor,
      );
      if (!isRemoved) throw noEmail(partner_id);
      return { data: { partner_id } };
    },
  }),
  defineOperation({
    name: "partners.show-email",
    description: "Of a partner that has one.",
    access: inProgram("read"),
    http: { method: "get", path },
    command: { example: "partners show-email --program 1 --partner 2" },
    input: { program_id: programId, partner_id },
    output: answerOf(partnerEmailLine),
    run: async ({ reads, secrets, actor }, { program_id, partner_id }) => {
      const of = { programId: program_id, partnerId: partner_id };
      const found = await reads.ofProgram(actor, program_id, "read", (db) => findPartnerEmail(db, secrets, of));
      if (found === undefined) throw noEmail(partner_id);
      return { data: found };
    },
  }),
];

function noEmail(partnerId: number): Refusal {
  return new Refusal("not_found", `Partner ${partnerId} has no e-mail.`);
}

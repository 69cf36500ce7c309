// People who ask to become partners by the program's own page: for the brand to look at, approve or decline.
import { z } from "zod";
import { partnerCodePattern, partnerCodeRule } from "../../core/rules/partner-code.ts";
import { flag, id, oneOf, rule, words } from "../../core/vocabulary/fields.ts";
import { applicationStatuses } from "../../core/vocabulary/statuses.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import type { DecidedApplication, MailApplicant } from "./application-mail.ts";
import { approveApplication, declineApplication } from "./applications-change.ts";
import { applicationFilters, applicationLine, listApplications } from "./applications-list.ts";
import { findPartner, partnerLine } from "./list.ts";

const application_id = id("The application's id");
const path = "/programs/:program_id/partner-applications";

const mail = z
  .strictObject({ is_sent: flag("Whether a mail is on its way"), message: words("The same in a sentence") })
  .meta({ description: "Whether the applicant gets a mail" });

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "applications.list",
    description: "Only of people who proved that they read the e-mail they gave.",
    access: inProgram("read"),
    http: { method: "get", path },
    row: applicationLine,
    table: ["application_id", "name", "code", "email", "status", "applied_at"],
    filters: applicationFilters,
    example: "applications list --program 1 --status pending",
    read: (db, programId, page, filter, { secrets }) => listApplications(db, secrets, programId, page, filter),
  }),
  defineOperation({
    name: "applications.approve",
    description: "It becomes a partner and signs in with the e-mail it gave.",
    access: inProgram("terms"),
    http: { method: "post", path: `${path}/:application_id/approve`, example: { code: "dora" } },
    errors: ["partner_code_taken", "partner_email_taken", "application_decided"],
    command: { example: "applications approve --program 1 --application 3" },
    changes: true,
    input: {
      program_id: programId,
      application_id,
      code: z
        .string(rule(partnerCodeRule))
        .regex(partnerCodePattern, rule(partnerCodeRule))
        .meta({ description: "What its links carry as `aff`; the code it asked for by default" })
        .optional(),
    },
    output: z.strictObject({ data: partnerLine, mail }),
    run: async ({ database, secrets, reads, actor, mailApplicant, baseUrl }, { program_id, application_id, code }) => {
      const which = { programId: program_id, applicationId: application_id, code: code ?? null };
      const partnerId = await approveApplication(database, secrets, which, actor);
      const made = await reads.ofProgram(actor, program_id, "read", (db) =>
        findPartner(db, program_id, partnerId, baseUrl),
      );
      if (made === undefined) throw new Refusal("not_found", `Program ${program_id} has no partner ${partnerId}.`);
      return { data: made, mail: await mailDecision(mailApplicant, { ...which, decision: "approved" }) };
    },
  }),
  defineOperation({
    name: "applications.decline",
    description: "It cannot ask again with the same e-mail for 180 days.",
    access: inProgram("terms"),
    http: { method: "post", path: `${path}/:application_id/decline` },
    errors: ["application_decided"],
    command: { example: "applications decline --program 1 --application 3" },
    changes: true,
    input: { program_id: programId, application_id },
    output: z.strictObject({
      data: z.strictObject({ application_id, status: oneOf(applicationStatuses, "Its status") }),
      mail,
    }),
    run: async ({ database, actor, mailApplicant }, { program_id, application_id }) => {
      const which = { programId: program_id, applicationId: application_id };
      await declineApplication(database, which, actor);
      const mail = await mailDecision(mailApplicant, { ...which, decision: "declined" });
      return { data: { application_id, status: "declined" as const }, mail };
    },
  }),
];

async function mailDecision(
  mailApplicant: MailApplicant | null,
  decided: DecidedApplication,
): Promise<z.output<typeof mail>> {
  if (mailApplicant === null) {
    return {
      is_sent: false,
      message: "No mail was sent, since none is sent from here: contact the applicant yourself.",
    };
  }
  if (await mailApplicant(decided)) return { is_sent: true, message: "The applicant gets a mail." };
  return { is_sent: false, message: "The mail could not be sent: contact the applicant yourself." };
}

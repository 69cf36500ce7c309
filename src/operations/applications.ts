// People who ask to become partners by the program's own page: for the brand to look at, approve or decline.
import { z } from "zod";
import { approveApplication, declineApplication } from "../changes/partner-applications.ts";
import { id, oneOf, rule } from "../core/fields.ts";
import { partnerCodePattern, partnerCodeRule } from "../core/partner-code.ts";
import { applicationStatuses } from "../core/statuses.ts";
import { applicationFilters, applicationLine, listApplications } from "../queries/partner-applications.ts";
import { findPartner, partnerLine } from "../queries/partners.ts";
import { defineProgramList } from "./list.ts";
import { answerOf, defineOperation, members, type Operation, programId } from "./operation.ts";
import { Refusal } from "./refusal.ts";

const application_id = id("The application's id");
const path = "/programs/:program_id/partner-applications";

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "applications.list",
    description: "Only of people who proved that they read the e-mail they gave.",
    access: members,
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
    access: members,
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
        .meta({ description: "What its links carry as `aff`; the code it asked for when left out" })
        .optional(),
    },
    output: answerOf(partnerLine),
    run: async ({ database, reads, actor }, { program_id, application_id, code }) => {
      const which = { programId: program_id, applicationId: application_id, code: code ?? null };
      const partnerId = await approveApplication(database, which, actor);
      const made = await reads.ofProgram(actor, program_id, "member", (db) => findPartner(db, program_id, partnerId));
      if (made === undefined) throw new Refusal("not_found", `Program ${program_id} has no partner ${partnerId}.`);
      return { data: made };
    },
  }),
  defineOperation({
    name: "applications.decline",
    description: "It cannot ask again with the same e-mail for 180 days.",
    access: members,
    http: { method: "post", path: `${path}/:application_id/decline` },
    errors: ["application_decided"],
    command: { example: "applications decline --program 1 --application 3" },
    changes: true,
    input: { program_id: programId, application_id },
    output: answerOf(z.strictObject({ application_id, status: oneOf(applicationStatuses, "What became of it") })),
    run: async ({ database, actor }, { program_id, application_id }) => {
      await declineApplication(database, { programId: program_id, applicationId: application_id }, actor);
      return { data: { application_id, status: "declined" as const } };
    },
  }),
];

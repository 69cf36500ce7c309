// The partners of a program. A partner's code stays what it is: links in the world carry it.
import { z } from "zod";
import { partnerCodePattern, partnerCodeRule } from "../../core/rules/partner-code.ts";
import { id, name as nameField, oneOf, rule, time, wholeNumber, words } from "../../core/vocabulary/fields.ts";
import { activeStatuses } from "../../core/vocabulary/statuses.ts";
import { groupId } from "../groups/input.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import {
  answerOf,
  type Call,
  defineCreation,
  defineOperation,
  inProgram,
  type Operation,
  onlyId,
  programId,
} from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { linkDaysDefault, linkDaysMax, makePartnerLink, revokePartnerLinks } from "../portal/links.ts";
import { addPartner, changePartner } from "../programs/change.ts";
import { activityShown, findPartnerActivity, partnerActivity } from "./activity-read.ts";
import { findPartner, listPartners, type PartnerLine, partnerFilters, partnerLine } from "./list.ts";
import { setRecruiter } from "./recruiters.ts";

const partner_id = id("The partner's id");
const partner = answerOf(partnerLine);
const path = "/programs/:program_id/partners";

const activityDaysMax = 366;
const activityDaysDefault = 90;

export const operations: readonly Operation[] = [
  defineCreation({
    name: "partners.add",
    description:
      "Its affiliate links are the brand's own pages with ?aff=<code>; a code is unique in the installation, regardless of case, and never changes.",
    access: inProgram("programs"),
    tool: { name: "add_partner", scope: "partners:write" },
    http: { method: "post", path, status: 201, example: { name: "Anna", code: "anna" } },
    errors: ["partner_code_taken", "idempotency_key_reused"],
    command: { example: 'partners add --program 1 --name "Anna" --code anna' },
    input: {
      program_id: programId,
      name: nameField("Name people see"),
      code: z
        .string(rule(partnerCodeRule))
        .regex(partnerCodePattern, rule(partnerCodeRule))
        .meta({
          description: "What its links carry as `aff`; unique in the installation, regardless of case",
          examples: ["anna"],
        }),
      group_id: groupId.optional().meta({ description: "The group it joins; the default group by default" }),
    },
    output: partner,
    make: ({ database, actor }, { program_id, name, code, group_id }, once) =>
      addPartner(database, { programId: program_id, name, code, groupId: group_id }, actor, once),
    madeBefore: onlyId,
    answer: async (call, partnerId, { program_id }) => ({ data: await readPartner(call, program_id, partnerId) }),
  }),
  defineOperation({
    name: "partners.update",
    description: "What it earned stays as it is. Links of an inactive partner earn nothing.",
    access: inProgram("programs"),
    tool: { name: "update_partner", scope: "partners:write" },
    http: { method: "patch", path: `${path}/:partner_id`, example: { status: "inactive" } },
    command: { example: "partners update --program 1 --partner 2 --status inactive" },
    changes: true,
    input: {
      program_id: programId,
      partner_id,
      name: nameField("New name").optional(),
      status: oneOf(activeStatuses, "Links of an inactive partner earn nothing").optional(),
    },
    output: partner,
    run: async (call, { program_id, partner_id, name, status }) => {
      if (name === undefined && status === undefined) {
        throw refuseFields([{ field: "", message: "Send at least one of name and status." }]);
      }
      const change = { programId: program_id, partnerId: partner_id, name: name ?? null, status: status ?? null };
      await changePartner(call.database, change, call.actor);
      return { data: await readPartner(call, program_id, partner_id) };
    },
  }),
  defineOperation({
    name: "partners.recruiter",
    description:
      "The recruiter earns the program's `referral` share of what the partner earns from now on. It is set once, before the partner's first commission, and never changes; a join link with `via=<code>` sets it as well.",
    access: inProgram("terms"),
    tool: { name: "set_recruiter", scope: "programs:terms" },
    http: { method: "post", path: `${path}/:partner_id/recruiter`, example: { recruited_by: 2 } },
    errors: ["recruiter_refused"],
    command: { example: "partners recruiter 3 --program 1 --recruited-by 2", argument: "partner_id" },
    changes: true,
    input: { program_id: programId, partner_id, recruited_by: id("The partner that recruited it") },
    output: partner,
    run: async (call, { program_id, partner_id, recruited_by }) => {
      const recruiting = { programId: program_id, partnerId: partner_id, recruitedBy: recruited_by };
      await setRecruiter(call.database, recruiting, call.actor);
      return { data: await readPartner(call, program_id, partner_id) };
    },
  }),
  defineOperation({
    name: "partners.show",
    description: "With the code that its affiliate links carry.",
    access: inProgram("read"),
    tool: { name: "get_partner", scope: "partners:read" },
    http: { method: "get", path: `${path}/:partner_id` },
    command: { example: "partners show 2 --program 1", argument: "partner_id" },
    input: { program_id: programId, partner_id },
    output: partner,
    run: async (call, { program_id, partner_id }) => ({ data: await readPartner(call, program_id, partner_id) }),
  }),
  defineOperation({
    name: "partners.activity",
    description:
      "By days of UTC: clicks, leads, sales, and in each currency what it earned. A sale counts on the day it was received, with what it earns now.",
    access: inProgram("read"),
    tool: { name: "get_partner_activity", scope: "partners:read" },
    http: { method: "get", path: `${path}/:partner_id/activity` },
    command: { example: "partners activity 2 --program 1 --days 30", argument: "partner_id" },
    input: {
      program_id: programId,
      partner_id,
      days: wholeNumber(
        [1, activityDaysMax],
        `The number of days, including today; ${activityDaysDefault} by default`,
      ).default(activityDaysDefault),
    },
    output: answerOf(partnerActivity),
    run: async (call, { program_id, partner_id, days }) => {
      const of = { programId: program_id, partnerId: partner_id };
      const shown = await call.reads.ofProgram(call.actor, program_id, "read", async (db) => {
        if ((await findPartner(db, program_id, partner_id, call.baseUrl)) === undefined) return undefined;
        return findPartnerActivity(db, of, { days, now: new Date(call.now()) });
      });
      return { data: activityShown(partner_id, shown ?? noPartner(program_id, partner_id)) };
    },
  }),
  defineProgramList({
    name: "partners.list",
    description: "Each with the code that its affiliate links carry, and its link of the service.",
    access: inProgram("read"),
    tool: { name: "list_partners", scope: "partners:read" },
    http: { method: "get", path },
    row: partnerLine,
    table: ["partner_id", "name", "code", "status", "group_id", "joined_at", "link"],
    filters: partnerFilters,
    example: "partners list --program 1",
    read: (db, program_id, page, filter, { baseUrl }) => listPartners(db, program_id, page, filter, baseUrl),
  }),
  defineOperation({
    name: "partners.link",
    description: "It opens the partner's page without an account, until it expires or is revoked.",
    access: inProgram("programs"),
    http: { method: "post", path: `${path}/:partner_id/link`, status: 201, example: { expires_in_days: 30 } },
    command: { example: "partners link --program 1 --partner 2 --expires-in-days 30" },
    changes: true,
    input: {
      program_id: programId,
      partner_id,
      expires_in_days: wholeNumber([1, linkDaysMax], `Days it opens the page; ${linkDaysDefault} by default`).default(
        linkDaysDefault,
      ),
    },
    output: answerOf(
      z.strictObject({
        url: words("The partner's page"),
        embed_url: words("The same for a frame in another page"),
        expires_at: time("Until then it opens the page"),
      }),
    ),
    run: async ({ database, secrets, actor, baseUrl }, { program_id, partner_id, expires_in_days }) => {
      const wish = { programId: program_id, partnerId: partner_id, days: expires_in_days };
      const link = (await makePartnerLink(database, secrets, wish, actor)) ?? noPartner(program_id, partner_id);
      const url = `${baseUrl}${link.path}`;
      return { data: { url, embed_url: `${url}?embed=1`, expires_at: link.expiresAt } };
    },
  }),
  defineOperation({
    name: "partners.revoke-links",
    description: "Every link to the partner's page made before this call stops working.",
    access: inProgram("programs"),
    http: { method: "post", path: `${path}/:partner_id/revoke-links` },
    command: { example: "partners revoke-links --program 1 --partner 2" },
    changes: true,
    input: { program_id: programId, partner_id },
    output: answerOf(
      z.strictObject({ partner_id, revoked_links_made_before: time("Links made before then open nothing") }),
    ),
    run: async ({ database, actor }, { program_id, partner_id }) => {
      const wish = { programId: program_id, partnerId: partner_id };
      const revoked = await revokePartnerLinks(database, wish, actor);
      return { data: { partner_id, revoked_links_made_before: revoked ?? noPartner(program_id, partner_id) } };
    },
  }),
];

async function readPartner(
  { reads, actor, baseUrl }: Call,
  programId: number,
  partnerId: number,
): Promise<PartnerLine> {
  const found = await reads.ofProgram(actor, programId, "read", (db) => findPartner(db, programId, partnerId, baseUrl));
  return found ?? noPartner(programId, partnerId);
}

function noPartner(programId: number, partnerId: number): never {
  throw new Refusal("not_found", `Program ${programId} has no partner ${partnerId}.`);
}

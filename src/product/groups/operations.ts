// Groups of partners: what a group earns, how long its commissions are held, and what people read who join it. A partner is in exactly
// one; moving it counts from then on.
import { z } from "zod";
import {
  existingCustomers,
  type GroupSettings,
  groupNameCharactersMax,
  joinTextCharactersMax,
} from "../../core/rules/events/group-events.ts";
import { partnerDiscountOf, partnerDiscountSchema } from "../../core/rules/events/settings/discount-terms.ts";
import { joinFieldsMax, joinFieldsSchema } from "../../core/rules/events/settings/join-fields.ts";
import { signUpRules } from "../../core/rules/events/settings/portal-settings.ts";
import { settingsSchema } from "../../core/rules/events/settings/settings.ts";
import { id, oneOf, rule } from "../../core/vocabulary/fields.ts";
import { requireDiscountConnection } from "../coupons/discounts/connection.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { findPartner, type PartnerLine, partnerLine } from "../partners/list.ts";
import { newCommission } from "../programs/operations.ts";
import { movePartner, setGroup } from "../terms/change.ts";
import { groupId } from "./input.ts";
import { findGroup, type GroupLine, groupLine, listGroups } from "./list.ts";

const group = answerOf(groupLine);
const path = "/programs/:program_id/groups";
const joinTextRule = rule(`must be text of at most ${joinTextCharactersMax} characters`);
const nameRule = rule(`must be text of 1 to ${groupNameCharactersMax} characters`);

export const operations: readonly Operation[] = [
  defineOperation({
    name: "groups.set",
    description:
      "The first call makes the group; a later one changes what it gives and leaves the rest. Sales that were received before keep their terms. Null takes a field away, so that the program's own counts.",
    access: inProgram("terms"),
    tool: { name: "set_group", scope: "programs:terms" },
    http: {
      method: "put",
      path: `${path}/:group_id`,
      example: { name: "Gold", commission: { type: "percentage", rate_bps: 3000 }, hold_period_days: 7 },
    },
    errors: ["limit_reached", "unsupported_currency"],
    changes: true,
    input: {
      program_id: programId,
      group_id: groupId,
      name: z.string(nameRule).trim().min(1, nameRule).max(groupNameCharactersMax, nameRule).optional().meta({
        description: "Name people see; the group's id in a new group",
      }),
      commission: newCommission.nullable().optional(),
      hold_period_days: settingsSchema.shape.hold_period_days.nullable().optional(),
      join_text: z.string(joinTextRule).trim().max(joinTextCharactersMax, joinTextRule).nullable().optional().meta({
        description: "Text on the group's join page",
      }),
      partner_sign_up: oneOf(signUpRules, "Whether people can join it by themselves").nullable().optional(),
      join_fields: joinFieldsSchema.optional().meta({
        description: `What its join form asks besides name, e-mail and code: at most ${joinFieldsMax} fields, all of them each time`,
      }),
      partner_discount: partnerDiscountSchema.nullable().optional().meta({
        description: "Discount code for each partner that joins from now on, created at the connection's provider",
      }),
    },
    output: group,
    run: async (call, { program_id, group_id, commission, partner_discount, ...given }) => {
      if (partner_discount != null) {
        const connection = { connectionId: partner_discount.connection_id, field: "partner_discount.connection_id" };
        await requireDiscountConnection(call, program_id, connection);
      }
      const discount = partner_discount == null ? partner_discount : partnerDiscountOf(partner_discount);
      await setGroup(
        call.database,
        {
          programId: program_id,
          groupId: group_id,
          settings: settingsOf({ ...given, partner_discount: discount }),
          commission,
        },
        call.actor,
      );
      return { data: await readGroup(call, program_id, group_id) };
    },
  }),
  defineOperation({
    name: "groups.show",
    description: "With its own terms and hold, and how many partners are in it.",
    access: inProgram("read"),
    tool: { name: "get_group", scope: "programs:read" },
    http: { method: "get", path: `${path}/:group_id` },
    command: { example: "groups show gold --program 1", argument: "group_id" },
    input: { program_id: programId, group_id: groupId },
    output: group,
    run: async (call, { program_id, group_id }) => ({ data: await readGroup(call, program_id, group_id) }),
  }),
  defineProgramList({
    name: "groups.list",
    description: "The default group is always among them.",
    access: inProgram("read"),
    tool: { name: "list_groups", scope: "programs:read" },
    http: { method: "get", path },
    row: groupLine,
    table: ["group_id", "name", "commission", "hold_period_days", "partners"],
    filters: {},
    example: "groups list --program 1",
    read: listGroups,
  }),
  defineOperation({
    name: "partners.move",
    description:
      "Its sales from now on are paid by the new group's terms. `keep` leaves customers whose first sale was before with the terms of the group of then, for all they buy; `follow` does not.",
    access: inProgram("terms"),
    tool: { name: "move_partner", scope: "programs:terms" },
    http: {
      method: "post",
      path: "/programs/:program_id/partners/:partner_id/move",
      example: { group_id: "gold", existing_customers: "keep" },
    },
    command: { example: "partners move 2 --program 1 --group gold --existing-customers keep", argument: "partner_id" },
    changes: true,
    input: {
      program_id: programId,
      partner_id: id("The partner"),
      group_id: groupId,
      existing_customers: oneOf(
        existingCustomers,
        "Whether customers of before follow the partner to the new group's terms; follow by default",
      ).default("follow"),
    },
    output: answerOf(partnerLine),
    run: async (call, { program_id, partner_id, group_id, existing_customers }) => {
      const move = { programId: program_id, partnerId: partner_id, groupId: group_id };
      await movePartner(call.database, { ...move, existingCustomers: existing_customers }, call.actor);
      return { data: await readPartner(call, program_id, partner_id) };
    },
  }),
];

/** Without what was left out. */
function settingsOf(
  given: {
    readonly [Name in keyof GroupSettings]?: GroupSettings[Name] | undefined;
  },
): Partial<GroupSettings> {
  const { name, hold_period_days, join_text, partner_sign_up, join_fields, partner_discount } = given;
  return {
    ...(name === undefined ? {} : { name }),
    ...(hold_period_days === undefined ? {} : { hold_period_days }),
    ...(join_text === undefined ? {} : { join_text: join_text === "" ? null : join_text }),
    ...(partner_sign_up === undefined ? {} : { partner_sign_up }),
    ...(join_fields === undefined ? {} : { join_fields }),
    ...(partner_discount === undefined ? {} : { partner_discount }),
  };
}

async function readGroup({ reads, actor }: Call, programId: number, groupId: string): Promise<GroupLine> {
  const found = await reads.ofProgram(actor, programId, "read", (db) => findGroup(db, programId, groupId));
  if (found !== undefined) return found;
  throw new Refusal("not_found", `The program has no group ${groupId}. PUT it to create it.`);
}

async function readPartner(
  { reads, actor, baseUrl }: Call,
  programId: number,
  partnerId: number,
): Promise<PartnerLine> {
  const found = await reads.ofProgram(actor, programId, "read", (db) => findPartner(db, programId, partnerId, baseUrl));
  if (found !== undefined) return found;
  throw refuseFields([{ field: "partner_id", message: "is no partner of the program." }]);
}

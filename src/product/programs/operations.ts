// Programs: made, changed, looked at. A change holds only what is to change; commission terms are one thing and are changed as a
// whole, and then how long they last must be said: left out, it would silently become for life.
import { z } from "zod";
import { agreementSettingsSchema } from "../../core/rules/events/settings/agreement-settings.ts";
import { couponSettingsSchema } from "../../core/rules/events/settings/coupon-settings.ts";
import { feeSettingsSchema } from "../../core/rules/events/settings/fee-settings.ts";
import { leadRewardSettingsSchema } from "../../core/rules/events/settings/lead-reward-settings.ts";
import { mailSettingsSchema } from "../../core/rules/events/settings/mail-settings.ts";
import { givenPortalSettingsSchema } from "../../core/rules/events/settings/portal-settings.ts";
import { referralSettingsSchema } from "../../core/rules/events/settings/referral-settings.ts";
import { givenSettingsSchema, type Settings } from "../../core/rules/events/settings/settings.ts";
import { taxSettingsSchema } from "../../core/rules/events/settings/tax-settings.ts";
import { commissionTermsSchema } from "../../core/rules/events/settings/terms.ts";
import { id, name as nameField, oneOf } from "../../core/vocabulary/fields.ts";
import { activeStatuses } from "../../core/vocabulary/statuses.ts";
import { compareAfterChange } from "../flags/compare-partners.ts";
import { defineList } from "../operation/list-operation.ts";
import {
  accounts,
  accountsThatMay,
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
import { changeProgram, createProgram } from "./change.ts";
import { findProgram, type ProgramLine, programFilters, programLine } from "./list.ts";

/** In the answer to who did not say which one. */
const workspacesNamedMax = 10;

const [percentage, flat] = commissionTermsSchema.options;

/** `duration_months` left out is null: for life. */
export const newCommission = z
  .discriminatedUnion("type", [
    percentage.extend({ duration_months: percentage.shape.duration_months.default(null) }),
    flat.extend({ duration_months: flat.shape.duration_months.default(null) }),
  ])
  .meta({ description: "What a partner earns by a sale", examples: [{ type: "percentage", rate_bps: 2000 }] });

const program = answerOf(programLine);

export const operations: readonly Operation[] = [
  defineCreation({
    name: "programs.create",
    description:
      "Settings left out take their defaults. The program's key is made and not shown: POST its api-key shows one, once. A caller with one workspace need not name it.",
    access: accountsThatMay("programs"),
    http: {
      method: "post",
      path: "/programs",
      status: 201,
      example: {
        name: "Acme affiliates",
        workspace_id: 1,
        attribution_window_days: 60,
        commission: { type: "percentage", rate_bps: 2000 },
      },
    },
    errors: ["not_found", "limit_reached", "unsupported_currency", "idempotency_key_reused"],
    input: {
      name: nameField("Name people see"),
      workspace_id: id("The workspace it belongs to; not needed if you have only one").optional(),
      ...givenSettingsSchema.shape,
      ...givenPortalSettingsSchema.shape,
      ...mailSettingsSchema.partial().shape,
      ...couponSettingsSchema.partial().shape,
      ...feeSettingsSchema.partial().shape,
      ...agreementSettingsSchema.partial().shape,
      ...taxSettingsSchema.partial().shape,
      ...leadRewardSettingsSchema.partial().shape,
      ...referralSettingsSchema.partial().shape,
      commission: newCommission.optional(),
    },
    output: program,
    make: async (call, { name, workspace_id, ...settings }, once) => {
      const workspaceId = workspace_id ?? (await onlyWorkspace(call));
      const { database, actor, caps } = call;
      return createProgram(database, { workspaceId, name, settings: given(settings) }, actor, { once, caps });
    },
    madeBefore: onlyId,
    answer: async (call, program_id) => ({ data: await readProgram(call, program_id) }),
  }),
  defineOperation({
    name: "programs.update",
    description:
      "Changes what is given and leaves the rest. Only the command line sets platform_fee_bps and fee_refunds; commission, currencies, lead reward, hold, windows, lead rules, site and link settings, sign-up, coupon precedence, agreement, tax and invoice settings and status are an owner's, or an agent's whose key has the scope programs:terms; payout_approvals is an owner's alone. Sales that were received before keep the terms they were received under.",
    access: inProgram("programs"),
    tool: { name: "update_program", scope: "programs:write" },
    http: {
      method: "patch",
      path: "/programs/:program_id",
      example: {
        hold_period_days: 30,
        commission: { type: "flat", amount_cents: 500, currency: "USD", duration_months: 12 },
      },
    },
    errors: ["unsupported_currency"],
    changes: true,
    input: {
      program_id: programId,
      name: nameField("New name").optional(),
      status: oneOf(activeStatuses, "An inactive program takes no clicks and no calls").optional(),
      ...givenSettingsSchema.shape,
      ...givenPortalSettingsSchema.shape,
      ...mailSettingsSchema.partial().shape,
      ...couponSettingsSchema.partial().shape,
      ...feeSettingsSchema.partial().shape,
      ...agreementSettingsSchema.partial().shape,
      ...taxSettingsSchema.partial().shape,
      ...leadRewardSettingsSchema.partial().shape,
      ...referralSettingsSchema.partial().shape,
    },
    output: program,
    run: async (call, { program_id, name, status, ...change }) => {
      const settings = given(change);
      if (name === undefined && status === undefined && Object.keys(settings).length === 0) {
        throw refuseFields([{ field: "", message: "Send at least one field that is to change." }]);
      }
      await changeProgram(
        call.database,
        program_id,
        { name: name ?? null, status: status ?? null, settings },
        call.actor,
      );
      if (settings.flag_shared_payout !== undefined || settings.flag_recruit_circle !== undefined)
        await compareAfterChange(call.database, call.secrets, program_id);
      return { data: await readProgram(call, program_id) };
    },
  }),
  defineOperation({
    name: "programs.show",
    description: "Of its key only the mask is shown.",
    access: inProgram("read"),
    tool: { name: "get_program", scope: "programs:read" },
    http: { method: "get", path: "/programs/:program_id" },
    command: { example: "programs show 1", argument: "program_id" },
    input: { program_id: programId },
    output: program,
    run: async (call, { program_id }) => ({ data: await readProgram(call, program_id) }),
  }),
  defineList({
    name: "programs.list",
    description: "Those of your workspaces, with the settings in force.",
    access: accounts,
    tool: { name: "list_programs", scope: "programs:read" },
    http: { method: "get", path: "/programs" },
    row: programLine,
    table: [
      "program_id",
      "workspace_id",
      "name",
      "status",
      "commission",
      "attribution_window_days",
      "hold_period_days",
      "platform_fee_bps",
      "api_token_masked",
    ],
    filters: programFilters,
    example: "programs list --workspace 1",
    read: ({ reads, actor }, page, filter) => reads.programs(actor, page, filter),
  }),
];

async function readProgram({ reads, actor }: Call, programId: number): Promise<ProgramLine> {
  const found = await reads.ofProgram(actor, programId, "read", (db) => findProgram(db, programId));
  if (found === undefined) throw new Refusal("not_found", `There is no program ${programId}.`);
  return found;
}

/** Without what was left out. */
function given(settings: { readonly [Name in keyof Settings]?: Settings[Name] | undefined }): Partial<Settings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

async function onlyWorkspace({ reads, actor }: Call): Promise<number> {
  if (actor.kind === "operator") throw refuseFields([{ field: "workspace_id", message: "is required." }]);
  const { data } = await reads.workspaces(actor, { limit: workspacesNamedMax, cursor: null });
  const [only, ...others] = data;
  if (only !== undefined && others.length === 0) return only.workspace_id;
  const message =
    only === undefined
      ? "is missing: you belong to no workspace. Make one with POST /api/auth/organization/create."
      : `is required, since you belong to several: ${data.map((workspace) => workspace.workspace_id).join(", ")}.`;
  throw refuseFields([{ field: "workspace_id", message }]);
}

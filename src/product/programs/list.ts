// Programs with the settings in force now, by id. Of a program's key only the mask is ever shown.

import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { maskKey } from "../../access/key-mask.ts";
import { lacksSecondFactor } from "../../access/permission.ts";
import { agreementSettingsOf, agreementSettingsSchema } from "../../core/rules/events/settings/agreement-settings.ts";
import { couponSettingsOf, couponSettingsSchema } from "../../core/rules/events/settings/coupon-settings.ts";
import { currencySettingsOf, currencySettingsSchema } from "../../core/rules/events/settings/currency-settings.ts";
import { feeSettingsOf, feeSettingsSchema } from "../../core/rules/events/settings/fee-settings.ts";
import { flagSettingsOf, flagSettingsSchema } from "../../core/rules/events/settings/flag-settings.ts";
import {
  leadRewardSettingsOf,
  leadRewardSettingsSchema,
} from "../../core/rules/events/settings/lead-reward-settings.ts";
import { mailSettingsOf, mailSettingsSchema } from "../../core/rules/events/settings/mail-settings.ts";
import { payoutSettingsOf, payoutSettingsSchema } from "../../core/rules/events/settings/payout-settings.ts";
import { portalSettingsOf, portalSettingsSchema } from "../../core/rules/events/settings/portal-settings.ts";
import { referralSettingsOf, referralSettingsSchema } from "../../core/rules/events/settings/referral-settings.ts";
import { type Settings, settingsSchema } from "../../core/rules/events/settings/settings.ts";
import { taxSettingsOf, taxSettingsSchema } from "../../core/rules/events/settings/tax-settings.ts";
import type { ProgramRow } from "../../core/rules/rows/rows.ts";
import { flag, id, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { activeStatuses } from "../../core/vocabulary/statuses.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const programLine = z.strictObject({
  program_id: id("The program"),
  workspace_id: id("The workspace it belongs to"),
  name: words("Name people see"),
  status: z.enum(activeStatuses).meta({ description: "An inactive program takes no clicks and no calls" }),
  ...settingsSchema.shape,
  ...portalSettingsSchema.shape,
  ...mailSettingsSchema.shape,
  ...couponSettingsSchema.shape,
  ...feeSettingsSchema.shape,
  ...payoutSettingsSchema.shape,
  ...agreementSettingsSchema.shape,
  ...taxSettingsSchema.shape,
  ...leadRewardSettingsSchema.shape,
  ...referralSettingsSchema.shape,
  ...flagSettingsSchema.shape,
  ...currencySettingsSchema.shape,
  is_demo: flag("Whether it is a demo: its partners and sales are invented"),
  api_token_masked: wordsOrNull("Its key's last four characters; null while it has none"),
  created_at: time("When it was created"),
});

export type ProgramLine = z.output<typeof programLine>;

export const programFilters = { workspace_id: id("Only those of this workspace").optional() };

export type ProgramFilter = Filter<typeof programFilters> & {
  /** Only those of the workspaces this account belongs to. */
  readonly accountId?: string | undefined;
  /** Only those of the workspace this agent's key was made for; none once it is revoked. */
  readonly agentKeyId?: number | undefined;
  /** Only those of the workspace this token opens. */
  readonly tokenId?: number | undefined;
};

const byProgramId = keyset("programs", numberKey);

export async function listPrograms(
  db: Kysely<Tables>,
  request: PageRequest,
  filter: ProgramFilter = {},
): Promise<Page<ProgramLine>> {
  const [afterProgramId] = byProgramId.after(request, [0]);
  let query = selectPrograms(db)
    .where("p.program_id", ">", afterProgramId)
    .orderBy("p.program_id")
    .limit(request.limit + 1);
  if (filter.workspace_id !== undefined) query = query.where("p.workspace_id", "=", filter.workspace_id);
  const { accountId, agentKeyId, tokenId } = filter;
  if (accountId !== undefined) {
    query = query.where("p.workspace_id", "in", (members) =>
      members
        .selectFrom("workspace_member as m")
        .innerJoin("workspace as w", "w.workspace_id", "m.workspace_id")
        .innerJoin("account_user as u", "u.id", "m.user_id")
        .select("m.workspace_id")
        .where("m.user_id", "=", accountId)
        .where(sql<boolean>`not ${sql.raw(lacksSecondFactor)}`),
    );
  }
  if (tokenId !== undefined) {
    query = query.where("p.workspace_id", "in", (tokens) =>
      tokens.selectFrom("workspace_token").select("workspace_id").where("token_id", "=", tokenId),
    );
  }
  if (agentKeyId !== undefined) {
    query = query.where("p.workspace_id", "in", (keys) =>
      keys
        .selectFrom("agent_key")
        .select("workspace_id")
        .where("agent_key_id", "=", agentKeyId)
        .where("revoked_at", "is", null),
    );
  }
  const lines = await withKeys(db, await query.execute());
  return byProgramId.page(lines, request, (program) => [program.program_id]);
}

export async function findProgram(db: Kysely<Tables>, programId: number): Promise<ProgramLine | undefined> {
  // As an array: Citus plans no outer join of three tables that each have the same single program.
  const isAskedFor = sql<boolean>`p.program_id = any(${[programId]}::bigint[])`;
  const [line] = await withKeys(db, await selectPrograms(db).where(isAskedFor).execute());
  return line;
}

type SelectedProgram = Omit<
  ProgramRow,
  "closed_until" | "owns_coupons" | "uses_terms" | "uses_bonuses" | "has_forfeits" | "agreement"
> & {
  readonly settings: Settings;
  readonly is_demo: boolean;
};

/** Keys are not kept with programs' books: one query of both would be of several machines, where there are several. */
async function withKeys(db: Kysely<Tables>, programs: readonly SelectedProgram[]): Promise<ProgramLine[]> {
  const programIds = programs.map((program) => program.program_id);
  const keys = await db
    .selectFrom("program_key")
    .select(["program_id", "last_four"])
    .where("program_id", "in", programIds.length === 0 ? [0] : programIds)
    .execute();
  const lastFour = new Map(keys.map((key) => [key.program_id, key.last_four]));
  return programs.map((program) => lineOf(program, lastFour.get(program.program_id) ?? null));
}

function selectPrograms(db: Kysely<Tables>) {
  return db
    .selectFrom("program as p")
    .innerJoinLateral(
      (settings) =>
        settings
          .selectFrom("program_settings")
          .select("settings")
          .whereRef("program_settings.program_id", "=", "p.program_id")
          .orderBy("from_event_id", "desc")
          .limit(1)
          .as("s"),
      (join) => join.onTrue(),
    )
    .leftJoin("demo_program as d", "d.program_id", "p.program_id")
    .where("d.removed_at", "is", null)
    .select(["p.program_id", "p.workspace_id", "p.name", "p.status", "p.created_at", "s.settings"])
    .select((d) => d("d.program_id", "is not", null).$castTo<boolean>().as("is_demo"));
}

/** Settings come out of the database in no order; here they get theirs. */
function lineOf({ settings, created_at, ...program }: SelectedProgram, lastFour: string | null): ProgramLine {
  return {
    ...program,
    attribution_model: settings.attribution_model,
    cookie_window_days: settings.cookie_window_days,
    attribution_window_days: settings.attribution_window_days,
    hold_period_days: settings.hold_period_days,
    lead_auth: settings.lead_auth,
    lead_settlement: settings.lead_settlement,
    platform_fee_bps: settings.platform_fee_bps,
    commission: settings.commission,
    ...portalSettingsOf(settings),
    ...mailSettingsOf(settings),
    ...couponSettingsOf(settings),
    ...feeSettingsOf(settings),
    ...payoutSettingsOf(settings),
    ...agreementSettingsOf(settings),
    ...taxSettingsOf(settings),
    ...leadRewardSettingsOf(settings),
    ...referralSettingsOf(settings),
    ...flagSettingsOf(settings),
    ...currencySettingsOf(settings),
    is_demo: program.is_demo,
    api_token_masked: lastFour === null ? null : maskKey(lastFour),
    created_at,
  };
}

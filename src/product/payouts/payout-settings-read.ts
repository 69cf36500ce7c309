// How a program's payouts are controlled now: approvals, limits and schedules.
import { type PayoutSettings, payoutSettingsOf } from "../../core/rules/events/settings/payout-settings.ts";
import type { Settings } from "../../core/rules/events/settings/settings.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Ask } from "./fixed-statement.ts";

const settingsStatement: Statement = {
  name: "payout_settings",
  text: `select settings
           from program_settings
          where program_id = $1
          order by from_event_id desc
          limit 1`,
};

export async function findPayoutSettings(ask: Ask, programId: number): Promise<PayoutSettings> {
  const [row] = await ask<{ settings: Settings }>(settingsStatement, [programId]);
  return payoutSettingsOf(row?.settings ?? {});
}

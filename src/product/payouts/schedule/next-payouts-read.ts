// When one partner is paid next by a schedule, and from which amount on.
import type { Kysely } from "kysely";
import { nextRun } from "../../../core/rules/payout-due.ts";
import type { Currency } from "../../../core/vocabulary/money/currencies.ts";
import type { Tables } from "../../../engine/postgres/tables/tables.ts";
import { askOf } from "../fixed-statement.ts";
import { findGroups } from "../run-plan.ts";
import { findSchedules, partnersOf } from "./schedules-read.ts";

export type NextPayout = { readonly currency: Currency; readonly on: Date; readonly minimum_cents: number };

export async function findNextPayouts(
  db: Kysely<Tables>,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
): Promise<readonly NextPayout[]> {
  const ask = askOf(db);
  const found = await findSchedules(ask, programId);
  if (found.length === 0) return [];
  const group = (await findGroups(ask, programId, [partnerId])).get(partnerId) ?? "default";
  const all = found.map(({ schedule }) => schedule);
  return found.flatMap(({ schedule, times }) => {
    const { groupId, exceptGroups = [] } = partnersOf(schedule, all);
    const isTheirs = groupId === undefined ? !exceptGroups.includes(group) : groupId === group;
    const on = isTheirs ? nextRun(schedule, times) : null;
    return on === null ? [] : [{ currency: schedule.currency, on, minimum_cents: schedule.minimum_cents }];
  });
}

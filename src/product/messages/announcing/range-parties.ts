// The parties of a range: leads, payouts and partners, and the payments that names refer to, from the books.
import { type Kysely, sql } from "kysely";
import type { Settings } from "../../../core/rules/events/settings/settings.ts";
import type { FlagRow } from "../../../core/rules/rows/flag-row.ts";
import type { PayoutRow } from "../../../core/rules/rows/payout-rows.ts";
import type { LeadRow } from "../../../core/rules/rows/rows.ts";
import type { SubIds } from "../../../core/rules/sub-ids.ts";
import type { Tables } from "../../../engine/postgres/tables/tables.ts";

type Leads = { readonly leads: readonly LeadRow[]; readonly claimedLeads: ReadonlySet<number> };

/** Those that were reported by these events, and those these subjects have. */
export async function readLeads(
  db: Kysely<Tables>,
  programId: number,
  ids: readonly number[],
  subjects: readonly string[],
): Promise<Leads> {
  if (subjects.length === 0) return { leads: [], claimedLeads: new Set() };
  const { rows: leads } = await sql<LeadRow>`
    select * from lead where program_id = ${programId} and lead_id = any(${ids}::bigint[])
     union
    select * from lead where program_id = ${programId} and subject = any(${subjects}::text[])`.execute(db);
  return { leads, claimedLeads: await findClaimed(db, programId, leads) };
}

/** A browser's word was not enough, by the settings that were in force when it came. */
async function findClaimed(db: Kysely<Tables>, programId: number, leads: readonly LeadRow[]): Promise<Set<number>> {
  if (leads.length === 0) return new Set();
  const settings = await db
    .selectFrom("program_settings")
    .select(["from_event_id", "settings"])
    .where("program_id", "=", programId)
    .orderBy("from_event_id")
    .execute();
  const reported = await db
    .selectFrom("event")
    .select(["id", "source"])
    .where("program_id", "=", programId)
    .where(
      "id",
      "in",
      leads.map(({ lead_id }) => lead_id),
    )
    .execute();
  const inForce = (id: number): Settings | undefined =>
    settings.findLast(({ from_event_id }) => from_event_id <= id)?.settings;
  return new Set(
    reported
      .filter(({ id, source }) => source !== "api" && inForce(id)?.lead_auth === "server_required")
      .map(({ id }) => id),
  );
}

/** By the names they go by. */
export async function readPayments(db: Kysely<Tables>, programId: number, aliases: readonly string[]) {
  if (aliases.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom("payment_alias")
    .select(["alias", "payment_id"])
    .where("program_id", "=", programId)
    .where("alias", "in", aliases)
    .execute();
  return new Map(rows.map(({ alias, payment_id }) => [alias, payment_id]));
}

export async function readPayouts(db: Kysely<Tables>, programId: number, payoutIds: readonly number[]) {
  if (payoutIds.length === 0) return new Map<number, PayoutRow>();
  const rows = await db
    .selectFrom("payout")
    .selectAll()
    .where("program_id", "=", programId)
    .where("payout_id", "in", payoutIds)
    .execute();
  return new Map(rows.map((row) => [row.payout_id, row]));
}

/** By the payout whose money came back. */
export async function readReturnedItems(db: Kysely<Tables>, programId: number, payoutIds: readonly number[]) {
  const rows =
    payoutIds.length === 0
      ? []
      : await db
          .selectFrom("payout_item")
          .selectAll()
          .where("program_id", "=", programId)
          .where("payout_id", "in", payoutIds)
          .where("status", "=", "returned")
          .orderBy("sale_id")
          .execute();
  return Map.groupBy(rows, ({ payout_id }): number => payout_id);
}

/** So many of one subscription: it has one that came before its first sale, seldom more. */
const renewedMax = 100;

/** Sales that were recorded before the sale that is their subscription's first, by that one, where it is one of these events. */
export async function readRenewed(
  db: Kysely<Tables>,
  programId: number,
  subscriptions: readonly string[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (subscriptions.length === 0) return new Map();
  const { rows } = await sql<{ first_sale_id: number; sale_id: number }>`
    select u.first_sale_id, s.sale_id
      from subscription u
     cross join lateral (
           select sale_id
             from sale
            where program_id = ${programId} and subscription_id = u.subscription_id and sale_id < u.first_sale_id
            order by sale_id
            limit ${renewedMax}
           ) s
     where u.program_id = ${programId} and u.subscription_id = any(${subscriptions}::text[])
       and u.first_sale_id = any(${ids}::bigint[])
     order by s.sale_id`.execute(db);
  const byFirst = Map.groupBy(rows, ({ first_sale_id }) => first_sale_id);
  return new Map([...byFirst].map(([id, renewed]) => [id, renewed.map(({ sale_id }) => sale_id)]));
}

export async function readPartners(db: Kysely<Tables>, programId: number, partnerIds: readonly number[]) {
  const rows =
    partnerIds.length === 0
      ? []
      : await db
          .selectFrom("partner")
          .select(["partner_id", "code", "name"])
          .where("program_id", "=", programId)
          .where("partner_id", "in", [...new Set(partnerIds)])
          .execute();
  return new Map(rows.map((row) => [row.partner_id, row]));
}

export async function readSubIds(
  db: Kysely<Tables>,
  programId: number,
  clickIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, SubIds>> {
  const named = [...new Set(clickIds.filter((clickId) => clickId !== null))];
  if (named.length === 0) return new Map();
  const rows = await db
    .selectFrom("click")
    .select(["click_id", "sub_ids"])
    .where("program_id", "=", programId)
    .where("click_id", "in", named)
    .where("sub_ids", "is not", null)
    .execute();
  return new Map(rows.map(({ click_id, sub_ids }) => [click_id, sub_ids ?? {}]));
}

/** Those that these events raised, and those of these commissions. */
export async function readFlags(
  db: Kysely<Tables>,
  programId: number,
  { eventIds, commissionIds }: { readonly eventIds: readonly number[]; readonly commissionIds: readonly number[] },
): Promise<FlagRow[]> {
  const { rows } = await sql<FlagRow>`
    select * from flag where program_id = ${programId} and event_id = any(${eventIds}::bigint[])
     union
    select * from flag where program_id = ${programId} and sale_id = any(${commissionIds}::bigint[])
     order by sale_id, kind, partner_id`.execute(db);
  return rows;
}

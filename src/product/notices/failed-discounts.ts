// Discount codes that could not be made or changed at their provider: once when that has failed for an hour, and once when it is not tried
// again.
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { millisecondsPerDay } from "../reads/days.ts";
import type { Finding } from "./notice-facts.ts";

/** Older news is ignored at the first check. */
const newsDays = 2;
const failingMinutesMin = 60;

export async function failedDiscounts(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  type Row = {
    readonly program_id: number;
    readonly discount_id: number;
    readonly partner_id: number;
    readonly code: string | null;
    readonly change: "make" | "stop" | "resume";
    readonly fault: string;
    readonly is_tried_again: boolean;
    readonly failing_since: Date;
  };
  const { rows } = await sql<Row>`
    select program_id, discount_id, partner_id, code, coalesce(fault, 'no answer') as fault, failing_since,
           case when status = 'making' or provider_id is null then 'make' when is_active then 'stop' else 'resume' end as change,
           next_look_at is not null as is_tried_again
      from provider_discount
     where failing_since > ${new Date(now.getTime() - newsDays * millisecondsPerDay)}::timestamptz
       and (next_look_at is null or failing_since < ${now}::timestamptz - make_interval(mins => ${failingMinutesMin}))
     order by program_id, discount_id`.execute(db);
  if (rows.length === 0) return [];
  const names = await namesOf(db, rows);
  return rows.map(({ program_id, discount_id, failing_since, ...failed }) => ({
    programId: program_id,
    cause: `${discount_id} ${failing_since.toISOString()} ${failed.is_tried_again ? "" : "final"}`,
    facts: { kind: "discount_failed", ...failed, partner_name: names.get(failed.partner_id) ?? "" },
  }));
}

type OfPartner = { readonly program_id: number; readonly partner_id: number };

/** Kept with the programs' books: a query of its own. */
async function namesOf(db: Kysely<Tables>, failed: readonly OfPartner[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom("partner")
    .select(["partner_id", "name"])
    .where(
      "program_id",
      "in",
      failed.map(({ program_id }) => program_id),
    )
    .where(
      "partner_id",
      "in",
      failed.map(({ partner_id }) => partner_id),
    )
    .execute();
  return new Map(rows.map(({ partner_id, name }) => [partner_id, name]));
}

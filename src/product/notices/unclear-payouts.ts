// Payouts of which a payment provider does not say whether it paid them, for longer than a fault that passes: once a day each.
import { type Kysely, sql } from "kysely";
import type { RailName } from "../../core/vocabulary/money/payout-rails.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { unclearMinutesMin } from "../rails/attention-list.ts";
import type { Finding } from "./notice-facts.ts";

export async function unclearPayouts(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  type Row = {
    readonly program_id: number;
    readonly payout_id: number;
    readonly rail: RailName;
    readonly fault: string;
    readonly attempt: number;
  };
  const { rows } = await sql<Row>`
    select program_id, payout_id, attempt, rail, coalesce(fault, 'no answer') as fault
      from payout_attempt
     where unclear_since < ${now}::timestamptz - make_interval(mins => ${unclearMinutesMin})
     order by program_id, payout_id, attempt`.execute(db);
  const day = now.toISOString().slice(0, "2026-01-31".length);
  return rows.map(({ program_id, attempt, ...unclear }) => ({
    programId: program_id,
    cause: `${unclear.payout_id} ${attempt} ${day}`,
    facts: { kind: "payout_unclear", ...unclear },
  }));
}

// What needs attention in a program, as counts: each leads to a list.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { count, timeOrNull } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { countFlags } from "../flags/count-read.ts";

export const attention = z.strictObject({
  open_alarm_count: count("Open alarms"),
  failed_count: count("Events that failed: retry them after a fix"),
  parked_count: count("Events that wait for something, such as a payment for its click"),
  open_dispute_count: count("Disputes that are open"),
  open_flag_count: count("Flags that are open: commissions that look wrong"),
  key_rotate_by: timeOrNull("Deadline to replace the program's key; null without one"),
  payee_count: count("Partners, each in one currency, with commission that is due and in no payout yet"),
  payout_count: count("Payouts that were put together and are not paid yet"),
});

export type Attention = z.output<typeof attention>;

/** Not kept with the program's books: one query of both would be of several machines, where there are several. */
type OutsideBooks = Pick<Attention, "open_alarm_count" | "key_rotate_by">;
type Flags = Pick<Attention, "open_flag_count">;
type InBooks = Omit<Attention, keyof OutsideBooks | keyof Flags>;

/** Payees are found by skipping from one to the next in the index of unpaid commissions, without summing what each is owed. */
export async function findAttention(db: Kysely<Tables>, programId: number): Promise<Attention> {
  const nextPayee = (behind: ReturnType<typeof sql>) => sql`
    select c.partner_id, c.currency
      from commission c
     where c.program_id = ${programId} and c.stage = 'approved' and c.status in ('approved', 'refunded')
       and c.amount_cents > 0 and ${behind}
       and not exists (select 1 from payout_item i
                        where i.program_id = c.program_id and i.sale_id = c.sale_id and i.partner_id = c.partner_id
                          and i.currency = c.currency and i.status = 'created')
     order by c.partner_id, c.currency
     limit 1`;
  const { rows } = await sql<InBooks>`
    with recursive payee (partner_id, currency) as (
      (${nextPayee(sql`true`)})
       union all
      select following.*
        from payee
       cross join lateral (${nextPayee(sql`(c.partner_id, c.currency) > (payee.partner_id, payee.currency)`)}) following
    )
    select (select count(*) from outcome where program_id = ${programId} and outcome = 'failed') as failed_count,
           (select count(*) from outcome where program_id = ${programId} and outcome = 'parked') as parked_count,
           (select count(*) from dispute where program_id = ${programId} and status = 'open') as open_dispute_count,
           (select count(*) from payee) as payee_count,
           (select count(*) from payout where program_id = ${programId} and status = 'created' and payout_id > 0)
             as payout_count`.execute(db);
  const { rows: outside } = await sql<OutsideBooks>`
    select (select count(*) from alarm where program_id = ${programId} and acknowledged_at is null) as open_alarm_count,
           (select rotate_by from program_key where program_id = ${programId}) as key_rotate_by`.execute(db);
  const [inBooks] = rows;
  const [outsideBooks] = outside;
  if (inBooks === undefined || outsideBooks === undefined) throw new Error("a query of figures answered no row");
  const { open_count: open_flag_count } = await countFlags(db, programId);
  return { ...outsideBooks, ...inBooks, open_flag_count };
}

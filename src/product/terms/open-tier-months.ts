// Commissions that wait for their month to close, as events that bring them to the tier which the month reached. The fold computes the step;
// the events only name the sales. They are decided under the program's lock, before the month itself is closed: so its sums have them.
import { monthOf } from "../../core/rules/events/statement.ts";
import { closedSalesMax, type TierMonthClosed } from "../../core/rules/events/tier-events.ts";
import { openMonthSql } from "../../engine/books/tier-adjustment.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

/** Of one program in one hold of its lock; the rest comes next. */
const salesPerBatch = 2 * closedSalesMax;

type OpenCommission = { readonly sale_id: number; readonly partner_id: number; readonly month: string };

const openMonth = openMonthSql("c");
const isOpen = "(c.terms #>> '{tier,open_month}') is not null";

const openStatement: Statement = {
  name: "commissions_of_open_months",
  text: `select c.sale_id, c.partner_id, ${openMonth} as month
           from commission c
          where c.program_id = $1 and ${isOpen} and ${openMonth} < $2
          order by ${openMonth}, c.sale_id
          limit $3`,
};

/** Of the program, as `p`. */
export const hasOpenCommissionsOfClosedMonth = `
  p.uses_terms and exists (select 1
                             from commission c
                            where c.program_id = p.program_id and ${isOpen}
                              and ${openMonth} < to_char(p.closed_until at time zone 'UTC', 'YYYY-MM'))`;

/** Of months that end by this time, the oldest first; none where no commission waits. */
export async function findOpenTierMonths(session: Session, programId: number, end: Date): Promise<TierMonthClosed[]> {
  const open = await session.query<OpenCommission>(openStatement, [programId, monthOf(end), salesPerBatch]);
  const found: TierMonthClosed[] = [];
  for (const [partner_id, ofPartner] of Map.groupBy(open, (each) => each.partner_id)) {
    for (const [month, sales] of Map.groupBy(ofPartner, (each) => each.month)) {
      for (let from = 0; from < sales.length; from += closedSalesMax) {
        const sale_ids = sales.slice(from, from + closedSalesMax).map(({ sale_id }) => sale_id);
        found.push({ type: "tier_month_closed", partner_id, month, sale_ids });
      }
    }
  }
  return found;
}

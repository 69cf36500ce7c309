// Commissions that wait for their month to close, as events that bring them to the tier which the month reached. The fold computes the step;
// the events only name the sales. They are decided under the program's lock, before the month itself is closed: so its sums have them.
import { monthOf } from "../../core/rules/events/statement.ts";
import { closedSalesMax, type TierMonthClosed } from "../../core/rules/events/tier-events.ts";
import { isOpenTierSql } from "../../engine/books/tier-adjustment.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

/** Of one program in one hold of its lock; the rest comes next. */
const salesPerBatch = 2 * closedSalesMax;

type OpenSale = { readonly sale_id: number; readonly partner_id: number; readonly received_at: Date };

const openStatement: Statement = {
  name: "commissions_of_open_months",
  text: `select c.sale_id, s.partner_id, s.received_at
           from commission c
           join sale s on s.program_id = c.program_id and s.sale_id = c.sale_id
          where c.program_id = $1 and ${isOpenTierSql("c")} and s.received_at < $2
          order by c.sale_id
          limit $3`,
};

/** The oldest sale whose commission is open was received before the end of the last closed month; as `p` the program. */
export const hasOpenCommissionsOfClosedMonth = `
  p.uses_terms and (select s.received_at
                      from commission c
                      join sale s on s.program_id = p.program_id and s.sale_id = c.sale_id
                     where c.program_id = p.program_id and ${isOpenTierSql("c")}
                     order by c.sale_id
                     limit 1) < p.closed_until`;

/** Of months that end by this time, the oldest sales first; none where no commission waits. */
export async function findOpenTierMonths(session: Session, programId: number, end: Date): Promise<TierMonthClosed[]> {
  const open = await session.query<OpenSale>(openStatement, [programId, end, salesPerBatch]);
  const found: TierMonthClosed[] = [];
  for (const [partner_id, ofPartner] of Map.groupBy(open, (sale) => sale.partner_id)) {
    for (const [month, sales] of Map.groupBy(ofPartner, ({ received_at }) => monthOf(received_at))) {
      for (let from = 0; from < sales.length; from += closedSalesMax) {
        const sale_ids = sales.slice(from, from + closedSalesMax).map(({ sale_id }) => sale_id);
        found.push({ type: "tier_month_closed", partner_id, month, sale_ids });
      }
    }
  }
  return found;
}

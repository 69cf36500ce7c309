// Closes months for partners as the service's job does: one event for each partner and month, and for so many sales at most.
import { monthOf } from "../../src/core/rules/events/statement.ts";
import { closedSalesMax } from "../../src/core/rules/events/tier-events.ts";
import type { MemoryProgram } from "./memory-program.ts";

/** Of months that end by `end`, on this day of the program's. */
export function closeTierMonths(
  program: MemoryProgram,
  { end, day, sizeMax = closedSalesMax }: { readonly end: Date; readonly day: number; readonly sizeMax?: number },
): void {
  const sales = new Map(program.rows("sale").map((sale) => [sale.sale_id, sale]));
  const open = program.rows("commission").flatMap(({ sale_id, terms }) => {
    const sale = sales.get(sale_id);
    return terms?.tier?.open_month !== undefined && sale !== undefined && sale.received_at < end ? [sale] : [];
  });
  for (const [partner_id, ofPartner] of Map.groupBy(open, (sale) => sale.partner_id)) {
    for (const [month, ofMonth] of Map.groupBy(ofPartner, (sale) => monthOf(sale.received_at))) {
      for (let from = 0; from < ofMonth.length; from += sizeMax) {
        const sale_ids = ofMonth.slice(from, from + sizeMax).map(({ sale_id }) => sale_id);
        program.record({ source: "schedule", day, data: { type: "tier_month_closed", partner_id, month, sale_ids } });
      }
    }
  }
}

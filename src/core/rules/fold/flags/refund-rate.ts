// How many of a partner's sales are refunded: counted by the day (UTC) on which each was received, where the program looks at it. The counts
// follow from the sales: what an event changed is taken out as it was and put in as it is. A sale counts as refunded as long as any of it went
// back, by a refund or a lost dispute. Imported sales count for nothing.
import type { Books, ChangedSale } from "../../books.ts";
import { flagSettingsOf } from "../../events/settings/flag-settings.ts";
import type { PartnerActivityRow, SaleDay } from "../../rows/flag-row.ts";
import type { SaleRow } from "../../rows/sale-rows.ts";
import { addDays, dayOf } from "../../time.ts";
import { settingsInForce } from "../settings-in-force.ts";
import { looksAt } from "./flags.ts";

/** A sale's own day, and so many before it. */
const daysBefore = 60;

export type RefundCount = { readonly sales: number; readonly refunded: number };

/** Brings the counts up to the sales that have changed. */
export function countSales(books: Books, changed: readonly ChangedSale[]): void {
  if (changed.length === 0 || !looksAt(books, "sales")) return;
  for (const [saleId, { sale: before }] of changed) {
    const now = books.of.sale.get(saleId);
    const isSame =
      before?.partner_id === now?.partner_id &&
      (before === undefined) === (now === undefined) &&
      isBack(before) === isBack(now);
    if (isSame || flagSettingsOf(settingsInForce(books, saleId)).flag_refund_rate === "off") continue;
    if (before !== undefined) add(books, before, -1);
    if (now !== undefined) add(books, now, 1);
  }
}

/** Of the partner's sales before the one at hand, which is counted once its event is folded. */
export function refundsOf(books: Books, partnerId: number, receivedAt: Date): RefundCount {
  const [from, until] = [dayOf(addDays(receivedAt, -daysBefore)), dayOf(receivedAt)];
  let [sales, refunded] = [0, 0];
  for (const counted of books.of.partner_activity.get(partnerId)?.sale_days ?? []) {
    if (counted.day < from || counted.day > until) continue;
    sales += counted.sales;
    refunded += counted.refunded;
  }
  return { sales, refunded };
}

export function emptyActivity(books: Books, partnerId: number): PartnerActivityRow {
  return { program_id: books.programId, partner_id: partnerId, sale_days: null, lead_times: null };
}

function isBack(sale: SaleRow | undefined): boolean {
  return sale !== undefined && sale.refunded_cents > 0;
}

function add(books: Books, sale: SaleRow, by: 1 | -1): void {
  if (sale.imported !== null) return;
  const activity = books.of.partner_activity.get(sale.partner_id) ?? emptyActivity(books, sale.partner_id);
  const sale_days = withSale(activity.sale_days ?? [], dayOf(sale.received_at), { by, isBack: isBack(sale) });
  books.of.partner_activity.put({ ...activity, sale_days });
}

type Counting = { readonly by: 1 | -1; readonly isBack: boolean };

/** Those of the newest day's 60, and of none where nothing was sold. What is older counts for no later sale. */
function withSale(days: readonly SaleDay[], day: string, { by, isBack: wentBack }: Counting): readonly SaleDay[] {
  const found = days.find((counted) => counted.day === day);
  const counted = {
    day,
    sales: (found?.sales ?? 0) + by,
    refunded: (found?.refunded ?? 0) + (wentBack ? by : 0),
  };
  // Most sales are one more of a day that is there.
  if (found !== undefined && counted.sales > 0) return days.map((other) => (other === found ? counted : other));
  const others = found === undefined ? days : days.filter((other) => other !== found);
  return kept([...others, counted].sort((one, other) => (one.day < other.day ? -1 : 1)));
}

function kept(days: readonly SaleDay[]): readonly SaleDay[] {
  const newest = days.at(-1)?.day;
  if (newest === undefined) return days;
  const from = dayOf(addDays(new Date(`${newest}T00:00:00.000Z`), -daysBefore));
  return days.filter(({ day, sales }) => day >= from && sales > 0);
}

// What messages say of clicks, leads, refunds, payouts and payments that wait: a row, or what was reported, as it is shown.
import type { DataOf } from "../../../core/rules/events/events.ts";
import type { PayoutRow } from "../../../core/rules/rows/payout-rows.ts";
import type { LeadRow } from "../../../core/rules/rows/rows.ts";
import type { DisputeRow, RefundRow } from "../../../core/rules/rows/sale-rows.ts";
import { type AnnouncedSales, subIdsShown } from "./announced-sales.ts";
import type { DetailOf, SaleShown } from "./payloads.ts";

export function clickShown(
  sales: AnnouncedSales,
  data: DataOf<"click_recorded">,
  partnerId: number,
): DetailOf<"click.recorded">["click"] {
  const { click_id, is_bot, page_url, referrer_url } = data;
  return {
    ...{ click_id, ...sales.partner(partnerId), ...subIdsShown(data.sub_ids ?? {}) },
    ...{ is_bot, page_url, referrer_url },
  };
}

export function leadShown(
  sales: AnnouncedSales,
  { lead_id, event_name, customer_key, click_id, partner_id }: LeadRow,
  isProvisional: boolean,
): DetailOf<"lead.recorded">["lead"] {
  return {
    ...{ lead_id, event_name: event_name || null, customer_key, click_id },
    ...{ ...sales.partner(partner_id), ...sales.subIds(click_id), is_provisional: isProvisional },
  };
}

export function waitingShown(
  { transaction_id, amount_cents, currency, payer }: DataOf<"payment_succeeded">,
  source: string,
): DetailOf<"sale.parked">["payment"] {
  const { customer_key } = payer;
  return { transaction_id, amount_cents, currency, customer_key, source, reason: "no_attribution" };
}

export function refundShown(
  sales: AnnouncedSales,
  { refund_key, amount_cents, reason }: RefundRow,
  sale: SaleShown,
): DetailOf<"refund.recorded">["refund"] {
  return {
    ...{ refund_id: refund_key, ...sales.of(sale), amount_cents, refunded_total_cents: sale.refunded_cents },
    ...{ currency: sale.currency, reason },
  };
}

export function disputeShown(
  sales: AnnouncedSales,
  { dispute_id, amount_cents }: DisputeRow,
  sale: SaleShown,
): DetailOf<"dispute.opened">["dispute"] {
  return { dispute_id, ...sales.of(sale), amount_cents, currency: sale.currency };
}

/** Unknown before it is paid. */
export function payoutShown(
  sales: AnnouncedSales,
  { payout_id, partner_id, amount_cents, currency, item_count, method, reference }: PayoutRow,
  saysHow: boolean,
): DetailOf<"payout.created">["payout"] {
  return {
    ...{ payout_id, ...sales.partner(partner_id), amount_cents, currency, item_count },
    ...{ method: saysHow ? method : null, reference: saysHow ? reference : null },
  };
}

// Sales and commissions as one event left them: what came later in the log is not in their figures.

import { saleOfReferral } from "../../../core/rules/referral-id.ts";
import { revived } from "../../../core/rules/rows/manual-attribution-row.ts";
import type { PayoutRow, SaleChangeRow } from "../../../core/rules/rows/payout-rows.ts";
import type { CommissionRow, SaleRow } from "../../../core/rules/rows/sale-rows.ts";
import type { SubIds } from "../../../core/rules/sub-ids.ts";
import { remainingShare } from "../../../core/vocabulary/money/money.ts";
import type { LogRange } from "./log-range.ts";
import type { CommissionShown, SaleShown } from "./payloads.ts";

export class AnnouncedSales {
  readonly #range: LogRange;
  readonly #eventId: number;

  constructor(range: LogRange, eventId: number) {
    this.#range = range;
    this.#eventId = eventId;
  }

  partner(partnerId: number): { readonly partner_id: number; readonly partner_code: string | null } {
    return { partner_id: partnerId, partner_code: this.#range.partners.get(partnerId)?.code ?? null };
  }

  subIds(clickId: string | null) {
    return subIdsShown((clickId === null ? undefined : this.#range.subIds.get(clickId)) ?? {});
  }

  sale(saleId: number): SaleShown | undefined {
    const row = this.#range.sales.get(saleId);
    return row && this.#shown(row);
  }

  /** Also one that was taken from its partner, as it was. */
  saleOrHidden(saleId: number): SaleShown | undefined {
    const hidden = this.#range.decisions.get(saleId)?.hidden?.sale ?? null;
    return this.sale(saleId) ?? (hidden === null ? undefined : this.#shown(revived<SaleRow>(hidden)));
  }

  of({ sale_id, transaction_id, partner_id, partner_code }: SaleShown) {
    return { sale_id, transaction_id, partner_id, partner_code };
  }

  /** Null if the sale earns no commission. */
  commissionAtSale(saleId: number): CommissionShown | null {
    const row = this.#range.commissions.get(saleId);
    if (row === undefined) return null;
    return this.#commission(saleId, row.amount_at_sale_cents, row.amount_at_sale_cents);
  }

  commissionNow(saleId: number, changeCents: number): CommissionShown | null {
    const row = this.#range.commissions.get(saleId);
    if (row === undefined) return null;
    const sale = this.#range.sales.get(saleId);
    if (sale?.imported != null) {
      const left = remainingShare(row.amount_at_sale_cents, sale.refunded_cents, sale.amount_cents);
      return this.#commission(saleId, left, changeCents);
    }
    const changes = this.#until(saleId).filter(({ commission_currency }) => commission_currency === row.currency);
    const amount = changes.reduce((sum, change) => sum + change.commission_cents, row.amount_at_sale_cents);
    return this.#commission(saleId, amount, changeCents);
  }

  /** Of a partner who earns nothing by it now. */
  noCommission(
    { sale_id, transaction_id }: SaleShown,
    payee: Pick<PayoutRow, "partner_id" | "currency">,
  ): CommissionShown {
    return {
      ...{ commission_id: sale_id, kind: "sale", sale_id, transaction_id, ...this.partner(payee.partner_id) },
      ...{ amount_cents: 0, change_cents: 0, currency: payee.currency, payout_id: null, paid_cents: 0 },
    };
  }

  /** One that no sale earned; undefined where a sale did, or nothing. */
  earnedWithoutSale(commissionId: number): CommissionRow | undefined {
    const row = this.#range.commissions.get(commissionId);
    return row?.kind === "sale" ? undefined : row;
  }

  /** By how much the event changed what the sale earns. */
  changeOf(saleId: number): number {
    const own = this.#until(saleId).filter(({ event_id }) => event_id === this.#eventId);
    return own.reduce((sum, change) => sum + change.commission_cents, 0);
  }

  #commission(saleId: number, amountCents: number, changeCents: number): CommissionShown | null {
    const [row, sale] = [this.#range.commissions.get(saleId), this.#range.sales.get(saleId)];
    if (row === undefined || (sale === undefined && row.kind === "sale")) return null;
    return {
      ...{ commission_id: saleId, kind: row.kind, sale_id: sale?.sale_id ?? saleOfReferral(saleId) },
      ...{ transaction_id: sale?.transaction_id ?? null, ...this.partner(row.partner_id) },
      ...{ amount_cents: amountCents, change_cents: changeCents, currency: row.currency },
      ...{ payout_id: null, paid_cents: 0 },
    };
  }

  #until(saleId: number): readonly SaleChangeRow[] {
    return (this.#range.changes.get(saleId) ?? []).filter(({ event_id }) => event_id <= this.#eventId);
  }

  #refunded({ sale_id, imported, refunded_cents }: SaleRow): number {
    if (imported !== null) return refunded_cents;
    return this.#until(sale_id).reduce((sum, change) => sum + change.refunded_cents, 0);
  }

  #shown(row: SaleRow): SaleShown {
    const { sale_id, transaction_id, amount_cents, currency, customer_key, click_id, source, provider } = row;
    const { provider_payment_id, sale_type, is_recurring, subscription_id, product_id } = row;
    return {
      ...{ sale_id, transaction_id, ...this.partner(row.partner_id), amount_cents },
      refunded_cents: this.#refunded(row),
      ...{
        currency,
        customer_key,
        click_id,
        coupon_code: row.coupon_code ?? null,
        ...this.subIds(click_id),
        source,
        provider,
        provider_payment_id,
        sale_type,
      },
      ...{ is_recurring, subscription_id, product_id },
      occurred_at: row.occurred_at,
      received_at: row.received_at,
    };
  }
}

export function subIdsShown({ sub1 = null, sub2 = null, sub3 = null, sub4 = null, sub5 = null }: Marks) {
  return { sub1, sub2, sub3, sub4, sub5 };
}

type Marks = { readonly [Name in keyof SubIds]?: string | null | undefined };

// Which report of a payment its amount and currency follow from: a provider's verified report outranks a call's and an import's,
// whichever came first; between equals the first one holds. The sale says that the reports differ.
// A call's sale is corrected in place. An imported sale is not: payment.ts records the provider's payment as a sale of its own.

import type { Books } from "../../books.ts";
import type { Collected, SaleRow } from "../../rows/sale-rows.ts";
import { tookCurrency } from "../settings-in-force.ts";

/** Its amount was reported by the payment's provider. */
export function isVerified({ source, imported, verified_by }: SaleRow): boolean {
  return imported === null && (source !== "api" || verified_by !== null);
}

/** What a provider says the payment came to. */
export type VerifiedAmount = {
  /** The event that says it. */
  readonly by: number;
  readonly amount_cents: number;
  readonly currency: string;
  readonly tax_cents: number | null;
  readonly collected: Collected | null;
};

/** The call's sale as it is by the provider's word; undefined where the program took no sales in that currency. */
export function asVerified(books: Books, sale: SaleRow, reported: VerifiedAmount): SaleRow | undefined {
  const { by, amount_cents, currency, tax_cents, collected } = reported;
  if (!tookCurrency(books, by, currency)) return undefined;
  if (isSameAmount(sale, reported)) return { ...sale, collected, verified_by: by };
  const reason = sale.reason ?? "amount_differs";
  return { ...sale, amount_cents, currency, tax_cents, collected, reason, verified_by: by };
}

export function isSameAmount(sale: SaleRow, reported: Pick<VerifiedAmount, "amount_cents" | "currency">): boolean {
  return reported.amount_cents === sale.amount_cents && reported.currency === sale.currency;
}

/** A dispute that named no amount is of all that was paid. */
export function resizeDisputes(books: Books, { sale_id, amount_cents }: SaleRow): void {
  for (const dispute of books.of.dispute.list(sale_id)) {
    if (dispute.is_whole === true) books.of.dispute.put({ ...dispute, amount_cents });
  }
}

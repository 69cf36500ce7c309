// Self-billing invoices, the slow way: one for each payout that was paid while its partner agreed, and a credit note for one of these that
// came back; each partner's documents are numbered from 1 in the order in which they became due.
import { type ModelPayout, sumOf } from "./account-model.ts";

export type ModelInvoice = {
  readonly kind: "invoice" | "credit_note";
  readonly partner_id: number;
  readonly sequence: number;
  /** The model's. */
  readonly payoutId: number;
  readonly currency: string;
  readonly gross_cents: number;
};

export class InvoiceModel {
  readonly documents: ModelInvoice[] = [];
  readonly #agreed = new Set<number>();

  choose(partnerId: number, agrees: boolean): void {
    if (agrees) this.#agreed.add(partnerId);
    else this.#agreed.delete(partnerId);
  }

  isAgreed(partnerId: number): boolean {
    return this.#agreed.has(partnerId);
  }

  paid(payout: ModelPayout): void {
    if (this.isAgreed(payout.partner_id)) this.#issue("invoice", payout, sumOf(payout.items));
  }

  returned(payout: ModelPayout): void {
    const isBilled = this.documents.some(({ payoutId }) => payoutId === payout.id);
    if (isBilled) this.#issue("credit_note", payout, -sumOf(payout.items));
  }

  #issue(kind: ModelInvoice["kind"], { id, partner_id, currency }: ModelPayout, gross_cents: number): void {
    const sequence = this.documents.filter((one) => one.partner_id === partner_id).length + 1;
    this.documents.push({ kind, partner_id, sequence, payoutId: id, currency, gross_cents });
  }
}

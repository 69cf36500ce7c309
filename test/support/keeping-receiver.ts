// A receiver as the documentation describes it: of each sale it keeps the newest message that says what the sale earns, and it adds
// up what payouts took of it. It knows nothing but messages.
import { z } from "zod";
import type { Announcement } from "../../src/product/messages/announcing/payloads.ts";

const message = z.object({
  about: z.object({ kind: z.string(), id: z.coerce.number() }),
  sale: z.object({ sale_id: z.number() }).optional(),
  payment: z.object({}).optional(),
  commission: z
    .object({ partner_id: z.number(), amount_cents: z.number(), paid_cents: z.number(), currency: z.string() })
    .nullish(),
});

export type KeptCommission = { readonly partner_id: number; readonly currency: string; readonly earned: number };

export type HeldCommission = KeptCommission & { readonly sale_id: number; readonly paid: number };

export class KeepingReceiver {
  readonly #commissions = new Map<number, KeptCommission>();
  readonly #paid = new Map<string, number>();

  /** What was imported is not announced: a receiver reads the list once. */
  readList(commissions: readonly HeldCommission[]): void {
    this.#commissions.clear();
    for (const { sale_id, paid, ...kept } of commissions) {
      this.#commissions.set(sale_id, kept);
      this.#paid.set(`${sale_id} ${kept.partner_id} ${kept.currency}`, paid);
    }
  }

  receive({ thin, detail }: Announcement): void {
    const { about, sale, commission, payment } = message.parse({ ...thin, ...detail });
    if (about.kind !== "sale") return;
    // Merged into another, or it waits.
    const isGone = payment !== undefined || (sale !== undefined && sale.sale_id !== about.id);
    if (isGone || commission === null) this.#commissions.delete(about.id);
    else if (commission !== undefined) {
      const { partner_id, currency, amount_cents, paid_cents } = commission;
      this.#commissions.set(about.id, { partner_id, currency, earned: amount_cents });
      const payee = `${about.id} ${partner_id} ${currency}`;
      this.#paid.set(payee, (this.#paid.get(payee) ?? 0) + paid_cents);
    }
  }

  /** By sale, in the order of their ids. */
  get commissions(): readonly HeldCommission[] {
    return [...this.#commissions]
      .toSorted(([one], [other]) => one - other)
      .map(([sale_id, kept]) => {
        const paid = this.#paid.get(`${sale_id} ${kept.partner_id} ${kept.currency}`) ?? 0;
        return { sale_id, ...kept, paid };
      });
  }
}

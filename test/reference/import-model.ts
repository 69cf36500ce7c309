// What another tool said of history, the slow way: what it said a sale earned, since when its customers are whose, and what it paid.
// Written from decision 0059, like the model it is a part of.
import type { Event, EventData } from "../../src/core/rules/events/events.ts";
import type { Attribution, ImportedSale } from "../../src/core/rules/rows/sale-rows.ts";
import type { Currency } from "../../src/core/vocabulary/money/currencies.ts";

type Data<Type extends EventData["type"]> = Extract<EventData, { type: Type }>;
export type ImportedLine = ImportedSale;

/** Of a line without a commission it earns nothing. */
export function importedOf({ tool, external_id, commission }: Data<"sale_imported">, currency: Currency): ImportedLine {
  const commission_currency = commission?.currency ?? currency;
  return { tool, external_id, commission_cents: commission?.amount_cents ?? 0, commission_currency };
}

/** Since it happened; its window begins with the import. */
export function importedBy({ occurred_at, received_at }: Event, { partner_id }: { partner_id: number }): Attribution {
  const since = Math.min(received_at.getTime(), (occurred_at ?? received_at).getTime());
  return { partner_id, click_id: "import", clicked_at: new Date(since), revisited_at: received_at };
}

type Sold = {
  readonly imported: ImportedLine | null;
  readonly occurred_at: Date | null;
  readonly received_at: Date;
  readonly startedAt: Date | null;
};

export function soldAt({ imported, occurred_at, received_at }: Sold): Date {
  return imported === null ? received_at : (occurred_at ?? received_at);
}

/** Of the subscription that began with it, or with an older payment of before. */
export function startOf(sale: Sold): Date {
  return sale.startedAt ?? soldAt(sale);
}

type PaidBefore = {
  readonly by: number;
  readonly payout_id: number;
  readonly sale_id: number;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
};

/** One amount for each payment and payout: the one that was said last. */
export class Paid {
  items: readonly PaidBefore[] = [];

  record(by: number, sale_id: number, { partner_id, commission }: Data<"sale_imported">): void {
    if (commission === null || commission.payout_id === null) return;
    const { payout_id, currency, amount_cents } = commission;
    const others = this.items.filter((item) => item.sale_id !== sale_id || item.payout_id !== payout_id);
    this.items = [...others, { by, payout_id, sale_id, partner_id, currency, amount_cents }];
  }

  /** What it was paid for turned out to be another payment's report. Of a payout that paid for both already, both items stay. */
  move(from: number, to: number): void {
    const held = new Set(this.items.flatMap(({ sale_id, payout_id }) => (sale_id === to ? [payout_id] : [])));
    this.items = this.items.map((item) =>
      item.sale_id === from && !held.has(item.payout_id) ? { ...item, sale_id: to } : item,
    );
  }

  /** It is asked again. */
  forget(eventId: number): void {
    this.items = this.items.filter(({ by }) => by !== eventId);
  }
}

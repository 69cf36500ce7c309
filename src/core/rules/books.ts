// The books of one program, as far as the events at hand need them, in memory.
// A row that was never asked for cannot be read: `get` throws instead of saying "not there", so a forgotten key is a loud
// bug and never a sale counted twice. Every change can be taken back to a mark and is listed for the writer.
// It never loads or writes anything itself.

import { Book, restore, type Undo } from "./book.ts";
import type { LoadKey } from "./book-keys.ts";
import type { NamedEvent } from "./events/event-names.ts";
import { referralIdOf } from "./referral-id.ts";
import type { BonusAwardRow } from "./rows/bonus-rows.ts";
import { isRemoval } from "./rows/manual-attribution-row.ts";
import type { BookName } from "./rows/rows.ts";
import type { CommissionRow, SaleRow } from "./rows/sale-rows.ts";
import type { CountedShare } from "./rows/terms-rows.ts";

/** A sale and its commission before an event changed either; undefined where there was none. */
export type SaleBefore = { readonly sale: SaleRow | undefined; readonly commission: CommissionRow | undefined };

/** As it was before the event at hand. */
export type ChangedSale = readonly [saleId: number, before: SaleBefore];

/** A bonus that a partner may have reached, or no longer. */
type Reachable = Pick<BonusAwardRow, "partner_id" | "bonus_id" | "period">;

const none: readonly never[] = [];

type AllBooks = { readonly [Name in BookName]: Book<Name> };

/** All books of one program, with one journal over them. */
export class Books {
  readonly programId: number;
  readonly of: AllBooks;
  /** Events that may be folded again, by id: those that wait in the parking, and those that were folded here. */
  readonly eventsParked = new Map<number, NamedEvent>();
  /** What each sale that was changed here adds to the totals that tiers and caps are measured by, as they are now. */
  readonly counted = new Map<LoadKey, readonly CountedShare[]>();
  /** Sales that have changed, as they were before, until what follows from them was brought up to them. */
  readonly #changedSales = new Map<number, SaleBefore>();
  /** Bonuses whose totals have changed, until what partners have reached was brought up to them. */
  readonly #reachable = new Map<string, Reachable>();
  readonly #journal: Undo[] = [];
  readonly #started = new Set<LoadKey>();

  constructor(programId: number) {
    this.programId = programId;
    const [journal, started] = [this.#journal, this.#started];
    this.of = {
      program: new Book("program", journal),
      program_settings: new Book("program_settings", journal),
      policy: new Book("policy", journal),
      partner: new Book("partner", journal, started),
      click: new Book("click", journal),
      customer: new Book("customer", journal),
      lead: new Book("lead", journal),
      identity: new Book("identity", journal),
      subscription: new Book("subscription", journal),
      payment_alias: new Book("payment_alias", journal),
      payment_reference: new Book("payment_reference", journal),
      sale: new Book("sale", journal, started),
      commission: new Book("commission", journal, started),
      commission_hold: new Book("commission_hold", journal, started),
      commission_forfeit: new Book("commission_forfeit", journal, started),
      flag: new Book("flag", journal, started),
      customer_email: new Book("customer_email", journal),
      partner_activity: new Book("partner_activity", journal),
      adjustment: new Book("adjustment", journal, started),
      payout: new Book("payout", journal, started),
      payout_item: new Book("payout_item", journal, started),
      sale_change: new Book("sale_change", journal, started),
      closed_month: new Book("closed_month", journal, started),
      restatement: new Book("restatement", journal, started),
      line_correction: new Book("line_correction", journal, started),
      platform_fee: new Book("platform_fee", journal, started),
      refund: new Book("refund", journal, started),
      dispute: new Book("dispute", journal, started),
      parked: new Book("parked", journal),
      outcome: new Book("outcome", journal, started),
      manual_attribution: new Book("manual_attribution", journal, started, isRemoval),
      coupon: new Book("coupon", journal),
      checklist: new Book("checklist", journal),
      partner_group: new Book("partner_group", journal),
      partner_policy: new Book("partner_policy", journal),
      term_total: new Book("term_total", journal),
      bonus: new Book("bonus", journal),
      bonus_award: new Book("bonus_award", journal),
    };
  }

  /** Rows under an event's own id come from this event alone: nothing has to be loaded to know there are no others. */
  startRowsOf(eventId: number): void {
    this.#started.add(eventId);
    this.#started.add(referralIdOf(eventId));
  }

  count(saleId: LoadKey, shares: readonly CountedShare[]): void {
    const before = this.counted.get(saleId);
    this.#journal.push(() => restore(this.counted, saleId, before));
    this.counted.set(saleId, shares);
  }

  /** What a recruiter earns by this sale, and what flags count of it, is computed once the event is folded. */
  changeSale(saleId: number, before: SaleBefore): void {
    if (!this.#changedSales.has(saleId)) this.#changedSales.set(saleId, before);
  }

  takeChangedSales(): readonly ChangedSale[] {
    if (this.#changedSales.size === 0) return none;
    const taken = [...this.#changedSales];
    this.#changedSales.clear();
    return taken;
  }

  /** Whether it is reached is looked at once the event is folded. */
  noteReachable(reachable: readonly Reachable[]): void {
    for (const of of reachable) this.#reachable.set(`${of.partner_id} ${of.bonus_id} ${of.period}`, of);
  }

  takeReachable(): readonly Reachable[] {
    if (this.#reachable.size === 0) return none;
    const taken = [...this.#reachable.values()];
    this.#reachable.clear();
    return taken;
  }

  /** A point to come back to with `rollback`. */
  mark(): number {
    return this.#journal.length;
  }

  rollback(mark: number): void {
    while (this.#journal.length > mark) this.#journal.pop()?.();
  }

  /** What was changed so far stays: marks made until now are void. */
  forgetMarks(): void {
    this.#journal.length = 0;
  }
}

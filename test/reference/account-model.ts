// Payouts and what partners stand at, the slow way: laid over the payout model, from the operator's part of the log.
// What is owed is looked for again each time it is asked: every approved sale and every adjustment that no payout holds yet.
import type { Event, PaidItem } from "../../src/core/rules/events/events.ts";
import type { PayoutStatus } from "../../src/core/rules/rows/payout-rows.ts";
import { PayoutModel } from "./payout-model.ts";

export type Payee = { readonly partner_id: number; readonly currency: string };
export type OwedItem = PaidItem & { readonly kind: "commission" | "adjustment" };
export type ModelPayout = Payee & {
  readonly id: number;
  readonly items: readonly PaidItem[];
  readonly created_at: Date;
  status: PayoutStatus;
  /** Of the last provider that it was handed to. */
  rail: string | null;
  method: string | null;
  reference: string | null;
  paid_at: Date | null;
  withdrawn_at: Date | null;
};
export type ModelBooks = ReturnType<PayoutModel["books"]>;
export type ModelSale = ModelBooks["sales"][number];

export class AccountModel {
  readonly #earned = new PayoutModel();
  readonly payouts: ModelPayout[] = [];
  #books: ModelBooks | null = null;

  apply(event: Event): void {
    this.#books = null;
    const { data, received_at: at } = event;
    if (data.type === "payout_created") this.#create(event, data);
    if (data.type === "payout_recorded") {
      const { method, reference } = data;
      this.#change(data.payout_id, { status: "paid", method, reference, paid_at: at });
    }
    if (data.type === "payout_sending") this.#change(data.payout_id, { status: "sending", rail: data.rail });
    if (data.type === "payout_progressed") this.#change(data.payout_id, { status: data.state });
    if (data.type === "payout_failed") this.#change(data.payout_id, { status: "failed", withdrawn_at: at });
    if (data.type === "payout_cancelled") this.#change(data.payout_id, { status: "cancelled", withdrawn_at: at });
    if (data.type === "payout_returned") this.#change(data.payout_id, { status: "returned", withdrawn_at: at });
    this.#earned.apply(event);
  }

  outcomeOf = (eventId: number) => this.#earned.outcomeOf(eventId);

  /** As they are until the next event. */
  books(): ModelBooks {
    this.#books ??= this.#earned.books();
    return this.#books;
  }

  #create({ id, received_at: created_at }: Event, { partner_id, currency, items }: Payee & Pick<ModelPayout, "items">) {
    const open = {
      status: "created" as const,
      rail: null,
      method: null,
      reference: null,
      paid_at: null,
      withdrawn_at: null,
    };
    this.payouts.push({ id, partner_id, currency, items, created_at, ...open });
  }

  #change(payoutId: number, fields: Partial<ModelPayout>): void {
    const payout = this.payouts.find(({ id }) => id === payoutId);
    if (payout === undefined) throw new Error(`no payout ${payoutId}`);
    Object.assign(payout, fields);
  }

  /** What is owed now for what it holds, which a refund, a dispute or another attribution may have changed. */
  dueNow(payout: ModelPayout): number {
    const holds = (saleId: number) => payout.items.some(({ sale_id }) => sale_id === saleId);
    return sumOf(this.#openTo(payout).filter(({ sale_id }) => holds(sale_id)));
  }

  /** Owed and in no payout that waits to be paid. */
  owedTo(payee: Payee): OwedItem[] {
    const waiting = this.payouts.filter((payout) => isWaiting(payout) && isSame(payout, payee));
    const isTaken = (saleId: number) => waiting.some(({ items }) => items.some((item) => item.sale_id === saleId));
    return this.#openTo(payee).filter(({ sale_id }) => !isTaken(sale_id));
  }

  /** What is to be taken off is taken off all the same; what is owed for a sale under a dispute is not paid meanwhile. */
  #openTo(payee: Payee): OwedItem[] {
    const { sales, adjustments } = this.books();
    const commissions = sales.flatMap(({ id, commission }): OwedItem[] => {
      const isOpen = commission?.stage === "approved" && ["approved", "refunded"].includes(commission.status);
      if (!isOpen || !isSame(commission, payee) || commission.amount_cents <= 0) return [];
      return [{ kind: "commission", sale_id: id, amount_cents: commission.amount_cents }];
    });
    const others = adjustments
      .filter((adjustment) => isSame(adjustment, payee) && !this.#isHeld(adjustment))
      .map(({ sale_id, amount_cents }): OwedItem => ({ kind: "adjustment", sale_id, amount_cents }));
    return [...commissions, ...others];
  }

  #isHeld({ sale_id, amount_cents }: PaidItem): boolean {
    return amount_cents > 0 && this.books().sales.some(({ id, status }) => id === sale_id && status === "disputed");
  }

  /** Everyone who earned or was paid anything, by partner and currency. */
  payees(): Payee[] {
    const { sales, adjustments } = this.books();
    const all = [...sales.flatMap(({ commission }) => commission ?? []), ...adjustments, ...this.payouts];
    const payees = all.map(({ partner_id, currency }) => ({ partner_id, currency }));
    return [...new Map(payees.map((payee) => [`${payee.partner_id} ${payee.currency}`, payee])).values()].sort(
      (a, b) => a.partner_id - b.partner_id || (a.currency < b.currency ? -1 : 1),
    );
  }

  /** What `payouts create` makes of it. */
  planned(minimumCents: number, isAskedFor: (payee: Payee) => boolean): (Payee & { readonly items: OwedItem[] })[] {
    return this.payees()
      .filter(isAskedFor)
      .map((payee) => ({ ...payee, items: this.owedTo(payee).sort((a, b) => a.sale_id - b.sale_id) }))
      .filter(({ items }) => items.length > 0 && sumOf(items) >= minimumCents);
  }

  balances(partnerId: number) {
    const { sales, adjustments } = this.books();
    return this.payees()
      .filter(({ partner_id }) => partner_id === partnerId)
      .map((payee) => {
        const own = sales.flatMap(({ commission }) => (commission && isSame(commission, payee) ? [commission] : []));
        const owed = sumOf(this.#openTo(payee));
        const pending = own.filter(({ stage, status }) => stage === "pending" && /pending|refunded/.test(status));
        const held = own.filter(({ stage, status }) => stage !== "paid" && status === "held");
        const heldBack = adjustments.filter((one) => isSame(one, payee) && this.#isHeld(one));
        const theirs = this.payouts.filter((payout) => isSame(payout, payee));
        const waiting = theirs.filter(isWaiting);
        const paid = theirs.filter(({ status }) => status === "paid");
        return {
          currency: payee.currency,
          pending_cents: sumOf(pending),
          held_cents: sumOf(held) + sumOf(heldBack),
          owed_cents: owed,
          waiting_cents: Math.min(sumOf(waiting.flatMap(({ items }) => items)), Math.max(owed, 0)),
          paid_cents: sumOf(paid.flatMap(({ items }) => items)),
        };
      });
  }
}

/** Created, or on its way by a payment provider. */
const isWaiting = ({ status }: ModelPayout) => ["created", "sending", "sent", "unclaimed"].includes(status);

const isSame = (one: { partner_id: number; currency: string }, other: Payee) =>
  one.partner_id === other.partner_id && one.currency === other.currency;

export function sumOf(items: readonly { readonly amount_cents: number }[]): number {
  return items.reduce((sum, item) => sum + item.amount_cents, 0);
}

// What was approved and paid out, laid over what the reference model says is due: for each sale, partner and currency the books
// owe what is due, less what was paid. Written apart from the projector, like the model under it, and as naively: nothing is
// kept but which sales were approved, which a person holds, and what each payout paid.
import type { CommissionsHeld, CommissionsReleased } from "../../src/core/rules/events/commission-events.ts";
import type { Event, PayoutRecorded } from "../../src/core/rules/events/events.ts";
import { referralIdOf, saleOfReferral } from "../../src/core/rules/referral-id.ts";
import type { OutcomeName } from "../../src/core/rules/rows/sale-rows.ts";
import { ReferenceModel } from "./reference-model.ts";

type Payee = { readonly sale_id: number; readonly partner_id: number; readonly currency: string };

type Earned = NonNullable<ReturnType<ReferenceModel["books"]>[number]["commission"]>;

export class PayoutModel {
  readonly #dues = new ReferenceModel();
  readonly #approved = new Set<number>();
  #paid: PayoutRecorded[] = [];
  readonly #returned = new Set<number>();

  constructor() {
    this.#dues.isPaid = (saleId) => this.#all().some(({ items }) => items.some(({ sale_id }) => sale_id === saleId));
  }

  /** Here, and by other tools before. */
  #all(): Pick<PayoutRecorded, "partner_id" | "currency" | "items">[] {
    const before = this.#dues.paid.items.filter(({ payout_id }) => !this.#returned.has(payout_id));
    return [...this.#paid, ...before.map((item) => ({ ...item, items: [item] }))];
  }

  /** Sales that a person holds. */
  #held = new Set<number>();

  apply(event: Event): void {
    const { data } = event;
    // What was paid had been approved, also if its sale began to earn again meanwhile; and so had what another tool paid.
    if (data.type === "payout_returned" || data.type.startsWith("attribution_")) {
      for (const payee of this.#payees()) {
        const commission = this.#dues.commissionOf(payee.sale_id);
        if (commission && isOf(commission, payee)) this.#approved.add(payee.sale_id);
      }
    }
    switch (data.type) {
      case "commissions_approved":
      case "commissions_approved_early":
        this.#approve(event, data.sale_ids);
        break;
      case "commissions_held":
      case "commissions_released":
        this.#hold(event, data);
        break;
      case "payout_recorded":
        this.#paid.push(data);
        break;
      case "payout_returned":
        this.#returned.add(data.payout_id);
        this.#paid = this.#paid.filter(({ payout_id }) => payout_id !== data.payout_id);
        break;
      case "payout_created":
      case "payout_approved":
      case "payout_cancelled":
      case "payout_sending":
      case "payout_progressed":
      case "payout_failed":
        break;
      default:
        this.#dues.apply(event);
        for (const { from, to } of this.#dues.moved.splice(0)) this.#move(from, to);
        this.#approveWhatWasPaidBefore(event);
        for (const saleId of this.#dues.begunAnew) {
          for (const id of [saleId, referralIdOf(saleId)]) {
            this.#approved.delete(id);
            this.#held.delete(id);
          }
        }
        this.#held = new Set([...this.#held].flatMap((saleId) => this.#dues.saleOf(saleId) ?? []));
        this.#approveAnew();
    }
  }

  /** Of sales that are not held, or are. */
  #hold({ id }: Event, { type, sale_ids }: CommissionsHeld | CommissionsReleased): void {
    const isHold = type === "commissions_held";
    const changed = sale_ids.filter((saleId) => this.#isThere(saleId) && this.#held.has(saleId) !== isHold);
    for (const saleId of changed) {
      if (isHold) this.#held.add(saleId);
      else this.#held.delete(saleId);
    }
    this.#dues.outcomes.set(id, changed.length > 0 ? "recorded" : "ignored");
  }

  /** A sale, or what a recruiter earns by one. */
  #isThere(id: number): boolean {
    if (saleOfReferral(id) === null) return this.#dues.saleOf(id) === id;
    return this.#held.has(id) || this.#dues.referrals.some((referral) => referral.id === id);
  }

  /** What sales earn, and what recruiters earn by them. */
  #earned() {
    const sales = this.#dues.books();
    return [...sales.map(({ id, commission }) => ({ id, saleId: id, commission })), ...this.#others(sales)];
  }

  /** What recruiters earn by these sales, and bonuses. */
  #others(sales: ReturnType<ReferenceModel["books"]>) {
    const referrals = this.#dues.referrals.map(({ id, saleId, commission }) => ({ id, saleId, commission }));
    return [...referrals, ...this.#dues.bonuses.commissions(sales)];
  }

  outcomeOf(eventId: number): OutcomeName {
    return this.#dues.outcomeOf(eventId);
  }

  removedFees() {
    return this.#dues.removedFees();
  }

  /** Where the hold period is over, or by hand, and nothing holds it back. */
  #approve({ id, received_at, data: { type } }: Event, saleIds: readonly number[]): void {
    const payable = this.#earned().filter(({ id: saleId, saleId: by, commission }) => {
      const isDue = commission?.status === "pending" || commission?.status === "refunded";
      const isPaid = commission !== null && this.#paidTo({ sale_id: saleId, ...commission }) !== null;
      return (
        !isPaid &&
        saleIds.includes(saleId) &&
        isDue &&
        !this.#approved.has(saleId) &&
        !this.#held.has(saleId) &&
        !this.#held.has(by) &&
        (type === "commissions_approved_early" || commission.hold_until <= received_at)
      );
    });
    for (const sale of payable) {
      this.#approved.add(sale.id);
      this.#dues.bonuses.fix(sale.id);
    }
    this.#dues.outcomes.set(id, payable.length > 0 ? "recorded" : "ignored");
  }

  /** A commission that ended, and is due again, is approved again. */
  #approveAnew(): void {
    for (const { id, commission } of this.#dues.books()) if (commission === null) this.#approved.delete(id);
    const earned = new Set(this.#dues.referrals.map(({ id }) => id));
    for (const id of this.#approved) if (saleOfReferral(id) !== null && !earned.has(id)) this.#approved.delete(id);
  }

  /** What was paid for an imported sale is paid for the sale of ours that it is; and what was paid had been approved. */
  #move(from: number, to: number): void {
    this.#paid = this.#paid.map((payout) => ({
      ...payout,
      items: payout.items.some(({ sale_id }) => sale_id === to)
        ? payout.items
        : payout.items.map((item) => (item.sale_id === from ? { ...item, sale_id: to } : item)),
    }));
    const commission = this.#dues.commissionOf(to);
    if (commission && this.#paidTo({ ...commission, sale_id: to }) !== null) this.#approved.add(to);
  }

  #approveWhatWasPaidBefore({ id }: Event): void {
    for (const { by, sale_id } of this.#dues.paid.items) {
      const commission = by === id ? this.#dues.commissionOf(sale_id) : null;
      if (commission && this.#paidTo({ ...commission, sale_id }) !== null) this.#approved.add(sale_id);
    }
  }

  books() {
    const dues = this.#dues.books();
    const sales = dues.map(({ commission, ...sale }) => ({
      ...sale,
      due_cents: commission?.amount_cents ?? 0,
      commission: commission && this.#standing(sale.id, sale.id, commission),
    }));
    const referrals = this.#others(dues).map(({ id, saleId, commission }) => ({
      id,
      commission: this.#standing(id, saleId, commission),
    }));
    const earned = this.#earned();
    const payees = new Map(this.#payees().map((payee) => [Object.values(payee).join(), payee]));
    const adjustments = [...payees.values()].map((payee) => {
      const commission = earned.find(({ id }) => id === payee.sale_id)?.commission;
      const due = commission && isOf(commission, payee) ? commission.amount_cents : 0;
      return { ...payee, amount_cents: due - (this.#paidTo(payee) ?? 0) };
    });
    return { sales, referrals, adjustments: adjustments.filter(({ amount_cents }) => amount_cents !== 0) };
  }

  /** As it was approved, is held and was paid. */
  #standing(id: number, saleId: number, commission: Earned) {
    const paid = this.#paidTo({ sale_id: id, ...commission });
    if (paid !== null) return { ...commission, status: "paid" as const, stage: "paid" as const, amount_cents: paid };
    const stage = this.#approved.has(id) ? ("approved" as const) : ("pending" as const);
    const standing = commission.status === "pending" ? stage : commission.status;
    const isHeld = (this.#held.has(id) || this.#held.has(saleId)) && standing !== "reversed";
    return { ...commission, status: isHeld ? ("held" as const) : standing, stage };
  }

  #payees(): Payee[] {
    return this.#all().flatMap(({ partner_id, currency, items }) =>
      items.map(({ sale_id }) => ({ sale_id, partner_id, currency })),
    );
  }

  /** Null where nothing was, which is not the same as nothing in sum. */
  #paidTo({ sale_id, partner_id, currency }: Payee): number | null {
    const theirs = this.#all().filter((payout) => payout.partner_id === partner_id && payout.currency === currency);
    const items = theirs.flatMap((payout) => payout.items.filter((item) => item.sale_id === sale_id));
    return items.length === 0 ? null : items.reduce((cents, item) => cents + item.amount_cents, 0);
  }
}

const isOf = (one: Omit<Payee, "sale_id">, other: Payee) =>
  one.partner_id === other.partner_id && one.currency === other.currency;

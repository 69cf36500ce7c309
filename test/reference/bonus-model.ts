// Which bonuses partners have reached, the slow way: all sales are counted again whenever it is asked. Written from the contract and decision
// 0131, like the model it is a part of. Left out: bonuses for new customers, which test/core/rules/terms holds.
import type { BonusAdded } from "../../src/core/rules/events/bonus-events.ts";
import type { Event } from "../../src/core/rules/events/events.ts";
import type { OutcomeName } from "../../src/core/rules/rows/sale-rows.ts";
import { daysAfter } from "./arithmetic.ts";
import type { ReferenceModel } from "./reference-model.ts";

type Sale = ReturnType<ReferenceModel["books"]>[number];
type Bonus = { readonly id: number; readonly data: BonusAdded; stopped: number };
type Award = {
  readonly id: number;
  readonly key: string;
  readonly bonus: Bonus;
  readonly partner: number;
  readonly period: string;
  readonly holdUntil: Date;
  isFinal: boolean;
};

export class BonusModel {
  readonly #bonuses: Bonus[] = [];
  readonly #awards: Award[] = [];

  apply(
    { id, data, received_at }: Event,
    sales: () => readonly Sale[],
    of: { readonly isActive: (partner: number) => boolean; readonly holdDays: (partner: number) => number },
  ): OutcomeName {
    if (data.type === "bonus_added") {
      if (this.#find(data.bonus_id) !== undefined) return "ignored";
      this.#bonuses.push({ id, data, stopped: Number.POSITIVE_INFINITY });
    }
    if (data.type === "bonus_stopped") {
      const bonus = this.#find(data.bonus_id);
      if (bonus === undefined || bonus.stopped < id) return "ignored";
      bonus.stopped = id;
    }
    if (data.type === "bonus_reached") {
      const { bonus_id, partner_id: partner, period } = data;
      const [bonus, key] = [this.#find(bonus_id), [bonus_id, partner, period].join()];
      const isKnown = this.#awards.some((award) => award.key === key);
      if (bonus === undefined || isKnown || !of.isActive(partner)) return "ignored";
      if (!isReached(bonus, { partner, period }, sales())) return "ignored";
      const holdUntil = daysAfter(received_at, of.holdDays(partner));
      this.#awards.push({ id, key, bonus, partner, period, holdUntil, isFinal: false });
    }
    return "recorded";
  }

  #find = (name: string) => this.#bonuses.find(({ data }) => data.bonus_id === name);

  isThere = (id: number): boolean => this.#awards.some((award) => award.id === id);

  /** From its approval on it stays. */
  fix(id: number): void {
    for (const award of this.#awards) if (award.id === id) award.isFinal = true;
  }

  commissions(sales: readonly Sale[]) {
    return this.#awards.map((award) => {
      const { id, bonus, partner, holdUntil } = award;
      const isEarned = award.isFinal || isReached(bonus, award, sales);
      const { amount_cents: atSale, currency } = bonus.data;
      const status = isEarned ? ("pending" as const) : ("reversed" as const);
      const cents = { amount_at_sale_cents: atSale, amount_cents: isEarned ? atSale : 0 };
      return { id, saleId: id, commission: { ...cents, partner_id: partner, currency, status, hold_until: holdUntil } };
    });
  }
}

function isReached(
  { id, data, stopped }: Bonus,
  { partner, period }: Pick<Award, "partner" | "period">,
  sales: readonly Sale[],
): boolean {
  const counted = sales.filter(
    (sale) =>
      sale.id > id &&
      sale.id < stopped &&
      sale.partner_id === partner &&
      sale.imported === null &&
      sale.commission !== null &&
      sale.currency === data.currency &&
      (period === "lifetime" || sale.received_at.toISOString().startsWith(period)) &&
      (data.from === null || sale.received_at >= new Date(data.from)) &&
      (data.until === null || sale.received_at < new Date(data.until)),
  );
  const left = counted.map(({ amount_cents, refunded_cents }) => amount_cents - refunded_cents);
  const figure =
    data.metric === "sales" ? left.filter((cents) => cents > 0).length : left.reduce((sum, cents) => sum + cents, 0);
  return figure >= data.at_least;
}

// Which sales count for a bonus, and whether a partner's have reached it. What is counted is kept with the totals that tiers are measured by,
// so no way in which a sale changes can be forgotten.
import type { Books } from "../../books.ts";
import { monthOf } from "../../events/statement.ts";
import type { BonusAwardRow, BonusRow } from "../../rows/bonus-rows.ts";
import type { CommissionRow, SaleRow } from "../../rows/sale-rows.ts";
import { type CountedShare, lifetime, partnerHolder } from "../../rows/terms-rows.ts";

export type Reachable = Pick<BonusAwardRow, "partner_id" | "bonus_id" | "period">;
type Figures = Pick<CountedShare, "sales_cents" | "sales" | "customers" | "commission_cents">;

const none: readonly never[] = [];
const subjectOfBonus = (bonusId: string) => `bonus:${bonusId}`;

/** What a sale adds to the totals of each bonus that ran when it was received, in that bonus's currency. */
export function bonusShares(books: Books, sale: SaleRow, figures: Figures): readonly CountedShare[] {
  if (!usesBonuses(books)) return none;
  const { partner_id, currency } = sale;
  const counting = books.of.bonus.list("").filter((bonus) => isCounted(bonus, sale));
  return counting.map(({ bonus_id, definition }) => ({
    holder: partnerHolder(partner_id),
    period: definition.period === "month" ? monthOf(sale.received_at) : lifetime,
    subject: subjectOfBonus(bonus_id),
    currency,
    ...figures,
  }));
}

function isCounted({ from_event_id, stopped_event_id, definition }: BonusRow, sale: SaleRow): boolean {
  const { from, until, currency } = definition;
  if (sale.currency !== currency || sale.sale_id < from_event_id) return false;
  if (stopped_event_id !== null && sale.sale_id > stopped_event_id) return false;
  if (from !== null && sale.received_at < new Date(from)) return false;
  return until === null || sale.received_at < new Date(until);
}

/** The bonuses that a sale with these shares may bring a partner to, or take it below. */
export function reachableBy(shares: readonly CountedShare[]): readonly Reachable[] {
  const [prefix, holders] = [subjectOfBonus(""), "partner:"];
  return shares
    .filter(({ subject }) => subject.startsWith(prefix))
    .map(({ holder, subject, period }) => ({
      partner_id: Number(holder.slice(holders.length)),
      bonus_id: subject.slice(prefix.length),
      period,
    }));
}

export function isReached(books: Books, { partner_id, bonus_id, period }: Reachable): boolean {
  const bonus = findBonus(books, bonus_id);
  if (bonus === undefined) return false;
  const { metric, at_least, currency } = bonus.definition;
  const subject = subjectOfBonus(bonus_id);
  const totals = books.of.term_total.list(partnerHolder(partner_id));
  const total = totals.find((row) => row.subject === subject && row.period === period && row.currency === currency);
  return total !== undefined && BigInt(total[metric]) >= BigInt(at_least);
}

/** Whether refunds have taken what is counted below the bonus that this commission is. */
export function isBelowBonus(books: Books, { kind, partner_id, sale_id }: CommissionRow): boolean {
  if (kind !== "bonus") return false;
  return books.of.bonus_award.list(partner_id).some((row) => row.event_id === sale_id && row.state === "below");
}

export function findBonus(books: Books, bonusId: string): BonusRow | undefined {
  return usesBonuses(books) ? books.of.bonus.list("").find(({ bonus_id }) => bonus_id === bonusId) : undefined;
}

export function findAward(books: Books, { partner_id, bonus_id, period }: Reachable): BonusAwardRow | undefined {
  if (!usesBonuses(books)) return undefined;
  return books.of.bonus_award.list(partner_id).find((row) => row.bonus_id === bonus_id && row.period === period);
}

function usesBonuses(books: Books): boolean {
  return books.of.program.get("")?.uses_bonuses === true;
}

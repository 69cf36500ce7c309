// What a bonus asks for, and how far a partner is, in words.
import type { Schemas } from "../../../api/queries.ts";
import { formatAmount, formatCount } from "../../../format.ts";
import { say } from "../../../texts/bonuses.ts";

type Goal = Pick<Schemas["Bonus"], "metric" | "at_least" | "period" | "currency">;

/** `10 sales in a month` */
export function bonusInWords(bonus: Goal): string {
  const { metric, at_least: count, period } = bonus;
  return say("goalInWords", { metric, count, period, figure: figureOf(count, bonus) });
}

/** `7 of 10 sales this month` */
export function progressInWords(bonus: Goal & { readonly reached: number | string }): string {
  const { metric, at_least: count, period, reached } = bonus;
  const figures = { reached: figureOf(Number(reached), bonus), figure: figureOf(count, bonus) };
  return say("progressInWords", { metric, count, period, ...figures });
}

function figureOf(reached: number, { metric, currency }: Pick<Goal, "metric" | "currency">): string {
  return metric === "sales_cents" ? `${formatAmount(reached, currency)} ${currency}` : formatCount(reached);
}

// Figures of a day or a week compared with the ones before: nothing is converted, so each currency has its own lines.
import { differenceOf, isAtLeast, type Sum } from "../../core/vocabulary/money/money.ts";
import { countText, dayText, shortDay } from "../../core/wording/words.ts";
import type { CurrencyFigures, Figures } from "../programs/figures-read.ts";
import { daysAfter } from "../reads/days.ts";
import { countOf, type Letter, moneyOf, namedIn, type ProgramOfLetter } from "./letter-parts.ts";
import type { DigestFacts } from "./notice-facts.ts";

const amounts = [
  ["Revenue", "revenue_cents"],
  ["Refunded", "refunded_cents"],
  ["Commission", "commission_cents"],
  ["Platform fees", "fee_cents"],
] as const satisfies readonly (readonly [string, keyof CurrencyFigures])[];

export function digestLetter(facts: DigestFacts, { programId, programName }: ProgramOfLetter): Letter {
  const from = new Date(facts.from);
  const last = daysAfter(new Date(facts.before), -1);
  const isDay = facts.kind === "daily_digest";
  const when = isDay ? dayText(from) : `${shortDay(from)} to ${dayText(last)}`;
  const points = pointsOf(facts);
  return {
    title: `${namedIn(programName)}: ${when}`,
    lines: [summaryOf(facts.current)],
    table: {
      columns: ["", isDay ? "This day" : "This week", isDay ? "Day before" : "Week before", "Change"],
      rows: rowsOf(facts),
    },
    points,
    action: {
      words: points.length === 0 ? "Open the overview" : "See what needs you",
      path: `/programs/${programId}/${points.length === 0 ? "overview" : "inbox"}`,
    },
  };
}

/** The preview that mail programs show next to the subject. */
function summaryOf({ clicks, leads, sales, currencies }: Figures): string {
  const revenue = currencies.map((sold) => moneyOf(sold.revenue_cents, sold.currency)).join(" and ");
  const sold = sales === 0 ? "no sales" : `${countOf(sales, "sale")}${revenue === "" ? "" : ` for ${revenue}`}`;
  return `${countOf(clicks, "click")}, ${countOf(leads, "lead")} and ${sold}. Days are of UTC.`;
}

function rowsOf({ current, previous }: DigestFacts): string[][] {
  const counts = (["clicks", "leads", "sales"] as const).map((name) => [
    `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    countText(current[name]),
    countText(previous[name]),
    signed(current[name] - previous[name], countText),
  ]);
  const all = new Set([...current.currencies, ...previous.currencies].map(({ currency }) => currency));
  const money = [...all].toSorted().flatMap((currency) => {
    const of = (figures: Figures) => figures.currencies.find((sold) => sold.currency === currency);
    const [now, before] = [of(current), of(previous)];
    return amounts
      .map(([title, name]) => [title, now?.[name] ?? 0, before?.[name] ?? 0] as const)
      .filter(([, one, other]) => !isZero(one) || !isZero(other))
      .map(([title, one, other]) => [
        title,
        moneyOf(one, currency),
        moneyOf(other, currency),
        signed(differenceOf(one, other), (cents) => moneyOf(cents, currency)),
      ]);
  });
  return [...counts, ...money];
}

function isZero(sum: Sum): boolean {
  return BigInt(sum) === 0n;
}

function signed<Value extends Sum>(value: Value, text: (value: Value) => string): string {
  if (isZero(value)) return "none";
  return isAtLeast(value, 1) ? `+${text(value)}` : text(value);
}

function pointsOf({ attention }: DigestFacts): string[] {
  const { failed_count, parked_count, open_dispute_count, open_flag_count, key_rotate_by, payee_count, payout_count } =
    attention;
  return [
    ...(attention.open_alarm_count > 0 ? [`${countOf(attention.open_alarm_count, "alarm")} open.`] : []),
    ...(failed_count > 0 ? [`${countOf(failed_count, "event")} failed.`] : []),
    ...(parked_count > 0 ? [`${countOf(parked_count, "event")} waiting for something.`] : []),
    ...(open_dispute_count > 0 ? [`${countOf(open_dispute_count, "dispute")} open.`] : []),
    ...(open_flag_count > 0 ? [`${countOf(open_flag_count, "flag")} open.`] : []),
    ...(key_rotate_by === null ? [] : [`The program's key must be replaced by ${dayText(new Date(key_rotate_by))}.`]),
    ...(payee_count > 0 ? [`${countOf(payee_count, "partner")} owed commission that is in no payout yet.`] : []),
    ...(payout_count > 0 ? [`${countOf(payout_count, "payout")} put together and not paid.`] : []),
  ];
}

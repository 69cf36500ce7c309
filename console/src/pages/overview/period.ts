// The days a page is about. They are days of UTC, as the service counts them.
import type { Search } from "../../api/search.ts";
import { say } from "../../texts/overview.ts";

export const periods = [
  { id: "7", label: say("last7Days") },
  { id: "30", label: say("last30Days") },
  { id: "90", label: say("last90Days") },
  { id: "month", label: say("thisMonth") },
  { id: "custom", label: say("custom") },
] as const;

export type PeriodId = (typeof periods)[number]["id"];

/** `before` is the day behind the last one. */
export type Period = { readonly id: PeriodId; readonly from: string; readonly before: string };

const dayMilliseconds = 86_400_000;

export function periodOf(search: Search, now: number): Period {
  const tomorrow = midnight(now + dayMilliseconds);
  const id = periods.find((period) => period.id === search.period)?.id ?? "30";
  if (id === "custom") {
    const from = dayOr(search.from, tomorrow - 30 * dayMilliseconds);
    const before = Math.max(dayOr(search.to, tomorrow - dayMilliseconds), from) + dayMilliseconds;
    return { id, from: iso(from), before: iso(before) };
  }
  if (id === "month") {
    const today = new Date(now);
    return { id, from: iso(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)), before: iso(tomorrow) };
  }
  return { id, from: iso(tomorrow - Number(id) * dayMilliseconds), before: iso(tomorrow) };
}

export function lastDayOf({ before }: Period): string {
  return iso(Date.parse(before) - dayMilliseconds);
}

function dayOr(text: string | undefined, otherwise: number): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(text ?? "") ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(day) ? otherwise : day;
}

function midnight(time: number): number {
  return Math.floor(time / dayMilliseconds) * dayMilliseconds;
}

/** `2026-11-22`. */
function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

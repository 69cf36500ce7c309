// What the overview counts, and how each is read from the figures of a period or a day.
import type { Schemas } from "../../api/queries.ts";
import { type Cents, formatAmount, formatCount } from "../../format.ts";
import { say } from "../../texts/overview.ts";

type Overview = Schemas["ProgramsOverview"];
export type Totals = Overview["totals"];
export type Day = Overview["days"][number];
type Sums = Day["currencies"][number];

export type Measure = {
  /** In the address. */
  readonly id: string;
  readonly label: string;
  readonly currency: string | null;
  /** In the smallest unit where it is money. */
  readonly of: (figures: Pick<Day, "clicks" | "leads" | "sales" | "currencies">) => Cents;
};

const counts: readonly Measure[] = [
  { id: "clicks", label: say("clicks"), currency: null, of: ({ clicks }) => clicks },
  { id: "leads", label: say("leads"), currency: null, of: ({ leads }) => leads },
  { id: "sales", label: say("sales"), currency: null, of: ({ sales }) => sales },
];

const sums: readonly { readonly id: string; readonly label: string; readonly of: (sums: Sums) => Cents }[] = [
  { id: "revenue", label: say("revenue"), of: ({ revenue_cents }) => revenue_cents },
  { id: "commission", label: say("commission"), of: ({ commission_cents }) => commission_cents },
  { id: "fees", label: say("fees"), of: ({ fee_cents }) => fee_cents },
];

/** Sums of each currency by themselves: money of two currencies is never added. */
export function measuresOf(currencies: readonly string[]): Measure[] {
  const money = currencies.flatMap((currency) =>
    sums.map(({ id, label, of }) => ({
      id: `${id}-${currency}`,
      label: `${label}, ${currency}`,
      currency,
      of: ({ currencies: all }: Pick<Day, "currencies">) => {
        const found = all.find((each) => each.currency === currency);
        return found === undefined ? 0 : of(found);
      },
    })),
  );
  return [...counts, ...money];
}

export function formatMeasure({ currency }: Measure, value: Cents): string {
  return currency === null ? formatCount(Number(value)) : formatAmount(value, currency);
}

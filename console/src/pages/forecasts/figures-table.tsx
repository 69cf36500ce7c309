// Earned, forecast and difference, a line each.
import type { ReactNode } from "react";
import { Money } from "../../components/values/money.tsx";
import { type Cents, formatAmount, formatCount } from "../../format.ts";
import { say } from "../../texts/forecasts.ts";

export type FiguresRow = {
  readonly id: string;
  readonly name: ReactNode;
  readonly currency: string;
  readonly sales: number;
  readonly earned_cents: Cents;
  readonly forecast_cents: Cents;
  readonly difference_cents: Cents;
};

type FiguresTableProps = {
  readonly caption: string;
  /** What the first column names. */
  readonly first: string;
  readonly rows: readonly FiguresRow[];
  /** Behind each amount; else the caption says it. */
  readonly showsCurrency: boolean;
};

export function FiguresTable({ caption, first, rows, showsCurrency }: FiguresTableProps) {
  const amount = (cents: Cents, currency: string) =>
    showsCurrency ? (
      <Money cents={cents} currency={currency} />
    ) : (
      <span className="money">{formatAmount(cents, currency)}</span>
    );
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col" className="cell-figure cell-wide">
              {say("sales")}
            </th>
            <th scope="col" className="cell-figure">
              {say("earned")}
            </th>
            <th scope="col" className="cell-figure">
              {say("forecast")}
            </th>
            <th scope="col" className="cell-figure">
              {say("difference")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, currency, sales, earned_cents, forecast_cents, difference_cents }) => (
            <tr key={id}>
              <td>{name}</td>
              <td className="cell-figure cell-wide">{formatCount(sales)}</td>
              <td className="cell-figure">{amount(earned_cents, currency)}</td>
              <td className="cell-figure">{amount(forecast_cents, currency)}</td>
              <td className="cell-figure">
                <strong>
                  {plusOf(difference_cents)}
                  {amount(difference_cents, currency)}
                </strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A difference shows its sign; a minus is the amount's own. */
export function plusOf(cents: Cents): string {
  return BigInt(cents) > 0n ? "+" : "";
}

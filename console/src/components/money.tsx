// An amount: figures of one width, the currency quiet behind them.
import { type Cents, formatAmount } from "../format.ts";
import { say } from "../texts/components.ts";

export function Money({ cents, currency }: { readonly cents: Cents; readonly currency: string }) {
  return (
    <span className="money">
      {formatAmount(cents, currency)} <span className="currency">{currency}</span>
    </span>
  );
}

/** Sums of several currencies are shown side by side and never added. */
export function Moneys({ sums }: { readonly sums: readonly { readonly cents: Cents; readonly currency: string }[] }) {
  if (sums.length === 0) return <span className="quiet">{say("none")}</span>;
  return (
    <span className="moneys">
      {sums.map(({ cents, currency }) => (
        <Money key={currency} cents={cents} currency={currency} />
      ))}
    </span>
  );
}

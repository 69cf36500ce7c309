// An amount: figures of one width, the currency quiet behind them.
import { type Cents, formatAmount } from "../../format.ts";

export function Money({ cents, currency }: { readonly cents: Cents; readonly currency: string }) {
  return (
    <span className="money">
      {formatAmount(cents, currency)} <span className="currency">{currency}</span>
    </span>
  );
}

// The codes that a form's field lists. It names the first that is not one.
import { type Currency, inOrder, isCurrency } from "../../../../../src/core/vocabulary/money/currencies.ts";
import { Faults } from "../../../components/form.tsx";
import { say } from "../../../texts/settings/settings.ts";

/** Throws `Faults`. */
export function currenciesOf(text: string): Currency[] {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== "");
  const strange = codes.find((code) => !isCurrency(code));
  if (strange !== undefined) throw new Faults({ currencies: say("isNoCurrencyCode", { code: strange }) });
  if (codes.length === 0) throw new Faults({ currencies: say("nameACurrency") });
  return inOrder([...new Set(codes.filter(isCurrency))]);
}

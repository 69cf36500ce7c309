// The currencies to choose from: those that the program takes, and the one that is set already.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type Currency, defaultCurrencies, inOrder } from "../../../../src/core/vocabulary/money/currencies.ts";
import { programQuery } from "../../api/queries.ts";

type Choice = { readonly value: Currency; readonly label: Currency };

/** Of the program that the page is of; of a program that is about to be made, those of a new one. */
export function useCurrencies(set: Currency | null = null): readonly [Currency, ...Currency[]] {
  const { programId } = useParams({ strict: false });
  const { data: program } = useQuery({ ...programQuery(programId ?? 0), enabled: programId !== undefined });
  const taken: readonly Currency[] = program?.currencies ?? defaultCurrencies;
  const [first = "USD", ...others] = inOrder([...new Set([...taken, ...(set === null ? [] : [set])])]);
  return [first, ...others];
}

export function choicesOf(currencies: readonly Currency[]): Choice[] {
  return currencies.map((currency) => ({ value: currency, label: currency }));
}

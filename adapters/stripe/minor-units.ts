// Stripe's amounts in the smallest unit of ISO 4217. It writes all but three currencies so: the króna and the Ugandan shilling, which have
// no decimals, in hundredths that are always 00, and the ariary, which has two, in whole ones. Dinars and rials of three decimals are in
// thousandths that it has rounded to tens itself. An amount that its currency cannot hold is refused and never rounded.
// Written from: https://docs.stripe.com/currencies (zero-decimal currencies, special cases).
import type { Fact } from "../../src/core/vocabulary/facts.ts";
import { unreadable, type Verdict } from "../reading.ts";

const inHundredths: ReadonlySet<string> = new Set(["ISK", "UGX"]);
const inWholeOnes: ReadonlySet<string> = new Set(["MGA"]);

/** Null where the currency has no such amount. */
export function minorUnitsOf(amount: number, currency: string): number | null {
  const code = currency.toUpperCase();
  if (inWholeOnes.has(code)) return amount * 100;
  if (!inHundredths.has(code)) return amount;
  return amount % 100 === 0 ? amount / 100 : null;
}

/** The other way: an amount of ours as Stripe writes it. Null where it cannot write it. */
export function amountAtStripe(amountCents: number, currency: string): number | null {
  if (inHundredths.has(currency)) return amountCents * 100;
  if (!inWholeOnes.has(currency)) return amountCents;
  return amountCents % 100 === 0 ? amountCents / 100 : null;
}

export function inMinorUnits(verdict: Verdict): Verdict {
  if (verdict.kind !== "fact") return verdict;
  const fact = withMinorUnits(verdict.fact);
  return fact === null ? unreadable("amount: not an amount of its currency") : { ...verdict, fact };
}

function withMinorUnits(fact: Fact): Fact | null {
  if (fact.type === "payment_identified") return withPart(fact);
  if (!("currency" in fact) || fact.currency === null || !isOther(fact.currency)) return fact;
  const { currency } = fact;
  const amount_cents = fact.amount_cents === null ? null : minorUnitsOf(fact.amount_cents, currency);
  if (amount_cents === null && fact.amount_cents !== null) return null;
  if (fact.type === "payment_succeeded") {
    const tax_cents = fact.tax_cents === null ? null : minorUnitsOf(fact.tax_cents, currency);
    return amount_cents === null ? null : { ...fact, amount_cents, tax_cents };
  }
  if (fact.type !== "payment_refunded") return { ...fact, amount_cents };
  const cumulative_cents = fact.cumulative_cents === null ? null : minorUnitsOf(fact.cumulative_cents, currency);
  return cumulative_cents === null && fact.cumulative_cents !== null
    ? null
    : { ...fact, amount_cents, cumulative_cents };
}

function withPart(fact: Extract<Fact, { type: "payment_identified" }>): Fact | null {
  if (fact.part === undefined) return fact;
  const amount_cents = minorUnitsOf(fact.part.amount_cents, fact.part.currency);
  return amount_cents === null ? null : { ...fact, part: { ...fact.part, amount_cents } };
}

function isOther(currency: string): boolean {
  return inHundredths.has(currency) || inWholeOnes.has(currency);
}

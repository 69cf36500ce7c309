// Money is an integer in the currency's smallest unit: cents for USD and EUR, whole dong for VND. Never a float, never
// converted. Products go through BigInt so that no intermediate figure can lose a cent.

export const currencies = ["USD", "EUR", "VND"] as const;
export type Currency = (typeof currencies)[number];

export const basisPointsPerWhole = 10_000;

export function isCurrency(value: string): value is Currency {
  return currencies.some((currency) => currency === value);
}

/** `amountCents * numerator / denominator`, rounded half up. All three are non-negative integers. */
export function shareOf(amountCents: number, numerator: number, denominator: number): number {
  if (denominator <= 0) throw new RangeError(`a share needs a positive denominator, not ${denominator}`);
  const twice = 2n * BigInt(amountCents) * BigInt(numerator) + BigInt(denominator);
  return Number(twice / (2n * BigInt(denominator)));
}

/**
 * What is left of a commission or fee after `refundedCents` of a sale of `saleCents` went back.
 * Always computed from the totals, so that three refunds of a third take exactly everything.
 */
export function remainingShare(atSaleCents: number, refundedCents: number, saleCents: number): number {
  return atSaleCents - shareOf(atSaleCents, refundedCents, saleCents);
}

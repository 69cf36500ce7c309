// Money is an integer in the currency's smallest unit: cents for USD, whole dong for VND, fils for KWD. Never a float,
// never converted. Products go through BigInt so that no intermediate figure can lose a cent.

import { type Currency, currencyDecimals } from "./currencies.ts";

export const basisPointsPerWhole = 10_000;

/** An exact sum of any size: a number, and from 2^53 on, which no JSON number holds exactly, its decimal digits as text. */
export type Sum = number | string;

export function sumOf(amounts: Iterable<Sum>): Sum {
  let sum = 0n;
  for (const amount of amounts) sum += BigInt(amount);
  return toSum(sum);
}

/** `one - other`. */
export function differenceOf(one: Sum, other: Sum): Sum {
  return toSum(BigInt(one) - BigInt(other));
}

export function isAtLeast(sum: Sum, minimumCents: number): boolean {
  return BigInt(sum) >= BigInt(minimumCents);
}

function toSum(exact: bigint): Sum {
  const rounded = Number(exact);
  return Number.isSafeInteger(rounded) ? rounded : String(exact);
}

/** `1234` is 12.34 in dollars, 1234 in dong and 1.234 in Kuwaiti dinars: without grouping, with a point, exactly as many places as the currency has. */
export function decimalAmount(amountCents: Sum, currency: Currency): string {
  const decimals = currencyDecimals[currency];
  const [sign, plain] = isAtLeast(amountCents, 0) ? ["", String(amountCents)] : ["-", String(amountCents).slice(1)];
  const digits = plain.padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`;
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
  // All of it was paid outside the provider: nothing was earned, and nothing is left.
  if (saleCents === 0) return 0;
  return atSaleCents - shareOf(atSaleCents, refundedCents, saleCents);
}

// The ways a program's payouts reach partners: a file for a payment tool, or a provider's API ("rail").

export const railNames = ["paypal", "wise", "stripe"] as const;
export type RailName = (typeof railNames)[number];

export const payoutRails = ["file", ...railNames] as const;
export type PayoutRail = (typeof payoutRails)[number];

export const railTitles: Readonly<Record<RailName, string>> = { paypal: "PayPal", wise: "Wise", stripe: "Stripe" };

/** The key of one request to a rail. It always names the same payment, so that a repeated request never pays twice. */
export function payoutKey(payoutId: number, attempt: number): string {
  return `payout:${payoutId}:${attempt}`;
}

export function isRailName(text: unknown): text is RailName {
  return railNames.some((name) => name === text);
}

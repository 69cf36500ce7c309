// The payout that a key names, where a payment provider repeats the key.

export function payoutOfKey(key: unknown): number | null {
  const found = typeof key === "string" ? /^payout:([1-9]\d{0,15}):[1-9]\d{0,5}$/.exec(key) : null;
  const payoutId = found === null ? Number.NaN : Number(found[1]);
  return Number.isSafeInteger(payoutId) ? payoutId : null;
}

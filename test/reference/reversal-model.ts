// What refunds and disputes take back from a sale, by all that was told of them: the reference model's part for reversals.
// Written from the interface and the decision pages, never from the projector: nothing is applied, all is summed anew.

/** `key` is what makes two tellings one: a refund's or dispute's id, an amount without one, a call for the rest, a running total. */
export type Reversal = {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly cents: number | null;
  readonly state: string;
  readonly byCall: boolean;
};
export type ToldReversal = Reversal & { readonly cents: number };

/** One for each key: what was told several times is one, the most of it counts, and how it ended. */
export function eachOnce(told: readonly Reversal[], saleCents: number): ToldReversal[] {
  return [...new Map(told.map((one) => [one.key, one])).values()].map((one) => {
    const same = told.filter(({ key }) => key === one.key);
    const amounts = same.flatMap(({ cents }) => cents ?? []);
    const state = same.findLast((other) => !["counts", "open"].includes(other.state))?.state ?? one.state;
    const cents = Math.max(...(amounts.length > 0 ? amounts : [state === "failed" ? 0 : saleCents]));
    const id = Math.min(...same.map((other) => other.id));
    return { ...one, id, cents, state, byCall: same.every(({ byCall }) => byCall) };
  });
}

/** All that went back, each refund once: told by a call and by the provider, singly and in a running total. */
export function takenBack(told: readonly ToldReversal[]): number {
  const totals = told.map(({ key, cents }) => (key.startsWith("total") ? cents : 0));
  const singles = told.filter(({ key }) => /^(id|amount|rest)/.test(key)).sort((a, b) => a.id - b.id);
  const twins = singles.filter(({ byCall }) => !byCall);
  const counting = singles.filter(({ id, byCall, key, cents, state }) => {
    // What was gone before the rest was asked for is not in it; what had failed before was another refund.
    const mayBeOlder = (other: Reversal) => other.state === "counts" && !key.startsWith("rest");
    const isTwin = (other: Reversal) => other.cents === cents && (other.id > id || mayBeOlder(other));
    const twin = byCall && !key.startsWith("id") ? twins.findIndex(isTwin) : -1;
    if (twin >= 0) twins.splice(twin, 1);
    return twin < 0 && state === "counts";
  });
  const total = Math.max(0, ...totals) - sum(singles.filter(({ state }) => state === "failed"));
  return Math.max(sum(counting), total) + sum(told.filter(({ state }) => state === "lost"));
}

const sum = (told: readonly ToldReversal[]) => told.reduce((cents, one) => cents + one.cents, 0);

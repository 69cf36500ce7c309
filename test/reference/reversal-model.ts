// What refunds and disputes take back from a sale, by all reports of them: the reference model's part for reversals.
// Written from the interface and the decision pages, never from the projector: nothing is applied, all is summed again.

/** `key` is what makes two reports one: a refund's or dispute's id, an amount without one, a call for the rest, a running total. */
export type Reversal = {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly cents: number | null;
  readonly state: string;
  readonly byCall: boolean;
};
/** `callId` and `failedId`: when a call reported it, and when it was said to have failed. */
export type ReportedReversal = Reversal & {
  readonly cents: number;
  readonly callId: number | null;
  readonly failedId: number | null;
};

/** One for each key: what was reported several times is one, the most of it counts, and how it ended. */
export function eachOnce(reported: readonly Reversal[], saleCents: number): ReportedReversal[] {
  return [...new Map(reported.map((one) => [one.key, one])).values()].map((one) => {
    const same = reported.filter(({ key }) => key === one.key);
    const amounts = same.flatMap(({ cents }) => cents ?? []);
    const state = same.findLast((other) => !["counts", "open"].includes(other.state))?.state ?? one.state;
    const cents = Math.max(...(amounts.length > 0 ? amounts : [state === "failed" ? 0 : saleCents]));
    const first = (some: readonly Reversal[]) => (some.length === 0 ? null : Math.min(...some.map(({ id }) => id)));
    const callId = first(same.filter(({ byCall }) => byCall));
    const failedId = first(same.filter((other) => other.state === "failed"));
    const id = first(same) ?? one.id;
    return { ...one, id, cents, state, callId, failedId, byCall: same.every(({ byCall }) => byCall) };
  });
}

/** All that went back, each refund once: reported by a call and by the provider, singly and in a running total. */
export function takenBack(reported: readonly ReportedReversal[], saleCents: number): number {
  const { provided, apart } = apartFromProvider(reported, saleCents);
  return provided + sum(apart) + sum(reported.filter(({ state }) => state === "lost"));
}

/** What the provider reported, and the calls that are not part of it. */
export function apartFromProvider(
  reported: readonly ReportedReversal[],
  saleCents: number,
): { readonly provided: number; readonly apart: readonly ReportedReversal[] } {
  const singles = reported.filter(({ key }) => /^(id|amount|rest|reported)/.test(key)).sort((a, b) => a.id - b.id);
  const totals = reported.filter(({ key }) => key.startsWith("total"));
  const ofProvider = singles.filter(({ byCall }) => !byCall);
  const total = Math.max(0, ...totals.map(({ cents }) => cents)) - sum(singles.filter(isFailed));
  // A call by the provider's own id is that refund; the other calls have a provider's refund each, as far as these go.
  const twins = new Map(ofProvider.filter(({ callId }) => callId !== null).map((one) => [one, one]));
  for (const call of singles.filter(({ byCall }) => byCall)) {
    const taken = [...twins.values()];
    const twin = ofProvider.find((one) => !taken.includes(one) && one.callId === null && isTwin(one, call));
    if (twin !== undefined) twins.set(call, twin);
  }
  let room = total - sum([...twins].filter(([, twin]) => !isFailed(twin)).map(([call]) => call));
  const apart = singles.filter((call) => {
    if (!call.byCall || twins.has(call)) return false;
    const isIn = call.cents <= room && (!call.key.startsWith("rest") || total >= saleCents);
    if (isIn) room -= call.cents;
    return !isIn;
  });
  const provided = Math.max(0, total, sum(ofProvider.filter((one) => !isFailed(one))));
  return { provided, apart };
}

/** What was gone before the rest was asked for is not in it; what had failed before a call was another refund. */
function isTwin(one: ReportedReversal, call: ReportedReversal): boolean {
  const isInTime = one.failedId === null || one.failedId > call.id;
  return one.cents === call.cents && isInTime && (!call.key.startsWith("rest") || one.id > call.id);
}

const isFailed = ({ state }: Reversal) => state === "failed";
const sum = (reported: readonly ReportedReversal[]) => reported.reduce((cents, one) => cents + one.cents, 0);

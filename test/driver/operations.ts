// The operations of a driven history and how many there are of each: their order, their chance, their program and their process are
// the seed's.
import fc from "fast-check";
import { mended, parkedReleased, policyChanged, rebuilt, settingsChanged } from "./play-operator.ts";
import { payoutCancelled, payoutPaid, payoutReturned, payoutsCreated } from "./play-payouts.ts";
import {
  disputeClosed,
  disputeOpened,
  providerRefund,
  refundByBoth,
  refundCall,
  refundFails,
  runningTotal,
} from "./play-reversals.ts";
import { redelivered, renewed, saleAgain, saleCall, saleDelivered, signUp, subscribed, visit } from "./play-sales.ts";
import type { Play } from "./turn.ts";

export const plays = {
  visit,
  signUp,
  saleCall,
  saleDelivered,
  saleAgain,
  redelivered,
  subscribed,
  renewed,
  refundCall,
  providerRefund,
  runningTotal,
  refundFails,
  refundByBoth,
  disputeOpened,
  disputeClosed,
  payoutsCreated,
  payoutPaid,
  payoutCancelled,
  payoutReturned,
  settingsChanged,
  policyChanged,
  parkedReleased,
  rebuilt,
  mended,
} as const satisfies Readonly<Record<string, Play>>;

/** Days pass for all programs: whoever drives sees to it. */
type Kind = keyof typeof plays | "daysPass";
export type Operation = { readonly kind: Kind; readonly numbers: readonly number[] };

/** Three hundred. */
const counts: Readonly<Record<Kind, number>> = {
  visit: 18,
  signUp: 16,
  saleCall: 36,
  saleDelivered: 32,
  saleAgain: 10,
  redelivered: 10,
  subscribed: 8,
  renewed: 12,
  refundCall: 22,
  providerRefund: 16,
  runningTotal: 5,
  refundFails: 9,
  refundByBoth: 9,
  disputeOpened: 11,
  disputeClosed: 9,
  payoutsCreated: 20,
  payoutPaid: 14,
  payoutCancelled: 4,
  payoutReturned: 3,
  settingsChanged: 10,
  policyChanged: 3,
  parkedReleased: 5,
  rebuilt: 2,
  mended: 2,
  daysPass: 14,
};

const numbersEach = 16;
const all = Object.entries(counts).flatMap(([kind, count]) => Array.from({ length: count }, () => kind as Kind));
const numbers = fc.array(fc.nat({ max: 1_000_000 }), { minLength: numbersEach, maxLength: numbersEach });

export const histories: fc.Arbitrary<Operation[]> = fc
  .tuple(
    fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
    fc.array(numbers, { minLength: all.length, maxLength: all.length, size: "max" }),
  )
  .map(([kinds, chances]) => kinds.map((kind, index) => ({ kind, numbers: chances[index] ?? [] })));

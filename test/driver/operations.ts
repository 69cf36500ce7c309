// The operations of a driven history and how many there are of each: their order, their chance, their program and their process are
// the seed's.
import fc from "fast-check";
import { mended, parkedReleased, policyChanged, rebuilt, settingsChanged } from "./play-operator.ts";
import { payoutCancelled, payoutPaid, payoutReturned, payoutsCreated } from "./play-payouts.ts";
import { payoutApproved, payoutsSent, paypalReported, selfBillingChosen } from "./play-rails.ts";
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

/** Of the program that pays by a payment provider. */
export const railPlays = {
  payoutApproved,
  payoutsSent,
  paypalReported,
  selfBillingChosen,
} as const satisfies Readonly<Record<string, Play>>;

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
  ...railPlays,
  settingsChanged,
  policyChanged,
  parkedReleased,
  rebuilt,
  mended,
} as const satisfies Readonly<Record<string, Play>>;

/** Days pass for all programs: the caller takes care of it. */
type Kind = keyof typeof plays | "daysPass";
export type Operation = { readonly kind: Kind; readonly numbers: readonly number[] };

/** 360 in sum. */
const counts: Readonly<Record<Kind, number>> = {
  visit: 14,
  signUp: 15,
  saleCall: 30,
  saleDelivered: 32,
  saleAgain: 9,
  redelivered: 8,
  subscribed: 8,
  renewed: 12,
  refundCall: 21,
  providerRefund: 16,
  runningTotal: 5,
  refundFails: 11,
  refundByBoth: 9,
  disputeOpened: 11,
  disputeClosed: 11,
  payoutsCreated: 28,
  payoutPaid: 14,
  payoutCancelled: 4,
  payoutReturned: 3,
  payoutApproved: 14,
  payoutsSent: 11,
  paypalReported: 26,
  selfBillingChosen: 4,
  settingsChanged: 14,
  policyChanged: 6,
  parkedReleased: 5,
  rebuilt: 2,
  mended: 3,
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

// A commission's status in words for the partner who earned it: its state, why, and what comes next.
import type { Words } from "../../../core/wording/say.ts";
import type { OwnCommission } from "../../../product/portal/view-rows.ts";

const millisecondsPerDay = 86_400_000;

/** `good`, `warn`, `bad` and `info` are the four meanings of the design; the text is always shown with the color. */
export type CommissionState = {
  readonly word: string;
  readonly meaning: "good" | "warn" | "bad" | "info";
  readonly why: string;
};

export function commissionState(commission: OwnCommission, words: Words): CommissionState {
  const { amount_cents, adjustment_cents, currency } = commission;
  const state = stateOf(commission, words);
  if (adjustment_cents === 0 || amount_cents === 0) return state;
  const amount = words.moneyText(Math.abs(adjustment_cents), currency);
  const change = words.say(adjustment_cents < 0 ? "takenOff" : "moreOwed", { amount });
  return { ...state, why: words.sentences([state.why, change]) };
}

const reversals = {
  refund: "customerRefunded",
  below_bonus: "belowBonus",
  dispute: "disputeLost",
  program: "programEnded",
  decision: "programReversed",
} as const;

function stateOf(commission: OwnCommission, words: Words): CommissionState {
  const { status, amount_cents } = commission;
  switch (status) {
    case "pending":
      return onHold(commission, words);
    case "held":
      return heldBack(commission, words);
    case "approved":
      return approved(commission, words);
    case "paid":
      return paid(commission, words);
    case "reversed":
      return notEarned(reversals[commission.reversed_by ?? "refund"], words);
    case "refunded":
      return amount_cents === 0 ? notEarned("customerRefunded", words) : partlyRefunded(commission, words);
  }
}

function notEarned(why: (typeof reversals)[keyof typeof reversals], words: Words): CommissionState {
  return { word: words.say("notEarned"), meaning: "bad", why: words.say(why) };
}

/** Where a refund took a part, the rest goes on as it was. */
function partlyRefunded(commission: OwnCommission, words: Words): CommissionState {
  if (commission.stage === "paid") return paid(commission, words);
  const state = commission.stage === "pending" ? onHold(commission, words) : approved(commission, words);
  return { ...state, why: words.sentences([words.say("customerPartlyRefunded"), state.why]) };
}

function onHold({ hold_until, sale_at }: OwnCommission, words: Words): CommissionState {
  const days = Math.round((hold_until.getTime() - sale_at.getTime()) / millisecondsPerDay);
  return {
    word: words.say("onHoldUntil", { day: words.longDay(hold_until) }),
    meaning: "info",
    why: words.say("programWaits", { days }),
  };
}

function heldBack({ held_because, hold_note: note }: OwnCommission, words: Words): CommissionState {
  switch (held_because) {
    case "program":
      return {
        word: words.say("onHoldNow"),
        meaning: "warn",
        why: words.sentences([
          words.say("heldByProgram"),
          ...(note === null ? [] : [words.say("heldNote", { note })]),
          words.say("heldUntilReleased"),
        ]),
      };
    case "chain":
      return { word: words.say("heldBackNow"), meaning: "warn", why: words.say("heldByChain") };
    case "dispute":
    case null:
      return { word: words.say("heldBackNow"), meaning: "warn", why: words.say("heldByDispute") };
  }
}

function approved({ payout_id }: OwnCommission, words: Words): CommissionState {
  return payout_id === null
    ? { word: words.say("approved"), meaning: "good", why: words.say("approvedNext") }
    : { word: words.say("beingPaid"), meaning: "good", why: words.say("partOfPayout", { payout: String(payout_id) }) };
}

function paid({ payout_id, paid_at }: OwnCommission, words: Words): CommissionState {
  return { word: words.say("paid"), meaning: "good", why: whyPaid(payout_id, paid_at, words) };
}

function whyPaid(payoutId: number | null, paidAt: Date | null, words: Words): string {
  const payout = payoutId === null ? null : String(payoutId);
  if (paidAt === null) return payout === null ? words.say("paidPlain") : words.say("paidWith", { payout });
  const day = words.longDay(paidAt);
  return payout === null ? words.say("paidOn", { day }) : words.say("paidOnWith", { day, payout });
}

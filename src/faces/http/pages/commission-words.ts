// A commission's status in words for the partner who earned it: its state, why, and what comes next.

import { longDay, moneyText } from "../../../core/wording/words.ts";
import type { OwnCommission } from "../../../product/portal/view-rows.ts";

const millisecondsPerDay = 86_400_000;

/** `good`, `warn`, `bad` and `info` are the four meanings of the design; the text is always shown with the color. */
export type CommissionState = {
  readonly word: string;
  readonly meaning: "good" | "warn" | "bad" | "info";
  readonly why: string;
};

export function commissionState(commission: OwnCommission): CommissionState {
  const { amount_cents, adjustment_cents, currency } = commission;
  const state = stateOf(commission);
  if (adjustment_cents === 0) return state;
  const change = moneyText(Math.abs(adjustment_cents), currency);
  const why =
    adjustment_cents < 0
      ? `${state.why} Of the sale something went back since: ${change} is taken off your next payout.`
      : `${state.why} ${change} more is owed to you and comes with your next payout.`;
  return { ...state, why: amount_cents === 0 ? state.why : why };
}

const wholeRefund: CommissionState = { word: "Not earned", meaning: "bad", why: "The customer got the money back." };
const lostDispute: CommissionState = {
  word: "Not earned",
  meaning: "bad",
  why: "The customer disputed the payment, and the bank gave the money back.",
};

const byProgram: CommissionState = {
  word: "Not earned",
  meaning: "bad",
  why: "The program ended the partnership before it was paid.",
};
const reversals = { refund: wholeRefund, dispute: lostDispute, program: byProgram } as const;

function stateOf(commission: OwnCommission): CommissionState {
  const { status, amount_cents } = commission;
  switch (status) {
    case "pending":
      return onHold(commission, "");
    case "held":
      return heldBack(commission);
    case "approved":
      return approved(commission, "");
    case "paid":
      return paid(commission);
    case "reversed":
      return reversals[commission.reversed_by ?? "refund"];
    case "refunded":
      if (amount_cents === 0) return wholeRefund;
      return partlyRefunded(commission);
  }
}

const partly = "The customer got part of the money back, so this is what is left. ";

/** Where a refund took a part, the rest goes on as it was. */
function partlyRefunded(commission: OwnCommission): CommissionState {
  switch (commission.stage) {
    case "pending":
      return onHold(commission, partly);
    case "approved":
      return approved(commission, partly);
    case "paid":
      return paid(commission);
  }
}

function onHold({ hold_until, sale_at }: OwnCommission, before: string): CommissionState {
  const days = Math.round((hold_until.getTime() - sale_at.getTime()) / millisecondsPerDay);
  const until = longDay(hold_until);
  return {
    word: `On hold until ${until}`,
    meaning: "info",
    why: `${before}${days === 0 ? "It is looked at once more, " : `The program waits ${days} ${days === 1 ? "day" : "days"} after a sale, `}because the customer may still ask for the money back.`,
  };
}

function heldBack({ held_because, hold_note }: OwnCommission): CommissionState {
  const said = hold_note === null ? "" : ` It says: “${hold_note}”`;
  switch (held_because) {
    case "program":
      return {
        word: "On hold",
        meaning: "warn",
        why: `The program has put it on hold and looks into the sale.${said} It goes on from there when the program releases it.`,
      };
    case "chain":
      return {
        word: "Held back",
        meaning: "warn",
        why: "The payment could not be found on its blockchain as it was reported. The program looks into it.",
      };
    case "dispute":
    case null:
      return {
        word: "Held back",
        meaning: "warn",
        why: "The customer disputes the payment with the bank. It is decided when the dispute is.",
      };
  }
}

function approved({ payout_id }: OwnCommission, before: string): CommissionState {
  return payout_id === null
    ? { word: "Approved", meaning: "good", why: `${before}It is yours and comes with the next payout.` }
    : { word: "Being paid", meaning: "good", why: `${before}It is part of payout ${payout_id}, which is on its way.` };
}

function paid({ payout_id, paid_at }: OwnCommission): CommissionState {
  const when = paid_at === null ? "" : ` on ${longDay(paid_at)}`;
  return { word: "Paid", meaning: "good", why: `Paid${when}${payout_id === null ? "" : ` with payout ${payout_id}`}.` };
}

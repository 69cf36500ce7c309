// What a payment provider's answer records of its payout: pure. A payout moves only as the table of moves allows; an answer that is older
// than what is known records nothing, and one that contradicts it is reported to a person.
import type { EventData, PaidItem } from "../../core/rules/events/events.ts";
import type { PayoutProgressed } from "../../core/rules/events/rail-events.ts";
import { isOnTheWay, mayMove } from "../../core/rules/payout-life.ts";
import type { PayoutRow, PayoutStatus } from "../../core/rules/rows/payout-rows.ts";
import type { RailAnswer } from "./apis/rail.ts";

export type Concluded = {
  readonly events: readonly EventData[];
  /** What a person must look into. */
  readonly contradiction: string | null;
};

type StateAnswer = Extract<RailAnswer, { kind: "state" }>;

export function eventsOfAnswer(payout: PayoutRow, items: readonly PaidItem[], answer: StateAnswer): Concluded {
  const { status, payout_id, partner_id, currency, rail } = payout;
  const sale_ids = items.map(({ sale_id }) => sale_id);
  const { state, reason } = answer;
  if (isWithdrawn(status)) return { events: [], contradiction: contradictionOf(payout, answer) };
  const progress = progressOf(payout, answer);
  switch (state) {
    case "sent":
    case "unclaimed":
      return { events: progress, contradiction: null };
    case "paid": {
      if (!mayMove(status, "paid")) return { events: [], contradiction: null };
      const reference = answer.reference ?? answer.railId;
      const paid = { payout_id, partner_id, currency, items, method: rail, reference } as const;
      return { events: [...progress, { type: "payout_recorded", ...paid }], contradiction: null };
    }
    case "failed":
      // It was reported as paid before: the money is owed again all the same.
      if (status === "paid") return { events: [returned(payout_id, sale_ids, reason)], contradiction: null };
      return { events: [{ type: "payout_failed", payout_id, sale_ids, reason }], contradiction: null };
    case "returned":
      return { events: [returned(payout_id, sale_ids, reason)], contradiction: null };
  }
}

/** Its money is owed again, perhaps in another payout: nothing revives it. */
function isWithdrawn(status: PayoutStatus): boolean {
  return status === "failed" || status === "returned" || status === "cancelled" || status === "created";
}

function contradictionOf({ payout_id, status }: PayoutRow, { state }: StateAnswer): string | null {
  if (state === "failed" || state === "returned") return null;
  return `The provider reports payout ${payout_id} as ${state}; it is ${status} here.`;
}

function returned(payout_id: number, sale_ids: readonly number[], reason: string | null): EventData {
  return { type: "payout_returned", payout_id, sale_ids, reason };
}

/** Nothing where nothing is new. A payment that is confirmed at once was accepted at once. */
function progressOf(payout: PayoutRow, answer: StateAnswer): PayoutProgressed[] {
  const { status, payout_id, attempt } = payout;
  if (!isOnTheWay(status) || attempt === null) return [];
  const { state, railId, reason, fee_cents, fee_currency, exchange_rate } = answer;
  const isReported = state === "sent" || state === "unclaimed";
  const stays = status === "unclaimed" ? "unclaimed" : "sent";
  const next = isReported ? state : stays;
  const isNews =
    status !== next ||
    payout.rail_id !== railId ||
    (fee_cents !== null && (payout.rail_fee_cents !== fee_cents || payout.rail_fee_currency !== fee_currency)) ||
    (exchange_rate !== null && payout.exchange_rate !== exchange_rate);
  if (!isNews) return [];
  const costs = { fee_cents, fee_currency, exchange_rate };
  return [{ type: "payout_progressed", payout_id, attempt, state: next, rail_id: railId, reason, ...costs }];
}

/** The provider declined the request, and no earlier one may have paid. */
export function eventsOfRefusal({ payout_id, status, attempt }: PayoutRow, reason: string): EventData[] {
  if (status !== "sending" || attempt === null) return [];
  const none = { rail_id: null, fee_cents: null, fee_currency: null, exchange_rate: null } as const;
  return [{ type: "payout_progressed", payout_id, attempt, state: "created", reason, ...none }];
}

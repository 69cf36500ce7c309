// The steps of a payment's story, from the click to the payout, in plain words: what happened, what did not and why, and what is
// still ahead. Pure: it is handed what the log and the books say.

import type { ForfeitCause } from "../../core/rules/rows/sale-rows.ts";
import { daysBetween } from "../../core/rules/time.ts";
import { type Currency, isCurrency } from "../../core/vocabulary/money/currencies.ts";
import { appliedTermsInWords } from "../../core/wording/applied-terms-words.ts";
import { dayText, moneyText } from "../../core/wording/words.ts";
import { eventInWords, saleReasonInWords } from "../events/event-words.ts";
import type { EventLine } from "../events/list.ts";
import { daysBeforeInWords } from "../reads/days-before.ts";
import { shownAsOf } from "./event-steps.ts";
import { flagged } from "./flag-steps.ts";
import { isHolding, withdrawnInWords } from "./payout-words.ts";
import type { Approval, StoryChange, StoryFlag, StoryPayout, StorySale } from "./sale-lines-read.ts";
import { type Step, step } from "./step.ts";

export type StoryRows = {
  readonly events: readonly EventLine[];
  readonly sales: readonly StorySale[];
  readonly changes: readonly StoryChange[];
  readonly flags: readonly StoryFlag[];
  readonly payouts: readonly StoryPayout[];
  readonly approvals: readonly Approval[];
  readonly now: Date;
};

/** In the order of time; upcoming steps come last. */
export function stepsOf(rows: StoryRows): Step[] {
  const steps = [
    ...rows.events.flatMap((event) => stepsOfEvent(rows, event)),
    ...rows.sales.flatMap((sale) => stepsOfMoney(rows, sale)),
    ...rows.sales.flatMap(forfeited),
    ...rows.flags.flatMap(flagged),
    ...rows.payouts.flatMap(stepsOfPayout),
  ];
  return steps.toSorted((a, b) => timeOf(a) - timeOf(b) || Number(a.is_upcoming) - Number(b.is_upcoming));
}

function timeOf({ at }: Step): number {
  return at?.getTime() ?? Number.POSITIVE_INFINITY;
}

function stepsOfEvent(rows: StoryRows, event: EventLine): Step[] {
  const { event_id, source: reported_by, received_at: at } = event;
  const about = { event_id, reported_by, at };
  const verdict = eventInWords(event);
  switch (shownAsOf(event.type)) {
    case "click":
      return [step({ ...about, kind: "click", summary: "A visitor opened a partner link." })];
    case "lead":
      return [step({ ...about, kind: "lead", summary: leadInWords(event) })];
    case "payment":
      return [step({ ...about, ...paidIn(event), kind: "payment" }), ...conclusionOf(rows, event, verdict)];
    case "refund":
      return [
        step({ ...about, ...changeBy(rows, event), kind: event.outcome === "duplicate" ? "repeated" : "refund" }),
      ];
    case "dispute":
      return [step({ ...about, ...changeBy(rows, event), kind: "dispute" })];
    case "elsewhere":
      return [];
    case "sentence":
      return [step({ ...about, kind: event.outcome === "recorded" ? "other" : "no_sale", summary: verdict })];
  }
}

function leadInWords({ data, outcome }: EventLine): string {
  if (outcome !== "recorded") return "A lead was reported, and changed nothing.";
  const who = typeof data.customer_key === "string" ? `Customer ${data.customer_key}` : "Someone";
  return `${who} became a lead, bound to the click.`;
}

function paidIn({ data, source }: EventLine): Pick<Step, "summary" | "amount_cents" | "currency"> {
  const amount = typeof data.amount_cents === "number" ? data.amount_cents : null;
  const currency = currencyOf(data.currency);
  const money = amount === null || currency === null ? "A payment" : `A payment of ${moneyText(amount, currency)}`;
  const reporter = source === "api" ? "the brand" : source;
  return { summary: `${money} was reported by ${reporter}.`, amount_cents: amount, currency };
}

/** Of a payment: its sale, or why there is no sale. */
function conclusionOf({ sales }: StoryRows, event: EventLine, verdict: string): Step[] {
  const { event_id, received_at: at, outcome } = event;
  const sale = sales.find(({ sale_id }) => sale_id === event_id);
  if (sale === undefined) {
    return [
      step({ kind: outcome === "duplicate" ? "repeated" : "no_sale", at, event_id, summary: `No sale: ${verdict}` }),
    ];
  }
  const money = { sale_id: sale.sale_id, partner_id: sale.partner_id };
  const odd = saleReasonInWords(sale.reason);
  const whose = `Sale ${sale.sale_id} was attributed to ${sale.partner_name}, ${byWhat(sale)}.`;
  return [
    step({
      ...money,
      kind: "sale",
      at,
      event_id,
      amount_cents: sale.amount_cents,
      currency: sale.currency,
      summary: [whose, odd, otherCode(sale)].filter((summary) => summary !== null).join(" "),
    }),
    earned(sale, { ...money, at, event_id }),
    ...adjustedByTier(sale, money),
    ...recruited(sale, { sale_id: sale.sale_id, at, event_id }),
  ];
}

function byWhat({ click_id, clicked_at, received_at, coupon_code }: StorySale): string {
  if (clicked_at === null) return "manually";
  if (click_id !== null) return `by a click ${daysBeforeInWords(daysBetween(clicked_at, received_at))}`;
  return coupon_code === null ? "by a discount code that was used before" : `by the discount code ${coupon_code}`;
}

/** Click against code: the code of another partner than the one who earned it. */
function otherCode({ coupon_code, coupon_partner_id, coupon_partner_name, partner_id }: StorySale): string | null {
  if (coupon_code === null || coupon_partner_id === null || coupon_partner_id === partner_id) return null;
  return `It was paid with ${coupon_partner_name}'s code ${coupon_code}: the click or customer that attributed it takes precedence over the code.`;
}

function earned(sale: StorySale, about: Partial<Step>): Step {
  const { commission_at_sale_cents, commission_currency: currency } = sale;
  if (commission_at_sale_cents === null || currency === null) {
    const isSaid = sale.reason === "recurring_period_ended" || sale.reason === "self_referral";
    const summary = isSaid ? saleReasonInWords(sale.reason) : null;
    return step({ ...about, kind: "no_commission", summary: summary ?? "No commission: the terms earn none for it." });
  }
  const amount_cents = commission_at_sale_cents - (sale.commission_terms?.tier?.adjusted_cents ?? 0);
  const summary = `${sale.partner_name} earned a commission of ${moneyText(amount_cents, currency)}${onTerms(sale, amount_cents, currency)}.`;
  return step({ ...about, kind: "commission", amount_cents, currency, summary });
}

/** What the tier of the whole month made of it when the month was closed. */
function adjustedByTier(sale: StorySale, about: Partial<Step>): Step[] {
  const {
    commission_terms: terms,
    commission_currency: currency,
    month_closed_at: at,
    month_closed_by: event_id,
  } = sale;
  const adjusted = terms?.tier?.adjusted_cents ?? null;
  if (terms === null || adjusted === null || currency === null) return [];
  const stepReached = terms.tier?.step ?? null;
  const reached = stepReached === null ? "reached no tier" : `reached tier ${stepReached + 1}`;
  const change =
    adjusted === 0
      ? "the commission stays"
      : `the commission is ${adjusted < 0 ? "lowered" : "raised"} by ${moneyText(Math.abs(adjusted), currency)}`;
  const summary = `Its month closed and ${reached}: ${change}.`;
  return [
    step({
      ...about,
      kind: "correction",
      at,
      event_id,
      reported_by: "schedule",
      amount_cents: adjusted,
      currency,
      summary,
    }),
  ];
}

/** What its partner's recruiter earned by it, and what is left of that. */
function recruited({ recruiter, partner_name }: StorySale, about: Partial<Step>): Step[] {
  if (recruiter === null) return [];
  const {
    partner_id,
    partner_name: recruiterName,
    at_sale_cents: amount_cents,
    amount_cents: now,
    currency,
  } = recruiter;
  const whole = `${recruiterName} recruited ${partner_name} and earned a commission of ${moneyText(amount_cents, currency)} by it.`;
  const summary = now === amount_cents ? whole : `${whole} It is ${moneyText(now, currency)} now.`;
  return [step({ ...about, kind: "commission", partner_id, amount_cents, currency, summary })];
}

/** ` by group Gold's terms, tier 2`; nothing where the program's and its products' terms are all there are. */
function onTerms({ commission_terms: terms, group_name }: StorySale, toCents: number, currency: Currency): string {
  if (terms === null) return "";
  const { scope, group_id, tier, cap } = terms;
  // The month's step has a sentence of its own.
  const stepNow = tier?.adjusted_cents === undefined ? (tier?.step ?? null) : null;
  const applied = appliedTermsInWords({
    scope,
    group: group_name ?? group_id,
    tierStep: stepNow === null ? null : stepNow + 1,
    month: tier?.open_month !== undefined ? "open" : null,
    cut: cap === null || cap.by === null ? null : { by: cap.by, fromCents: cap.uncapped_cents, toCents, currency },
  });
  return ` by ${applied}`;
}

/** What an event took from a sale or gave back to it. */
function changeBy({ changes, sales }: StoryRows, event: EventLine): Pick<Step, "summary"> & Partial<Step> {
  const change = changes.find(({ event_id }) => event_id === event.event_id);
  const sale = sales.find(({ sale_id }) => sale_id === change?.sale_id);
  if (change === undefined || sale === undefined) return { summary: eventInWords(event) };
  const { refunded_cents: back, commission_cents: commission } = change;
  const money =
    back < 0
      ? `${moneyText(-back, sale.currency)} was charged again`
      : `${moneyText(back, sale.currency)} was refunded`;
  const currency = sale.commission_currency;
  const share =
    commission === 0 || currency === null
      ? "the commission stays"
      : `the commission is ${commission < 0 ? "lowered" : "raised"} by ${moneyText(Math.abs(commission), currency)}`;
  return {
    sale_id: sale.sale_id,
    partner_id: sale.partner_id,
    amount_cents: back,
    currency: sale.currency,
    summary: `${money}: ${share}.`,
  };
}

/** The hold, its end, and what is still ahead. */
function stepsOfMoney({ approvals, payouts, now }: StoryRows, sale: StorySale): Step[] {
  const { commission_stage: stage, hold_until, sale_id, partner_id, commission_currency: currency } = sale;
  if (stage === null || hold_until === null || currency === null) return [];
  const about = { sale_id, partner_id, currency };
  if (sale.commission_status === "reversed" && stage === "pending") return [];
  const byHand = heldByHand(sale, about);
  if (stage === "pending") return [...byHand, ahead(sale, hold_until, now, about)];
  const approval = approvals.find((one) => one.sale_id === sale_id);
  const reason = approval?.reason ?? null;
  const approved = step({
    ...about,
    kind: "approval",
    at: approval?.received_at ?? hold_until,
    event_id: approval?.event_id ?? null,
    reported_by: reason === null ? "schedule" : "operator",
    summary:
      reason === null
        ? "The hold was over: the commission was approved."
        : `The commission was approved manually, before its hold was over: ${reason}`,
  });
  const isInPayout = payouts.some((payout) => payout.sale_id === sale_id && isHolding(payout.status));
  const owed = sale.adjustment_cents;
  return [
    approved,
    ...byHand,
    ...(isInPayout || sale.commission_status === "reversed"
      ? []
      : [step({ ...about, kind: "payout", is_upcoming: true, summary: "Not paid yet: it is in no payout." })]),
    ...(owed === 0
      ? []
      : [
          step({
            ...about,
            kind: "correction",
            is_upcoming: true,
            amount_cents: owed,
            summary:
              owed < 0
                ? `${moneyText(-owed, currency)} more was paid than is due: the next payout deducts it.`
                : `${moneyText(owed, currency)} is owed in addition to the payout.`,
          }),
        ]),
  ];
}

function heldByHand({ held_at, hold_event_id, hold_reason }: StorySale, about: Partial<Step>): Step[] {
  if (hold_event_id === null) return [];
  const summary = `The commission was put on hold manually: ${hold_reason}`;
  return [step({ ...about, kind: "hold", at: held_at, event_id: hold_event_id, reported_by: "operator", summary })];
}

const forfeitsInWords: Readonly<Record<ForfeitCause, string>> = {
  banned: "The partner was banned before the commission was paid: it was reversed.",
};

function forfeited({ forfeit_event_id, forfeited_at, forfeit_cause, sale_id, partner_id }: StorySale): Step[] {
  if (forfeit_event_id === null || forfeit_cause === null) return [];
  const about = { sale_id, partner_id, event_id: forfeit_event_id, reported_by: "operator" };
  return [step({ ...about, kind: "correction", at: forfeited_at, summary: forfeitsInWords[forfeit_cause] })];
}

function ahead(sale: StorySale, holdUntil: Date, now: Date, about: Partial<Step>): Step {
  const isOver = holdUntil <= now;
  const isHeld = sale.commission_status === "held";
  const backed = sale.hold_event_id === null ? "a flag, a dispute or its chain holds it" : "it is on hold manually";
  const summary =
    isOver && !isHeld
      ? "The hold is over; it is approved next."
      : `Not approved yet: ${isHeld ? backed : `its hold ends on ${dayText(holdUntil)}`}.`;
  return step({ ...about, kind: "hold", at: isOver ? null : holdUntil, is_upcoming: true, summary });
}

function stepsOfPayout(payout: StoryPayout): Step[] {
  const { sale_id, amount_cents, currency, payout_id, paid_at, withdrawn_at } = payout;
  const about = { sale_id, amount_cents, currency };
  const money = moneyText(Math.abs(amount_cents), currency);
  const what = amount_cents < 0 ? `deducts ${money}` : `includes ${money} of it`;
  const created = step({
    ...about,
    kind: "payout",
    at: payout.created_at,
    event_id: payout_id,
    summary: `Payout ${payout_id} ${what}.`,
  });
  const paid = step({ ...about, kind: "paid", at: paid_at, summary: `Payout ${payout_id} was paid.` });
  const summary = `Payout ${payout_id} ${withdrawnInWords(payout.status)}`;
  const withdrawn = step({ ...about, kind: "payout_withdrawn", at: withdrawn_at, summary });
  return [created, ...(paid_at === null ? [] : [paid]), ...(withdrawn_at === null ? [] : [withdrawn])];
}

function currencyOf(value: unknown): Currency | null {
  return typeof value === "string" && isCurrency(value) ? value : null;
}

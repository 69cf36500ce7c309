// Refunds by the brand's call and by the provider, singly, in running totals and by both; disputes; and what waits and is released.
import { expect } from "vitest";
import { answerRefundCall } from "../reference/refund-call-model.ts";
import { refund } from "../support/event-builders.ts";
import { type Answer, fieldOf, refusalOf } from "../support/service.ts";
import type { Dice } from "./dice.ts";
import type { Ledger, Payment } from "./ledger.ts";
import { chargeRefunded, disputed, refunded, refundFailed } from "./stripe-messages.ts";
import { atOnce, deliver, type Play, type Turn, textOf } from "./turn.ts";

type Call = { readonly refundId: string | null; readonly cents: number | null };

/** Mostly sold ones, some already paid out; and now and then one not reported yet. */
function somePayment(ledger: Ledger, dice: Dice): Payment | undefined {
  if (dice.isOneIn(8)) return dice.anyOf(ledger.payments);
  const sold = ledger.payments.filter((payment) => ledger.saleOf(payment) !== undefined);
  const paid = paidOf(ledger, sold);
  return dice.anyOf(paid.length > 0 && dice.isOneIn(3) ? paid : sold);
}

function paidOf(ledger: Ledger, payments: readonly Payment[]): Payment[] {
  return payments.filter((payment) => ledger.saleOf(payment)?.commission?.stage === "paid");
}

/** A part, the whole, and more than was paid. */
function someCents(dice: Dice, whole: number): number {
  const cents = [Math.ceil(whole / 3), Math.ceil(whole / 2), whole, 1, whole + 1, Math.ceil(whole / 4)] as const;
  return dice.oneOf(cents);
}

export const refundCall: Play = (turn) => {
  const { ledger, dice } = turn;
  const payment = somePayment(ledger, dice);
  if (payment === undefined) return Promise.resolve(null);
  const cents = dice.isOneIn(4) ? null : someCents(dice, payment.cents);
  const refundId = dice.isOneIn(2) ? null : `own-${dice.below(3)}`;
  return callRefund(turn, payment, { refundId, cents });
};

async function callRefund(turn: Turn, payment: Payment, call: Call): Promise<string> {
  const { setting, ledger } = turn;
  const { name: transaction_id } = payment;
  const { refundId: refund_id, cents: refund_amount_cents } = call;
  const given = { transaction_id, refund_amount_cents, refund_id };
  const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const answers = await atOnce(turn, (side) => setting.track(side, ledger.place, "refund", body));
  checkRefundAnswers(ledger, payment, call, answers);
  return `${JSON.stringify(body)} -> ${answers.map(textOf).join("; ")}`;
}

function checkRefundAnswers(ledger: Ledger, payment: Payment, call: Call, answers: readonly Answer[]): void {
  const before = ledger.saleOf(payment);
  const all = answers.map(textOf).join("\n");
  if (before === undefined) {
    for (const answer of answers) expect(refusalOf(answer), all).toBe("404 sale_not_found");
    return;
  }
  const expected = answerRefundCall(before, call, ledger.nextId);
  if (expected === "refund_exceeds_sale") {
    for (const answer of answers) expect(refusalOf(answer), all).toBe("422 refund_exceeds_sale");
    return;
  }
  const statuses = answers.map((answer) => fieldOf(answer, "status"));
  const skipped = answers.filter((answer) => fieldOf(answer, "status") === "skipped");
  const event = refund({ transaction_id: payment.name, refund_amount_cents: call.cents, refund_id: call.refundId });
  if (expected !== "skipped") expect(ledger.apply(event), all).toBe("recorded");
  if (expected !== "recorded") {
    expect(skipped, `${expected} ${all}`).toHaveLength(answers.length);
    const reasons = skipped.map((answer) => fieldOf(answer, "reason"));
    if (expected === "reported_by_provider") expect(reasons, all).toEqual(skipped.map(() => expected));
    return;
  }
  const after = ledger.saleOf(payment);
  if (after === undefined) throw new Error("a refund took its sale away");
  const reversed = after.refunded_cents === after.amount_cents ? "reversed" : "refunded";
  const status = after.commission === null ? "no_commission" : reversed;
  expect(
    statuses.filter((one) => one !== "skipped"),
    all,
  ).toEqual([status]);
  const answer = answers.find((one) => fieldOf(one, "status") === status);
  expect(answer?.body, all).toMatchObject({
    refunded_cents: call.cents ?? before.amount_cents - before.refunded_cents,
    refunded_total_cents: after.refunded_cents,
    commission_cents: after.commission?.amount_cents ?? 0,
    commission_deducted_cents: before.due_cents - after.due_cents,
  });
}

export const providerRefund: Play = (turn) => {
  const { ledger, dice } = turn;
  const payment = somePayment(ledger, dice);
  if (payment === undefined) return Promise.resolve(null);
  return refundByProvider(turn, payment, someCents(dice, payment.cents));
};

function refundByProvider(turn: Turn, payment: Payment, cents: number): Promise<string> {
  return deliver(turn, refunded(payment, newRefund(payment, cents).id, cents));
}

export const runningTotal: Play = (turn) => {
  const { ledger, dice } = turn;
  const payment = somePayment(ledger, dice);
  if (payment === undefined) return Promise.resolve(null);
  return deliver(turn, chargeRefunded(payment, Math.min(payment.cents, someCents(dice, payment.cents))));
};

/** A reported one, of a sale whose payout it made smaller if there is one; or one reported only now. */
export const refundFails: Play = (turn) => {
  const { ledger, dice } = turn;
  const counting = ledger.payments.filter((payment) => refundsThatCount(ledger, payment).length > 0);
  const paidLess = paidOf(ledger, counting).filter((payment) => {
    const { commission } = ledger.saleOf(payment) ?? {};
    return commission != null && commission.amount_cents < commission.amount_at_sale_cents;
  });
  const payment = dice.anyOf(paidLess.length > 0 ? paidLess : counting) ?? somePayment(ledger, dice);
  if (payment === undefined) return Promise.resolve(null);
  const known = dice.isOneIn(8) ? undefined : dice.anyOf(refundsThatCount(ledger, payment));
  const refund = known ?? newRefund(payment, payment.cents);
  return deliver(turn, refundFailed(payment, refund.id, refund.cents));
};

function refundsThatCount(ledger: Ledger, payment: Payment) {
  const { reversals = [] } = ledger.saleOf(payment) ?? {};
  return payment.refunds.filter(({ id }) =>
    reversals.some((reported) => reported.key === `id ${id}` && reported.state === "counts"),
  );
}

function newRefund(payment: Payment, cents: number) {
  const refund = { id: `re_${payment.number}_${payment.refunds.length}`, cents };
  payment.refunds.push(refund);
  return refund;
}

/** One refund, reported by the brand and by its provider, in either order; the brand may know the provider's id. */
export const refundByBoth: Play = async (turn) => {
  const { ledger, dice } = turn;
  const payment = somePayment(ledger, dice);
  if (payment === undefined) return null;
  const cents = Math.ceil(payment.cents / dice.oneOf([2, 3, 5]));
  const id = dice.oneOf([null, `own-${dice.below(3)}`, `re_${payment.number}_${payment.refunds.length}`]);
  const call = () => callRefund(turn, payment, { refundId: id, cents });
  if (dice.isOneIn(2)) return [await call(), await refundByProvider(turn, payment, cents)].join("; ");
  return [await refundByProvider(turn, payment, cents), await call()].join("; ");
};

/** Of all of the payment or of a part. */
export const disputeOpened: Play = (turn) => {
  const { ledger, dice } = turn;
  const payment = somePayment(ledger, dice);
  if (payment === undefined) return Promise.resolve(null);
  const cents = dice.isOneIn(3) ? Math.ceil(payment.cents / 3) : payment.cents;
  const dispute = { id: `du_${payment.number}_${payment.disputes.length}`, cents, isClosed: dice.isOneIn(8) };
  payment.disputes.push(dispute);
  // Some are lost as soon as they are reported.
  return deliver(turn, disputed(payment, dispute.id, cents, dispute.isClosed ? "lost" : "open"));
};

/** By the provider, or by the operator if the provider never reports it. */
export const disputeClosed: Play = async (turn) => {
  const { setting, ledger, dice } = turn;
  const isOpen = ({ disputes }: Payment) => disputes.some(({ isClosed }) => !isClosed);
  const payment = dice.anyOf(ledger.payments.filter(isOpen));
  const dispute = payment?.disputes.find(({ isClosed }) => !isClosed);
  if (payment === undefined || dispute === undefined) return null;
  const result = dice.oneOf(["won", "lost"] as const);
  const isKnown = ledger.saleOf(payment)?.reversals.some(({ key }) => key === `dispute ${dispute.id}`) === true;
  dispute.isClosed = true;
  if (!isKnown || dice.isOneIn(2)) return deliver(turn, disputed(payment, dispute.id, dispute.cents, result));
  const names = ["--transaction-id", payment.name, "--dispute", dispute.id, "--result", result];
  const words = ["disputes", "close", "--program", String(ledger.place.programId), ...names];
  const run = await setting.svc([...words, "--json"]);
  expect(run.code, run.stderr).toBe(0);
  const aliases = [{ kind: "id", value: payment.name }];
  const reported = { dispute_id: dispute.id, result, aliases, amount_cents: null, currency: null };
  ledger.apply({ source: "operator", data: { type: "dispute_closed", ...reported } });
  return words.join(" ");
};

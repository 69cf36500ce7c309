// What a refund call must be answered, by all reports of its sale so far. Written from the contract, like the models it asks.
import type { ModelSale } from "./account-model.ts";
import { apartFromProvider } from "./reversal-model.ts";

export type RefundCall = { readonly refundId: string | null; readonly cents: number | null };
export type RefundAnswer = "skipped" | "reported_by_provider" | "refund_exceeds_sale" | "recorded";

/** `id` is the event the call becomes, if it becomes one. */
export function answerRefundCall(sale: ModelSale, { refundId, cents }: RefundCall, id: number): RefundAnswer {
  const { amount_cents: whole, refunded_cents, reversals: reported, transaction_id: name } = sale;
  const left = whole - refunded_cents;
  const calls = reported.filter(({ callId }) => callId !== null);
  const repeats = (key: string, earlierCents: number) =>
    refundId === null ? /^(amount|rest)/.test(key) && earlierCents === cents : key === `id ${refundId}`;
  if (calls.some((call) => repeats(call.key, call.cents))) return "skipped";
  if (cents === null && left === 0) return "skipped";

  const withoutId = cents === null ? `rest ${id}` : `amount ${cents}`;
  const key = refundId === null ? withoutId : `id ${refundId}`;
  if (reported.some((one) => one.key === key)) return "reported_by_provider";
  const call = { id, key, name, cents: cents ?? left, state: "counts", byCall: true, callId: id, failedId: null };
  // As the provider's own it may take the place that another call had in a running total: more went back, and this call adds nothing.
  if (!apartFromProvider([...reported, call], whole).apart.includes(call)) return "reported_by_provider";
  return call.cents > left ? "refund_exceeds_sale" : "recorded";
}

// What a driven history has been about, for the claim that it was about everything it is meant for.
import type { Ledger } from "./ledger.ts";

/** All that one history has for certain, by its seed. */
export const wantedPhenomena: readonly string[] = [
  ...["sale recorded", "sale refunded", "sale reversed", "sale disputed", "sale parked", "sale ignored"],
  ...["commission pending", "commission approved", "commission paid", "commission held", "commission refunded"],
  ...["flat commission", "renewal"],
  ...["refund by call", "refund by provider", "refund by both", "running total", "refund that failed"],
  ...["dispute open", "dispute won", "dispute lost"],
  ...["payout created", "payout paid", "payout cancelled", "payout returned", "taken off", "owed again", "owing"],
  ...["payout sent", "payout unclaimed", "payout failed", "paid by PayPal", "back from PayPal"],
  ...["invoice", "credit_note"],
  ...["month closed", "closed month changed"],
];

export function phenomenaOf(ledger: Ledger): string[] {
  const { accounts, invoices, statements, sent } = ledger;
  const { adjustments } = accounts.books();
  const sales = ledger.sales();
  const lines = statements.months().flatMap((month) => statements.linesOf(month));
  const monthsOf = new Map(sales.map(({ id, received_at }) => [id, received_at.toISOString().slice(0, 7)]));
  return [
    ...sales.map(({ status }) => `sale ${status}`),
    ...sent.map(({ ownId }) => `sale ${accounts.outcomeOf(ownId)}`),
    ...sales.map(({ commission }) =>
      commission === null ? "no commission any more" : `commission ${commission.status}`,
    ),
    ...sales.map(({ commission }) => (commission?.amount_at_sale_cents === 700 ? "flat commission" : "")),
    ...sales.map(({ reason }) => (reason === "amount_differs" ? "amount differs" : "")),
    ...sales.map((sale) => (sale.is_recurring ? "renewal" : "")),
    ...sales.flatMap(({ reversals }) =>
      reversals.map(({ key, state, callId, byCall }) => {
        if (key.startsWith("dispute")) return `dispute ${state}`;
        if (key.startsWith("total")) return "running total";
        if (state === "failed") return "refund that failed";
        if (byCall) return "refund by call";
        return callId === null ? "refund by provider" : "refund by both";
      }),
    ),
    ...accounts.payouts.map(({ status }) => `payout ${status}`),
    ...accounts.payouts.map(({ status, method, paid_at }) => {
      if (status === "returned" && paid_at === null) return "never claimed";
      if (method !== "paypal") return "";
      return status === "returned" ? "back from PayPal" : "paid by PayPal";
    }),
    ...invoices.documents.map(({ kind }) => kind),
    ...adjustments.map(({ amount_cents }) => (amount_cents < 0 ? "taken off" : "owed again")),
    ...ledger.place.partners.flatMap(({ partnerId }) =>
      accounts.balances(partnerId).map(({ owed_cents }) => (owed_cents < 0 ? "owing" : "")),
    ),
    ...statements.months().map((month) => (statements.isClosed(month) ? "month closed" : "")),
    ...lines.map(({ what, month, id }) =>
      what === "change" && monthsOf.get(id) !== month ? "closed month changed" : "",
    ),
    ...lines.map(({ what }) => (what.startsWith("correction") ? "closed month corrected" : "")),
  ];
}

// From what is owed to money in the partner's hands: put together, then paid or cancelled; and once paid it may come back.
// What it may hold is decided before it is recorded, under the program's lock; here it is a fact, whatever the rules say of
// its sales by now. So nothing here looks at what is due, and a payout means the same in every replay.
import type { Books } from "../books.ts";
import { type Conclusion, recorded, refused } from "../conclusion.ts";
import {
  assertNever,
  type Event,
  type PaidItem,
  type PayoutCancelled,
  type PayoutCreated,
  type PayoutRecorded,
  type PayoutReturned,
  type PayoutsExported,
} from "../events.ts";
import type { PayoutItemRow, PayoutRow, PayoutStatus } from "../payout-rows.ts";
import { dueOf, putCommission } from "./paid-out.ts";
import { rebook } from "./rebook.ts";

type PayoutData = PayoutsExported | PayoutCreated | PayoutRecorded | PayoutCancelled | PayoutReturned;

export function foldPayout(books: Books, event: Event, data: PayoutData): Conclusion {
  if (data.type === "payout_created") return create(books, event, data);
  if (data.type === "payouts_exported") return noteExport(books, event, data);
  const payout = books.of.payout.get(data.payout_id);
  if (payout === undefined) {
    return refused("unknown_payout", `Program ${books.programId} has no payout ${data.payout_id}.`);
  }
  // Nothing but payouts decides this, so every replay decides the same.
  const expected: PayoutStatus = data.type === "payout_returned" ? "paid" : "created";
  if (payout.status !== expected) {
    return refused("payout_closed", `Payout ${data.payout_id} is ${payout.status}, not ${expected}.`);
  }
  switch (data.type) {
    case "payout_recorded":
      return pay(books, event, data, payout);
    case "payout_cancelled":
      return cancel(books, event, data, payout);
    case "payout_returned":
      return takeBack(books, event, data, payout);
    default:
      return assertNever(data);
  }
}

function noteExport(books: Books, event: Event, data: PayoutsExported): Conclusion {
  const payouts = data.payout_ids.map((payoutId) => books.of.payout.get(payoutId)).filter((row) => row !== undefined);
  const first = payouts.filter((payout) => payout.exported_at === null);
  for (const payout of first) books.of.payout.put({ ...payout, exported_at: event.received_at });
  return recorded("Payouts exported.");
}

function create(books: Books, event: Event, data: PayoutCreated): Conclusion {
  books.of.payout.put({
    program_id: books.programId,
    payout_id: event.id,
    partner_id: data.partner_id,
    currency: data.currency,
    amount_cents: sumOf(data.items),
    item_count: data.items.length,
    status: "created",
    method: null,
    reference: null,
    created_at: event.received_at,
    paid_at: null,
    exported_at: null,
    withdrawn_at: null,
  });
  putItems(books, event.id, data, "created");
  return recorded("Payout created.");
}

function pay(books: Books, event: Event, data: PayoutRecorded, payout: PayoutRow): Conclusion {
  books.of.payout.put({
    ...payout,
    amount_cents: sumOf(data.items),
    item_count: data.items.length,
    status: "paid",
    method: data.method,
    reference: data.reference,
    paid_at: event.received_at,
  });
  // What is due is read before the payment counts: afterwards the commission's row says what was paid.
  const due = data.items.map(({ sale_id }) => {
    const commission = books.of.commission.get(sale_id);
    return commission === undefined ? null : { ...commission, amount_cents: dueOf(books, commission) };
  });
  putItems(books, payout.payout_id, data, "paid");
  for (const [index, { sale_id }] of data.items.entries()) putCommission(books, sale_id, due[index] ?? null);
  return recorded("Payout recorded.");
}

function cancel(books: Books, event: Event, data: PayoutCancelled, payout: PayoutRow): Conclusion {
  books.of.payout.put({ ...payout, status: "cancelled", withdrawn_at: event.received_at });
  moveItems(books, data, "cancelled");
  return recorded("Payout cancelled.");
}

function takeBack(books: Books, event: Event, data: PayoutReturned, payout: PayoutRow): Conclusion {
  books.of.payout.put({ ...payout, status: "returned", withdrawn_at: event.received_at });
  moveItems(books, data, "returned");
  for (const saleId of data.sale_ids) {
    const sale = books.of.sale.get(saleId);
    if (sale === undefined) putCommission(books, saleId, null);
    else rebook(books, sale);
  }
  return recorded("Payout returned.");
}

type Paying = Pick<PayoutItemRow, "partner_id" | "currency"> & { readonly items: readonly PaidItem[] };

function putItems(books: Books, payoutId: number, paying: Paying, status: PayoutStatus): void {
  const { partner_id, currency, items } = paying;
  for (const { sale_id, amount_cents } of items) {
    books.of.payout_item.put({
      program_id: books.programId,
      sale_id,
      payout_id: payoutId,
      partner_id,
      currency,
      amount_cents,
      status,
    });
  }
}

function moveItems(books: Books, closing: PayoutCancelled | PayoutReturned, status: PayoutStatus): void {
  for (const saleId of closing.sale_ids) {
    const item = books.of.payout_item.list(saleId).find((row) => row.payout_id === closing.payout_id);
    if (item !== undefined) books.of.payout_item.put({ ...item, status });
  }
}

function sumOf(items: readonly PaidItem[]): number {
  return items.reduce((sum, item) => sum + item.amount_cents, 0);
}

// From what is owed to money in the partner's hands: put together, then paid or cancelled; and once paid it may come back.
// What it may hold is decided before it is recorded, under the program's lock; here it is a fact, regardless of what the
// rules say of its sales by now. So nothing here looks at what is due, and a payout means the same in every replay.
import type { Books } from "../books.ts";
import { type Conclusion, recorded, refused } from "../conclusion.ts";
import type {
  Event,
  PaidItem,
  PayoutApproved,
  PayoutCancelled,
  PayoutCreated,
  PayoutRecorded,
  PayoutReturned,
  PayoutsExported,
} from "../events/events.ts";
import type { PayoutFailed, PayoutProgressed, PayoutSending } from "../events/rail-events.ts";
import { mayMove } from "../payout-life.ts";
import {
  type PayoutApprovals,
  type PayoutItemRow,
  type PayoutItemStatus,
  type PayoutRow,
  type PayoutStatus,
  withoutRail,
} from "../rows/payout-rows.ts";
import type { FoldContext } from "./context.ts";
import { isOfAnother } from "./outcome.ts";
import { rebookById } from "./payment/rebook.ts";
import { dueOf, putCommission } from "./reversal/paid-out.ts";

export function foldPayoutsExported({ books }: FoldContext, { data, received_at }: Event<PayoutsExported>): Conclusion {
  const payouts = data.payout_ids.map((payoutId) => books.of.payout.get(payoutId)).filter((row) => row !== undefined);
  const first = payouts.filter((payout) => payout.exported_at === null);
  for (const payout of first) books.of.payout.put({ ...payout, exported_at: received_at });
  return recorded("Payouts exported.");
}

export function foldPayoutCreated({ books }: FoldContext, { id, data, received_at }: Event<PayoutCreated>): Conclusion {
  books.of.payout.put({
    program_id: books.programId,
    payout_id: id,
    partner_id: data.partner_id,
    currency: data.currency,
    amount_cents: sumOf(data.items),
    item_count: data.items.length,
    status: "created",
    method: null,
    reference: null,
    created_at: received_at,
    paid_at: null,
    exported_at: null,
    withdrawn_at: null,
    approvals: data.approvals === undefined ? null : approvalsOf(data.approvals),
    ...withoutRail,
  });
  putItems(books, id, data, "created");
  return recorded("Payout created.");
}

/** Of one person once, and never of its creator; a payout that needs no approval stays as it is. */
export function foldPayoutApproved({ books }: FoldContext, { data, received_at }: Event<PayoutApproved>): Conclusion {
  return onPayout(books, data, null, (payout) => {
    if (payout.status !== "created") return closed(payout, "approved");
    const { approvals } = payout;
    const { approved_by: by } = data;
    if (approvals !== null && !isBehind(approvals, by)) {
      const given = [...approvals.given, { by, at: received_at.toISOString() }];
      const missing = Math.max(0, approvals.missing - 1);
      books.of.payout.put({ ...payout, approvals: { ...approvals, missing, given } });
    }
    return recorded("Payout approved.");
  });
}

function approvalsOf({ needed, created_by }: NonNullable<PayoutCreated["approvals"]>): PayoutApprovals {
  return { needed, missing: needed - (created_by === null ? 0 : 1), created_by, given: [] };
}

/** Whether the person created or approved it. */
export function isBehind({ created_by, given }: PayoutApprovals, by: string): boolean {
  return created_by === by || given.some((approval) => approval.by === by);
}

export function foldPayoutRecorded({ books }: FoldContext, { data, received_at }: Event<PayoutRecorded>): Conclusion {
  return onPayout(books, data, "paid", (payout) => {
    books.of.payout.put({
      ...payout,
      amount_cents: sumOf(data.items),
      item_count: data.items.length,
      status: "paid",
      method: data.method,
      reference: data.reference,
      paid_at: received_at,
    });
    // What is due is read before the payment counts: afterwards the commission's row says what was paid.
    const due = data.items.map(({ sale_id }) => {
      const commission = books.of.commission.get(sale_id);
      return commission === undefined ? null : { ...commission, amount_cents: dueOf(books, commission) };
    });
    putItems(books, payout.payout_id, data, "paid");
    for (const [index, { sale_id }] of data.items.entries()) putCommission(books, sale_id, due[index] ?? null);
    return recorded("Payout recorded.");
  });
}

export function foldPayoutCancelled({ books }: FoldContext, { data, received_at }: Event<PayoutCancelled>): Conclusion {
  return onPayout(books, data, "cancelled", (payout) => {
    books.of.payout.put({ ...payout, status: "cancelled", withdrawn_at: received_at });
    moveItems(books, payout, data.sale_ids, "cancelled");
    return recorded("Payout cancelled.");
  });
}

export function foldPayoutReturned(context: FoldContext, { data, received_at }: Event<PayoutReturned>): Conclusion {
  const { books } = context;
  return onPayout(books, data, "returned", (payout) => {
    books.of.payout.put({ ...payout, status: "returned", withdrawn_at: received_at });
    if (payout.status !== "paid") {
      // It never counted as paid: what it held is owed as before.
      moveItems(books, payout, data.sale_ids, "cancelled");
      return recorded("Payout returned.");
    }
    const saleIds = paymentsOf(books, data.sale_ids);
    moveItems(books, payout, saleIds, "returned");
    for (const saleId of saleIds) if (!rebookById(context, saleId)) putCommission(books, saleId, null);
    return recorded("Payout returned.");
  });
}

export function foldPayoutSending({ books }: FoldContext, { data, received_at }: Event<PayoutSending>): Conclusion {
  return onPayout(books, data, "sending", (payout) => {
    const { rail, attempt } = data;
    books.of.payout.put({ ...payout, ...withoutRail, status: "sending", rail, attempt, sending_at: received_at });
    return recorded("Payout handed to a payment provider.");
  });
}

/** Progress within the same status brings an id, a fee or a rate that was not known before. */
export function foldPayoutProgressed(
  { books }: FoldContext,
  { data, received_at }: Event<PayoutProgressed>,
): Conclusion {
  const isSame = data.state !== "created" && books.of.payout.get(data.payout_id)?.status === data.state;
  return onPayout(books, data, isSame ? null : data.state, (payout) => {
    books.of.payout.put({
      ...payout,
      status: data.state,
      rail_id: data.rail_id ?? payout.rail_id,
      sending_at: data.state === "created" ? null : payout.sending_at,
      sent_at: data.state === "created" ? null : (payout.sent_at ?? received_at),
      rail_fee_cents: data.fee_cents ?? payout.rail_fee_cents,
      rail_fee_currency: data.fee_currency ?? payout.rail_fee_currency,
      exchange_rate: data.exchange_rate ?? payout.exchange_rate,
    });
    return recorded("Payout progressed.");
  });
}

export function foldPayoutFailed({ books }: FoldContext, { data, received_at }: Event<PayoutFailed>): Conclusion {
  return onPayout(books, data, "failed", (payout) => {
    books.of.payout.put({ ...payout, status: "failed", withdrawn_at: received_at });
    moveItems(books, payout, data.sale_ids, "cancelled");
    return recorded("Payout failed.");
  });
}

/** Only where the payout may move there; null stays. Nothing but payouts decides this, so every replay decides the same. */
function onPayout(
  books: Books,
  { payout_id: payoutId }: { readonly payout_id: number },
  next: PayoutStatus | null,
  change: (payout: PayoutRow) => Conclusion,
): Conclusion {
  const payout = books.of.payout.get(payoutId);
  if (payout === undefined) {
    return refused("unknown_payout", `Program ${books.programId} has no payout ${payoutId}.`);
  }
  if (next !== null && !mayMove(payout.status, next)) {
    return closed(payout, next);
  }
  return change(payout);
}

function closed({ payout_id, status }: PayoutRow, next: PayoutStatus | "approved"): Conclusion {
  const why = status === next ? `is ${status} already` : `is ${status}: it cannot become ${next}`;
  return refused("payout_closed", `Payout ${payout_id} ${why}.`);
}

type Paying = Pick<PayoutItemRow, "partner_id" | "currency"> & { readonly items: readonly PaidItem[] };

function putItems(books: Books, payoutId: number, paying: Paying, status: PayoutItemStatus): void {
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

function moveItems(books: Books, { payout_id }: PayoutRow, saleIds: Iterable<number>, status: PayoutItemStatus): void {
  for (const saleId of saleIds) {
    const item = books.of.payout_item.list(saleId).find((row) => row.payout_id === payout_id);
    if (item !== undefined) books.of.payout_item.put({ ...item, status });
  }
}

/** A replay may have found that another event reported a sale first: what a tool had paid for it is paid for that one then. */
function paymentsOf(books: Books, saleIds: readonly number[]): ReadonlySet<number> {
  const ids = new Set(saleIds);
  // A set hands out what is added while it is gone through.
  for (const id of ids) {
    const outcome = books.of.outcome.get(id);
    if (outcome !== undefined && outcome.refers_to !== null && isOfAnother(outcome)) ids.add(outcome.refers_to);
  }
  return ids;
}

function sumOf(items: readonly PaidItem[]): number {
  return items.reduce((sum, item) => sum + item.amount_cents, 0);
}

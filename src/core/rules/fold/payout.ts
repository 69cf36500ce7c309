// From what is owed to money in the partner's hands: put together, then paid or cancelled; and once paid it may come back.
// What it may hold is decided before it is recorded, under the program's lock; here it is a fact, whatever the rules say of
// its sales by now. So nothing here looks at what is due, and a payout means the same in every replay.
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
import type { PayoutApprovals, PayoutItemRow, PayoutRow, PayoutStatus } from "../rows/payout-rows.ts";
import { isOfAnother } from "./outcome.ts";
import { rebook } from "./payment/rebook.ts";
import { dueOf, putCommission } from "./reversal/paid-out.ts";

export function foldPayoutsExported(books: Books, { data, received_at }: Event<PayoutsExported>): Conclusion {
  const payouts = data.payout_ids.map((payoutId) => books.of.payout.get(payoutId)).filter((row) => row !== undefined);
  const first = payouts.filter((payout) => payout.exported_at === null);
  for (const payout of first) books.of.payout.put({ ...payout, exported_at: received_at });
  return recorded("Payouts exported.");
}

export function foldPayoutCreated(books: Books, { id, data, received_at }: Event<PayoutCreated>): Conclusion {
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
  });
  putItems(books, id, data, "created");
  return recorded("Payout created.");
}

/** Of one person once, and never of its creator; a payout that needs no approval stays as it is. */
export function foldPayoutApproved(books: Books, { data, received_at }: Event<PayoutApproved>): Conclusion {
  return onPayout(books, data, "created", (payout) => {
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

export function foldPayoutRecorded(books: Books, { data, received_at }: Event<PayoutRecorded>): Conclusion {
  return onPayout(books, data, "created", (payout) => {
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

export function foldPayoutCancelled(books: Books, { data, received_at }: Event<PayoutCancelled>): Conclusion {
  return onPayout(books, data, "created", (payout) => {
    books.of.payout.put({ ...payout, status: "cancelled", withdrawn_at: received_at });
    moveItems(books, payout, data.sale_ids, "cancelled");
    return recorded("Payout cancelled.");
  });
}

export function foldPayoutReturned(books: Books, { data, received_at }: Event<PayoutReturned>): Conclusion {
  return onPayout(books, data, "paid", (payout) => {
    books.of.payout.put({ ...payout, status: "returned", withdrawn_at: received_at });
    const saleIds = paymentsOf(books, data.sale_ids);
    moveItems(books, payout, saleIds, "returned");
    for (const saleId of saleIds) {
      const sale = books.of.sale.get(saleId);
      if (sale === undefined) putCommission(books, saleId, null);
      else rebook(books, sale);
    }
    return recorded("Payout returned.");
  });
}

/** Only of a payout in the expected status. Nothing but payouts decides this, so every replay decides the same. */
function onPayout(
  books: Books,
  { payout_id: payoutId }: { readonly payout_id: number },
  expected: PayoutStatus,
  change: (payout: PayoutRow) => Conclusion,
): Conclusion {
  const payout = books.of.payout.get(payoutId);
  if (payout === undefined) {
    return refused("unknown_payout", `Program ${books.programId} has no payout ${payoutId}.`);
  }
  if (payout.status !== expected) {
    return refused("payout_closed", `Payout ${payoutId} is ${payout.status}, not ${expected}.`);
  }
  return change(payout);
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

function moveItems(books: Books, { payout_id }: PayoutRow, saleIds: Iterable<number>, status: PayoutStatus): void {
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

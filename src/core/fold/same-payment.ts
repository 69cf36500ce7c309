// Names that turn out to mean one payment: whatever was told under them becomes one sale, the one told first.
// Two sales of one payment can only have come from tellings that had no name in common; the later one is taken out of the
// books, its refunds and disputes move to the one that stays, and its event's outcome says so.
import type { Books } from "../books.ts";
import type { Event } from "../events.ts";
import type { SaleRow } from "../rows.ts";
import { attributionOf } from "./attribution.ts";
import type { Brought } from "./brought.ts";
import { withEvidence } from "./evidence.ts";
import { learnTelling } from "./learn-telling.ts";
import { nameAlias } from "./name-alias.ts";
import { putCommission } from "./paid-out.ts";
import { findPayment, supersede } from "./payment-identity.ts";
import { rebook } from "./rebook.ts";
import { dropChanges } from "./sale-change.ts";

/** Answers the one sale these names mean now; undefined while none of them is a sale. */
export function unify(
  books: Books,
  eventId: number,
  aliases: readonly string[],
  brought: Brought,
): SaleRow | undefined {
  const saleIds = new Set<number>();
  for (const alias of aliases) {
    const known = findPayment(books, [alias]);
    if (known?.state === "sale") saleIds.add(known.paymentId);
  }
  const [keptId, ...mergedIds] = [...saleIds].sort((a, b) => a - b);
  if (keptId === undefined) return undefined;
  for (const mergedId of mergedIds) merge(books, keptId, mergedId);
  const superseded = supersedeWaiting(books, eventId, aliases, keptId);
  for (const alias of aliases) {
    if (findPayment(books, [alias])?.paymentId !== keptId) nameAlias(books, alias, keptId, brought);
  }
  adopt(books, superseded, keptId, brought);
  return books.of.sale.get(keptId);
}

/** The sale takes over what the events that waited for it know: its other names, and its subscription. */
export function adopt(books: Books, superseded: readonly Event[], saleId: number, brought: Brought): void {
  for (const event of superseded) {
    const { data } = event;
    if (data.type !== "payment_succeeded") continue;
    for (const alias of data.aliases) nameAlias(books, alias.value, saleId, brought);
    learnTelling(books, { ...event, data }, data.payer, saleId, brought);
  }
}

/** Whatever waits under these names, but for the event at hand, gives way to the event that became the sale. */
export function supersedeWaiting(books: Books, eventId: number, aliases: readonly string[], bySaleId: number): Event[] {
  const superseded: Event[] = [];
  for (const alias of aliases) {
    const known = findPayment(books, [alias]);
    if (known?.state !== "waiting" || known.paymentId === eventId) continue;
    supersede(books, known.paymentId, bySaleId);
    const event = books.eventsParked.get(known.paymentId);
    if (event !== undefined) superseded.push(event);
  }
  return superseded;
}

function merge(books: Books, keptId: number, mergedId: number): void {
  const kept = books.of.sale.get(keptId);
  const merged = books.of.sale.get(mergedId);
  if (kept === undefined || merged === undefined) throw new Error(`sales ${keptId} and ${mergedId} cannot be merged`);
  moveReversals(books, kept, merged);
  books.of.sale.delete(merged);
  putCommission(books, mergedId, null);
  dropChanges(books, mergedId);
  for (const row of books.of.platform_fee.list(mergedId)) books.of.platform_fee.delete(row);
  books.of.outcome.put({
    program_id: books.programId,
    event_id: mergedId,
    outcome: "duplicate",
    reason: "same_payment",
    refers_to: keptId,
    detail: null,
  });
  moveFirstSale(books, kept, merged);
  rebook(books, { ...withEvidence(kept, merged), subscription_id: kept.subscription_id ?? merged.subscription_id });
}

function moveReversals(books: Books, kept: SaleRow, merged: SaleRow): void {
  for (const refund of books.of.refund.list(merged.sale_id)) {
    books.of.refund.delete(refund);
    const same = books.of.refund.list(kept.sale_id).find((row) => row.refund_key === refund.refund_key);
    books.of.refund.put({
      ...refund,
      sale_id: kept.sale_id,
      amount_cents: Math.max(refund.amount_cents, same?.amount_cents ?? 0),
      has_failed: refund.has_failed || same?.has_failed === true,
    });
  }
  for (const dispute of books.of.dispute.list(merged.sale_id)) {
    books.of.dispute.delete(dispute);
    const same = books.of.dispute.list(kept.sale_id).find((row) => row.dispute_id === dispute.dispute_id);
    if (same === undefined || same.status === "open") books.of.dispute.put({ ...dispute, sale_id: kept.sale_id });
  }
}

function moveFirstSale(books: Books, kept: SaleRow, merged: SaleRow): void {
  if (merged.subscription_id !== null) {
    const subscription = books.of.subscription.get(merged.subscription_id);
    if (subscription?.first_sale_id === merged.sale_id) {
      books.of.subscription.put({ ...subscription, ...attributionOf(kept), first_sale_id: kept.sale_id });
    }
  }
  if (merged.customer_key === null) return;
  const customer = books.of.customer.get(merged.customer_key);
  if (customer?.first_sale_id === merged.sale_id) books.of.customer.put({ ...customer, first_sale_id: kept.sale_id });
}

// What a statement says of a sale as it was recorded, and what is kept when a sale of a closed month turns out to be another: a
// payment that waited counts at last, two sales are one, or a sale renews a subscription. The closed month keeps the sale as it
// was; the month of the correction reverses that and states the sale as it is now.

import type { Currency } from "../../../vocabulary/money/currencies.ts";
import type { Books } from "../../books.ts";
import { monthOf, type RestatementRow } from "../../events/statement.ts";
import { saleOfReferral } from "../../referral-id.ts";
import type { LeadRow } from "../../rows/rows.ts";
import type { CommissionRow } from "../../rows/sale-rows.ts";
import type { FoldContext } from "../context.ts";
import { isClosed } from "../month-closed.ts";

/** A sale as a statement says it, before anything went back of it; or a commission that no sale earned, which has no amount of a sale. */
type Stated = {
  readonly transaction_id: string;
  readonly received_at: Date;
  readonly partner_id: number;
  readonly currency: Currency | null;
  readonly amount_cents: number | null;
  readonly fee_cents: number | null;
  readonly commission_currency: Currency | null;
  readonly commission_cents: number | null;
  /** What of it the month's tier added; 0 of a commission that no sale earned. */
  readonly tier_cents: number;
};

/** Makes the change, and keeps what it means for a month that was closed. What else is folded may restate the sale again. */
export function restate<Answer>(context: FoldContext, saleId: number, change: () => Answer): Answer {
  return restateBy(context, { id: saleId, by: saleId }, () => statedNow(context.books, saleId), change);
}

/** A lead's commission is made when the lead settles: its month may be closed by then. */
export function restateEarned<Answer>(
  context: FoldContext,
  { lead_id, reported_at }: Pick<LeadRow, "lead_id" | "reported_at">,
  change: () => Answer,
): Answer {
  return restateBy(
    context,
    { id: lead_id, by: lead_id },
    () => statedCommission(context.books, lead_id, reported_at),
    change,
  );
}

/** What a recruiter earns is stated in the month of the sale, and changes with it. */
export function restateReferral<Answer>(
  context: FoldContext,
  { id, saleId, received_at }: { readonly id: number; readonly saleId: number; readonly received_at: Date },
  change: () => Answer,
): Answer {
  return restateBy(context, { id, by: saleId }, () => statedCommission(context.books, id, received_at), change);
}

/** `by` is the event that made it. */
type Restated = { readonly id: number; readonly by: number };

function restateBy<Answer>(
  context: FoldContext,
  { id, by }: Restated,
  stated: () => Stated | null,
  change: () => Answer,
): Answer {
  const { books, cause } = context;
  // A sale of the event being folded is in a month that is open, and nothing is closed of most programs.
  if (by === cause.id || (books.of.program.get("")?.closed_until ?? null) === null) {
    return change();
  }
  const was = stated();
  const answer = change();
  const now = stated();
  const either = was ?? now;
  if (either !== null && isClosed(books, either.received_at)) keep(context, id, either, [was, now]);
  return answer;
}

function statedNow(books: Books, saleId: number): Stated | null {
  const sale = books.of.sale.get(saleId);
  // Imported history is on no statement.
  if (sale === undefined || sale.imported !== null) return null;
  const commission = books.of.commission.get(saleId);
  return {
    transaction_id: sale.transaction_id,
    received_at: sale.received_at,
    partner_id: sale.partner_id,
    currency: sale.currency,
    amount_cents: sale.amount_cents,
    fee_cents: books.of.platform_fee.get(saleId)?.amount_at_sale_cents ?? 0,
    commission_currency: commission?.currency ?? null,
    commission_cents: commission?.amount_at_sale_cents ?? null,
    tier_cents: commission?.terms?.tier?.adjusted_cents ?? 0,
  };
}

function statedCommission(books: Books, commissionId: number, received_at: Date): Stated | null {
  const commission = books.of.commission.get(commissionId);
  if (commission === undefined) return null;
  return {
    transaction_id: nameOf(commission),
    received_at,
    partner_id: commission.partner_id,
    ...{ currency: null, amount_cents: null, fee_cents: null },
    commission_currency: commission.currency,
    commission_cents: commission.amount_at_sale_cents,
    tier_cents: 0,
  };
}

/** Of a commission that no sale earned, where statements name a sale's transaction. */
export function nameOf({ kind, sale_id }: Pick<CommissionRow, "kind" | "sale_id">): string {
  return `${kind}:${saleOfReferral(sale_id) ?? sale_id}`;
}

function keep(
  { books, cause }: FoldContext,
  saleId: number,
  either: Stated,
  [before, now]: readonly [Stated | null, Stated | null],
): void {
  const known = books.of.restatement.list(cause.id).find((row) => row.sale_id === saleId);
  const was = known === undefined ? before : statedBefore(known, either);
  if (isSame(was, now)) {
    if (known !== undefined) books.of.restatement.delete(known);
    return;
  }
  books.of.restatement.put({
    program_id: books.programId,
    event_id: cause.id,
    sale_id: saleId,
    month: monthOf(either.received_at),
    transaction_id: either.transaction_id,
    restated_at: cause.received_at,
    was_partner_id: was?.partner_id ?? null,
    was_currency: was?.currency ?? null,
    was_amount_cents: was?.amount_cents ?? null,
    was_fee_cents: was?.fee_cents ?? null,
    was_commission_currency: was?.commission_currency ?? null,
    was_commission_cents: was?.commission_cents ?? null,
    was_tier_cents: was?.tier_cents ?? 0,
    now_partner_id: now?.partner_id ?? null,
    now_currency: now?.currency ?? null,
    now_amount_cents: now?.amount_cents ?? null,
    now_fee_cents: now?.fee_cents ?? null,
    now_commission_currency: now?.commission_currency ?? null,
    now_commission_cents: now?.commission_cents ?? null,
  });
}

/** What an earlier change by the same event kept of it. */
function statedBefore(known: RestatementRow, { transaction_id, received_at }: Stated): Stated | null {
  const { was_partner_id, was_currency, was_amount_cents, was_fee_cents } = known;
  if (was_partner_id === null) return null;
  return {
    transaction_id,
    received_at,
    partner_id: was_partner_id,
    currency: was_currency,
    amount_cents: was_amount_cents,
    fee_cents: was_fee_cents,
    commission_currency: known.was_commission_currency,
    commission_cents: known.was_commission_cents,
    tier_cents: known.was_tier_cents,
  };
}

function isSame(one: Stated | null, other: Stated | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.partner_id === other.partner_id &&
    one.currency === other.currency &&
    one.amount_cents === other.amount_cents &&
    one.fee_cents === other.fee_cents &&
    one.commission_currency === other.commission_currency &&
    one.commission_cents === other.commission_cents &&
    one.tier_cents === other.tier_cents
  );
}

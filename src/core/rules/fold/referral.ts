// What a partner earns by the sales of a partner that it recruited: a commission of its own for each, which is a share of that one's and
// follows the sale with it. It is computed from the sale whenever an event has changed the sale or its commission, so no way in which they
// change can be forgotten. One level: no one earns by what a recruiter earns.

import { basisPointsPerWhole, remainingShare, shareOf } from "../../vocabulary/money/money.ts";
import type { Books, ChangedSale, SaleBefore } from "../books.ts";
import { type Conclusion, recorded, refused } from "../conclusion.ts";
import type { Event } from "../events/events.ts";
import type { PartnerRecruited } from "../events/recruiting-events.ts";
import { referralSettingsOf } from "../events/settings/referral-settings.ts";
import { referralIdOf } from "../referral-id.ts";
import type { CommissionRow, SaleRow } from "../rows/sale-rows.ts";
import { addMonths } from "../time.ts";
import { isPartnerActive } from "./attribution/attribution.ts";
import type { FoldContext } from "./context.ts";
import { isHeldByFlag } from "./flags/flags.ts";
import { forfeitCauseOf } from "./forfeits.ts";
import { commissionStatus, standingOf } from "./payment/rebook.ts";
import { putCommission } from "./reversal/paid-out.ts";
import { nameOf, restateReferral } from "./reversal/restatement.ts";
import { dropChanges, keepChange } from "./sale-change.ts";
import { settingsInForce } from "./settings-in-force.ts";

export function foldPartnerRecruited({ books }: FoldContext, { id, data }: Event<PartnerRecruited>): Conclusion {
  const { partner_id, recruited_by } = data;
  const partner = books.of.partner.get(partner_id);
  const recruiter = books.of.partner.get(recruited_by);
  for (const [known, named] of [[partner, partner_id] as const, [recruiter, recruited_by] as const]) {
    if (known === undefined) return refused("unknown_partner", `Program ${books.programId} has no partner ${named}.`);
  }
  if (partner === undefined || partner.recruited_by !== null) {
    return refused("recruiter_refused", `Partner ${partner_id} has a recruiter, which never changes.`);
  }
  if (recruited_by === partner_id || recruiter?.recruited_by === partner_id) {
    return refused(
      "recruiter_refused",
      `Partner ${recruited_by} cannot recruit partner ${partner_id}: it would earn by itself.`,
    );
  }
  books.of.partner.put({ ...partner, recruited_by, recruited_event_id: id });
  return recorded("Recruiter noted.");
}

/** Also where it did once: what was earned then stays so. */
export function paysRecruiters(books: Books): boolean {
  return books.of.program_settings.list("").some(({ settings }) => settings.referral != null);
}

/** Brings what recruiters earn up to the sales that have changed. */
export function keepReferrals(context: FoldContext, changed: readonly ChangedSale[]): void {
  if (changed.length === 0 || !paysRecruiters(context.books)) return;
  for (const [saleId, before] of changed) keepReferral(context, saleId, before);
}

/** The sale begins to earn again with the event at hand: an approval of before counts for nothing. */
export function restartReferral(books: Books, saleId: number): void {
  if (!paysRecruiters(books)) return;
  const known = books.of.commission.get(referralIdOf(saleId));
  if (known?.stage === "approved") books.of.commission.put({ ...known, stage: "pending" });
}

function keepReferral(context: FoldContext, saleId: number, before: SaleBefore): void {
  const { books } = context;
  const id = referralIdOf(saleId);
  const known = books.of.commission.get(id);
  const sale = books.of.sale.get(saleId);
  const due = sale === undefined ? null : dueOn(books, sale, { known, before });
  if (due === null && known === undefined) {
    // What was paid for it is taken off the next payout.
    if (books.of.payout_item.list(id).length > 0) putCommission(books, id, null);
    return;
  }
  const received_at = (sale ?? before.sale)?.received_at;
  const stated = due ?? known;
  if (received_at === undefined || stated === undefined) throw new Error(`sale ${saleId} left and was never there`);
  restateReferral(context, { id, saleId, received_at }, () => putCommission(books, id, due));
  const { partner_id, currency } = stated;
  const changing = { sale_id: id, transaction_id: nameOf(stated), partner_id, currency, imported: null };
  if (due === null) {
    dropChanges(context, changing);
    return;
  }
  keepChange(context, changing, {
    refunded_cents: 0,
    commission_cents: due.amount_cents - due.amount_at_sale_cents,
    fee_cents: 0,
    commission_currency: currency,
  });
}

type Earlier = { readonly known: CommissionRow | undefined; readonly before: SaleBefore };

/** Null where no one recruited its partner in time, or there is nothing to share. */
function dueOn(books: Books, sale: SaleRow, { known, before }: Earlier): CommissionRow | null {
  const commission = books.of.commission.get(sale.sale_id);
  const shared = commission && sharedOf(books, sale, commission);
  if (commission === undefined || shared === undefined) return null;
  const isKnown = known?.partner_id === shared.partner_id;
  // Whether its recruiter was active is asked once, when the sale became this partner's.
  const wasDue = before.sale?.partner_id === sale.partner_id && before.commission !== undefined;
  const wasRefused = wasDue && !isKnown && sharedOf(books, before.sale, before.commission) !== undefined;
  if (wasRefused || !(isKnown || isPartnerActive(books, shared.partner_id))) return null;

  const own = { sale_id: referralIdOf(sale.sale_id), partner_id: shared.partner_id };
  const isForfeited = forfeitCauseOf(books, commission) !== undefined || forfeitCauseOf(books, own) !== undefined;
  const isHeld = books.of.commission_hold.get(own.sale_id) !== undefined || isHeldByFlag(books, own);
  const standing = standingOf(books, sale);
  const leftCents = remainingShare(shared.cents, sale.refunded_cents, sale.amount_cents);
  const stage = stageOf(isKnown ? known : undefined);
  return {
    program_id: books.programId,
    ...own,
    kind: "referral",
    amount_cents: isForfeited ? 0 : leftCents,
    amount_at_sale_cents: shared.cents,
    currency: commission.currency,
    status: isForfeited ? "reversed" : commissionStatus({ ...standing, isHeld: standing.isHeld || isHeld }, stage),
    stage,
    hold_until: commission.hold_until,
    terms: null,
  };
}

type Shared = { readonly partner_id: number; readonly cents: number };

/** Who recruited the sale's partner before the sale, and what is that one's, while the share lasts; undefined for no one. */
function sharedOf(books: Books, sale: SaleRow, commission: CommissionRow): Shared | undefined {
  // What another tool had paid, it paid to whomever it said.
  if (sale.imported !== null) return undefined;
  const { referral } = referralSettingsOf(settingsInForce(books, sale.sale_id));
  const partner = books.of.partner.get(sale.partner_id);
  if (referral === null || partner === undefined || partner.recruited_by === null) return undefined;
  const { recruited_by, recruited_event_id, joined_at } = partner;
  if (recruited_event_id === null || recruited_event_id > sale.sale_id) return undefined;
  if (referral.months !== null && sale.received_at >= addMonths(joined_at, referral.months)) return undefined;
  const cents = shareOf(commission.amount_at_sale_cents, referral.share_bps, basisPointsPerWhole);
  return cents === 0 ? undefined : { partner_id: recruited_by, cents };
}

/** As if it had never been paid: what was paid is laid over it. */
function stageOf(known: CommissionRow | undefined): CommissionRow["stage"] {
  if (known === undefined) return "pending";
  return known.stage === "paid" ? "approved" : known.stage;
}

// What a sale earns on its terms: by the rate, by that of a customer's first sale or of the tier that its partner has reached, and at
// most what caps leave. A step and a cap are looked at when the commission is computed; what is refunded later follows from its amount.
import type { Currency } from "../../../vocabulary/money/currencies.ts";
import { basisPointsPerWhole, shareOf } from "../../../vocabulary/money/money.ts";
import type { Books } from "../../books.ts";
import { type CapName, type CommissionTerms, capNames } from "../../events/settings/terms.ts";
import { monthOf } from "../../events/statement.ts";
import type { SaleRow } from "../../rows/sale-rows.ts";
import {
  type AppliedTerms,
  type AppliedTier,
  closedPeriod,
  customerHolder,
  lifetime,
  partnerHolder,
  programHolder,
} from "../../rows/terms-rows.ts";
import { isImported } from "../attribution/attribution.ts";
import type { SaleTerms } from "./in-force.ts";
import { findTotal, subjectOf, totalWithout } from "./totals.ts";

export type Earned = {
  readonly amount_cents: number;
  readonly currency: Currency;
  /** Null in a program that has no others than its own and its products' terms. */
  readonly terms: AppliedTerms | null;
};

/** A flat commission is paid in its own currency; a percentage in the sale's. Nothing is converted. */
export function earnedOn(books: Books, sale: SaleRow, { commission, origin }: SaleTerms): Earned {
  const currency = commission.type === "flat" ? commission.currency : sale.currency;
  if (origin === null) return { amount_cents: amountBy(sale, commission), currency, terms: null };
  const is_first = isFirstSale(books, sale);
  const plain = { ...origin, is_first, tier: null, cap: null };
  const reached = commission.tiers === undefined ? null : reachedTier(books, sale, commission.tiers, plain);
  const room = commission.caps === undefined ? null : roomUnder(books, sale, commission.caps, currency);
  const amountAt = (step: number | null): Amount => {
    const uncapped_cents = amountBy(sale, rated(commission, { is_first, step }));
    return { uncapped_cents, cents: Math.min(uncapped_cents, room?.cents ?? uncapped_cents) };
  };
  const due = amountAt(reached?.step ?? null);
  const tier = reached === null ? null : appliedTier(reached, due.cents - amountAt(null).cents);
  return { amount_cents: due.cents, currency, terms: { ...plain, tier, cap: room === null ? null : capOf(room, due) } };
}

/** Before and after a cap. */
type Amount = { readonly uncapped_cents: number; readonly cents: number };

/** The step of the sales before this one, or of a month; none is known of a month before it is closed. */
type Reached =
  | { readonly step: number | null; readonly by: "sales_before" | "closed_month" }
  | { readonly step: null; readonly by: "open_month"; readonly month: string };

function appliedTier(reached: Reached, adjusted_cents: number): AppliedTier {
  const { step, by } = reached;
  if (by === "open_month") return { step, open_month: reached.month };
  return by === "closed_month" ? { step, adjusted_cents } : { step };
}

function capOf({ by, cents }: Room, { uncapped_cents }: Amount): AppliedTerms["cap"] {
  return uncapped_cents <= cents ? { by: null } : { by, uncapped_cents };
}

function amountBy(sale: SaleRow, terms: CommissionTerms): number {
  if (terms.type === "flat") return sale.amount_cents > 0 ? terms.amount_cents : 0;
  return shareOf(sale.amount_cents, terms.rate_bps, basisPointsPerWhole);
}

/** With the rate, or the amount, that counts for this sale. */
function rated(
  terms: CommissionTerms,
  by: { readonly is_first: boolean; readonly step: number | null },
): CommissionTerms {
  if (terms.type === "flat") {
    const first = by.is_first ? terms.first : undefined;
    const step = by.step === null ? undefined : terms.tiers?.steps[by.step];
    return { ...terms, amount_cents: (first ?? step ?? terms).amount_cents };
  }
  const first = by.is_first ? terms.first : undefined;
  const step = by.step === null ? undefined : terms.tiers?.steps[by.step];
  return { ...terms, rate_bps: (first ?? step ?? terms).rate_bps };
}

/** Of its customer, as far as is known; a sale without a customer is one unless it renews a subscription. */
function isFirstSale(books: Books, { sale_id, customer_key, is_recurring }: SaleRow): boolean {
  if (is_recurring) return false;
  if (customer_key === null) return true;
  const customer = books.of.customer.get(customer_key);
  // Another tool brought them as a customer.
  if (customer !== undefined && isImported(customer)) return false;
  return customer == null || customer.first_sale_id === null || customer.first_sale_id === sale_id;
}

type Tiers = NonNullable<CommissionTerms["tiers"]>;

/** A sale keeps the step that was reached when it was first computed on these terms, or that its month had reached at its close. */
function reachedTier(books: Books, sale: SaleRow, tiers: Tiers, terms: AppliedTerms): Reached {
  const month = monthOf(sale.received_at);
  const of = { holder: partnerHolder(sale.partner_id), subject: subjectOf(sale, terms), currency: sale.currency };
  if (tiers.applies === "period") {
    const closed = findTotal(books, { ...of, period: closedPeriod(month) });
    if (closed === undefined) return { step: null, by: "open_month", month };
    return { step: stepOf(tiers, BigInt(closed[tiers.metric])), by: "closed_month" };
  }
  const known = books.of.commission.get(sale.sale_id);
  if (
    known?.terms?.tier != null &&
    known.partner_id === sale.partner_id &&
    known.terms.policy_event_id === terms.policy_event_id
  ) {
    return { step: known.terms.tier.step, by: "sales_before" };
  }
  const period = tiers.period === "month" ? month : lifetime;
  const reached = totalWithout(books, { ...of, period }, sale.sale_id, tiers.metric);
  return { step: stepOf(tiers, reached), by: "sales_before" };
}

function stepOf({ steps }: Tiers, reached: bigint): number | null {
  const index = steps.findLastIndex(({ from }) => BigInt(from) <= reached);
  return index < 0 ? null : index;
}

type Room = { readonly cents: number; readonly by: CapName };

/** What the tightest cap leaves for this sale. */
function roomUnder(books: Books, sale: SaleRow, caps: NonNullable<CommissionTerms["caps"]>, currency: Currency): Room {
  let tightest: Room = { cents: Number.POSITIVE_INFINITY, by: "program_month_cents" };
  for (const by of capNames) {
    const cap = caps[by];
    const total = cappedTotal(sale, by);
    if (cap === undefined || total === null) continue;
    const key = { ...total, subject: "", currency };
    const cents = Math.max(0, Number(BigInt(cap) - totalWithout(books, key, sale.sale_id, "commission_cents")));
    if (cents < tightest.cents) tightest = { cents, by };
  }
  return tightest;
}

/** Null for a sale without a known customer. */
function cappedTotal({ customer_key, partner_id, received_at }: SaleRow, cap: CapName) {
  const period = monthOf(received_at);
  if (cap === "per_partner_month_cents") return { holder: partnerHolder(partner_id), period };
  if (cap === "program_month_cents") return { holder: programHolder, period };
  return customer_key === null ? null : { holder: customerHolder(customer_key), period: lifetime };
}

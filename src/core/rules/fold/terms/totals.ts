// What tiers and caps are measured by: the sums over a partner's sales, a customer's, and the program's. They follow from the sales: what
// an event changed is taken out as it was and put in as it is, so no way in which a sale changes can be forgotten.
import { remainingShare } from "../../../vocabulary/money/money.ts";
import type { LoadKey } from "../../book-keys.ts";
import type { Books } from "../../books.ts";
import { monthOf } from "../../events/statement.ts";
import { saleOfReferral } from "../../referral-id.ts";
import type { CommissionRow, SaleRow } from "../../rows/sale-rows.ts";
import {
  type AppliedTerms,
  type CountedShare,
  closedPeriod,
  customerHolder,
  lifetime,
  partnerHolder,
  programHolder,
  type TermsOrigin,
  type TermTotalRow,
} from "../../rows/terms-rows.ts";
import { decisionOn } from "../attribution/decided-by-hand.ts";
import { looksAt } from "../flags/flags.ts";
import { paysRecruiters } from "../referral.ts";
import { bonusShares, reachableBy } from "./bonus-totals.ts";
import { usesTerms } from "./in-force.ts";

type Key = Pick<TermTotalRow, "holder" | "period" | "subject" | "currency">;
type Figures = Pick<CountedShare, "sales_cents" | "sales" | "customers" | "commission_cents">;

const noTotal = { sales_cents: "0", sales: 0, customers: 0, commission_cents: "0" } as const;
const none: Figures = { sales_cents: 0, sales: 0, customers: 0, commission_cents: 0 };

/** From here on it is known what sales and commissions were before an event changed them. */
export function watchSales(books: Books): void {
  if (!usesTerms(books) && !followsSales(books)) return;
  books.of.sale.watch();
  books.of.commission.watch();
}

/** What recruiters earn, and what flags count, follows from sales. */
function followsSales(books: Books): boolean {
  return paysRecruiters(books) || looksAt(books, "sales");
}

/** Brings the totals up to the sales, and notes the sales that recruiters and flags follow. */
export function keepTotals(books: Books): void {
  const sales = books.of.sale.takeEarlier();
  const commissions = books.of.commission.takeEarlier();
  if (sales.size === 0 && commissions.size === 0) return;
  const earlier = { sales, commissions, countsTotals: usesTerms(books), isFollowed: followsSales(books) };
  for (const saleId of sales.keys()) keepTotalsOf(books, saleId, earlier);
  for (const saleId of commissions.keys()) if (!sales.has(saleId)) keepTotalsOf(books, saleId, earlier);
}

type Earlier = {
  readonly sales: ReadonlyMap<LoadKey, readonly SaleRow[]>;
  readonly commissions: ReadonlyMap<LoadKey, readonly CommissionRow[]>;
  readonly countsTotals: boolean;
  readonly isFollowed: boolean;
};

function keepTotalsOf(books: Books, saleId: LoadKey, earlier: Earlier): void {
  const { sales, commissions, countsTotals, isFollowed } = earlier;
  // Approvals and payouts change no sale, and load none. A commission that no sale earned counts for no tier and no cap.
  if (!books.of.sale.knows(saleId) || isWithoutSale(books, saleId)) return;
  const sale = sales.has(saleId) ? sales.get(saleId)?.[0] : books.of.sale.get(saleId);
  const commission = commissions.has(saleId) ? commissions.get(saleId)?.[0] : books.of.commission.get(saleId);
  if (isFollowed && typeof saleId === "number") books.changeSale(saleId, { sale, commission });
  if (!countsTotals) return;
  const now = sharesNow(books, saleId);
  const before = books.counted.get(saleId) ?? sharesOf(books, sale, commission);
  if (!isUnchanged(before, now)) {
    for (const share of before) add(books, share, -1);
    for (const share of now) add(books, share, 1);
  }
  books.noteReachable(reachableBy(before));
  books.noteReachable(reachableBy(now));
  books.count(saleId, now);
}

function isWithoutSale(books: Books, id: LoadKey): boolean {
  if (typeof id === "number" && saleOfReferral(id) !== null) return true;
  const kind = books.of.commission.knows(id) ? books.of.commission.get(id)?.kind : undefined;
  return kind !== undefined && kind !== "sale";
}

/** A sale that was taken from its partner is there only while an event is folded, and counts for nothing. */
function sharesNow(books: Books, saleId: LoadKey): readonly CountedShare[] {
  if (typeof saleId === "number" && decisionOn(books, saleId)?.state === "removed") return [];
  return sharesOf(books, books.of.sale.get(saleId), books.of.commission.get(saleId));
}

export function findTotal(books: Books, key: Key): TermTotalRow | undefined {
  return books.of.term_total.list(key.holder).find((row) => isSame(row, key));
}

/** What a total comes to without this sale; exact, however large. */
export function totalWithout(books: Books, key: Key, saleId: number, figure: keyof Figures): bigint {
  keepTotals(books);
  const total = findTotal(books, key)?.[figure] ?? 0;
  const shares = books.counted.get(saleId) ?? sharesNow(books, saleId);
  const own = shares.find((share) => isSame(share, key))?.[figure] ?? 0;
  return BigInt(total) - BigInt(own);
}

/** Keeps what a month came to when it was closed for a partner: from then on its sales are paid by that. Answers whether it was open. */
export function closeTotal(books: Books, key: Omit<Key, "period">, month: string): boolean {
  const closed = { ...key, period: closedPeriod(month) };
  if (findTotal(books, closed) !== undefined) return false;
  const total = findTotal(books, { ...key, period: month }) ?? noTotal;
  const { sales_cents, sales, customers, commission_cents } = total;
  const { holder, period, subject, currency } = closed;
  books.of.term_total.put({
    ...{ program_id: books.programId, holder, period, subject, currency },
    ...{ sales_cents, sales, customers, commission_cents },
  });
  return true;
}

/** The scope of a sale's terms, as totals are kept under it: a product's tiers count that product's sales alone. */
export function subjectOf(
  { product_id }: Pick<SaleRow, "product_id">,
  { scope, group_id }: Pick<TermsOrigin, "scope" | "group_id">,
): string {
  const product = `product:${product_id ?? ""}`;
  const subjects = {
    partner_product: `partner/${product}`,
    partner: "partner",
    group_product: `group:${group_id}/${product}`,
    group: `group:${group_id}`,
    product,
    program: "program",
  } as const satisfies Record<typeof scope, string>;
  return subjects[scope];
}

/** What a sale adds to the totals; history of before adds nothing. */
function sharesOf(
  books: Books,
  sale: SaleRow | undefined,
  commission: CommissionRow | undefined,
): readonly CountedShare[] {
  if (sale === undefined || sale.imported !== null || commission === undefined || commission.terms === null) return [];
  const month = monthOf(sale.received_at);
  const figures = figuresOf(sale, commission.terms);
  return [
    ...tierShares(sale, commission, { month, figures }),
    ...capShares(sale, commission, month),
    ...bonusShares(books, sale, figures),
  ];
}

function figuresOf({ amount_cents, refunded_cents }: SaleRow, { is_first }: AppliedTerms): Figures {
  const sales_cents = amount_cents - refunded_cents;
  const sales = sales_cents > 0 ? 1 : 0;
  return { ...none, sales_cents, sales, customers: is_first ? sales : 0 };
}

function tierShares(
  sale: SaleRow,
  { terms }: CommissionRow,
  { month, figures }: { readonly month: string; readonly figures: Figures },
): readonly CountedShare[] {
  if (terms === null || terms.tier === null) return [];
  const subject = subjectOf(sale, terms);
  return [month, lifetime].map((period) => ({
    holder: partnerHolder(sale.partner_id),
    period,
    subject,
    currency: sale.currency,
    ...figures,
  }));
}

function capShares(
  sale: SaleRow,
  { terms, currency, amount_at_sale_cents }: CommissionRow,
  month: string,
): CountedShare[] {
  if (terms === null || terms.cap === null) return [];
  const commission_cents = remainingShare(amount_at_sale_cents, sale.refunded_cents, sale.amount_cents);
  const share = { subject: "", currency, ...none, commission_cents };
  const shares = [partnerHolder(sale.partner_id), programHolder].map((holder) => ({ holder, period: month, ...share }));
  if (sale.customer_key === null) return shares;
  return [...shares, { holder: customerHolder(sale.customer_key), period: lifetime, ...share }];
}

function add(books: Books, share: CountedShare, sign: 1 | -1): void {
  const { holder, period, subject, currency } = share;
  const { term_total } = books.of;
  const known = findTotal(books, share);
  const before = known ?? noTotal;
  const sales_cents = sum(before.sales_cents, sign * share.sales_cents);
  const sales = before.sales + sign * share.sales;
  const customers = before.customers + sign * share.customers;
  const commission_cents = sum(before.commission_cents, sign * share.commission_cents);
  if (sales_cents === "0" && sales === 0 && customers === 0 && commission_cents === "0") {
    if (known !== undefined) term_total.delete(known);
    return;
  }
  term_total.put({
    ...{ program_id: books.programId, holder, period, subject, currency },
    ...{ sales_cents, sales, customers, commission_cents },
  });
}

/** Exact, however large: most are small enough for numbers, which are faster. */
function sum(cents: string, more: number): string {
  const known = Number(cents);
  const total = known + more;
  if (Number.isSafeInteger(known) && Number.isSafeInteger(total)) return String(total);
  return String(BigInt(cents) + BigInt(more));
}

function isUnchanged(before: readonly CountedShare[], now: readonly CountedShare[]): boolean {
  return before.length === now.length && before.every((share, index) => hasSameFigures(share, now[index]));
}

function hasSameFigures(one: CountedShare, other: CountedShare | undefined): boolean {
  if (other === undefined || !isSame(one, other)) return false;
  const { sales_cents, sales, customers, commission_cents } = one;
  const isSameSales = sales_cents === other.sales_cents && sales === other.sales && customers === other.customers;
  return isSameSales && commission_cents === other.commission_cents;
}

function isSame(one: Key, other: Key): boolean {
  const isSameHolder = one.holder === other.holder && one.period === other.period;
  return isSameHolder && one.subject === other.subject && one.currency === other.currency;
}

// What months are stated as, the slow way: after each event every sale is looked at, and what of it is no longer as it was
// is a line of the month the event came in. A closed month is a copy of what it was then.
import type { Event } from "../../src/core/rules/events/events.ts";
import type { ModelSale } from "./account-model.ts";

type Stated = {
  readonly id: number;
  readonly transaction_id: string;
  readonly month: string;
  readonly partner_id: number;
  readonly currency: string;
  readonly amount: number;
  readonly fee: number;
  readonly commission_currency: string | null;
  readonly commission: number;
};
/** What is not as it was at the sale. */
type Worth = { readonly refunded: number; readonly fee: number; readonly commission: number };

export type ModelLine = Stated & {
  readonly what: string;
  readonly sales: number;
  readonly refunded: number;
  /** The event it was learned by, and its place among that event's lines. */
  readonly event: number;
  readonly order: number;
};
type Total = ReturnType<typeof sumsOf>[number];
type Correction = Omit<Total, "paid_out_cents"> & { readonly month: string; readonly reason: string };
type Sums = { readonly totals: readonly Total[]; readonly corrections: readonly Correction[] };
type PaidOut = { readonly currency: string; readonly amount_cents: number; readonly month: string };

const openDaysAfterMonth = 2;
const monthOf = (time: Date) => time.toISOString().slice(0, 7);
const noWorth: Worth = { refunded: 0, fee: 0, commission: 0 };

export class StatementModel {
  readonly #closed = new Map<string, Sums>();
  #before: readonly ModelSale[] = [];
  #lines: ModelLine[] = [];
  #paidOut: PaidOut[] = [];

  isClosed = (month: string): boolean => this.#closed.has(month);

  /** Before `sales` of the model have got it, the months that are over by its time are closed. */
  apply(event: Event, all: readonly ModelSale[]): void {
    // What was imported was sold elsewhere.
    const sales = all.filter(({ imported }) => imported === null);
    const month = monthOf(event.received_at);
    const before = new Map(this.#before.map((sale) => [sale.id, sale]));
    for (const sale of sales) this.#compare(event.id, month, before.get(sale.id), sale);
    this.#before = sales;
  }

  #compare(event: number, month: string, was: ModelSale | undefined, now: ModelSale): void {
    const [stated, known] = [statedOf(now), was && statedOf(was)];
    if (JSON.stringify(stated) !== JSON.stringify(known)) {
      const line = (of: Stated, sign: 1 | -1, order: number) =>
        this.#lines.push({
          ...of,
          what: `correction of ${of.month}`,
          month,
          sales: sign,
          amount: sign * of.amount,
          fee: sign * of.fee,
          commission: sign * of.commission,
          refunded: 0,
          event,
          order,
        });
      if (!this.isClosed(stated.month)) {
        this.#lines = this.#lines.filter((one) => one.id !== now.id || one.what !== "sale");
        this.#lines.push({ ...stated, what: "sale", sales: 1, refunded: 0, event: now.id, order: 0 });
      } else {
        if (known !== undefined) line(known, -1, 2);
        line(stated, 1, 3);
      }
    }
    const [worth, worthBefore] = [worthOf(now), was === undefined ? noWorth : worthOf(was)];
    const change = {
      refunded: worth.refunded - worthBefore.refunded,
      fee: worth.fee - worthBefore.fee,
      commission: worth.commission - worthBefore.commission,
    };
    if (Object.values(change).every((cents) => cents === 0)) return;
    this.#lines.push({ ...stated, ...change, what: "change", month, sales: 0, amount: 0, event, order: 1 });
  }

  paidOut(currency: string, amount_cents: number, at: Date): void {
    this.#paidOut.push({ currency, amount_cents, month: monthOf(at) });
  }

  /** From its third day after on, by the time that has come. */
  closeUntil(firstMonth: Date, now: Date): void {
    for (let start = firstOf(firstMonth); ; start = nextMonth(start)) {
      const closesAt = new Date(nextMonth(start));
      closesAt.setUTCDate(1 + openDaysAfterMonth);
      if (closesAt > now) return;
      const month = monthOf(start);
      if (!this.isClosed(month)) this.#closed.set(month, this.#sum(month));
    }
  }

  /** In the order of their events. */
  linesOf(month: string): ModelLine[] {
    return this.#lines
      .filter((line) => line.month === month)
      .sort((a, b) => a.event - b.event || a.id - b.id || a.order - b.order);
  }

  months(): string[] {
    return [...new Set([...this.#closed.keys(), ...this.#lines.map(({ month }) => month)])].sort();
  }

  /** As it was closed, or as it is now. */
  statementOf(month: string) {
    const sums = this.#closed.get(month) ?? this.#sum(month);
    const fees = sums.totals
      .filter(({ sales, platform_fee_cents }) => sales !== 0 || platform_fee_cents !== 0)
      .map(({ currency, platform_fee_cents }) => ({ currency, platform_fee_cents }));
    const isInvoiced = ({ currency }: { readonly currency: string }) => currency === "USD";
    const invoice = fees.find(isInvoiced) ?? { currency: "USD", platform_fee_cents: 0 };
    const not_invoiced = fees.filter((fee) => !isInvoiced(fee));
    return { month, is_final: this.isClosed(month), ...sums, invoice, not_invoiced };
  }

  #sum(month: string): Sums {
    const lines = this.linesOf(month);
    const paid = this.#paidOut.filter((one) => one.month === month);
    const corrected = Map.groupBy(
      lines.filter(({ what }) => what.startsWith("correction")),
      ({ what }) => what.slice("correction of ".length),
    );
    return {
      totals: sumsOf(lines, paid),
      corrections: [...corrected]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([of, ofMonth]) =>
          sumsOf(ofMonth, []).map(({ paid_out_cents: _, ...sums }) => ({ month: of, reason: "late_report", ...sums })),
        ),
    };
  }
}

function statedOf({ id, transaction_id, received_at, partner_id, currency, amount_cents, fee, commission }: ModelSale) {
  return {
    id,
    transaction_id,
    month: monthOf(received_at),
    partner_id,
    currency,
    amount: amount_cents,
    fee: fee?.amount_at_sale_cents ?? 0,
    commission_currency: commission?.currency ?? null,
    commission: commission?.amount_at_sale_cents ?? 0,
  } satisfies Stated;
}

/** Of a commission, what the rules leave of it, regardless of what was paid. */
function worthOf({ refunded_cents, fee, due_cents, commission }: ModelSale): Worth {
  return {
    refunded: refunded_cents,
    fee: fee === null ? 0 : fee.amount_cents - fee.amount_at_sale_cents,
    commission: commission === null ? 0 : due_cents - commission.amount_at_sale_cents,
  };
}

/** A commission may be in another currency than its sale. */
function sumsOf(lines: readonly ModelLine[], paid: readonly PaidOut[]) {
  const own = [...lines, ...paid].map(({ currency }) => currency);
  const currencies = new Set([...own, ...lines.flatMap(({ commission_currency }) => commission_currency ?? [])]);
  return [...currencies].sort().map((currency) => {
    const of = lines.filter((line) => line.currency === currency);
    const earned = lines.filter((line) => line.commission_currency === currency);
    const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0);
    return {
      currency,
      sales: sum(of.map((line) => line.sales)),
      sales_cents: sum(of.map((line) => line.amount)),
      refunded_cents: sum(of.map((line) => line.refunded)),
      commission_cents: sum(earned.map((line) => line.commission)),
      platform_fee_cents: sum(of.map((line) => line.fee)),
      paid_out_cents: sum(paid.filter((one) => one.currency === currency).map((one) => one.amount_cents)),
    };
  });
}

const firstOf = (time: Date) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1));
const nextMonth = (start: Date) => new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));

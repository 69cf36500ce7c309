// A person's decision about one payment, which overrides its evidence and affects nothing else.
import type {
  Attribution,
  CommissionRow,
  DisputeRow,
  OutcomeRow,
  PlatformFeeRow,
  RefundRow,
  SaleAttribution,
  SaleRow,
} from "./sale-rows.ts";

/** As JSON holds it: times as text. */
export type Stored<Row> = {
  readonly [Name in keyof Row]: Row[Name] extends Date
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name];
};

/**
 * `given` to a partner, or `removed`: no partner earns from it. `lifted` is no longer either: it waits for evidence, and the row holds
 * only the refunds that a call reported while it was a sale.
 */
export const manualAttributionStates = ["given", "removed", "lifted"] as const;

/** What leaves the books with a sale from which no partner earns. */
export type HiddenSale = {
  /** Null of a payment that waits. */
  readonly sale: Stored<SaleRow> | null;
  /** As the rules compute it, regardless of what was paid. */
  readonly commission: Stored<Omit<CommissionRow, "kind">> | null;
  readonly fee: PlatformFeeRow | null;
  readonly refunds: readonly Stored<RefundRow>[];
  readonly disputes: readonly Stored<DisputeRow>[];
  readonly outcome: OutcomeRow | null;
};

export const nothingHidden: HiddenSale = {
  sale: null,
  commission: null,
  fee: null,
  refunds: [],
  disputes: [],
  outcome: null,
};

export type ManualAttributionRow = {
  readonly program_id: number;
  /** The event that reported the payment: the id of its sale. */
  readonly payment_id: number;
  /** The decision. */
  readonly event_id: number;
  /** When it was received; null of a decision that earlier rules kept. */
  readonly decided_at: Date | null;
  readonly state: (typeof manualAttributionStates)[number];
  /** Null unless it is given. */
  readonly given: Stored<SaleAttribution> | null;
  /** Whose the payment is without the decision; null where nothing says so. */
  readonly evidence: Stored<Attribution> | null;
  readonly hidden: HiddenSale | null;
  /** The events that reported the payment while only the decision made it a sale: they are folded again when that is undone. */
  readonly reports: readonly number[];
};

/** Whether it takes the payment from its partner. */
export function isRemoval({ state }: ManualAttributionRow): boolean {
  return state === "removed";
}

const times: ReadonlySet<string> = new Set([
  "clicked_at",
  "revisited_at",
  "occurred_at",
  "received_at",
  "hold_until",
  "bound_at",
]);

export function stored<Row extends object>(row: Row): Stored<Row> {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(entries) as Stored<Row>;
}

export function revived<Row extends object>(row: Stored<Row>): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    times.has(name) && typeof value === "string" ? new Date(value) : value,
  ]);
  return Object.fromEntries(entries) as Row;
}

/** The rows of what is hidden. What earlier rules hid has not all of today's columns. */
export const shown = {
  sale(hidden: Stored<SaleRow>): SaleRow {
    const row = revived<SaleRow>(hidden);
    return { ...row, verified_by: row.verified_by ?? null };
  },
  commission(hidden: NonNullable<HiddenSale["commission"]>): CommissionRow {
    return { ...revived<Omit<CommissionRow, "kind">>(hidden), kind: "sale", terms: hidden.terms ?? null };
  },
  fee(hidden: PlatformFeeRow): PlatformFeeRow {
    return {
      ...hidden,
      removed_by: hidden.removed_by ?? null,
      taken_by_word_cents: hidden.taken_by_word_cents ?? null,
      kept_against_word_cents: hidden.kept_against_word_cents ?? null,
      words: hidden.words ?? null,
    };
  },
  refund(hidden: Stored<RefundRow>): RefundRow {
    const row = revived<RefundRow>(hidden);
    return { ...row, provider_cents: row.provider_cents ?? null };
  },
  dispute(hidden: Stored<DisputeRow>): DisputeRow {
    const row = revived<DisputeRow>(hidden);
    return { ...row, is_whole: row.is_whole ?? null };
  },
};

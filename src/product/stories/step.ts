// One step of a payment's story.
import type { Currency } from "../../core/vocabulary/money/currencies.ts";

export const stepKinds = [
  "click",
  "lead",
  "payment",
  "sale",
  "no_sale",
  "commission",
  "no_commission",
  "hold",
  "flag",
  "approval",
  "payout",
  "paid",
  "payout_withdrawn",
  "refund",
  "dispute",
  "correction",
  "repeated",
  "other",
] as const;

export type Step = {
  readonly at: Date | null;
  readonly kind: (typeof stepKinds)[number];
  readonly is_upcoming: boolean;
  readonly reported_by: string | null;
  readonly event_id: number | null;
  readonly sale_id: number | null;
  readonly partner_id: number | null;
  readonly amount_cents: number | null;
  readonly currency: Currency | null;
  readonly summary: string;
};

type Given = Pick<Step, "kind" | "summary"> & Partial<Step>;

export function step(given: Given): Step {
  return {
    at: null,
    is_upcoming: false,
    reported_by: null,
    event_id: null,
    sale_id: null,
    partner_id: null,
    amount_cents: null,
    currency: null,
    ...given,
  };
}

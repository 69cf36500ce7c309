// The columns of the books that statements are read from: closed months, and what was learned of them later.
import type { BookRows } from "../../core/rules/rows/rows.ts";
import type { Columns } from "../postgres/driver/binary-arrays.ts";

type StatementBook = "closed_month" | "restatement" | "line_correction";

export const statementColumns: { readonly [Name in StatementBook]: Columns<BookRows[Name]> } = {
  closed_month: {
    program_id: "bigint",
    event_id: "bigint",
    month: "text",
    totals: "jsonb",
    corrections: "jsonb",
    closed_at: "timestamptz",
  },
  restatement: {
    program_id: "bigint",
    event_id: "bigint",
    sale_id: "bigint",
    month: "text",
    transaction_id: "text",
    restated_at: "timestamptz",
    was_partner_id: "bigint",
    was_currency: "text",
    was_amount_cents: "bigint",
    was_fee_cents: "bigint",
    was_commission_currency: "text",
    was_commission_cents: "bigint",
    now_partner_id: "bigint",
    now_currency: "text",
    now_amount_cents: "bigint",
    now_fee_cents: "bigint",
    now_commission_currency: "text",
    now_commission_cents: "bigint",
  },
  line_correction: {
    program_id: "bigint",
    event_id: "bigint",
    line_event_id: "bigint",
    sale_id: "bigint",
    kind: "text",
    commission_currency: "text",
    month: "text",
    corrects: "text",
    corrected_at: "timestamptz",
    was_transaction_id: "text",
    was_partner_id: "bigint",
    was_currency: "text",
    was_amount_cents: "bigint",
    was_fee_cents: "bigint",
    was_commission_cents: "bigint",
    now_transaction_id: "text",
    now_partner_id: "bigint",
    now_currency: "text",
    now_amount_cents: "bigint",
    now_fee_cents: "bigint",
    now_commission_cents: "bigint",
  },
};

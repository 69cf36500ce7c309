// The columns of the books about groups, terms and bonuses.
import type { BookRows } from "../../core/rules/rows/rows.ts";
import type { Columns } from "../postgres/driver/binary-arrays.ts";

type Name = "partner_group" | "partner_policy" | "term_total" | "bonus" | "bonus_award";

export const termsColumns: { readonly [Each in Name]: Columns<BookRows[Each]> } = {
  partner_group: { program_id: "bigint", group_id: "text", from_event_id: "bigint", settings: "jsonb" },
  partner_policy: {
    program_id: "bigint",
    holder: "text",
    product_id: "text",
    from_event_id: "bigint",
    commission: "jsonb",
  },
  term_total: {
    program_id: "bigint",
    holder: "text",
    period: "text",
    subject: "text",
    currency: "text",
    sales_cents: "text",
    sales: "bigint",
    customers: "bigint",
    commission_cents: "text",
  },
  bonus: {
    program_id: "bigint",
    bonus_id: "text",
    from_event_id: "bigint",
    stopped_event_id: "bigint",
    definition: "jsonb",
  },
  bonus_award: {
    program_id: "bigint",
    partner_id: "bigint",
    bonus_id: "text",
    period: "text",
    state: "text",
    event_id: "bigint",
    reached_at: "timestamptz",
  },
};

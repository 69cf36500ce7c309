// The columns of the books about flags, with their types in the database.
import type { BookRows } from "../../core/rules/rows/rows.ts";
import type { Columns } from "../postgres/driver/binary-arrays.ts";

type FlagBook = "flag" | "customer_email" | "partner_activity";

export const flagColumns: { readonly [Name in FlagBook]: Columns<BookRows[Name]> } = {
  flag: {
    program_id: "bigint",
    sale_id: "bigint",
    kind: "text",
    partner_id: "bigint",
    choice: "text",
    evidence: "jsonb",
    event_id: "bigint",
    flagged_at: "timestamptz",
    resolved_as: "text",
    resolved_event_id: "bigint",
    resolved_at: "timestamptz",
  },
  customer_email: { program_id: "bigint", customer_key: "text", email_hash: "text", event_id: "bigint" },
  partner_activity: { program_id: "bigint", partner_id: "bigint", sale_days: "jsonb", lead_times: "jsonb" },
};

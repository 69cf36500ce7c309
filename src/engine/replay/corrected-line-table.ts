// The table next to the books of a replay that holds which lines of closed months it changes, until they are in the log.
// It is one program's at a time, and goes with the replay's schema.

export const valueNames = [
  "transaction_id",
  "partner_id",
  "currency",
  "amount_cents",
  "fee_cents",
  "commission_cents",
] as const;
export const keyNames = ["line_event_id", "sale_id", "kind", "commission_currency"] as const;

export function correctedLineTable(kind: string, schema: string): string {
  return `create ${kind} table if not exists ${schema}.corrected_line
            (program_id bigint, line_event_id bigint, sale_id bigint, kind text, commission_currency text,
             month text not null, corrects text,
             ${valueNames.map((name) => `was_${name} ${columnType(name)}, now_${name} ${columnType(name)}`).join(", ")},
             primary key (program_id, line_event_id, sale_id, kind, commission_currency))`;
}

const columnType = (name: string): string => (name === "transaction_id" || name === "currency" ? "text" : "bigint");

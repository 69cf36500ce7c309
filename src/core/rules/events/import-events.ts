// The events of a program that is taken over from another tool. They are events of the log like all others (events.ts).

import type { Alias } from "../../vocabulary/facts.ts";
import type { ImportTool } from "../../vocabulary/import-tools.ts";
import type { Currency } from "../../vocabulary/money/currencies.ts";
import type { ActiveStatus } from "../../vocabulary/statuses.ts";

/** Another tool's program is taken over: what it knew and paid is recorded as history, by the tool's name. */
type Imported = { tool: ImportTool };
/** The partner's id is this event's, as of one that joined. */
export type PartnerImported = Imported & {
  type: "partner_imported";
  name: string;
  code: string;
  status: ActiveStatus;
  /** Absent where it joins the default group. */
  group_id?: string;
};
/** Who brought this customer; `occurred_at` is when. */
export type CustomerImported = Imported & {
  type: "customer_imported";
  partner_id: number;
  customer_key: string | null;
  provider_customer_id: string | null;
  email_hash: string | null;
};
/** All that the tool paid a partner in a currency before: sales that were paid name it. The payout's id is this event's. */
export type PayoutImported = Imported & { type: "payout_imported"; partner_id: number; currency: Currency };
/** A payment of before, and what the tool said it earned. It charges no fee, and our rules do not compute its commission. */
export type SaleImported = Imported & {
  type: "sale_imported";
  /** What the tool calls it. */
  external_id: string;
  partner_id: number;
  transaction_id: string;
  /** `transaction_id` among them. */
  aliases: readonly Alias[];
  amount_cents: number;
  currency: string;
  customer_key: string | null;
  provider_customer_id: string | null;
  email_hash: string | null;
  subscription_id: string | null;
  product_id: string | null;
  /** Null where it earned nothing. `payout_id` is what paid it; null where it is owed. */
  commission: { readonly amount_cents: number; readonly currency: Currency; readonly payout_id: number | null } | null;
};

export type ImportEvent = PartnerImported | CustomerImported | PayoutImported | SaleImported;

// The keys of the books: by which columns rows are loaded, and which make a row unique.
import type { BookName, BookRows } from "./rows/rows.ts";

type KeyColumns = { readonly [Name in BookName]: readonly (keyof BookRows[Name] & string)[] };

/** The columns after `program_id` by which rows are loaded; they lead the primary key. */
export const loadColumns = {
  program: [],
  program_settings: [],
  policy: ["product_id"],
  partner: ["partner_id"],
  click: ["click_id"],
  customer: ["customer_key"],
  lead: ["subject"],
  identity: ["identity"],
  subscription: ["subscription_id"],
  payment_alias: ["alias"],
  payment_reference: ["reference"],
  sale: ["sale_id"],
  commission: ["sale_id"],
  commission_hold: ["sale_id"],
  commission_forfeit: ["sale_id"],
  flag: ["sale_id"],
  customer_email: ["customer_key"],
  partner_activity: ["partner_id"],
  adjustment: ["sale_id"],
  payout: ["payout_id"],
  payout_item: ["sale_id"],
  sale_change: ["sale_id"],
  closed_month: ["event_id"],
  restatement: ["event_id"],
  line_correction: ["event_id"],
  platform_fee: ["sale_id"],
  refund: ["sale_id"],
  dispute: ["sale_id"],
  parked: ["wait_key"],
  outcome: ["event_id"],
  manual_attribution: ["payment_id"],
  coupon: ["name"],
  checklist: [],
  partner_group: ["group_id"],
  partner_policy: ["holder"],
  term_total: ["holder"],
  bonus: [],
  bonus_award: ["partner_id"],
} as const satisfies KeyColumns;

/** The columns after `program_id` that make a row unique, beyond the ones it is loaded by. */
export const restColumns = {
  program: [],
  program_settings: ["from_event_id"],
  policy: ["from_event_id"],
  partner: [],
  click: [],
  customer: [],
  lead: ["event_name"],
  identity: [],
  subscription: [],
  payment_alias: [],
  payment_reference: [],
  sale: [],
  commission: [],
  commission_hold: [],
  commission_forfeit: ["partner_id", "cause"],
  flag: ["kind", "partner_id"],
  customer_email: ["email_hash"],
  partner_activity: [],
  adjustment: ["partner_id", "currency"],
  payout: [],
  payout_item: ["payout_id"],
  sale_change: ["event_id", "commission_currency"],
  closed_month: [],
  restatement: ["sale_id"],
  line_correction: ["line_event_id", "sale_id", "kind", "commission_currency"],
  platform_fee: [],
  refund: ["refund_key"],
  dispute: ["dispute_id"],
  parked: ["event_id"],
  outcome: [],
  manual_attribution: [],
  coupon: ["from_event_id"],
  checklist: ["step", "is_test"],
  partner_group: ["from_event_id"],
  partner_policy: ["product_id", "from_event_id"],
  term_total: ["period", "subject", "currency"],
  bonus: ["bonus_id"],
  bonus_award: ["bonus_id", "period"],
} as const satisfies KeyColumns;

export const bookNames = Object.keys(loadColumns).filter((name): name is BookName => name in restColumns);

export type BookKey = readonly string[];

/** The columns of a book's primary key, in order. */
export function bookKeyOf(name: BookName): BookKey {
  return ["program_id", ...loadColumns[name], ...restColumns[name]];
}

/** The one value rows are loaded by: text, an id, or "" for the books that are loaded by the program alone. */
export type LoadKey = string | number;

// What each version of the rules may change in books that earlier rules wrote. Verification needs it: books of earlier rules may differ
// from what today's rules make of the log, and a difference that no later version explains is a fault like any other.
import { projectorVersion } from "./fold.ts";
import type { BookName } from "./rows/rows.ts";

type Effect = {
  /** Rows may appear or go. */
  readonly rows: boolean;
  /** Columns that may have another value. */
  readonly columns: readonly string[] | "any";
};

export type Effects = { readonly [Name in BookName]?: Effect };

/** A row of these books changes only with its sale: alone it is explained by no change of rules. */
export const followsSale: ReadonlySet<BookName> = new Set([
  "commission",
  "commission_hold",
  "commission_forfeit",
  "flag",
  "platform_fee",
  "adjustment",
  "payout_item",
]);

const any: Effect = { rows: true, columns: "any" };

/** Books that hold conclusions. Settings, partners, clicks, codes, payouts and closed months hold what was reported. */
const conclusions: Effects = {
  customer: any,
  lead: any,
  identity: any,
  subscription: any,
  payment_alias: any,
  payment_reference: any,
  sale: any,
  commission: any,
  commission_hold: any,
  commission_forfeit: any,
  adjustment: any,
  payout_item: any,
  sale_change: any,
  restatement: any,
  platform_fee: any,
  refund: any,
  dispute: any,
  parked: any,
  outcome: any,
  manual_attribution: any,
  bonus_award: any,
};

const binding = ["partner_id", "click_id", "clicked_at", "revisited_at"];

/** A new version states its effects here before it compiles. */
const changes = {
  2: conclusions,
  3: conclusions,
  4: conclusions,
  5: conclusions,
  6: conclusions,
  7: conclusions,
  8: conclusions,
  9: conclusions,
  10: conclusions,
  // The first sale binds its customer, and a renewal keeps its subscription's customer.
  11: {
    ...conclusions,
    customer: {
      rows: true,
      columns: [...binding, "coupon", "bound_at", "is_provisional", "other_claims", "first_sale_id"],
    },
    payment_alias: { rows: true, columns: [] },
  },
  // A provider's payment is a sale of ours also where it was imported, and its amount outranks a call's and an import's. A first
  // sale that was given by hand binds its customer.
  12: conclusions,
  // Terms for groups and partners, tiers and caps, in programs that have them: earlier rules wrote none. A payment of a subscription from
  // before the click that began it keeps its own terms also when its amount is corrected or it becomes another partner's.
  13: { commission: any, adjustment: any, sale_change: any, restatement: any },
  // Payouts that need a second person say who approved them; earlier rules wrote none.
  14: {},
  // Bans, and the commissions that they reverse, in programs that have them: earlier rules wrote none.
  15: { commission: any, commission_forfeit: any, adjustment: any, sale_change: any, restatement: any },
  // Payouts by payment providers: earlier rules fold no such event, and the other books stay as they are.
  16: {},
  // Agreements that partners accept: earlier rules fold no such event.
  17: {},
  // Commissions for leads, in programs that pay for them: earlier rules know no such setting, and each commission that they wrote was
  // earned by a sale.
  18: {},
  // Flags, in programs that look for them: earlier rules know no such setting.
  19: {
    partner: { rows: false, columns: ["emails"] },
    click: { rows: false, columns: ["signs"] },
    flag: any,
    customer_email: any,
    sale: { rows: false, columns: ["reason"] },
    commission: any,
    adjustment: any,
    sale_change: any,
    restatement: any,
  },
  // What recruiters earn, in programs that pay them: earlier rules know no such setting. And an imported payment of which a report came too
  // late is whom the import says, where what a later report of it names came after that.
  20: {
    ...conclusions,
    partner: { rows: false, columns: ["recruited_by", "recruited_event_id"] },
  },
  // Bonuses: earlier rules fold no such event.
  21: {},
  // Tiers that pay whole months: earlier rules know no such terms, and fold no such event.
  22: {},
  // More kinds of flags, in programs that look for them: earlier rules know no such setting.
  23: {
    partner: { rows: false, columns: ["alike"] },
    click: { rows: false, columns: ["signs"] },
    flag: any,
    customer_email: any,
    partner_activity: any,
    sale: { rows: false, columns: ["reason"] },
    commission: any,
    adjustment: any,
    sale_change: any,
    restatement: any,
  },
  // Sales in the currencies that a program takes: earlier rules know no such setting.
  24: {},
  // A verified payment settles a claim also where a person had bound its customer. A renewal of which another report comes keeps the terms
  // that it had. A lead that comes with its customer's address is looked at by it, and one that is confirmed late counts with its own hour.
  25: { ...conclusions, flag: any, partner_activity: any },
} as const satisfies Readonly<Record<number, Effects>>;

/** Of every version after the one that wrote the books, up to today's, together. */
export function effectsSince(writtenBy: number): Effects {
  if (writtenBy >= projectorVersion) return {};
  // Indexing by today's version does not compile while that version states no effects.
  const merged: { [Name in BookName]?: Effect } = { ...changes[projectorVersion] };
  for (const [version, effects] of Object.entries(changes)) if (Number(version) > writtenBy) mergeInto(merged, effects);
  return merged;
}

function mergeInto(merged: { [Name in BookName]?: Effect }, effects: Effects): void {
  for (const name of Object.keys(effects)) {
    if (!isBook(effects, name)) continue;
    const effect = effects[name];
    const before = merged[name];
    if (effect === undefined) continue;
    merged[name] =
      before === undefined
        ? effect
        : { rows: before.rows || effect.rows, columns: unionOf(before.columns, effect.columns) };
  }
}

function isBook(effects: Effects, name: string): name is BookName {
  return name in effects;
}

function unionOf(one: Effect["columns"], other: Effect["columns"]): Effect["columns"] {
  return one === "any" || other === "any" ? "any" : [...new Set([...one, ...other])];
}

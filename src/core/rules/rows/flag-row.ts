// The rows of the books about flags: what looks wrong about a partner's commission, and what a person decided about it.
import type { AdParameter } from "../ad-parameters.ts";
import { type DeviceOf, type FlagVerdict, type Likeness, likenesses } from "../events/flag-events.ts";
import type { FlagKind, RaisedChoice } from "../events/settings/flag-settings.ts";

/** What a flag was raised by, in JSON: nothing of it is an address or names a person. */
export type FlagEvidence =
  /** Where the e-mail was: the payment itself names it, or its customer is known by it. */
  | { readonly email: "payment" | "customer" }
  | { readonly click_id: string; readonly ad_parameter: AdParameter }
  | { readonly click_id: string; readonly site: string }
  /** From an address that the partner had signed in from. */
  | { readonly click_id: string; readonly device_of: "partner" }
  /** How many fast leads there were within an hour. */
  | { readonly click_id: string; readonly leads: number }
  /** How many of the partner's sales were refunded. */
  | { readonly sales: number; readonly refunded: number }
  /** Whose payouts go to the same place. */
  | { readonly with_partner_id: number }
  /** Its recruiter, and where that one was found. */
  | { readonly with_partner_id: number; readonly circle: Circle; readonly click_id?: string };

/** How a recruited partner leads back to its recruiter. */
export const circles = [...likenesses, "click", "customer"] as const;
export type Circle = (typeof circles)[number];

/** What a click shows that may flag what it earns, in JSON. */
export type ClickSigns = {
  readonly ad_parameter?: AdParameter;
  /** The banned site that it came from. */
  readonly site?: string;
  /** Whose address it came from. */
  readonly device_of?: DeviceOf;
  /** How many fast leads there were within an hour when its own came. */
  readonly fast_leads?: number;
};

/** An address by which a partner signed in, the oldest first, in JSON. */
export type PartnerEmail = { readonly email_hash: string; readonly event_id: number };

/** A partner that this one was found to be like, the oldest first, in JSON. */
export type Alike = { readonly partner_id: number; readonly by: Likeness; readonly event_id: number };

/** The sales that a partner made on a day (UTC), and how many of them were refunded, in JSON. */
export type SaleDay = { readonly day: string; readonly sales: number; readonly refunded: number };

/** What a partner did lately, as far as flags look at it. */
export type PartnerActivityRow = {
  readonly program_id: number;
  readonly partner_id: number;
  /** The oldest first; null where sales were never counted. */
  readonly sale_days: readonly SaleDay[] | null;
  /** When fast leads came (ISO 8601), the newest last, of any hour; null where there was none. */
  readonly lead_times: readonly string[] | null;
};

/** An address of a customer that leads to another customer in the books: an `identity` has one. */
export type CustomerEmailRow = {
  readonly program_id: number;
  readonly customer_key: string;
  readonly email_hash: string;
  readonly event_id: number;
};

export type FlagRow = {
  readonly program_id: number;
  /** The commission's id; of a refused sale, which has none, the sale's. */
  readonly sale_id: number;
  readonly kind: FlagKind;
  readonly partner_id: number;
  /** What the program had chosen when the sale was received. */
  readonly choice: RaisedChoice;
  readonly evidence: FlagEvidence;
  /** By which it was found. */
  readonly event_id: number;
  readonly flagged_at: Date;
  /** Null while it is open. */
  readonly resolved_as: FlagVerdict | null;
  readonly resolved_event_id: number | null;
  readonly resolved_at: Date | null;
};

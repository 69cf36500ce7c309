// The rows of the books about flags: what looks wrong about a partner's commission, and what a person decided about it.
import type { AdParameter } from "../ad-parameters.ts";
import type { FlagVerdict } from "../events/flag-events.ts";
import type { FlagKind, RaisedChoice } from "../events/flag-settings.ts";

/** What a flag was raised by, in JSON: nothing of it is an address or names a person. */
export type FlagEvidence =
  /** Where the e-mail was: the payment itself names it, or its customer is known by it. */
  | { readonly email: "payment" | "customer" }
  | { readonly click_id: string; readonly ad_parameter: AdParameter }
  | { readonly click_id: string; readonly site: string };

/** What a click shows that may flag what it earns, in JSON. */
export type ClickSigns = {
  readonly ad_parameter?: AdParameter;
  /** The banned site that it came from. */
  readonly site?: string;
};

/** An address by which a partner signed in, the oldest first, in JSON. */
export type PartnerEmail = { readonly email_hash: string; readonly event_id: number };

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

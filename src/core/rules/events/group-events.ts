// The events of groups of partners, and of terms for a group or one partner. They are events of the log like all others (events.ts).
import type { SignUpRule } from "./portal-settings.ts";

/** Every program has it, and a partner is in it until it is put into another. */
export const defaultGroupId = "default";

/** The group is as this says from now on: it is made by the first of them. */
export type GroupSet = {
  type: "group_set";
  /** As its program names it, such as `gold`. */
  group_id: string;
  name: string;
  /** Null where the program's own counts. */
  hold_period_days: number | null;
  /** What people read before they join; null for none. */
  join_text: string | null;
  /** Null where the program's own rule counts. */
  partner_sign_up: SignUpRule | null;
};

export const existingCustomers = ["follow", "keep"] as const;
/** Whether customers whose first sale was before a move are paid by the new group's terms, or stay with those of then. */
export type ExistingCustomers = (typeof existingCustomers)[number];

/** The partner is in this group from now on. */
export type PartnerMoved = {
  type: "partner_moved";
  partner_id: number;
  group_id: string;
  existing_customers: ExistingCustomers;
};

export type GroupEvent = GroupSet | PartnerMoved;

// The events of groups of partners, and of terms for a group or one partner. They are events of the log like all others (events.ts).
import type { PartnerDiscount } from "./settings/discount-terms.ts";
import type { JoinField } from "./settings/join-fields.ts";
import type { SignUpRule } from "./settings/portal-settings.ts";

/** Every program has it, and a partner is in it until it is put into another. */
export const defaultGroupId = "default";

export const groupIdRule = "must be 1 to 40 small letters, digits, - or _, beginning with a letter or a digit";
export const groupIdPattern = /^[a-z0-9][a-z0-9_-]{0,39}$/;
/** A group's id from the name that people gave it elsewhere; undefined where nothing of it can stay. */
export function groupIdOf(name: string): string | undefined {
  const id = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, 40)
    .replace(/-+$/, "");
  return id === "" ? undefined : id;
}

export const groupNameCharactersMax = 120;
export const joinTextCharactersMax = 2_000;
export const groupsMax = 100;

export type GroupSettings = {
  name: string;
  /** Null where the program's own counts. */
  hold_period_days: number | null;
  /** What people read before they join; null for none. */
  join_text: string | null;
  /** Null where the program's own rule counts. */
  partner_sign_up: SignUpRule | null;
  /** What its join form asks besides name, e-mail and code; absent until it was set. */
  join_fields?: readonly JoinField[];
  /** Which code each partner that joins gets at a provider; null or absent for none. */
  partner_discount?: PartnerDiscount | null;
};

/** The first of a group makes it; each holds what changed, and the rest stays as it is when this is recorded. */
export type GroupSet = {
  type: "group_set";
  /** As its program names it, such as `gold`. */
  group_id: string;
  settings: Partial<GroupSettings>;
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

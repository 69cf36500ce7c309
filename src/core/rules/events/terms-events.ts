// Which events bring terms that look at more than a sale and its product: before the first of them a program has none to be looked up.
import { holderOf } from "../rows/terms-rows.ts";
import type { EventData } from "./events.ts";
import { needsBooks } from "./settings/terms.ts";

export function bringsTerms(data: EventData): boolean {
  switch (data.type) {
    case "group_set":
    case "partner_moved":
    case "bonus_added":
      return true;
    case "partner_joined":
    case "partner_imported":
      return data.group_id !== undefined;
    case "policy_set":
      return holderOf(data) !== null || needsBooks(data.commission);
    case "policy_removed":
      return holderOf(data) !== null;
    case "program_created":
      return needsBooks(data.settings.commission);
    case "program_changed":
      return data.settings.commission !== undefined && needsBooks(data.settings.commission);
    default:
      return false;
  }
}

/** Before the first of these events a program pays no recruiter. */
export function bringsReferrals(data: EventData): boolean {
  return (data.type === "program_created" || data.type === "program_changed") && data.settings.referral != null;
}

/** Before the first of these events a program has no bonus. */
export function bringsBonuses(data: EventData): boolean {
  return data.type === "bonus_added";
}

// Which rows about terms are loaded: whose terms count for the partners at hand, and the totals that tiers and caps are measured by.
// A program without such terms loads none of them; that is known once its own row is there, or from an event that brings the first.
import { defaultGroupId } from "../events/group-events.ts";
import { monthOf } from "../events/statement.ts";
import type { BookName, PartnerRow } from "./rows.ts";
import { groupHolder, lifetime, partnerHolder, totalKeys } from "./terms-rows.ts";

type Add = (name: BookName, key: string) => void;

export class TermsPlan {
  readonly #add: Add;
  readonly #partners = new Set<number>();
  readonly #customers = new Set<string>();
  readonly #groups = new Set<string>([defaultGroupId]);
  readonly #times: Date[] = [];
  readonly #months = new Set<string>();
  #isUsed = false;

  constructor(add: Add) {
    this.#add = add;
  }

  begin(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    for (const groupId of this.#groups) this.#addGroup(groupId);
    for (const customerKey of this.#customers) this.#addCustomer(customerKey);
    for (const time of this.#times.splice(0)) this.#months.add(monthOf(time));
    for (const month of this.#months) this.#add("term_total", totalKeys.ofProgram(month));
    for (const partnerId of this.#partners) this.#addPartner(partnerId);
  }

  partner(partnerId: number): void {
    if (this.#partners.has(partnerId)) return;
    this.#partners.add(partnerId);
    if (this.#isUsed) this.#addPartner(partnerId);
  }

  groupsOf({ group_moves }: PartnerRow): void {
    for (const { group_id } of group_moves ?? []) this.group(group_id);
  }

  group(groupId: string): void {
    if (this.#groups.has(groupId)) return;
    this.#groups.add(groupId);
    if (this.#isUsed) this.#addGroup(groupId);
  }

  customer(customerKey: string): void {
    if (this.#customers.has(customerKey)) return;
    this.#customers.add(customerKey);
    if (this.#isUsed) this.#addCustomer(customerKey);
  }

  /** A sale may be of the month of this time. */
  time(time: Date): void {
    if (!this.#isUsed) {
      this.#times.push(time);
      return;
    }
    const month = monthOf(time);
    if (this.#months.has(month)) return;
    this.#months.add(month);
    this.#add("term_total", totalKeys.ofProgram(month));
    for (const partnerId of this.#partners) this.#add("term_total", totalKeys.ofPartner(partnerId, month));
  }

  #addPartner(partnerId: number): void {
    this.#add("partner_policy", partnerHolder(partnerId));
    for (const period of [lifetime, ...this.#months]) this.#add("term_total", totalKeys.ofPartner(partnerId, period));
  }

  #addGroup(groupId: string): void {
    this.#add("partner_group", groupId);
    this.#add("partner_policy", groupHolder(groupId));
  }

  #addCustomer(customerKey: string): void {
    this.#add("term_total", totalKeys.ofCustomer(customerKey));
  }
}

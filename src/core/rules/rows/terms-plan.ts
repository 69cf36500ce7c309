// Which rows about terms are loaded: whose terms count for the partners at hand, and the totals that tiers and caps are measured by.
// A program without such terms loads none of them; that is known once its own row is there, or from an event that brings the first.
import { defaultGroupId } from "../events/group-events.ts";
import type { BookName, PartnerRow } from "./rows.ts";
import { customerHolder, groupHolder, partnerHolder, programHolder } from "./terms-rows.ts";

type Add = (name: BookName, key: string) => void;

export class TermsPlan {
  readonly #add: Add;
  readonly #partners = new Set<number>();
  readonly #customers = new Set<string>();
  readonly #groups = new Set<string>([defaultGroupId]);
  #isUsed = false;

  constructor(add: Add) {
    this.#add = add;
  }

  begin(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    for (const groupId of this.#groups) this.#addGroup(groupId);
    for (const customerKey of this.#customers) this.#addCustomer(customerKey);
    this.#add("term_total", programHolder);
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

  #addPartner(partnerId: number): void {
    this.#add("partner_policy", partnerHolder(partnerId));
    this.#add("term_total", partnerHolder(partnerId));
  }

  #addGroup(groupId: string): void {
    this.#add("partner_group", groupId);
    this.#add("partner_policy", groupHolder(groupId));
  }

  #addCustomer(customerKey: string): void {
    this.#add("term_total", customerHolder(customerKey));
  }
}

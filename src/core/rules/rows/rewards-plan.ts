// Which rows about leads that earn are loaded: their commissions once the program is known to pay for leads, and what is flagged of them once
// it is known to look for flags.
import type { BookName, BookRows } from "./rows.ts";

type Plan = {
  add(name: BookName, key: number): void;
  addCommission(id: number): void;
  addEarningClick(clickId: string | null): void;
  addPayment(id: number): void;
};

export class RewardsPlan {
  readonly #plan: Plan;
  readonly #rewardable: BookRows["lead"][] = [];
  readonly #rewarded: number[] = [];
  #isUsed = false;
  #hasFlags = false;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  lead(lead: BookRows["lead"]): void {
    this.#rewardable.push(lead);
    if (this.#isUsed) this.begin();
  }

  begin(): void {
    this.#isUsed = true;
    for (const { lead_id, partner_id, click_id } of this.#rewardable.splice(0)) {
      this.#plan.addCommission(lead_id);
      this.#plan.add("partner", partner_id);
      this.#plan.addEarningClick(click_id);
      this.#rewarded.push(lead_id);
    }
    if (this.#hasFlags) this.beginFlags();
  }

  /** A flag of a lead is looked at as that of a sale is. */
  beginFlags(): void {
    this.#hasFlags = true;
    for (const leadId of this.#rewarded.splice(0)) this.#plan.addPayment(leadId);
  }
}

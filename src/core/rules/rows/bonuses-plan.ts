// Which rows about bonuses are loaded: all that the program offers, and what the partners at hand have reached. A program that never had a
// bonus loads none; that is known once its own row is there, or from an event that adds the first.
import type { BonusAwardRow } from "./bonus-rows.ts";
import type { BookName } from "./rows.ts";

type Plan = { add(name: BookName, key: number | string): void; addPayment(id: number): void };

export class BonusesPlan {
  readonly #plan: Plan;
  readonly #partners = new Set<number>();
  #isUsed = false;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  begin(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    this.#plan.add("bonus", "");
    for (const partnerId of this.#partners) this.#plan.add("bonus_award", partnerId);
  }

  partner(partnerId: number): void {
    if (this.#partners.has(partnerId)) return;
    this.#partners.add(partnerId);
    if (this.#isUsed) this.#plan.add("bonus_award", partnerId);
  }

  /** Only while its commission follows what is counted. */
  award({ event_id, state }: BonusAwardRow): void {
    if (event_id !== null && state !== "final") this.#plan.addPayment(event_id);
  }
}

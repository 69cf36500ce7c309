// Which rows about recruiters are loaded: who recruited the partners at hand, and what recruiters earn by the sales at hand. A program
// without a second level loads none of them; that is known once its settings are there, or from an event that changes them.
import { referralIdOf, saleOfReferral } from "../referral-id.ts";
import type { BookName, PartnerRow } from "./rows.ts";

type Plan = { add(name: BookName, key: number | null): void; addPayment(id: number): void };

export class ReferralsPlan {
  readonly #plan: Plan;
  readonly #payments = new Set<number>();
  readonly #recruiters = new Set<number>();
  #isUsed = false;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  begin(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    for (const recruiterId of this.#recruiters) this.#plan.add("partner", recruiterId);
    for (const id of [...this.#payments]) this.#addOther(id);
  }

  partner({ recruited_by }: Pick<PartnerRow, "recruited_by">): void {
    if (recruited_by === null || this.#recruiters.has(recruited_by)) return;
    this.#recruiters.add(recruited_by);
    if (this.#isUsed) this.#plan.add("partner", recruited_by);
  }

  /** A sale, or what its recruiter earns by it: each follows from the other's rows. */
  payment(id: number): void {
    if (this.#payments.has(id)) return;
    this.#payments.add(id);
    if (this.#isUsed) this.#addOther(id);
  }

  #addOther(id: number): void {
    this.#plan.addPayment(saleOfReferral(id) ?? referralIdOf(id));
  }
}

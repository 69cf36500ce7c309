// What a recruiter earns, the slow way: after each event every sale is looked at again. Written from the contract, like the model it is a
// part of. Partner 2 recruited partner 3 before either sold anything.
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import { referralIdOf } from "../../src/core/rules/referral-id.ts";
import { halfUp, monthsAfter } from "./arithmetic.ts";
import type { ReferenceModel } from "./reference-model.ts";

export const [recruiterId, recruitedId] = [2, 3] as const;

type Sale = ReturnType<ReferenceModel["books"]>[number];
type Commission = NonNullable<Sale["commission"]>;
export type Referral = { readonly id: number; readonly saleId: number; readonly commission: Commission };

export class ReferralModel {
  readonly #joinedAt: () => Date | undefined;
  readonly #settingsAt: (id: number) => Settings;
  /** Whose each sale was that a recruiter could earn by, and whether it does. */
  #before = new Map<number, boolean>();
  referrals: readonly Referral[] = [];

  constructor(settingsAt: (id: number) => Settings, joinedAt: () => Date | undefined) {
    this.#settingsAt = settingsAt;
    this.#joinedAt = joinedAt;
  }

  apply(sales: readonly Sale[], isRecruiterActive: boolean): void {
    const found = sales.flatMap((sale) => this.#due(sale) ?? []);
    const earns = new Map(found.map(({ saleId }) => [saleId, this.#before.get(saleId) ?? isRecruiterActive]));
    this.#before = earns;
    this.referrals = found.filter(({ saleId }) => earns.get(saleId) === true);
  }

  #due({ id: saleId, imported, received_at, amount_cents, refunded_cents, commission }: Sale): Referral | undefined {
    const { referral } = this.#settingsAt(saleId);
    const joinedAt = this.#joinedAt();
    if (commission?.partner_id !== recruitedId || imported !== null || referral == null || !joinedAt) return undefined;
    if (referral.months !== null && received_at >= monthsAfter(joinedAt, referral.months)) return undefined;
    const atSale = halfUp(commission.amount_at_sale_cents, referral.share_bps);
    if (atSale === 0) return undefined;
    const gone = amount_cents === 0 ? atSale : halfUp(atSale, refunded_cents, amount_cents);
    const cents = { amount_at_sale_cents: atSale, amount_cents: atSale - gone };
    return { id: referralIdOf(saleId), saleId, commission: { ...commission, ...cents, partner_id: recruiterId } };
  }
}

// Discount codes at a provider: making one, finding those that have a code, and making one usable or not. Files next to this one define it
// for the providers in discount-registry.ts.
import type { DiscountTerms } from "../../../../core/rules/events/settings/discount-terms.ts";
import type { Asking } from "../ask.ts";
import { AskDelayed, AskFailed, AskRefused, CodeTaken } from "../ask-failed.ts";

export type DiscountOrder = {
  readonly programId: number;
  readonly partnerId: number;
  /** As buyers type it. */
  readonly code: string;
  /** Kept with it there: a code with another key, or none, is not ours. */
  readonly key: string;
  readonly terms: DiscountTerms;
  /** For the provider's dashboard. */
  readonly description: string;
};

export type HeldDiscount = { readonly id: string; readonly isActive: boolean; readonly key: string | null };

export type DiscountApi = {
  readonly provider: string;
  /** What the API key must be allowed, in the provider's words. */
  readonly permission: string;
  /** All that have this code, in any case of letters, usable or not. */
  readonly find: (asking: Asking, code: string) => Promise<readonly HeldDiscount[]>;
  /** Answers what the provider calls it. */
  readonly create: (asking: Asking, order: DiscountOrder) => Promise<string>;
  readonly setActive: (asking: Asking, discountId: string, isActive: boolean) => Promise<void>;
};

/** Asked again it makes no second one: what has its key is taken over. */
export async function makeDiscount(api: DiscountApi, asking: Asking, order: DiscountOrder): Promise<HeldDiscount> {
  const before = await findOwn(api, asking, order);
  if (before !== undefined) return before;
  try {
    return { id: await api.create(asking, order), isActive: true, key: order.key };
  } catch (error) {
    if (!(error instanceof AskFailed) || error instanceof AskDelayed || error instanceof AskRefused) throw error;
    // Made since it was looked for, by another call or by a person there.
    const since = await findOwn(api, asking, order);
    if (since !== undefined) return since;
    throw error;
  }
}

async function findOwn(
  api: DiscountApi,
  asking: Asking,
  { code, key }: DiscountOrder,
): Promise<HeldDiscount | undefined> {
  const held = await api.find(asking, code);
  const own = held.find((each) => each.key === key);
  if (own !== undefined) return own;
  if (!held.some(({ isActive }) => isActive)) return undefined;
  throw new CodeTaken(`${asking.name} has a code ${code} that was not made by this call: choose another code.`);
}

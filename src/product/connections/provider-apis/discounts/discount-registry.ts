// The providers at which discount codes are made: the one list a new one is added to.
import type { DiscountApi } from "./discount-api.ts";
import { paddleDiscounts } from "./paddle-discounts.ts";
import { stripeDiscounts } from "./stripe-discounts.ts";

const apis: readonly DiscountApi[] = [stripeDiscounts, paddleDiscounts];

export const discountApis: ReadonlyMap<string, DiscountApi> = new Map(apis.map((api) => [api.provider, api]));

// The providers that can be asked over their own API: the one list a new one is added to. A test holds it against what the adapters say.
import { chargebeeApi } from "./chargebee.ts";
import { creemApi } from "./creem.ts";
import { dodoApi } from "./dodo.ts";
import { lemonsqueezyApi } from "./lemonsqueezy.ts";
import { paddleApi } from "./paddle.ts";
import { polarApi } from "./polar.ts";
import type { ProviderApi } from "./provider-api.ts";
import { revenuecatApi } from "./revenuecat.ts";
import { shopifyApi } from "./shopify.ts";
import { stripeApi } from "./stripe.ts";

const apis: readonly ProviderApi[] = [
  stripeApi,
  polarApi,
  dodoApi,
  paddleApi,
  lemonsqueezyApi,
  creemApi,
  chargebeeApi,
  revenuecatApi,
  shopifyApi,
];

export const apisByProvider: ReadonlyMap<string, ProviderApi> = new Map(apis.map((api) => [api.provider, api]));

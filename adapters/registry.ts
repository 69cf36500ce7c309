// The providers this installation understands: the one list a new adapter is added to.
// It guarantees that a name from a URL finds an adapter or nothing; it never falls back to another provider's rules.
import type { Adapter } from "./adapter.ts";
import { apipay } from "./apipay.ts";
import { chargebee } from "./chargebee.ts";
import { creem } from "./creem.ts";
import { dodo } from "./dodo.ts";
import { lemonsqueezy } from "./lemonsqueezy.ts";
import { mollie } from "./mollie.ts";
import { paddle } from "./paddle.ts";
import { payos } from "./payos.ts";
import { polar } from "./polar.ts";
import { razorpay } from "./razorpay.ts";
import { recurly } from "./recurly.ts";
import { revenuecat } from "./revenuecat.ts";
import { sepay } from "./sepay.ts";
import { shopify } from "./shopify.ts";
import { stripe } from "./stripe.ts";
import { x402 } from "./x402.ts";

/** In the order in which messages and lists name them. */
export const adapters: readonly Adapter[] = [
  stripe,
  polar,
  dodo,
  paddle,
  lemonsqueezy,
  creem,
  sepay,
  payos,
  apipay,
  x402,
  razorpay,
  revenuecat,
  shopify,
  mollie,
  chargebee,
  recurly,
];

/** Provider name, as in `/webhooks/:provider/:connectionId`, to its adapter. */
export const adaptersByProvider: ReadonlyMap<string, Adapter> = new Map(
  adapters.map((adapter) => [adapter.provider, adapter]),
);

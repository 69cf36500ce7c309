// Two payment methods, and how each is reported to the service.
import type { Svc } from "@svc/sdk/server";
import type { Stripe } from "stripe";

export type Order = {
  readonly id: string;
  readonly product: string;
  readonly amountCents: number;
  readonly customerKey: string;
  readonly email: string;
  /** By which the payment finds its click; goes into the checkout's metadata as it is. */
  readonly attribution: Readonly<Record<string, string>>;
  /** Where the customer comes back to. */
  readonly thanksUrl: string;
};

/** Answers where the customer goes to pay. */
export type Pay = (order: Order) => Promise<string>;

/** Stripe's signed webhook reports the payment to the service. */
export function payWithStripe(stripe: Stripe): Pay {
  return async (order) => {
    const price = { currency: "usd", unit_amount: order.amountCents, product_data: { name: order.product } };
    const session = await stripe.checkout.sessions.create({
      mode: "payment",
      customer_email: order.email,
      line_items: [{ quantity: 1, price_data: price }],
      metadata: { ...order.attribution },
      success_url: order.thanksUrl,
    });
    if (session.url === null) throw new Error("Stripe gave no address to pay at.");
    return session.url;
  };
}

/** The shop reports the payment itself. */
export function payAtOnce(svc: Svc): Pay {
  return async (order) => {
    const sale = await svc.trackSale({
      invoiceId: order.id,
      amount: order.amountCents,
      customerExternalId: order.customerKey,
      clickId: order.attribution.svc_click_id,
    });
    // 400: the customer has no partner. 409: reported before. Neither is the customer's problem, nor is an outage.
    if (!sale.ok && sale.status !== 400 && sale.status !== 409) console.error(`Sale ${order.id}: ${sale.error}`);
    return order.thanksUrl;
  };
}

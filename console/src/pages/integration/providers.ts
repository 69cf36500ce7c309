// The payment providers as a developer meets them: where the webhook is made there, which events to tick, and what the secret is.
// The guides in docs/providers say the rest.
export type Provider = {
  readonly id:
    | "stripe"
    | "polar"
    | "dodo"
    | "paddle"
    | "lemonsqueezy"
    | "creem"
    | "sepay"
    | "payos"
    | "apipay"
    | "x402"
    | "razorpay"
    | "revenuecat"
    | "shopify"
    | "mollie"
    | "chargebee"
    | "recurly";
  readonly name: string;
  /** Where to make the webhook there. */
  readonly where: string;
  readonly secretLabel: string;
  readonly secretHint: string;
  readonly events: readonly string[];
  /** The key with which its webhook is made there, and the least it must be allowed; absent where its API makes none. */
  readonly apiKey?: string;
  /** The key with which a delivery is looked up there; absent where deliveries are read as they arrive. */
  readonly lookUpKey?: { readonly hint: string; readonly isRequired: boolean };
  /** An account may have several, and a webhook is of one. */
  readonly hasStores?: true;
};

export const providers: readonly Provider[] = [
  {
    id: "stripe",
    name: "Stripe",
    where: "Dashboard → Developers → Webhooks → Add destination: your account, snapshot payload.",
    secretLabel: "Signing secret",
    secretHint: "Begins with whsec_. Stripe shows it once the destination exists; use any URL for now.",
    apiKey: "A restricted key (rk_live_…) with Webhook Endpoints: Write, and Events: Read to fetch missed deliveries.",
    events: [
      "checkout.session.completed",
      "checkout.session.async_payment_succeeded",
      "invoice.payment_succeeded",
      "invoice_payment.paid",
      "payment_intent.succeeded",
      "charge.succeeded",
      "refund.created",
      "refund.updated",
      "refund.failed",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
    ],
  },
  {
    id: "paddle",
    name: "Paddle",
    where: "Dashboard → Developer tools → Notifications → New destination: type Webhook.",
    secretLabel: "Secret key",
    secretHint: "Begins with pdl_ntfset_. Open the destination again after creating it (Edit destination).",
    apiKey: "An API key with notification_setting.write, and notification.read to fetch missed deliveries.",
    events: [
      "transaction.completed",
      "subscription.created",
      "subscription.activated",
      "adjustment.created",
      "adjustment.updated",
    ],
  },
  {
    id: "polar",
    name: "Polar",
    where: "Organization Settings → Webhooks → Add endpoint: format Raw.",
    secretLabel: "Secret",
    secretHint: "Let Polar generate it, and copy all of it, including a prefix such as whsec_.",
    apiKey: "An organization access token with webhooks:write.",
    events: ["order.paid", "refund.created", "refund.updated", "order.refunded"],
  },
  {
    id: "dodo",
    name: "Dodo Payments",
    where: "Dashboard → Developer → Webhooks → Add endpoint.",
    secretLabel: "Signing secret",
    secretHint: "Begins with whsec_.",
    apiKey: "An API key with write access.",
    events: [
      "payment.succeeded",
      "subscription.active",
      "refund.succeeded",
      "refund.failed",
      "dispute.opened",
      "dispute.challenged",
      "dispute.won",
      "dispute.cancelled",
      "dispute.lost",
      "dispute.accepted",
      "dispute.expired",
    ],
  },
  {
    id: "lemonsqueezy",
    name: "Lemon Squeezy",
    where: "Settings → Webhooks → +.",
    secretLabel: "Signing secret",
    secretHint: "Choose 8 to 40 characters, and enter the same there.",
    apiKey: "An API key of the mode below.",
    hasStores: true,
    events: [
      "order_created",
      "subscription_created",
      "subscription_payment_success",
      "order_refunded",
      "subscription_payment_refunded",
    ],
  },
  {
    id: "creem",
    name: "Creem",
    where: "Dashboard → Developers → Webhooks.",
    secretLabel: "Signing secret",
    secretHint: "Creem shows it once the webhook exists; use any URL for now.",
    apiKey: "An API key with Webhooks: Write.",
    events: [
      "checkout.completed",
      "subscription.paid",
      "subscription.active",
      "subscription.trialing",
      "refund.created",
      "dispute.created",
    ],
  },
  {
    id: "sepay",
    name: "SePay",
    where: "my.sepay.vn → WebHooks → Add, authentication HMAC-SHA256; or Payment Gateway → Settings → IPN.",
    secretLabel: "HMAC-SHA256 secret, API key or gateway secret key",
    secretHint: "SePay shows it once.",
    events: ["Money in", "ORDER_PAID", "RENEWAL_ORDER_PAID", "TRANSACTION_VOID"],
  },
  {
    id: "payos",
    name: "payOS",
    where: "my.payos.vn → the payment channel.",
    secretLabel: "Checksum key",
    secretHint: "It signs the webhooks; the API key and client id are not needed.",
    events: ["All payments of the channel"],
  },
  {
    id: "apipay",
    name: "apipay",
    where: "apipay.vn → Settings → Webhooks.",
    secretLabel: "Webhook secret",
    secretHint: "Shown with the webhook.",
    events: ["transaction.in"],
  },
  {
    id: "x402",
    name: "x402",
    where: "Your own server, after the facilitator's /settle answers.",
    secretLabel: "Secret",
    secretHint: "Create one: whsec_ and 32 random bytes in base64. Your server signs with it.",
    events: ["Every settlement"],
  },
  {
    id: "razorpay",
    name: "Razorpay",
    where: "Dashboard → Account & Settings → Webhooks → Add new webhook.",
    secretLabel: "Secret",
    secretHint: "The text you choose for the webhook at Razorpay: at least 16 random characters.",
    events: [
      "payment.captured",
      "order.paid",
      "subscription.authenticated",
      "subscription.activated",
      "subscription.charged",
      "refund.created",
      "refund.processed",
      "refund.failed",
      "payment.dispute.created",
      "payment.dispute.won",
      "payment.dispute.lost",
      "payment.dispute.closed",
    ],
  },
  {
    id: "revenuecat",
    name: "RevenueCat",
    where: "Project → Integrations → Webhooks → Add new configuration: with signing turned on.",
    secretLabel: "Signing secret",
    secretHint: "Shown once signing is turned on. The Authorization value is not used.",
    apiKey:
      "Project id and secret key, as proj1a2b3c4d:sk_…: API keys → New secret API key, version 2, with project_configuration:integrations:read_write.",
    events: ["INITIAL_PURCHASE", "NON_RENEWING_PURCHASE", "RENEWAL", "CANCELLATION", "REFUND_REVERSED"],
  },
  {
    id: "shopify",
    name: "Shopify",
    where: "Admin → Settings → Notifications → Webhooks → Create webhook: format JSON, once for each event.",
    secretLabel: "Signing secret",
    secretHint: "Below the list of webhooks; for webhooks of an app of yours, the app's client secret.",
    apiKey:
      "Shop, client id and client secret of your app, as my-shop.myshopify.com:<client id>:<client secret>. Of an older custom app its access token and API secret key take their place. The app needs read_orders and read_shopify_payments_disputes.",
    events: ["orders/paid", "orders/updated", "refunds/create", "disputes/create", "disputes/update"],
  },
  {
    id: "mollie",
    name: "Mollie",
    where: "Set the URL below as webhookUrl of each payment and subscription.",
    secretLabel: "Signing secret",
    secretHint: "Of a webhook of Dashboard → Developers → Webhooks; otherwise any random text.",
    lookUpKey: {
      isRequired: true,
      hint: "Dashboard → Developers → API keys: live_… or test_…, of the connection's mode.",
    },
    events: [],
  },
  {
    id: "chargebee",
    name: "Chargebee",
    where: "Settings → Configure Chargebee → Webhooks → Add webhook: protected by basic authentication.",
    secretLabel: "User and password",
    secretHint: "As user:password, as entered there.",
    apiKey: "Site and full-access key, such as acme:live_…: Settings → Configure Chargebee → API keys.",
    lookUpKey: {
      isRequired: false,
      hint: "Site and read-only key, such as acme:live_…: Settings → Configure Chargebee → API keys.",
    },
    events: [
      "payment_succeeded",
      "payment_refunded",
      "transaction_created",
      "transaction_updated",
      "subscription_created",
    ],
  },
  {
    id: "recurly",
    name: "Recurly",
    where: "Integrations → Webhooks → Configure → New endpoint: format JSON, with the payment notifications.",
    secretLabel: "Secret key",
    secretHint: "Recurly shows it with the endpoint.",
    lookUpKey: {
      isRequired: true,
      hint: "A private read-only key: Integrations → API Credentials. For a site in the EU, eu: and the key.",
    },
    events: [],
  },
];

export function providerNamed(id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id;
}

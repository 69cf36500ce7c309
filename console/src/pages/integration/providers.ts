// The payment providers as a developer meets them: where the webhook is made there, which events to tick, and what the secret is.
// The guides in docs/providers say the rest.
import { say } from "../../texts/connections/integration.ts";
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
    where: say("dashboardDevelopersWebhooksAddDestinationYour"),
    secretLabel: say("signingSecret"),
    secretHint: say("beginsWithWhsecStripeShowsIt"),
    apiKey: say("aRestrictedKeyRkLiveWith"),
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
    where: say("dashboardDeveloperToolsNotificationsNewDestination"),
    secretLabel: say("secretKey"),
    secretHint: say("beginsWithPdlNtfsetOpenThe"),
    apiKey: say("anApiKeyWithNotificationSetting"),
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
    where: say("organizationSettingsWebhooksAddEndpointFormat"),
    secretLabel: say("secret"),
    secretHint: say("letPolarGenerateItAndCopy"),
    apiKey: say("anOrganizationAccessTokenWithWebhooks"),
    events: ["order.paid", "refund.created", "refund.updated", "order.refunded"],
  },
  {
    id: "dodo",
    name: "Dodo Payments",
    where: say("dashboardDeveloperWebhooksAddEndpoint"),
    secretLabel: say("signingSecret"),
    secretHint: say("beginsWithWhsec"),
    apiKey: say("anApiKeyWithWriteAccess"),
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
    where: say("settingsWebhooks"),
    secretLabel: say("signingSecret"),
    secretHint: say("choose8To40CharactersAnd"),
    apiKey: say("anApiKeyOfTheMode"),
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
    where: say("dashboardDevelopersWebhooks"),
    secretLabel: say("signingSecret"),
    secretHint: say("creemShowsItOnceTheWebhook"),
    apiKey: say("anApiKeyWithWebhooksWrite"),
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
    where: say("mySepayVnWebHooksAddAuthentication"),
    secretLabel: say("hmacSHA256SecretApiKeyOr"),
    secretHint: say("sePayShowsItOnce"),
    events: [say("moneyIn"), "ORDER_PAID", "RENEWAL_ORDER_PAID", "TRANSACTION_VOID"],
  },
  {
    id: "payos",
    name: "payOS",
    where: say("myPayosVnThePaymentChannel"),
    secretLabel: say("checksumKey"),
    secretHint: say("itSignsTheWebhooksTheApi"),
    events: [say("allPaymentsOfTheChannel")],
  },
  {
    id: "apipay",
    name: "apipay",
    where: say("apipayVnSettingsWebhooks"),
    secretLabel: say("webhookSecret"),
    secretHint: say("shownWithTheWebhook"),
    events: ["transaction.in"],
  },
  {
    id: "x402",
    name: "x402",
    where: say("yourOwnServerAfterTheFacilitators"),
    secretLabel: say("secret"),
    secretHint: say("createOneWhsecAnd32Random"),
    events: [say("everySettlement")],
  },
  {
    id: "razorpay",
    name: "Razorpay",
    where: say("dashboardAccountSettingsWebhooksAddNew"),
    secretLabel: say("secret"),
    secretHint: say("theTextYouChooseForThe"),
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
    where: say("projectIntegrationsWebhooksAddNewConfiguration"),
    secretLabel: say("signingSecret"),
    secretHint: say("shownOnceSigningIsTurnedOn"),
    apiKey: say("projectIdAndSecretKeyAs"),
    events: ["INITIAL_PURCHASE", "NON_RENEWING_PURCHASE", "RENEWAL", "CANCELLATION", "REFUND_REVERSED"],
  },
  {
    id: "shopify",
    name: "Shopify",
    where: say("adminSettingsNotificationsWebhooksCreateWebhook"),
    secretLabel: say("signingSecret"),
    secretHint: say("belowTheListOfWebhooksFor"),
    apiKey: say("shopClientIdAndClientSecret"),
    events: ["orders/paid", "orders/updated", "refunds/create", "disputes/create", "disputes/update"],
  },
  {
    id: "mollie",
    name: "Mollie",
    where: say("setTheUrlBelowAsWebhookUrl"),
    secretLabel: say("signingSecret"),
    secretHint: say("ofAWebhookOfDashboardDevelopers"),
    lookUpKey: {
      isRequired: true,
      hint: say("dashboardDevelopersApiKeysLiveOr"),
    },
    events: [],
  },
  {
    id: "chargebee",
    name: "Chargebee",
    where: say("settingsConfigureChargebeeWebhooksAddWebhook"),
    secretLabel: say("userAndPassword"),
    secretHint: say("asUserPasswordAsEnteredThere"),
    apiKey: say("siteAndFullAccessKeySuch"),
    lookUpKey: {
      isRequired: false,
      hint: say("siteAndReadOnlyKeySuch"),
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
    where: say("integrationsWebhooksConfigureNewEndpointFormat"),
    secretLabel: say("secretKey"),
    secretHint: say("recurlyShowsItWithTheEndpoint"),
    lookUpKey: {
      isRequired: true,
      hint: say("aPrivateReadOnlyKeyIntegrations"),
    },
    events: [],
  },
];

export function providerNamed(id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id;
}

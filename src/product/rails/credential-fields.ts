// The fields of all providers' credentials, as calls and commands give them; each provider's own schema says which of them it takes.
import { z } from "zod";
import { rule } from "../../core/vocabulary/fields.ts";

const charactersMax = 500;
const message = `must be 1 to ${charactersMax} characters`;

/** The flag has its field's whole name: as the provider calls it. */
const credential = (description: string, name: string, secret: { readonly isSecret?: true } = {}) =>
  z
    .string(rule(message))
    .min(1, message)
    .max(charactersMax, message)
    .optional()
    .meta({ description, flag: { name, ...secret } });
const secret = { isSecret: true } as const;

export const credentialFields = {
  client_id: credential("PayPal: the app's client id", "clientId"),
  client_secret: credential("PayPal: the app's secret", "clientSecret", secret),
  webhook_id: credential("PayPal: the id of the app's webhook; without one, payouts are looked up", "webhookId"),
  api_token: credential("Wise: a token of the profile that pays", "apiToken", secret),
  profile_id: credential("Wise: the id of the profile that pays", "profileId"),
  source_currency: credential(
    "Wise: the balance that pays, such as EUR; the payout's own currency by default",
    "sourceCurrency",
  ),
  webhook_public_key: credential(
    "Wise: another public key for webhooks than the one it publishes, as PEM",
    "webhookPublicKey",
  ),
  secret_key: credential("Stripe: a restricted key of the platform", "secretKey", secret),
  webhook_secret: credential(
    "Stripe: the signing secret of the webhook; without one, payouts are looked up",
    "webhookSecret",
    secret,
  ),
};

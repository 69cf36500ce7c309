// Mollie's API: payments with their refunds and chargebacks, and the payments of a payment link. Its lists are in mollie-lists.ts.
// It speaks Mollie's documented HTTP, since @mollie/api-client would be used for a few questions.
// Written from: https://docs.mollie.com/reference/get-payment and https://docs.mollie.com/reference/get-payment-link-payments.
import { z } from "zod";
import type { Asking } from "./ask.ts";
import { askJson, bearer } from "./ask-json.ts";
import { listMollie } from "./lists/mollie-lists.ts";
import type { ReadBackApi } from "./read-back-api.ts";

const document = z.looseObject({});
const payment = z.looseObject({
  _embedded: z.object({ refunds: z.array(document).nullish(), chargebacks: z.array(document).nullish() }).nullish(),
});
const paymentsOfLink = z.object({ _embedded: z.object({ payments: z.array(z.object({ id: z.string() })) }) });
/** Mollie keeps payments permanently: this is how far back a first run goes. */
const retentionDays = 90;
/** The newest payments of a link; one that is older was reported when it was paid. */
const paymentsOfLinkMax = "10";

export const mollieReadBack: ReadBackApi = {
  provider: "mollie",
  name: "Mollie",
  permission: "payments.read",
  placeOf: (apiKey) => ({
    baseUrl: "https://api.mollie.com",
    apiKey,
    livemode: livemodeOf(apiKey),
  }),
  check: (asking) =>
    askJson(asking, { path: "/v2/payments", query: { limit: "1" }, headers: bearer(asking), answer: document }),
  async documents(asking, resource) {
    if (!resource.startsWith("pl_")) return documentsOf(asking, resource);
    const path = `/v2/payment-links/${encodeURIComponent(resource)}/payments`;
    const query = { limit: paymentsOfLinkMax };
    const { _embedded } = await askJson(asking, { path, query, headers: bearer(asking), answer: paymentsOfLink });
    const found = await Promise.all(_embedded.payments.map(({ id }) => documentsOf(asking, id)));
    return found.flat();
  },
  events: {
    retentionDays,
    permission: "payments.read and refunds.read",
    undelivered: null,
    everything: listMollie,
  },
};

/** The payment, and each of its refunds and chargebacks: one document for each thing that happened. */
async function documentsOf(asking: Asking, paymentId: string): Promise<readonly unknown[]> {
  const path = `/v2/payments/${encodeURIComponent(paymentId)}`;
  const query = { embed: "refunds,chargebacks" };
  const answered = await askJson(asking, { path, query, headers: bearer(asking), answer: payment });
  const { _embedded: embedded, ...alone } = answered;
  return [alone, ...(embedded?.refunds ?? []), ...(embedded?.chargebacks ?? [])];
}

function livemodeOf(apiKey: string): boolean | null {
  if (apiKey.startsWith("test_")) return false;
  return apiKey.startsWith("live_") ? true : null;
}

// Stripe's own package writes the requests and verifies the webhooks; the connection, its time, size and record are ours.
// Written from: https://docs.stripe.com/webhooks/signature.
import type { Stripe } from "stripe";
import { z } from "zod";
import { payoutOfKey } from "./payout-of-key.ts";
import type { WebhookDelivery, WebhookReading } from "./rail.ts";
import type { RailClient, RailRequest, RailResponse } from "./rail-client.ts";

const signatureSecondsMax = 300;
const sentHeaders = ["authorization", "idempotency-key", "stripe-version", "user-agent"];
const methodSchema = z.enum(["GET", "POST"]);

/** What Stripe answered to the one request that `ask` makes, as it came. */
export async function askStripe(
  client: RailClient,
  secretKey: string,
  ask: (api: Stripe) => Promise<unknown>,
): Promise<RailResponse> {
  const { default: StripePackage } = await import("stripe");
  let answered: RailResponse | null = null;
  const api = new StripePackage(secretKey, {
    telemetry: false,
    // A payment is repeated by the sender alone.
    maxNetworkRetries: 0,
    httpClient: StripePackage.createFetchHttpClient(async (input, init) => {
      answered = await client.ask(await requestOf(new Request(input, init)));
      if (answered.kind === "no_answer") throw new Error(answered.reason);
      return Response.json(answered.body, { status: answered.status });
    }),
  });
  try {
    await ask(api);
  } catch (error) {
    // The package throws for an error that Stripe answered, and for one of ours: the answer says which it was.
    if (answered === null) throw error;
  }
  if (answered === null) throw new Error("Stripe's package made no request");
  return answered;
}

/** Only the path is taken from the package: the address is ours to choose. */
async function requestOf(request: Request): Promise<RailRequest> {
  const { pathname, search } = new URL(request.url);
  const headers: Record<string, string> = {};
  for (const name of sentHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const body = await request.text();
  const method = methodSchema.parse(request.method);
  return { method, path: pathname + search, headers, ...(body === "" ? {} : { body }) };
}

const eventSchema = z.object({
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string(), transfer_group: z.string().nullish() }) }),
});

export async function readStripeWebhook(
  secret: string | null,
  { body, headers, nowMilliseconds }: WebhookDelivery,
): Promise<WebhookReading> {
  const refused = (reason: string): WebhookReading => ({ kind: "refused", reason });
  if (secret === null) return refused("No webhook_secret is set for Stripe.");
  const signature = headers["stripe-signature"];
  if (signature === undefined) return refused("The header Stripe-Signature is missing.");
  const { default: StripePackage } = await import("stripe");
  const { webhooks } = StripePackage;
  let event: unknown;
  try {
    event = webhooks.constructEvent(body, signature, secret, signatureSecondsMax, undefined, nowMilliseconds);
  } catch {
    return refused("The signature does not fit, or is too old.");
  }
  const { data: read } = eventSchema.safeParse(event);
  if (read === undefined || !read.type.startsWith("transfer.")) return { kind: "unrelated" };
  const { id, transfer_group } = read.data.object;
  return { kind: "about", payoutId: payoutOfKey(transfer_group), railId: id };
}

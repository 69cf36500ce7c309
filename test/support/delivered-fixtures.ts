// The fixtures of providers that publish something else than a delivery's body: a part of it, or a whole request. What is not
// named here is delivered byte for byte.
import { type DeliveredJson, isRecord, parse, readFixtureFile } from "./fixtures.ts";

/** By provider. */
export const deliveredJsonByProvider: { readonly [provider: string]: DeliveredJson } = {
  stripe: stripeJson,
  polar: polarJson,
  x402: x402Json,
};

const typeByObjectFixture: ReadonlyMap<string, string> = new Map([
  ["object.charge", "charge.succeeded"],
  ["object.checkout.session", "checkout.session.completed"],
  ["object.dispute", "charge.dispute.created"],
  ["object.invoice", "invoice.paid"],
  ["object.invoice_payment", "invoice_payment.paid"],
  ["object.refund", "refund.created"],
]);

/** Stripe's OpenAPI fixtures are objects, which an event wraps; hookdeck's samples are whole requests. */
function stripeJson(fixture: string, json: unknown): unknown {
  const type = typeByObjectFixture.get(fixture.replace(".openapi-fixtures3", ""));
  if (type !== undefined) {
    return {
      id: "evt_wrapped",
      object: "event",
      type,
      created: 1_700_000_000,
      livemode: false,
      data: { object: json },
    };
  }
  const isRequest = typeof json === "object" && json !== null && "topic" in json && "body" in json;
  return isRequest ? json.body : undefined;
}

/** Of Polar's published samples one is an order without its envelope, the other's envelope has a placeholder for a type. */
function polarJson(fixture: string, json: unknown): unknown {
  if (fixture === "order.object.docs-sample") {
    return { type: "order.paid", timestamp: "2023-11-07T05:31:56Z", data: json };
  }
  return fixture === "refund.created.docs-sample" && isRecord(json) ? { ...json, type: "refund.created" } : undefined;
}

/** The specification publishes the parts of an assertion: requirements within a payment, settlements on their own. */
function x402Json(fixture: string, json: unknown): unknown {
  if (!fixture.startsWith("settle-response.") && !fixture.startsWith("verify-response.")) return undefined;
  const payment = parse(readFixtureFile("x402/payment-payload.v2.json"));
  const paymentRequirements = isRecord(payment) ? payment.accepted : undefined;
  return { paymentRequirements, settleResponse: json, metadata: { svc_click_id: "clk_x402" } };
}

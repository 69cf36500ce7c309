// What the adapters' contract suite must know of each provider: how it signs and how its fixtures are delivered.
// A new provider is one entry here and its files in `fixtures/<provider>/`. A provider with several ways to sign has
// one entry for each.
import type { Delivery } from "../../adapters/adapter.ts";
import { checkoutProviders } from "./checkout-providers.ts";
import { referenceProviders } from "./reference-providers.ts";
import { stripeHeaders } from "./signing.ts";
import { everyByteChanged, everyCharacterChanged, withHeader } from "./tampering.ts";

export type ProviderDescription = {
  /** Shown in the tests' names. */
  readonly name: string;
  readonly provider: string;
  /** Two different valid secrets. */
  readonly secrets: readonly [string, string];
  /** Delivers the body with one signature per secret, if the provider can present several; else with the first's. */
  sign(body: Buffer, secrets: readonly string[], atSeconds: number): Delivery;
  /** The headers without any one of which a delivery is not signed. */
  readonly neededHeaders: readonly string[];
  readonly timestamped: boolean;
  readonly presentsSeveral: boolean;
  /** Every delivery that differs from this one in the smallest way the signature covers. */
  tampered(delivery: Delivery): Iterable<Delivery>;
  /** The same delivery with signatures that cannot be signatures at all. */
  malformed(delivery: Delivery): Iterable<Delivery>;
  /** The delivered JSON where a fixture file holds something else than the body; undefined to deliver the file's bytes. */
  deliveredJson?(fixture: string, json: unknown): unknown;
};

export const providerDescriptions: readonly ProviderDescription[] = [
  {
    name: "stripe",
    provider: "stripe",
    secrets: ["whsec_first_5f1c9a", "whsec_second_77ab01"],
    sign: (body, secrets, atSeconds) => ({ body, headers: stripeHeaders(body, secrets, atSeconds) }),
    neededHeaders: ["stripe-signature"],
    timestamped: true,
    presentsSeveral: true,
    *tampered(delivery) {
      yield* everyByteChanged(delivery);
      yield* everyCharacterChanged(delivery, "stripe-signature");
    },
    *malformed(delivery) {
      const header = delivery.headers["stripe-signature"] ?? "";
      for (const value of malformedStripeHeaders(header)) yield withHeader(delivery, "stripe-signature", value);
    },
    deliveredJson: stripeJson,
  },
  ...checkoutProviders,
  ...referenceProviders,
];

/** Each keeps the right signature somewhere: only the header's form is wrong. */
function malformedStripeHeaders(header: string): readonly string[] {
  const [timestamp, signature] = header.split(",");
  const otherDigest = "0".repeat(64);
  return [
    "garbage",
    `${timestamp}`,
    `${signature}`,
    `${timestamp},v0=${signature?.slice(3)}`,
    `${header},v1=${otherDigest.slice(1)}`,
    `${header},v1=${otherDigest}0`,
    `${header},v1=${otherDigest.slice(1)}g`,
    `${header},v1=`,
    `${header},v1`,
    `${header},`,
    `${header},${timestamp}`,
    `${header}, ${header}`,
    `${timestamp}, ${signature}`,
    `${header},x=a=b`,
    `${header},x=a b`,
    `${header},x=`,
    `${timestamp},${signature?.toUpperCase().replace("V1", "v1")}`,
    header.replace("t=", "t=0"),
    header.replace("t=", "t=+"),
    header.replace(",", ".0,"),
    header.replace(",", "abc,"),
    header.replace(/t=\d+/, "t=-1"),
    header.replace(/t=\d+/, `t=${"9".repeat(13)}`),
    header.replace(/t=\d+/, "t="),
  ];
}

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

// The tracking calls and the providers' webhooks in the document: they have routes of their own, and schemas that these share.
import { z } from "zod";
import { connectableProviders } from "../../../../adapters/names.ts";
import { id, oneOf } from "../../../core/vocabulary/fields.ts";
import type { RefusalKind } from "../../../product/operation/refusal.ts";
import {
  clickAnswers,
  deliveryAnswer,
  leadAnswers,
  referenceAnswer,
  refundAnswer,
  saleAnswers,
} from "../track/answers/answer-schemas.ts";
import { clickBody } from "../track/click-body.ts";
import { leadBody } from "../track/lead-body.ts";
import { referenceBody } from "../track/reference-body.ts";
import { refundBody } from "../track/refund-body.ts";
import { liveSaleBody, testSaleBody } from "../track/sale-body.ts";
import { always, errorResponses, ofBodies } from "./error-responses.ts";
import type { Example, Media } from "./model.ts";
import { type Described, parameterOf } from "./operation-paths.ts";
import { pascal, schemaOf } from "./schemas.ts";
import { anyOf, headersOf, rotationHeaders, type SecurityName, type Shared } from "./shared.ts";
import { trackingExamples } from "./tracking-examples.ts";

type TrackingCall = {
  readonly name: keyof typeof trackingExamples;
  readonly summary: string;
  readonly description: string;
  readonly body: z.ZodType;
  readonly answer: z.ZodType;
  readonly errors: readonly RefusalKind[];
  /** `optional`: browsers make it without a key. */
  readonly key: "required" | "optional" | "none";
};

const calls: readonly TrackingCall[] = [
  {
    name: "click",
    summary: "Record a visitor's click on an affiliate link",
    description:
      "Anyone may make it; normally the browser tracker does. `click_id` belongs into the cookie `svc_click_id` for `cookie_window_days` days. A click of the same partner comes back as it was; a click of another one takes its place.",
    body: clickBody,
    answer: clickAnswers,
    errors: ["unknown_link"],
    key: "none",
  },
  {
    name: "lead",
    summary: "Bind a customer to a click",
    description:
      "Called at signup. With the program key it is a server's call; without one it is a browser's, and is `provisional` where the program requires leads of servers. A repeated lead answers the same `lead_id`.",
    body: leadBody,
    answer: leadAnswers,
    errors: ["no_attribution"],
    key: "optional",
  },
  {
    name: "sale",
    summary: "Record a payment that succeeded",
    description:
      "The commission and the platform fee are made with it. `transaction_id` is sent once: `duplicate_transaction` means that it is recorded already. With `additional_data.test_mode: true` or `livemode: false` it is a test, which checks the key and books nothing.",
    body: z.union([liveSaleBody, testSaleBody]),
    answer: saleAnswers,
    errors: ["no_attribution", "duplicate_transaction", "unsupported_currency"],
    key: "required",
  },
  {
    name: "refund",
    summary: "Report a refund, full or partial",
    description:
      "Called once for each refund. The commission and the platform fee shrink in proportion. A repeated refund is `skipped`; `refund_id` distinguishes two refunds of the same amount.",
    body: refundBody,
    answer: refundAnswer,
    errors: ["sale_not_found", "refund_exceeds_sale"],
    key: "required",
  },
  {
    name: "payment-reference",
    summary: "Register an expected payment of a customer",
    description:
      "For providers whose webhooks carry no metadata, such as bank transfers: the payment that comes with this reference is this customer's.",
    body: referenceBody,
    answer: referenceAnswer,
    errors: ["reference_already_paid", "unsupported_currency"],
    key: "required",
  },
];

export function trackingPaths(shared: Shared): Described[] {
  return [...calls.map((call) => describe(shared, call)), webhook(shared)];
}

function describe(shared: Shared, call: TrackingCall): Described {
  const { name, summary, description, body, answer, errors, key } = call;
  const hasRotation = key !== "none";
  const credentials: Record<TrackingCall["key"], readonly SecurityName[]> = {
    required: ["programKey"],
    optional: ["programKey"],
    none: [],
  };
  const security = [...anyOf(...credentials[key]), ...(key === "optional" ? [{}] : [])];
  const kinds: RefusalKind[] = [
    ...ofBodies,
    ...(hasRotation ? (["unauthorized", "api_key_rotation_required"] as const) : []),
    ...errors,
    ...always,
  ];
  const examples = trackingExamples[name];
  const title = pascal(name);
  return {
    path: `/api/v1/track/${name}`,
    method: "post",
    operation: {
      operationId: `track.${name}`,
      summary,
      description,
      tags: ["tracking"],
      security,
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: shared.schema(`${title}Call`, schemaOf(body)), examples },
          ...(key === "required" ? {} : { "text/plain": beacon }),
        },
      },
      responses: {
        "200": {
          description: "Taken.",
          headers: headersOf(...(hasRotation ? rotationHeaders : [])),
          content: { "application/json": { schema: shared.schema(`${title}Answer`, schemaOf(answer)) } },
        },
        ...errorResponses(shared, kinds, { hasRotation }),
      },
    },
  };
}

/** What sendBeacon of a browser sends. */
const beacon: Media = {
  schema: { type: "string", contentMediaType: "application/json", description: "The same JSON, as a beacon sends it" },
};

const delivery: Example = {
  summary: "Stripe",
  value: {
    id: "evt_1",
    object: "event",
    type: "checkout.session.completed",
    created: 1_767_225_600,
    livemode: true,
    data: {
      object: {
        id: "cs_1",
        object: "checkout.session",
        mode: "payment",
        payment_status: "paid",
        payment_intent: "pi_1",
        amount_total: 4900,
        currency: "usd",
        metadata: { svc_customer_key: "user-42", program_id: "1" },
      },
    },
  },
};

function webhook(shared: Shared): Described {
  const kinds: RefusalKind[] = [
    "invalid_request",
    "invalid_signature",
    "not_found",
    "unknown_connection",
    "body_too_large",
    "unsupported_media_type",
    ...always,
  ];
  return {
    path: "/webhooks/{provider}/{connection_id}",
    method: "post",
    operation: {
      operationId: "webhooks.receive",
      summary: "Take a provider's delivery",
      description:
        "The provider's own body, byte for byte, with its own signature header. Answered once it is durable: every verified delivery is stored. 503: the provider sends it again.",
      tags: ["webhooks"],
      security: [],
      parameters: [
        parameterOf("path", "provider", oneOf(connectableProviders, "The payment provider")),
        parameterOf("path", "connection_id", id("The connection, as its `webhook_url` names it")),
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { type: "object" }, examples: { delivery } } },
      },
      responses: {
        "200": {
          description: "Durable.",
          headers: headersOf(),
          content: { "application/json": { schema: shared.schema("DeliveryAnswer", schemaOf(deliveryAnswer)) } },
        },
        ...errorResponses(shared, kinds),
      },
    },
  };
}

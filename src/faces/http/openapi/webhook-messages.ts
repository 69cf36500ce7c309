// What the service sends to endpoints, as the document's `webhooks`: each message with what it says, thin and full.
import { type PayloadSchema, payloadSchemas } from "../../../product/messages/announcing/payloads.ts";
import type { OperationObject } from "./model.ts";
import { pascal, schemaOf } from "./schemas.ts";
import type { Shared } from "./shared.ts";

const arrived = "Received. Any other answer, redirects included, is retried for three days.";

export function webhookMessages(shared: Shared): Record<string, { readonly post: OperationObject }> {
  return Object.fromEntries(payloadSchemas().map((message) => [message.type, { post: describe(shared, message) }]));
}

function describe(shared: Shared, { type, about, schema }: PayloadSchema): OperationObject {
  return {
    operationId: `webhook${pascal(type)}`,
    summary: about,
    description:
      "Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same `webhook-id` is the same message: drop doubles by it. A thin message has none of the members that are not required.",
    tags: ["endpoints"],
    security: [],
    requestBody: {
      required: true,
      content: { "application/json": { schema: shared.schema(`${pascal(type)}Message`, schemaOf(schema)) } },
    },
    responses: { "200": { description: arrived } },
  };
}

// The body of a payment-reference call, which registers a payment before the provider's delivery arrives. Unknown fields are ignored, but
// without an amount any transfer matches: a body whose amount seems to have another name is refused.
import { z } from "zod";
import { providers } from "../../../../adapters/names.ts";
import { normaliseReference } from "../../../core/rules/reference.ts";
import { currencyOf } from "../../../core/vocabulary/fields.ts";
import type { ReferenceCall } from "../../../engine/recording/tracking.ts";
import { refuseFields } from "../../../product/operation/refusal.ts";
import type { JsonBody } from "../json-body.ts";
import { amountCents, namesOf, oneOf, optionalId, readFields, requiredId } from "./call-fields.ts";
import { refuseMisspelt } from "./unknown-fields.ts";

const amount = { field: "amount_cents", lookAlikes: ["amount", "cents"] };

export const referenceBody = z.object({
  provider: oneOf(providers).meta({ description: "The payment provider that will deliver it" }),
  reference: requiredId.meta({
    description: "What the customer's payment will carry; case and punctuation do not count",
  }),
  customer_key: optionalId.meta({ description: "The brand's own id of the customer; this or click_id is needed" }),
  click_id: optionalId.meta({ description: "The cookie `svc_click_id`" }),
  amount_cents: amountCents.nullable().default(null).meta({ description: "Only a payment of this amount" }),
  currency: currencyOf("Needed with amount_cents; one that the program takes").nullable().default(null),
  product_id: optionalId.meta({ description: "The product, for its own commission terms" }),
});

export const referenceFields = namesOf(referenceBody);

export function readReferenceBody(body: JsonBody): ReferenceCall["data"] {
  refuseMisspelt("a payment reference", amount, referenceFields, body);
  const data = readFields(referenceBody, body);
  const reference = normaliseReference(data.reference);
  if (reference === "") {
    const message = "must have a Latin letter or a digit: banks keep nothing else.";
    throw refuseFields([{ field: "reference", message }]);
  }
  if (data.customer_key === null && data.click_id === null) {
    throw refuseFields([{ field: "customer_key", message: "or click_id is needed: it says whose payment this is." }]);
  }
  if (data.amount_cents !== null && data.currency === null) {
    throw refuseFields([{ field: "currency", message: "is needed with amount_cents." }]);
  }
  return { ...data, reference };
}

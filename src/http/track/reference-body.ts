// The body of a payment-reference call: whose payment the provider's delivery will be, said before it comes. Unknown
// fields are ignored, but without an amount any transfer will do: one whose amount seems to stand under another name is refused.
import { z } from "zod";
import { currencies } from "../../core/money.ts";
import { providers } from "../../core/providers.ts";
import { normaliseReference } from "../../core/reference.ts";
import type { ReferenceCall } from "../../ingest/tracking.ts";
import { refuseFields } from "../../operations/refusal.ts";
import type { JsonBody } from "../json-body.ts";
import { amountCents, namesOf, oneOf, optionalId, readFields, requiredId } from "./fields.ts";
import { refuseMisspelt } from "./unknown-fields.ts";

const amount = { field: "amount_cents", lookAlikes: ["amount", "cents"] };

const schema = z.object({
  provider: oneOf(providers),
  reference: requiredId,
  customer_key: optionalId,
  click_id: optionalId,
  amount_cents: amountCents.nullable().default(null),
  currency: oneOf(currencies).nullable().default(null),
  product_id: optionalId,
});

export const referenceFields = namesOf(schema);

export function readReferenceBody(body: JsonBody): ReferenceCall["data"] {
  refuseMisspelt("a payment reference", amount, referenceFields, body);
  const data = readFields(schema, body);
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

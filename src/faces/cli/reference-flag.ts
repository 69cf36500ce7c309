// --client-reference: what the reference a provider's checkout takes beside metadata means on a connection.
import { type ClientReference, clientReferences } from "../../core/vocabulary/facts.ts";
import { choiceFlag, optional } from "./flags.ts";

const notRead = "none";

export const clientReferenceFlag = optional(
  choiceFlag(
    [...clientReferences, notRead] as const,
    "What Stripe's client_reference_id holds, for Payment Links and buy buttons; none, unless given",
  ),
);

/** Nothing where nothing was given. */
export function referenceOf(given: ClientReference | typeof notRead | undefined) {
  if (given === undefined) return {};
  return { client_reference: given === notRead ? null : given };
}

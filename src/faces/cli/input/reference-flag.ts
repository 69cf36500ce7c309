// --client-reference: what a connection reads from the provider's checkout reference, in addition to metadata.
import { type ClientReference, clientReferences } from "../../../core/vocabulary/facts.ts";
import { choiceFlag, optional } from "./flags.ts";

const notRead = "none";

export const clientReferenceFlag = optional(
  choiceFlag(
    [...clientReferences, notRead] as const,
    "The content of Stripe's client_reference_id, for Payment Links and buy buttons; none by default",
  ),
);

/** Nothing where nothing was given. */
export function referenceOf(given: ClientReference | typeof notRead | undefined) {
  if (given === undefined) return {};
  return { client_reference: given === notRead ? null : given };
}

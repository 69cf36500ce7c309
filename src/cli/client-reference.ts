// --client-reference: what the reference a provider's checkout takes beside metadata means on a connection.
import { type ClientReference, clientReferences } from "../core/facts.ts";
import { providersWithClientReference } from "../core/providers.ts";
import { UsageError } from "./failures.ts";
import { choiceFlag } from "./flags.ts";

const notRead = "none";

export const clientReferenceFlag = choiceFlag(
  [...clientReferences, notRead],
  "What Stripe's client_reference_id holds, for Payment Links and buy buttons; none, unless given",
);

/** Undefined where nothing was given. */
export function clientReferenceOf(
  provider: string,
  given: ClientReference | typeof notRead | undefined,
): ClientReference | null | undefined {
  if (given === undefined || given === notRead) return given === undefined ? undefined : null;
  if (provider !== "" && !providersWithClientReference.includes(provider)) {
    throw new UsageError(`Only a connection with ${providersWithClientReference.join(", ")} has a --client-reference.`);
  }
  return given;
}

// Whether messages may go to an address with placeholders in it.
import { faultOfUrl, type OutboundPolicy } from "../../files/addresses.ts";
import { fillAddress, unknownPlaceholders } from "../messages/partner-payload.ts";

/** In words; null where they may. */
export function faultOfEndpointUrl(url: string, policy: OutboundPolicy): string | null {
  const unknown = unknownPlaceholders(url);
  if (unknown.length > 0) return `has placeholders that are not known: ${unknown.join(", ")}`;
  return faultOfUrl(fillAddress(url, {}), policy);
}
